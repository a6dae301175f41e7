/** Accounts as people enrol and remove them, as rows. (What an account's actor writes is `ActorRepository`'s.) */
import { Context, type DateTime, type Effect } from "effect"
import type { OperationMode } from "../users/User.ts"
import type { Account } from "./Account.ts"

export interface AccountWithMode extends Account {
  /** Its owner's. */
  readonly operationMode: OperationMode | null
}

/** Deleted accounts are not found by any of these. */
export class AccountRepository extends Context.Service<
  AccountRepository,
  {
    /** In the order of creation. */
    readonly list: (userId: string) => Effect.Effect<ReadonlyArray<Account>>
    readonly find: (accountId: string) => Effect.Effect<AccountWithMode | null>
    /** Inside a transaction: keeps the row from being changed until it ends. */
    readonly lock: (accountId: string) => Effect.Effect<AccountWithMode | null>
    /** Its owner agrees to what the bank and its active script ask for now. */
    readonly insert: (account: Account & { readonly createdAt: DateTime.Utc }) => Effect.Effect<void>
    /** Marks it deleted and deletes its settings, secrets, browser state and evidence. */
    readonly remove: (accountId: string, at: DateTime.Utc) => Effect.Effect<void>
  }
>()("@counterfoil/core/accounts/AccountRepository") {}
