import { ApiKeys } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { seedAccount, seedUser } from "../seed.ts"

const Base = Layer.provideMerge(StoreLayers, TestDatabase.layer)
const keys = (pepper: string) => ApiKeys.layer({ pepper: Redacted.make(pepper) })
const input = { name: "dialler", scopes: ["otp:write"], accountIds: null } as const

layer(Layer.provideMerge(keys("pepper"), Base))("ApiKeys", (it) => {
  it.effect("lets the plain key in, and stores nothing from which it could be read", () =>
    Effect.gen(function* () {
      const apiKeys = yield* ApiKeys
      const sql = yield* SqlClient.SqlClient
      const user = yield* seedUser()
      const account = yield* seedAccount(user.id)

      const { apiKey, key } = yield* apiKeys.create(user.id, {
        name: "dialler",
        scopes: ["otp:write", "status:read", "otp:write"],
        accountIds: [account.id, account.id.toUpperCase()]
      })
      const authenticated = yield* apiKeys.authenticate(key)

      const [row] = yield* sql<{ row: string }>`select k::text as row from api_keys k where id = ${apiKey.id}`
      assert.deepStrictEqual(authenticated, apiKey)
      assert.deepInclude(apiKey, { userId: user.id, scopes: ["otp:write", "status:read"], accountIds: [account.id] })
      assert.notInclude(row?.row ?? "", Redacted.value(key).slice(13))
      assert.notInclude(String(key), apiKey.prefix)
    })
  )

  it.effect("lists all that are good, however old, and of thousands that were revoked the newest", () =>
    Effect.gen(function* () {
      const apiKeys = yield* ApiKeys
      const sql = yield* SqlClient.SqlClient
      const user = yield* seedUser()
      const good = yield* apiKeys.create(user.id, input)
      yield* sql`insert into api_keys (id, user_id, name, prefix, key_hash, scopes, created_at, revoked_at)
        select gen_random_uuid(), ${user.id}, 'revoked ' || n, 'revoked_', int8send(n), array['otp:write'],
          timestamptz '2030-01-01' + n * interval '1 second', timestamptz '2030-02-01'
        from generate_series(1, 3000) n`

      const listed = yield* apiKeys.list(user.id)

      assert.lengthOf(listed, 201)
      assert.deepStrictEqual([listed[0]?.name, listed[199]?.name], ["revoked 3000", "revoked 2801"])
      assert.strictEqual(listed.at(-1)?.id, good.apiKey.id)
    })
  )

  it.effect("refuses keys that are unknown, malformed, cut short or revoked", () =>
    Effect.gen(function* () {
      const apiKeys = yield* ApiKeys
      const user = yield* seedUser()
      const one = yield* apiKeys.create(user.id, input)
      const another = yield* apiKeys.create(user.id, input)
      yield* apiKeys.revoke(user.id, one.apiKey.id)
      const text = Redacted.value(another.key)
      const texts = [
        Redacted.value(one.key),
        text.slice(0, -1),
        `${text.slice(0, -1)}!`,
        "",
        "svc_\0",
        text.toLowerCase()
      ]

      const errors = yield* Effect.forEach(texts, (each) => Effect.flip(apiKeys.authenticate(Redacted.make(each))))

      assert.deepStrictEqual(
        errors.map((error) => error._tag),
        Array(6).fill("InvalidApiKey")
      )
      assert.strictEqual((yield* apiKeys.authenticate(another.key)).id, another.apiKey.id)
    })
  )

  it.effect("knows no key under another pepper", () =>
    Effect.gen(function* () {
      const apiKeys = yield* ApiKeys
      const { key } = yield* apiKeys.create((yield* seedUser()).id, input)

      const error = yield* Effect.flatMap(ApiKeys, (other) => Effect.flip(other.authenticate(key))).pipe(
        Effect.provide(Layer.fresh(keys("another pepper")))
      )

      assert.strictEqual(error._tag, "InvalidApiKey")
    })
  )

  it.effect("gives no key for accounts that are not the caller's own", () =>
    Effect.gen(function* () {
      const apiKeys = yield* ApiKeys
      const sql = yield* SqlClient.SqlClient
      const user = yield* seedUser()
      const own = yield* seedAccount(user.id)
      const deleted = yield* seedAccount(user.id)
      const foreign = yield* seedAccount()
      yield* sql`update accounts set deleted_at = now() where id = ${deleted.id}`

      const errors = yield* Effect.forEach(
        [[own.id, foreign.id], [deleted.id], ["01990000-0000-7000-8000-000000000000"], ["mine"]],
        (accountIds) => Effect.flip(apiKeys.create(user.id, { ...input, accountIds }))
      )

      assert.deepStrictEqual(
        errors.map((error) => error._tag),
        Array(4).fill("ForeignAccount")
      )
      assert.deepStrictEqual(yield* apiKeys.list(user.id), [])
    })
  )

  it.effect("lists a user's own keys only, newest first, revoked ones too", () =>
    Effect.gen(function* () {
      const apiKeys = yield* ApiKeys
      const user = yield* seedUser()
      yield* apiKeys.create((yield* seedUser()).id, input)
      const first = yield* apiKeys.create(user.id, input)
      yield* TestClock.adjust("1 minute")
      const second = yield* apiKeys.create(user.id, input)
      yield* apiKeys.revoke(user.id, first.apiKey.id)

      const listed = yield* apiKeys.list(user.id)

      assert.deepStrictEqual(
        listed.map((key) => key.id),
        [second.apiKey.id, first.apiKey.id]
      )
      assert.deepStrictEqual(
        listed.map((key) => key.revokedAt !== null),
        [false, true]
      )
    })
  )

  it.effect("revokes a key for its owner only, and keeps the first revocation's time", () =>
    Effect.gen(function* () {
      const apiKeys = yield* ApiKeys
      const user = yield* seedUser()
      const { apiKey, key } = yield* apiKeys.create(user.id, input)
      const stranger = yield* seedUser()

      const errors = yield* Effect.forEach(
        [
          [stranger.id, apiKey.id],
          [user.id, "01990000-0000-7000-8000-000000000000"],
          [user.id, "key"]
        ] as const,
        ([userId, id]) => Effect.flip(apiKeys.revoke(userId, id))
      )
      const stillGood = yield* apiKeys.authenticate(key)
      const at = yield* DateTime.now
      yield* apiKeys.revoke(user.id, apiKey.id)
      yield* TestClock.adjust("1 hour")
      yield* apiKeys.revoke(user.id, apiKey.id)

      assert.deepStrictEqual(
        errors.map((error) => error._tag),
        Array(3).fill("ApiKeyNotFound")
      )
      assert.strictEqual(stillGood.id, apiKey.id)
      assert.deepStrictEqual((yield* apiKeys.list(user.id))[0]?.revokedAt, at)
    })
  )

  it.effect("notes the use of a key at most once a minute", () =>
    Effect.gen(function* () {
      const apiKeys = yield* ApiKeys
      const user = yield* seedUser()
      const { key } = yield* apiKeys.create(user.id, input)
      const lastUsed = Effect.map(apiKeys.list(user.id), (listed) => listed[0]?.lastUsedAt ?? null)
      const never = yield* lastUsed

      const first = yield* DateTime.now
      yield* apiKeys.authenticate(key)
      yield* TestClock.adjust("59 seconds")
      yield* apiKeys.authenticate(key)
      const within = yield* lastUsed
      yield* TestClock.adjust("1 second")
      yield* apiKeys.authenticate(key)
      const after = yield* lastUsed

      assert.isNull(never)
      assert.deepStrictEqual(within, first)
      assert.deepStrictEqual(after, DateTime.add(first, { minutes: 1 }))
    })
  )

  it.effect("admits a good key with the scope to an account of its owner and of its own, and nobody else", () =>
    Effect.gen(function* () {
      const apiKeys = yield* ApiKeys
      const sql = yield* SqlClient.SqlClient
      const user = yield* seedUser()
      const own = yield* seedAccount(user.id)
      const other = yield* seedAccount(user.id)
      const deleted = yield* seedAccount(user.id)
      const foreign = yield* seedAccount()
      yield* sql`update accounts set deleted_at = now() where id = ${deleted.id}`
      const wide = (yield* apiKeys.create(user.id, { ...input, scopes: ["status:read"] })).key
      const narrow = (yield* apiKeys.create(user.id, { ...input, accountIds: [own.id] })).key
      const wrong = Redacted.make(Redacted.value(wide).slice(0, -1))

      const asked = [
        [wide, "status:read", own.id],
        [wide, "status:read", own.id.toUpperCase()],
        [wide, "status:read", other.id],
        [narrow, "otp:write", own.id],
        [wide, "otp:write", own.id],
        [narrow, "otp:write", other.id],
        [wide, "status:read", deleted.id],
        [wide, "status:read", foreign.id],
        [wide, "status:read", "01990000-0000-7000-8000-000000000000"],
        [wide, "status:read", "account"],
        [wrong, "status:read", own.id]
      ] as const
      // At the same moment: the look-ups are made together, and each gets its own answer.
      const admitted = yield* Effect.forEach(asked, ([key, scope, id]) => apiKeys.admits(key, scope, id), {
        concurrency: "unbounded"
      })

      assert.deepStrictEqual(admitted, [true, true, true, true, ...Array<boolean>(7).fill(false)])
    })
  )

  it.effect("admits no key that was revoked a moment ago, and notes the use of those it admits", () =>
    Effect.gen(function* () {
      const apiKeys = yield* ApiKeys
      const user = yield* seedUser()
      const account = yield* seedAccount(user.id)
      const used = yield* apiKeys.create(user.id, input)
      const unused = yield* apiKeys.create(user.id, { ...input, scopes: ["status:read"] })

      const before = yield* apiKeys.admits(used.key, "otp:write", account.id)
      yield* apiKeys.admits(unused.key, "otp:write", account.id)
      const listed = yield* apiKeys.list(user.id)
      yield* apiKeys.revoke(user.id, used.apiKey.id)
      const after = yield* apiKeys.admits(used.key, "otp:write", account.id)

      assert.deepStrictEqual([before, after], [true, false])
      const lastUse = new Map(listed.map(({ id, lastUsedAt }) => [id, lastUsedAt]))
      assert.deepStrictEqual(lastUse.get(used.apiKey.id), yield* DateTime.now)
      assert.isNull(lastUse.get(unused.apiKey.id))
    })
  )
})
