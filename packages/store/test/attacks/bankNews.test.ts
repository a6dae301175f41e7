/** What is told to all accounts of a bank: a user may have two hundred, and would fill tables by one request after another. */
import { Banks, ownPromotionsPerHour, renamesPerHour, ScriptRegistry } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { consentsLayer } from "../consents.ts"
import { bundleOf, JsonRunner, manifestOf } from "../scripts.ts"
import { seedUser } from "../seed.ts"

const Catalogue = Layer.merge(Banks.layer, ScriptRegistry.layer).pipe(
  Layer.provideMerge(consentsLayer()),
  Layer.provideMerge(Layer.provideMerge(Layer.merge(StoreLayers, JsonRunner), TestDatabase.layer))
)

const refusalOf = <A, E extends { readonly message: string }, R>(deed: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(deed), ({ message }) => message)

const newBank = Effect.fnUntraced(function* (code: string) {
  const creator = yield* seedUser()
  const { id } = yield* Effect.flatMap(Banks, (banks) =>
    banks.create(creator.id, { code, name: "N", loginUrl: "https://bank.test/" })
  )
  return { bankId: id, creator }
})

layer(Catalogue)("A user's own banks", (it) => {
  it.effect("are given another name so many times an hour, by administrators as often as they like", () =>
    Effect.gen(function* () {
      const banks = yield* Banks
      const { bankId, creator } = yield* newBank("renamed")
      const rename = (nth: number) => banks.change(creator.id, bankId, { name: `Bank ${nth}` })
      yield* Effect.forEach(Array.from({ length: renamesPerHour }), (_, nth) => rename(nth))

      assert.strictEqual(
        yield* refusalOf(rename(renamesPerHour)),
        `At most ${renamesPerHour} new names of banks an hour: wait, or ask an administrator`
      )
      assert.strictEqual((yield* rename(renamesPerHour - 1)).name, `Bank ${renamesPerHour - 1}`)
      assert.strictEqual((yield* banks.change(creator.id, bankId, { status: "retired" })).status, "retired")

      const sql = yield* SqlClient.SqlClient
      yield* sql`update users set is_administrator = true where id = ${creator.id}`
      yield* rename(renamesPerHour)
    })
  )

  it.effect("have other versions promoted so many times an hour", () =>
    Effect.gen(function* () {
      const registry = yield* ScriptRegistry
      const { bankId, creator } = yield* newBank("promoted")
      const publish = (version: string) =>
        registry.publish(creator.id, bankId, {
          version,
          flowType: "extract_transactions",
          manifest: {},
          bundle: bundleOf(manifestOf("promoted", version))
        })
      const versions = [yield* publish("1.0.0"), yield* publish("2.0.0")]
      const promote = (nth: number) => registry.promote(creator.id, versions[nth % 2]?.id ?? "")
      yield* Effect.forEach(Array.from({ length: ownPromotionsPerHour }), (_, nth) => promote(nth))

      assert.strictEqual(
        yield* refusalOf(promote(ownPromotionsPerHour)),
        `At most ${ownPromotionsPerHour} promotions an hour: wait, or ask an administrator`
      )
      yield* TestClock.adjust("1 hour")
      yield* promote(ownPromotionsPerHour)
    })
  )
})
