import { Accounts, ScriptRegistry, ScriptRepository } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { consentsLayer } from "../consents.ts"
import { AccountsLayer } from "../enrolment.ts"
import { bundleOf, JsonRunner, manifestOf } from "../scripts.ts"
import { seedBank, seedUser } from "../seed.ts"

/** Its bank is deleted by somebody else right after somebody has looked at it. */
const DeletedMeanwhile = Layer.effect(
  ScriptRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repository = yield* ScriptRepository
    return ScriptRepository.of({
      ...repository,
      findBank: (bankId) =>
        Effect.tap(repository.findBank(bankId), () => Effect.orDie(sql`delete from banks where id = ${bankId}`))
    })
  })
)
const Services = Layer.fresh(Layer.merge(Accounts.layer, ScriptRegistry.layer)).pipe(
  Layer.provide(DeletedMeanwhile),
  Layer.provide(consentsLayer()),
  Layer.provide(JsonRunner)
)

layer(AccountsLayer)("a bank that is deleted while it is used", (it) => {
  it.effect("is not there for whoever enrols an account at it", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const [user, bank] = [yield* seedUser(), yield* seedBank()]
      const refused = yield* Effect.flip(accounts.create(user.id, { bankId: bank.id, name: "Main" }))
      assert.strictEqual(refused._tag, "BankNotFound")
      assert.deepStrictEqual(yield* accounts.list(user.id), [])
    }).pipe(Effect.provide(Services))
  )

  it.effect("is not there for whoever publishes a script for it", () =>
    Effect.gen(function* () {
      const registry = yield* ScriptRegistry
      const sql = yield* SqlClient.SqlClient
      const [user, bank] = [yield* seedUser(), yield* seedBank()]
      yield* sql`update banks set created_by = ${user.id}, origins = '{https://bank.test}' where id = ${bank.id}`
      const publication = {
        version: "1.0.0",
        flowType: "extract_transactions",
        manifest: null,
        bundle: bundleOf(manifestOf(bank.code, "1.0.0"))
      }
      const refused = yield* Effect.flip(registry.publish(user.id, bank.id, publication))
      assert.strictEqual(refused._tag, "BankNotFound")
    }).pipe(Effect.provide(Services))
  )
})
