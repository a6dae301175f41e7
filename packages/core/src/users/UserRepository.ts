/** Users, their API keys and realtime tickets, and how much each has, as rows. */
import type { Effect } from "effect"
import { Context, type DateTime, type Duration } from "effect"
import type { EmailAlreadyExists, OperationMode, User } from "./User.ts"
import type { ApiKey } from "./ApiKey.ts"

export interface NewUser {
  readonly id: string
  readonly email: string
  /** The e-mail as it is compared. */
  readonly emailKey: string
  readonly name: string | null
  readonly passwordHash: string
  readonly createdAt: DateTime.Utc
  readonly isAdministrator: boolean
}

export interface UserWithPassword extends User {
  readonly passwordHash: string
}

/** People. */
export interface UserRows {
  readonly insert: (user: NewUser) => Effect.Effect<void, EmailAlreadyExists>
  readonly isEmpty: Effect.Effect<boolean>
  /** Inside a transaction: nobody else inserts a user until it ends. */
  readonly lockInserts: Effect.Effect<void>
  readonly find: (userId: string) => Effect.Effect<UserWithPassword | null>
  readonly findByEmailKey: (emailKey: string) => Effect.Effect<UserWithPassword | null>
  readonly isAdministrator: (userId: string) => Effect.Effect<boolean>
  readonly hasAdministrator: Effect.Effect<boolean>
  /** The e-mails of all, in the order in which they registered. */
  readonly administrators: Effect.Effect<ReadonlyArray<string>>
  /** False: nobody has registered with that e-mail. */
  readonly setAdministrator: (emailKey: string, is: boolean) => Effect.Effect<boolean>
  /** The e-mail of the first user, who is an administrator now; null: there is no user. */
  readonly makeFirstAdministrator: Effect.Effect<string | null>
  /** Bumps the session version, so that earlier tokens end. */
  readonly setPassword: (userId: string, passwordHash: string) => Effect.Effect<void>
  /** The same, if the present hash still is this one. Answers the session version that began with it; null: it wasn't. */
  readonly replacePassword: (userId: string, present: string, next: string) => Effect.Effect<number | null>
  /** Locks the user's row, and wakes the user's accounts if the mode changes; answers the mode before. Null: no such user. */
  readonly setOperationMode: (
    userId: string,
    mode: OperationMode
  ) => Effect.Effect<{ readonly before: OperationMode | null } | null>
  /**
   * Inside a transaction: nobody else changes or deletes the user until it ends, nor gets what quotas count. Null: there is no
   * such user.
   */
  readonly lockForDeletion: (
    userId: string
  ) => Effect.Effect<{ readonly isLastAdministrator: boolean; readonly passwordHash: string } | null>
  /** Deletes keys, channels and tickets; the row stays, without anything of the person, and is no longer found. */
  readonly remove: (userId: string, at: DateTime.Utc) => Effect.Effect<void>
  /** Every request of the user that still waits for its payment becomes `cancelled`. */
  readonly cancelOpenRequests: (userId: string, at: DateTime.Utc) => Effect.Effect<void>
}

/** What is counted in tables. */
export type Counted = "accounts" | "banks" | "scriptVersions" | "apiKeys"

export interface HashedApiKey extends ApiKey {
  readonly keyHash: Uint8Array
}

/** What a call on one account needs to know of its key. */
export interface KeyForAccount extends Pick<
  HashedApiKey,
  "id" | "prefix" | "keyHash" | "scopes" | "accountIds" | "lastUsedAt" | "revokedAt"
> {
  readonly accountId: string
  /** Whether the key's owner has such an account. */
  readonly isOwners: boolean
}

/** API keys: never the key itself, only its keyed hash. */
export interface ApiKeyRows {
  /** Newest first. */
  readonly listApiKeys: (userId: string) => Effect.Effect<ReadonlyArray<ApiKey>>
  /** How many of these accounts are the user's. */
  readonly countOwnedAccounts: (userId: string, accountIds: ReadonlyArray<string>) => Effect.Effect<number>
  readonly insertApiKey: (apiKey: HashedApiKey) => Effect.Effect<void>
  /** Keeps the time of an earlier revocation. False: the user has no such key. */
  readonly revokeApiKey: (userId: string, id: string, at: DateTime.Utc) => Effect.Effect<boolean>
  readonly findApiKeys: (prefix: string) => Effect.Effect<ReadonlyArray<HashedApiKey>>
  /** The keys of the prefix, each with what it has to do with the account. One look-up serves many callers at once. */
  readonly findApiKeysForAccount: (prefix: string, accountId: string) => Effect.Effect<ReadonlyArray<KeyForAccount>>
  /** Unless it was noted after `unlessSince` already. */
  readonly noteApiKeyUse: (id: string, at: DateTime.Utc, unlessSince: DateTime.Utc) => Effect.Effect<void>
}

export interface TicketHolder {
  readonly userId: string
  /** Of the session that the ticket was issued in. */
  readonly sessionVersion: number
  readonly allTypes: boolean
}

/** Realtime tickets, by the hash of the ticket. The database's clock decides whether one has expired. */
export interface TicketRows {
  /** Expired tickets are deleted on the way. */
  readonly insertTicket: (
    ticketHash: Uint8Array,
    owner: { readonly id: string; readonly sessionVersion: number; readonly allTypes: boolean },
    ttl: Duration.Duration
  ) => Effect.Effect<void>
  /**
   * Deletes the ticket; its holder if it had not expired and the user's session version is still that of the ticket. Of
   * several at once only one gets it.
   */
  readonly takeTicket: (ticketHash: Uint8Array) => Effect.Effect<TicketHolder | null>
}

/** What stays as a row when it is deleted or revoked. */
export type LeavesRows = "accounts" | "apiKeys"

/** What accounts keep, and gather by themselves. */
export type Kept = "movements" | "orders"

/** How much a user has of what is limited. */
export interface QuotaRows {
  /**
   * How many the user has. Inside a transaction, until it ends: nobody else counts for this user, so that of many that are
   * created at once each sees those before it. Null: the user is exempt. `deleted`: gone since the request came.
   */
  readonly countForQuota: (userId: string, what: Counted) => Effect.Effect<number | null | "deleted">
  /** How many of those that leave a row behind the user has given up within a day. */
  readonly countGivenUp: (userId: string, what: LeavesRows) => Effect.Effect<number>
  /** How many all accounts of this account's user keep, as far as it is committed. Null: the user is exempt, or gone. */
  readonly countKept: (accountId: string, what: Kept) => Effect.Effect<number | null>
}

export class UserRepository extends Context.Service<UserRepository, UserRows & ApiKeyRows & TicketRows & QuotaRows>()(
  "@counterfoil/core/users/UserRepository"
) {}
