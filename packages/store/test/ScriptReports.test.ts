import { Banks, ScriptRegistry, ScriptRepository, ScriptReports, uuid } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { consentsLayer } from "./consents.ts"
import { bundleOf, JsonRunner, manifestOf } from "./scripts.ts"
import { seedAccount, seedUser } from "./seed.ts"

const Base = Layer.provideMerge(Layer.merge(StoreLayers, JsonRunner), TestDatabase.layer)
const Services = Layer.provideMerge(
  Layer.mergeAll(Banks.layer, ScriptRegistry.layer, ScriptReports.layer),
  consentsLayer()
)

const newBank = Effect.fnUntraced(function* () {
  const banks = yield* Banks
  const registry = yield* ScriptRegistry
  const creator = yield* seedUser()
  const code = `demo-${creator.id.slice(-12)}`
  const bank = yield* banks.create(creator.id, { code, name: "Demo", loginUrl: "https://bank.test/login" })
  const publish = (version: string) =>
    registry.publish(creator.id, bank.id, {
      version,
      flowType: "extract_transactions",
      manifest: null,
      bundle: bundleOf(manifestOf(code, version))
    })
  return { bank, creator, publish }
})

const sample = {
  name: "happy",
  outcome_before: "read",
  outcome_after: "read",
  movements_before: 8,
  movements_after: 9,
  identities_changed: 1,
  signs_changed: 0
}

layer(Layer.provideMerge(Services, Base))("ScriptReports", (it) => {
  it.effect("counts the runs of each version by their ends, with the time that the good ones took", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const reports = yield* ScriptReports
      const repository = yield* ScriptRepository
      const its = yield* newBank()
      const [first, second] = [yield* its.publish("1.0.0"), yield* its.publish("1.1.0")]
      const account = yield* seedAccount(its.creator.id, its.bank.id)
      const startedAt = yield* DateTime.now
      for (const outcome of ["read", "read", "layout_changed", "timeout", "layout_changed"]) {
        yield* repository.addRun({ id: yield* uuid, scriptId: first.id, accountId: account.id, startedAt, outcome })
      }
      yield* sql`update script_runs set started_at = finished_at - interval '2 seconds' where script_id = ${first.id}`

      const { comparison, script, versions } = yield* reports.report(its.creator.id, second.id)

      assert.deepStrictEqual([script, comparison], [{ ...second, requests: [] }, null])
      assert.deepStrictEqual(
        versions.find(({ scriptId }) => scriptId === first.id),
        {
          scriptId: first.id,
          version: "1.0.0",
          status: "review",
          promotedAt: null,
          runs: 5,
          succeeded: 2,
          failures: [
            { kind: "layout_changed", count: 2 },
            { kind: "timeout", count: 1 }
          ],
          medianMillis: 2_000,
          p95Millis: 2_000
        }
      )
      const fresh = versions.find(({ scriptId }) => scriptId === second.id)
      assert.deepStrictEqual([fresh?.runs, fresh?.failures, fresh?.medianMillis], [0, [], null])
    })
  )

  it.effect("tells nobody how long a script took with few accounts of others", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const reports = yield* ScriptReports
      const repository = yield* ScriptRepository
      const its = yield* newBank()
      const script = yield* its.publish("1.0.0")
      const startedAt = yield* DateTime.now
      const runOn = Effect.fnUntraced(function* (userId: string) {
        const { id: accountId } = yield* seedAccount(userId, its.bank.id)
        yield* repository.addRun({ id: yield* uuid, scriptId: script.id, accountId, startedAt, outcome: "read" })
        yield* sql`update script_runs set started_at = finished_at - interval '2 seconds' where account_id = ${accountId}`
      })
      const timeFor = (userId: string) =>
        Effect.map(reports.report(userId, script.id), ({ versions }) => versions[0]?.medianMillis ?? null)
      const victim = yield* seedUser()

      yield* runOn(victim.id)
      assert.isNull(yield* timeFor(its.creator.id))
      assert.isNotNull(yield* timeFor(victim.id))
      // An account of the author's own opens nothing.
      yield* runOn(its.creator.id)
      assert.isNull(yield* timeFor(its.creator.id))
      for (let accounts = 2; accounts < 10; accounts++) yield* runOn((yield* seedUser()).id)
      assert.isNotNull(yield* timeFor(its.creator.id))
    })
  )

  it.effect("lists the version that was promoted last first, so that the one before is the one to go back to", () =>
    Effect.gen(function* () {
      const registry = yield* ScriptRegistry
      const reports = yield* ScriptReports
      const its = yield* newBank()
      const [first, second] = [yield* its.publish("1.0.0"), yield* its.publish("1.1.0")]
      yield* registry.promote(its.creator.id, first.id)
      yield* registry.promote(its.creator.id, second.id)

      const { versions } = yield* reports.report(its.creator.id, first.id)

      assert.deepStrictEqual(
        versions.map(({ status, version }) => [version, status]),
        [
          ["1.1.0", "active"],
          ["1.0.0", "review"]
        ]
      )
    })
  )

  it.effect("keeps the last comparison, of versions of one bank only, by those who may publish", () =>
    Effect.gen(function* () {
      const reports = yield* ScriptReports
      const its = yield* newBank()
      const others = yield* newBank()
      const stranger = yield* seedUser()
      const [first, second] = [yield* its.publish("1.0.0"), yield* its.publish("1.1.0")]
      const foreign = yield* others.publish("1.0.0")
      const compare = (userId: string, againstId: string, changed = 1) =>
        reports.compare(userId, second.id, { againstId, samples: [{ ...sample, identities_changed: changed }] })

      yield* compare(its.creator.id, first.id)
      const { comparison } = yield* compare(its.creator.id, first.id, 2)

      assert.deepStrictEqual(comparison?.samples, [{ ...sample, identities_changed: 2 }])
      assert.deepStrictEqual((yield* reports.report(its.creator.id, second.id)).comparison, comparison)
      assert.strictEqual((yield* Effect.flip(compare(stranger.id, first.id)))._tag, "NotPermitted")
      for (const against of [foreign.id, second.id, "nonsense"]) {
        assert.strictEqual((yield* Effect.flip(compare(its.creator.id, against)))._tag, "InvalidInput")
      }
      assert.strictEqual((yield* Effect.flip(reports.bundle(stranger.id, first.id)))._tag, "NotPermitted")
      assert.include(yield* reports.bundle(its.creator.id, first.id), '"1.0.0"')
    })
  )
})
