/** API keys as rows: never the key itself, only its keyed hash. */
import { Context, type DateTime, type Effect } from "effect"
import type { ApiKey } from "./ApiKey.ts"

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

export class ApiKeyRepository extends Context.Service<
  ApiKeyRepository,
  {
    /** Newest first. */
    readonly list: (userId: string) => Effect.Effect<ReadonlyArray<ApiKey>>
    /** How many of these accounts are the user's. */
    readonly countOwnedAccounts: (userId: string, accountIds: ReadonlyArray<string>) => Effect.Effect<number>
    readonly insert: (apiKey: HashedApiKey) => Effect.Effect<void>
    /** Keeps the time of an earlier revocation. False: the user has no such key. */
    readonly revoke: (userId: string, id: string, at: DateTime.Utc) => Effect.Effect<boolean>
    readonly findByPrefix: (prefix: string) => Effect.Effect<ReadonlyArray<HashedApiKey>>
    /** The keys of the prefix, each with what it has to do with the account. One look-up serves many callers at once. */
    readonly findForAccount: (prefix: string, accountId: string) => Effect.Effect<ReadonlyArray<KeyForAccount>>
    /** Unless it was noted after `unlessSince` already. */
    readonly noteUse: (id: string, at: DateTime.Utc, unlessSince: DateTime.Utc) => Effect.Effect<void>
  }
>()("@counterfoil/core/users/ApiKeyRepository") {}
