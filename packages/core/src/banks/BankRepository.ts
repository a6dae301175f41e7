/** Banks as rows. */
import { Context, type DateTime, type Effect } from "effect"
import type { Bank, BankCodeTaken } from "./Bank.ts"

export interface BankService {
  /** Null: the operator's program. */
  readonly creator: { readonly name: string | null; readonly isAdministrator: boolean } | null
  /** Null: none. */
  readonly active: {
    readonly version: string
    readonly since: DateTime.Utc
    readonly requests: ReadonlyArray<string>
    readonly passwordFields: "text" | null
  } | null
}

export class BankRepository extends Context.Service<
  BankRepository,
  {
    /** In the order of creation. */
    readonly list: Effect.Effect<ReadonlyArray<Bank>>
    readonly find: (bankId: string) => Effect.Effect<Bank | null>
    /** Inside a transaction: keeps the row from being changed until it ends. */
    readonly lock: (bankId: string) => Effect.Effect<Bank | null>
    /** Who made it, and which version runs there since when. */
    readonly service: (bankId: string) => Effect.Effect<BankService>
    readonly insert: (bank: Bank & { readonly createdAt: DateTime.Utc }) => Effect.Effect<void, BankCodeTaken>
    readonly setNameAndStatus: (bank: Pick<Bank, "id" | "name" | "status">) => Effect.Effect<void>
    /** With its scripts. False, and nothing is done, where the bank has or had accounts. */
    readonly deleteUnused: (bankId: string) => Effect.Effect<boolean>
    readonly setOrigins: (bankId: string, origins: ReadonlyArray<string>) => Effect.Effect<void>
    /** Whether anybody but this user has an account at the bank. */
    readonly hasAccountsOfOthers: (bankId: string, userId: string) => Effect.Effect<boolean>
  }
>()("@counterfoil/core/banks/BankRepository") {}
