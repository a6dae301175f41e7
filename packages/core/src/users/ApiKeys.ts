/** API keys of machines that submit codes and read status: `svc_<prefix 8>_<secret 64>`, base62, with a checksum. */
import { Context, DateTime, Duration, Effect, Layer, Redacted, Schema, Struct } from "effect"
import { isUuid } from "@counterfoil/domain"
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { uuid } from "../ids.ts"
import { Transactor } from "../Transactor.ts"
import { apiKeyEntropy, base62, makeApiKey, prefixOfApiKey } from "./apiKeyFormat.ts"
import { quotaCheck, type QuotaReached } from "./quotas.ts"
import type { ApiKey, KeyTypes, Scope } from "./ApiKey.ts"
import { type HashedApiKey, type KeyForAccount, UserRepository } from "./UserRepository.ts"

/** Unknown, malformed or revoked. */
export class InvalidApiKey extends Schema.TaggedError<InvalidApiKey>()("InvalidApiKey", {}) {}
export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>()("ApiKeyNotFound", {}) {}
/** `account_ids` names an account that is not the caller's. */
export class ForeignAccount extends Schema.TaggedError<ForeignAccount>()("ForeignAccount", {}) {}

export interface ApiKeysOptions {
  /** The key of the hash under which API keys are stored. */
  readonly pepper: Redacted.Redacted<string>
  /** Keys that were made with it are good too. */
  readonly earlierPepper?: Redacted.Redacted<string> | undefined
}

export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /** Newest first, revoked ones too. */
    readonly list: (userId: string) => Effect.Effect<ReadonlyArray<ApiKey>>
    /** The plain key is in this answer only. */
    readonly create: (
      userId: string,
      input: {
        readonly name: string
        readonly scopes: ReadonlyArray<Scope>
        readonly accountIds: ReadonlyArray<string> | null
        /** (Default: contract) */
        readonly types?: KeyTypes
      }
    ) => Effect.Effect<
      { readonly apiKey: ApiKey; readonly key: Redacted.Redacted<string> },
      ForeignAccount | QuotaReached
    >
    /** Effective at once; revoking a revoked key of one's own is fine. */
    readonly revoke: (userId: string, id: string) => Effect.Effect<void, ApiKeyNotFound>
    /** Finds the key by prefix and compares in constant time; notes when it was used. */
    readonly authenticate: (key: Redacted.Redacted<string>) => Effect.Effect<ApiKey, InvalidApiKey>
    /**
     * Whether the key is good, has the scope, and is for this account, which is its owner's: all in one look-up, for calls
     * that machines make all the time. Notes when it was used, if so. A no has no reason: `authenticate` finds it.
     */
    readonly admits: (key: Redacted.Redacted<string>, scope: Scope, accountId: string) => Effect.Effect<boolean>
  }
>()("@counterfoil/core/users/ApiKeys") {
  static readonly layer = (options: ApiKeysOptions): Layer.Layer<ApiKeys, never, UserRepository | Transactor> =>
    Layer.effect(ApiKeys, makeApiKeys(options))
}

/** A use is noted at most this often. */
const useResolution = Duration.minutes(1)

const randomBase62 = (length: number): string => {
  let text = ""
  while (text.length < length) text += base62(randomBytes(length))
  return text.slice(0, length)
}

const withoutHash = (hashed: HashedApiKey): ApiKey => Struct.omit(hashed, ["keyHash"])

const covers = (key: KeyForAccount, scope: Scope): boolean =>
  key.revokedAt === null &&
  key.isOwners &&
  key.scopes.includes(scope) &&
  (key.accountIds === null || key.accountIds.includes(key.accountId))

const makeApiKeys = Effect.fnUntraced(function* (options: ApiKeysOptions) {
  const repository = yield* UserRepository
  const withinQuota = yield* quotaCheck
  const transactor = yield* Transactor

  const peppers = [options.pepper, ...(options.earlierPepper === undefined ? [] : [options.earlierPepper])]
  const under = (pepper: Redacted.Redacted<string>, key: string) =>
    createHmac("sha256", Redacted.value(pepper)).update(key).digest()
  const hashOf = (key: string) => under(options.pepper, key)

  /** Compares with all of them, even after a match: the time it takes tells nothing. */
  const matches = (key: string) => {
    const hashes = peppers.map((pepper) => under(pepper, key))
    return (candidate: { readonly keyHash: Uint8Array }): boolean =>
      hashes.filter((hash) => timingSafeEqual(candidate.keyHash, hash)).length > 0
  }

  const noteUse = Effect.fnUntraced(function* ({ id, lastUsedAt }: Pick<ApiKey, "id" | "lastUsedAt">) {
    const now = yield* DateTime.now
    const unlessSince = DateTime.subtractDuration(now, useResolution)
    if (lastUsedAt !== null && DateTime.isGreaterThan(lastUsedAt, unlessSince)) return
    yield* repository.noteApiKeyUse(id, now, unlessSince)
  })

  return ApiKeys.of({
    list: Effect.fn("ApiKeys.list")((userId) => repository.listApiKeys(userId)),

    create: Effect.fn("ApiKeys.create")(function* (userId, { accountIds, name, scopes, types = "contract" }) {
      const wanted = accountIds === null ? null : [...new Set(accountIds.map((id) => id.toLowerCase()))]
      if (wanted !== null) {
        const owned = wanted.every(isUuid) ? yield* repository.countOwnedAccounts(userId, wanted) : -1
        if (owned !== wanted.length) return yield* new ForeignAccount({})
      }
      const { key, prefix } = makeApiKey(randomBase62(apiKeyEntropy))
      const apiKey: ApiKey = {
        id: yield* uuid,
        userId,
        name,
        prefix,
        scopes: [...new Set(scopes)],
        accountIds: wanted,
        types,
        createdAt: yield* DateTime.now,
        lastUsedAt: null,
        revokedAt: null
      }
      yield* transactor.transact(
        Effect.andThen(withinQuota(userId, "apiKeys"), repository.insertApiKey({ ...apiKey, keyHash: hashOf(key) }))
      )
      return { apiKey, key: Redacted.make(key, { label: "api key" }) }
    }),

    revoke: Effect.fn("ApiKeys.revoke")(function* (userId, id) {
      const found = isUuid(id) && (yield* repository.revokeApiKey(userId, id, yield* DateTime.now))
      if (!found) return yield* new ApiKeyNotFound({})
    }),

    authenticate: Effect.fn("ApiKeys.authenticate")(function* (key) {
      const prefix = prefixOfApiKey(Redacted.value(key))
      if (prefix === undefined) return yield* new InvalidApiKey({})
      const candidates = yield* repository.findApiKeys(prefix)
      const found = candidates.find(matches(Redacted.value(key)))
      if (found === undefined || found.revokedAt !== null) return yield* new InvalidApiKey({})
      yield* noteUse(found)
      return withoutHash(found)
    }),

    admits: (key, scope, accountId) => {
      const prefix = prefixOfApiKey(Redacted.value(key))
      if (prefix === undefined || !isUuid(accountId)) return Effect.succeed(false)
      const isKey = matches(Redacted.value(key))
      return Effect.flatMap(repository.findApiKeysForAccount(prefix, accountId.toLowerCase()), (candidates) => {
        const found = candidates.find(isKey)
        return found !== undefined && covers(found, scope) ? Effect.as(noteUse(found), true) : Effect.succeed(false)
      })
    }
  })
})
