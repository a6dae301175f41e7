/** Keys are wrapped anew while accounts are saved, read and deleted on two nodes, and not to the end the first times. */
import { Accounts, type KeyRing, KeyRepository, Vault } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { AccountsLayer, credentials, newAccount, settings } from "../enrolment.ts"
import { testRing } from "../vault.ts"

const key = (fill: number) => Redacted.make<Uint8Array>(new Uint8Array(32).fill(fill))
const rotating: KeyRing = { current: "k2", keys: new Map([...testRing.keys, ["k2", key(7)]]) }
const afterwards: KeyRing = { current: "k2", keys: new Map([["k2", key(7)]]) }
const nodeWith = (ring: KeyRing) => Layer.fresh(Layer.orDie(Vault.layer(ring)))
/** Another process of the same version on the same database. */
const accountsOf = (ring: KeyRing) =>
  Effect.flatMap(Layer.build(Layer.provide(Layer.fresh(Accounts.layer), nodeWith(ring))), (node) =>
    Effect.provideContext(Accounts, node)
  )

layer(AccountsLayer, { excludeTestServices: true })("a rotation of the key", (it) => {
  it.effect("loses nothing of what is saved on two nodes meanwhile, and brings nothing back of what is deleted", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keys = (yield* KeyRepository).accounts
      const owners = yield* Effect.forEach(Array.from({ length: 24 }), () => newAccount("passthrough"))
      const accounts = yield* Accounts
      yield* Effect.forEach(owners, ({ account, user }) =>
        accounts.saveSettings(user.id, account.id, settings(credentials))
      )

      const nodes = [yield* accountsOf(rotating), yield* accountsOf(rotating)]
      const rewrap = Effect.flatMap(Vault, (vault) => vault.rewrap).pipe(Effect.provide(nodeWith(rotating)))
      const busy = yield* Effect.forkChild(
        Effect.forEach(
          owners,
          ({ account, user }, nth) => {
            const node = nodes[nth % 2] ?? accounts
            if (nth % 6 === 0) return Effect.asVoid(Effect.exit(node.remove(user.id, account.id, "Main")))
            return node
              .rotateWebhookSecret(user.id, account.id)
              .pipe(Effect.andThen(node.saveSettings(user.id, account.id, settings(credentials))), Effect.asVoid)
          },
          { concurrency: 8, discard: true }
        )
      )
      for (let nth = 0; nth < 4; nth++) yield* Effect.timeoutOption(rewrap, `${nth * 3} millis`)
      yield* Effect.all([rewrap, rewrap, Fiber.join(busy)], { concurrency: "unbounded" })
      yield* rewrap

      assert.lengthOf(yield* keys.notWrappedBy("k2", 100), 0)
      const gone = owners.filter((_, nth) => nth % 6 === 0)
      for (const { account } of gone) assert.isNull(yield* keys.find(account.id))
      const left = yield* accountsOf(afterwards)
      for (const { account, user } of owners.filter((_, nth) => nth % 6 !== 0)) {
        const found = yield* left.settings(user.id, account.id)
        assert.strictEqual(Redacted.value(found?.bankUsername ?? Redacted.make("")), "ana")
        assert.isNotNull(yield* left.webhookSecret(user.id, account.id))
      }
      assert.lengthOf(
        yield* sql`select from account_settings where account_id = any(${gone.map(({ account }) => account.id)}::uuid[])`,
        0
      )
    })
  )
})
