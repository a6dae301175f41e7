/** Accounts as rows: as people enrol and remove them, their settings and webhook secrets, the logins that they share, and the state of their actors. What is secret comes and goes as sealed cells. */
import { Context, type DateTime, type Effect } from "effect"
import { settingsOf, type SettingsOf } from "@counterfoil/domain"
import type { OperationMode } from "../users/User.ts"
import type { Account, AccountSettings } from "./Account.ts"
import type { ActorRows } from "./ActorRows.ts"
import type { LoginRows } from "./LoginRows.ts"

export interface AccountWithMode extends Account {
  /** Its owner's. */
  readonly operationMode: OperationMode | null
}

/** Deleted accounts are not found by any of these. */
export interface AccountRows {
  /** In the order of creation. */
  readonly list: (userId: string) => Effect.Effect<ReadonlyArray<Account>>
  readonly find: (accountId: string) => Effect.Effect<AccountWithMode | null>
  /** Inside a transaction: keeps the row from being changed until it ends. */
  readonly lock: (accountId: string) => Effect.Effect<AccountWithMode | null>
  /** Its owner agrees to what the bank and its active script ask for now. */
  readonly insert: (account: Account & { readonly createdAt: DateTime.Utc }) => Effect.Effect<void>
  /**
   * A session that is open at the bank is to be logged out now, if nobody holds it; an actor that does says so
   * (`AccountRepository.stillHolds`). False: none is open.
   */
  readonly leaveNow: (accountId: string) => Effect.Effect<boolean>
  /** Whether it still waits for that. */
  readonly isToLeave: (accountId: string) => Effect.Effect<boolean>
  readonly rename: (accountId: string, name: string) => Effect.Effect<void>
  /** Marks it deleted and deletes its settings, secrets, browser state and evidence. */
  readonly remove: (accountId: string, at: DateTime.Utc) => Effect.Effect<void>
}

/** Tokens, and what belongs to the login. */
export const secretFields = settingsOf("token", "bank")
export type SecretField = SettingsOf<"token" | "bank">

/** The user's texts that may hold tokens: addresses, and what is sent to them. JSON is sealed as its text. */
export const privateFields = settingsOf("url", "json")
export type PrivateField = SettingsOf<"url" | "json">

export interface SealedSettings
  extends
    Omit<AccountSettings, SecretField | PrivateField>,
    Readonly<Record<SecretField | PrivateField, Uint8Array | null>> {
  /** In the clear, for the limit per host. */
  readonly webhookHost: string | null
  readonly notificationHost: string | null
}

/** Settings as a row has them. A private field is a plain text in rows that were saved before these fields were sealed. */
export type StoredSettings = Omit<SealedSettings, PrivateField> &
  Readonly<Record<PrivateField, Uint8Array | string | null>>

/** An endpoint by the address that its deliveries are recorded under. */
export interface SealedEndpoint {
  readonly address: string
  readonly url: Uint8Array
}

export interface SealedSecret {
  readonly id: string
  readonly accountId: string
  readonly cell: Uint8Array
}

/** Settings and webhook secrets. What is secret of them is sealed before it comes here. */
export interface SettingsRows {
  readonly findSettings: (accountId: string) => Effect.Effect<StoredSettings | null>
  /** Replaces what is there. */
  readonly saveSettings: (settings: SealedSettings, at: DateTime.Utc) => Effect.Effect<void>
  /** Keeps what the addresses of deliveries stand for. */
  readonly addEndpoints: (accountId: string, endpoints: ReadonlyArray<SealedEndpoint>) => Effect.Effect<void>
  /** Of addresses that were saved before and never called nothing is known that could be asked for. */
  readonly forgetUncalled: (accountId: string, present: ReadonlyArray<string>) => Effect.Effect<void>
  /** Those that sign at this time, the present one first, then the newest; ten at most. */
  readonly listSecrets: (accountId: string, at: DateTime.Utc) => Effect.Effect<ReadonlyArray<SealedSecret>>
  /** The new present one. The earlier present one signs until `retireAt`; those that sign no more, or come behind the ten newest, are deleted. */
  readonly addSecret: (
    secret: SealedSecret,
    times: { readonly at: DateTime.Utc; readonly retireAt: DateTime.Utc }
  ) => Effect.Effect<void>
}

export class AccountRepository extends Context.Service<
  AccountRepository,
  AccountRows & SettingsRows & LoginRows & ActorRows
>()("@counterfoil/core/accounts/AccountRepository") {}
