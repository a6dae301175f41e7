import { Banks, ScriptRegistry, ScriptRepository, ScriptReports, uuid } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { consentsLayer } from "../consents.ts"
import { bundleOf, JsonRunner, manifestOf } from "../scripts.ts"
import { seedAccount, seedUser } from "../seed.ts"

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

  it.effect("says how many accounts a promotion reads otherwise, and how many of them wait for their owners", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const registry = yield* ScriptRegistry
      const reports = yield* ScriptReports
      const its = yield* newBank()
      const first = yield* its.publish("1.0.0")
      yield* registry.promote(its.creator.id, first.id)
      const manifest = manifestOf(its.bank.code, "1.1.0", { requests: [{ method: "POST", path: "/search" }] })
      const wider = yield* registry.publish(its.creator.id, its.bank.id, {
        version: "1.1.0",
        flowType: "extract_transactions",
        manifest: null,
        bundle: bundleOf(manifest)
      })
      const [other, boss] = [yield* seedUser(), yield* seedUser()]
      yield* sql`update users set is_administrator = true where id = ${boss.id}`
      yield* seedAccount(its.creator.id, its.bank.id)
      for (let accounts = 0; accounts < 2; accounts++) yield* seedAccount(other.id, its.bank.id)
      yield* sql`update accounts set consent = bank_terms(bank_id) where bank_id = ${its.bank.id}`
      const promotionFor = (userId: string, scriptId: string) =>
        Effect.map(reports.report(userId, scriptId), ({ promotion }) => promotion)
      const asked = "the bank's page sends POST /search after the login"

      assert.deepStrictEqual(yield* promotionFor(boss.id, first.id), { accounts: 3, own: 0, waiting: 0, missing: [] })
      assert.deepStrictEqual(yield* promotionFor(boss.id, wider.id), {
        accounts: 3,
        own: 0,
        waiting: 3,
        missing: [asked]
      })
      // Who promotes it agrees for their own; when somebody else enrolled is not told the same day.
      assert.deepStrictEqual(yield* promotionFor(its.creator.id, wider.id), {
        accounts: 1,
        own: 1,
        waiting: 0,
        missing: []
      })
      yield* sql`update accounts set created_at = created_at - interval '2 days' where bank_id = ${its.bank.id}`
      assert.deepStrictEqual(yield* promotionFor(its.creator.id, wider.id), {
        accounts: 3,
        own: 1,
        waiting: 2,
        missing: [asked]
      })
      yield* registry.promote(its.creator.id, wider.id)
      const [told] = yield* sql`select count(distinct account_id)::int as count from events
        where type = 'scrape.failed' and data ->> 'message' like '%consent%'
          and account_id in (select id from accounts where bank_id = ${its.bank.id})`
      assert.deepStrictEqual(told, { count: 2 })
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
      const runOn = Effect.fnUntraced(function* (userId: string, seconds: number) {
        const { id: accountId } = yield* seedAccount(userId, its.bank.id)
        yield* repository.addRun({ id: yield* uuid, scriptId: script.id, accountId, startedAt, outcome: "read" })
        yield* sql`update script_runs set started_at = finished_at - ${seconds} * interval '1 second'
          where account_id = ${accountId}`
      })
      const timeFor = (userId: string) =>
        Effect.map(reports.report(userId, script.id), ({ versions }) => versions[0]?.medianMillis ?? null)
      const victim = yield* seedUser()

      yield* runOn(victim.id, 9)
      assert.isNull(yield* timeFor(its.creator.id))
      assert.strictEqual(yield* timeFor(victim.id), 9_000)
      // However many accounts of the author's own there are: they tell of themselves.
      for (let accounts = 0; accounts < 10; accounts++) yield* runOn(its.creator.id, 2)
      assert.strictEqual(yield* timeFor(its.creator.id), 2_000)
      for (let accounts = 1; accounts < 11; accounts++) yield* runOn((yield* seedUser()).id, 9)
      assert.strictEqual(yield* timeFor(its.creator.id), 9_000)
    })
  )

  it.effect("tells nobody at what time of the day few accounts of others were read, nor how it ended", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const reports = yield* ScriptReports
      const repository = yield* ScriptRepository
      const its = yield* newBank()
      const script = yield* its.publish("1.0.0")
      const [victim, boss] = [yield* seedUser(), yield* seedUser()]
      yield* sql`update users set is_administrator = true where id = ${boss.id}`
      const startedAt = yield* DateTime.now
      const runOn = Effect.fnUntraced(function* (userId: string, outcome: string) {
        const { id: accountId } = yield* seedAccount(userId, its.bank.id)
        yield* repository.addRun({ id: yield* uuid, scriptId: script.id, accountId, startedAt, outcome })
        yield* sql`update script_runs set started_at = finished_at where account_id = ${accountId}`
      })
      const countedFor = (userId: string) =>
        Effect.map(reports.report(userId, script.id), ({ versions }) => [
          versions[0]?.runs,
          versions[0]?.failures.length
        ])

      yield* runOn(victim.id, "layout_changed")
      yield* runOn(its.creator.id, "read")

      assert.deepStrictEqual(yield* countedFor(its.creator.id), [1, 0])
      assert.deepStrictEqual(yield* countedFor(victim.id), [1, 1])
      assert.deepStrictEqual(yield* countedFor(boss.id), [2, 1])
      yield* sql`update script_runs set started_at = started_at - interval '1 day',
        finished_at = finished_at - interval '1 day' where script_id = ${script.id}`
      assert.deepStrictEqual(yield* countedFor(its.creator.id), [2, 1])
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
