/** Which accounts share a login at their bank, as rows. */
import type { Effect } from "effect"

/** Attempts to log in are counted for each of these: new credentials, or a restart, begin a new count. */
export interface LoginKey {
  readonly loginId: string
  /** Changes whenever the credentials do. */
  readonly credentialsVersion: number
  /** Bumped by each restart. */
  readonly loginGrant: number
}

/** An account that has credentials, which stay sealed here. */
export interface LoginMember extends LoginKey {
  readonly accountId: string
  /** Of its settings. */
  readonly id: string
  readonly bankUsername: Uint8Array
  readonly bankPassword: Uint8Array
}

/** Which bank account an account reads, sealed. */
export interface LoginReader {
  readonly accountId: string
  readonly loginId: string
  readonly name: string
  /** Of its settings. */
  readonly id: string
  readonly bankAccount: Uint8Array | null
}

export interface UserAtBank {
  readonly userId: string
  readonly bankId: string
}

export interface LoginRows {
  /** Inside a transaction: nobody else changes who shares a login of the user's at the bank until it ends. */
  readonly lockLogins: (where: UserAtBank) => Effect.Effect<void>
  /** The user's accounts at the bank that have credentials, in the order of creation. */
  readonly loginMembers: (where: UserAtBank) => Effect.Effect<ReadonlyArray<LoginMember>>
  /** The accounts of the account's owner at its bank that have credentials, itself among them, in the order of creation. */
  readonly readersAtBank: (accountId: string) => Effect.Effect<ReadonlyArray<LoginReader>>
  readonly assignLogin: (accountId: string, key: LoginKey) => Effect.Effect<void>
  readonly saveCredentials: (
    accountId: string,
    cells: Pick<LoginMember, "bankUsername" | "bankPassword">
  ) => Effect.Effect<void>
  /** What is known of logins under one key holds under another from now on: the credentials are the same. */
  readonly carryLogin: (from: LoginKey, to: LoginKey) => Effect.Effect<void>
  /** Users and banks of whose accounts it isn't known yet which of them share a login; a bounded number. */
  readonly unknownLogins: Effect.Effect<ReadonlyArray<UserAtBank>>
  readonly noteLoginsKnown: (where: UserAtBank) => Effect.Effect<void>
}
