import { type KeyRing, type Place, Transactor, Vault } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { seedAccount } from "../seed.ts"

const first = Redacted.make<Uint8Array>(randomBytes(32))
const second = Redacted.make<Uint8Array>(randomBytes(32))
const before: KeyRing = { current: "first", keys: new Map([["first", first]]) }
const after: KeyRing = {
  current: "second",
  keys: new Map([
    ["first", first],
    ["second", second]
  ])
}
const onlySecond: KeyRing = { current: "second", keys: new Map([["second", second]]) }

/** A vault of its own, with nothing remembered: what another process would have. */
const withVault = <A, E, R>(ring: KeyRing, use: (vault: Vault["Service"]) => Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.flatMap(Vault, use).pipe(Effect.provide(Layer.fresh(Vault.layer(ring)))))

const secret = Redacted.make("correct horse battery staple")

const place = Effect.map(seedAccount(), (account): Place => ({
  accountId: account.id,
  table: "account_settings",
  column: "bank_password",
  row: "row-1"
}))

layer(Layer.provideMerge(StoreLayers, TestDatabase.layer))("Vault", (it) => {
  it.effect("opens what it sealed, also in another process", () =>
    Effect.gen(function* () {
      const here = yield* place
      const cell = yield* withVault(before, (vault) => vault.encrypt(here, secret))

      const opened = yield* withVault(before, (vault) => vault.decrypt(here, cell))

      assert.strictEqual(Redacted.value(opened), Redacted.value(secret))
      assert.notInclude(Buffer.from(cell).toString("latin1"), Redacted.value(secret))
    })
  )

  it.effect("refuses a cell that was moved to another column, row, table or account", () =>
    Effect.gen(function* () {
      const here = yield* place
      const other = yield* place
      yield* withVault(before, (vault) => vault.encrypt(other, secret))
      const cell = yield* withVault(before, (vault) => vault.encrypt(here, secret))
      const elsewhere: ReadonlyArray<Place> = [
        { ...here, column: "bank_username" },
        { ...here, row: "row-2" },
        { ...here, table: "webhook_secrets" },
        other
      ]

      const errors = yield* Effect.forEach(elsewhere, (there) =>
        withVault(before, (vault) => Effect.flip(vault.decrypt(there, cell)))
      )

      assert.deepStrictEqual(
        errors.map((error) => error._tag),
        Array(4).fill("Undecipherable")
      )
    })
  )

  it.effect("refuses a cell of which any byte was altered, without telling the secret", () =>
    Effect.gen(function* () {
      const here = yield* place
      const cell = yield* withVault(before, (vault) => vault.encrypt(here, secret))
      const altered = Array.from(cell.keys(), (index) => cell.map((byte, at) => (at === index ? byte ^ 1 : byte)))

      const errors = yield* withVault(before, (vault) =>
        Effect.forEach([...altered, cell.slice(0, 20), new Uint8Array()], (bytes) =>
          Effect.flip(vault.decrypt(here, bytes))
        )
      )

      assert.lengthOf(errors, cell.length + 2)
      for (const error of errors) {
        assert.strictEqual(error.place, "account_settings.bank_password of row-1")
        assert.notInclude(error.message, "horse")
      }
    })
  )

  it.effect("can't read anything of an account once its key is erased", () =>
    Effect.gen(function* () {
      const here = yield* place

      const error = yield* withVault(before, (vault) =>
        Effect.gen(function* () {
          const cell = yield* vault.encrypt(here, secret)
          yield* vault.erase(here.accountId)
          return yield* Effect.flip(vault.decrypt(here, cell))
        })
      )

      assert.strictEqual(error._tag, "KeyErased")
    })
  )

  it.effect("never encrypts with a data key of a transaction that was rolled back", () =>
    Effect.gen(function* () {
      const here = yield* place
      const { transact } = yield* Transactor

      const opened = yield* withVault(before, (vault) =>
        Effect.gen(function* () {
          yield* Effect.ignore(transact(Effect.andThen(vault.encrypt(here, secret), Effect.fail("rolled back"))))
          const cell = yield* vault.encrypt(here, secret)
          return yield* withVault(before, (fresh) => fresh.decrypt(here, cell))
        })
      )

      assert.strictEqual(Redacted.value(opened), Redacted.value(secret))
    })
  )

  it.effect("still opens under an earlier key-encryption key, and without it after the keys were wrapped anew", () =>
    Effect.gen(function* () {
      const here = yield* place
      const cell = yield* withVault(before, (vault) => vault.encrypt(here, secret))

      const withBoth = yield* withVault(after, (vault) => vault.decrypt(here, cell))
      const tooEarly = yield* withVault(onlySecond, (vault) => Effect.flip(vault.decrypt(here, cell)))
      const count = yield* withVault(after, (vault) => vault.rewrap)
      const rotated = yield* withVault(onlySecond, (vault) => vault.decrypt(here, cell))

      assert.strictEqual(Redacted.value(withBoth), Redacted.value(secret))
      assert.strictEqual(tooEarly.message, "the key-encryption key first is not in the key ring")
      assert.isAtLeast(count, 1)
      assert.strictEqual(Redacted.value(rotated), Redacted.value(secret))
    })
  )

  it.effect("refuses a wrapped key that was moved to another account", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const here = yield* place
      const there = yield* place
      const cell = yield* withVault(after, (vault) => vault.encrypt(here, secret))
      yield* withVault(after, (vault) => vault.encrypt(there, secret))
      yield* sql`update account_keys set wrapped = (select wrapped from account_keys where account_id = ${there.accountId})
        where account_id = ${here.accountId}`

      const error = yield* withVault(after, (vault) => Effect.flip(vault.decrypt(here, cell)))

      assert.strictEqual(error.place, `data key of account ${here.accountId}`)
    })
  )

  it.effect("refuses a key ring without its current key, or with a key of another length", () =>
    Effect.gen(function* () {
      const rings: ReadonlyArray<KeyRing> = [
        { current: "third", keys: new Map([["first", first]]) },
        { current: "first", keys: new Map([["first", Redacted.make<Uint8Array>(randomBytes(16))]]) }
      ]

      const errors = yield* Effect.forEach(rings, (ring) => Effect.flip(withVault(ring, () => Effect.void)))

      assert.deepStrictEqual(
        errors.map((error) => error._tag),
        ["InvalidKeyRing", "InvalidKeyRing"]
      )
    })
  )
})
