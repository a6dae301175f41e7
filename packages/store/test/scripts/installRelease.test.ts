import { installRelease, ScriptRepository } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { consentsLayer } from "../consents.ts"
import { bundleOf, JsonRunner, manifestOf } from "../scripts.ts"

const Base = Layer.provideMerge(Layer.merge(StoreLayers, JsonRunner), TestDatabase.layer)

const release = (code: string) => ({
  bank: { code, name: "Demo", loginUrl: "https://bank.test/login" },
  bundle: bundleOf(manifestOf(code, "1.0.0"))
})

const active = (code: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ version: string }>`select s.version from scripts s join banks b on b.id = s.bank_id
      where b.code = ${code} and s.status = 'active'`
  )

layer(Layer.provideMerge(consentsLayer(), Base))("a release", (it) => {
  it.effect("is put into service once, by several that start at the same time", () =>
    Effect.gen(function* () {
      const install = installRelease(release("demo-several"))
      yield* Effect.all([install, install, install], { concurrency: "unbounded" })
      assert.deepStrictEqual(yield* active("demo-several"), [{ version: "1.0.0" }])
    })
  )

  it.effect("says that its bank was deleted meanwhile, and makes it anew the next time", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const repository = yield* ScriptRepository
      const deletedFirst = ScriptRepository.of({
        ...repository,
        lockBank: (bankId) =>
          Effect.andThen(Effect.orDie(sql`delete from banks where id = ${bankId}`), repository.lockBank(bankId))
      })
      const install = installRelease(release("demo-deleted"))

      const refused = yield* Effect.flip(Effect.provideService(install, ScriptRepository, deletedFirst))
      yield* install

      assert.strictEqual(refused.message, "the bank was deleted meanwhile: try again")
      assert.deepStrictEqual(yield* active("demo-deleted"), [{ version: "1.0.0" }])
    })
  )
})
