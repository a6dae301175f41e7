/** A bundle takes its time to be inspected, and waits for its turn before: what was decided meanwhile counts. */
import {
  Banks,
  emailKeyOf,
  ScriptRegistry,
  ScriptRepository,
  ScriptRunner,
  seedAdministrators,
  UserRepository
} from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { consentsLayer } from "../consents.ts"
import { bundleOf, JsonRunner, manifestOf } from "../scripts.ts"
import { seedUser } from "../seed.ts"

const Base = Layer.provideMerge(Layer.merge(StoreLayers, JsonRunner), TestDatabase.layer)
const Registry = Layer.provideMerge(
  Layer.merge(Banks.layer, ScriptRegistry.layer),
  consentsLayer("administrators", "administrators")
)

/** A registry in which this happens while a bundle is inspected. */
const during = Effect.fnUntraced(function* (change: Effect.Effect<unknown>) {
  const json = yield* ScriptRunner
  const slow = ScriptRunner.of({ ...json, inspect: (bundle) => Effect.tap(json.inspect(bundle), () => change) })
  return yield* Effect.provide(ScriptRegistry, Layer.provide(Layer.fresh(Registry), Layer.succeed(ScriptRunner, slow)))
})

const publicationOf = (code: string, version: string) => ({
  version,
  flowType: "extract_transactions",
  manifest: null,
  bundle: bundleOf(manifestOf(code, version))
})

/** An administrator's bank, with a version in review. */
const administered = Effect.gen(function* () {
  const admin = yield* seedUser()
  yield* seedAdministrators([admin.email], "open")
  const code = `demo-${admin.id.slice(-12)}`
  const banks = yield* Banks
  const bank = yield* banks.create(admin.id, { code, name: "Demo", loginUrl: "https://bank.test/login" })
  const { publish } = yield* ScriptRegistry
  return { admin, bank, code, script: yield* publish(admin.id, bank.id, publicationOf(code, "1.0.0")) }
}).pipe(Effect.provide(Layer.fresh(Registry)))

layer(Base, { excludeTestServices: true })("while a bundle is inspected", (it) => {
  it.effect("whoever is an administrator no more promotes nothing", () =>
    Effect.gen(function* () {
      const { setAdministrator } = yield* UserRepository
      const { active } = yield* ScriptRepository
      const { admin, bank, script } = yield* administered
      const registry = yield* during(setAdministrator(emailKeyOf(admin.email), false))

      const refused = yield* Effect.flip(registry.promote(admin.id, script.id))

      assert.strictEqual(refused._tag, "NotPermitted")
      assert.isNull(yield* active(bank.id))
    })
  )

  it.effect("nor do they publish for another's bank", () =>
    Effect.gen(function* () {
      const { setAdministrator } = yield* UserRepository
      const { list } = yield* ScriptRepository
      const { bank, code } = yield* administered
      const other = yield* seedUser()
      yield* seedAdministrators([other.email], "open")
      const registry = yield* during(setAdministrator(emailKeyOf(other.email), false))

      const refused = yield* Effect.flip(registry.publish(other.id, bank.id, publicationOf(code, "2.0.0")))

      assert.strictEqual(refused._tag, "NotPermitted")
      assert.lengthOf(yield* list(bank.id), 1)
    })
  )

  it.effect("a version whose bank is deleted is not said to be promoted", () =>
    Effect.gen(function* () {
      const { deleteUnusedBank } = yield* ScriptRepository
      const { admin, bank, script } = yield* administered
      const registry = yield* during(deleteUnusedBank(bank.id))

      const refused = yield* Effect.flip(registry.promote(admin.id, script.id))

      assert.strictEqual(refused._tag, "ScriptNotFound")
    })
  )
})
