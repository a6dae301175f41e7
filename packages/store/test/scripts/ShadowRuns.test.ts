import { ActivityLog, Banks, ScriptRegistry, ScriptReports, ScriptRepository, ShadowRuns } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { consentsLayer } from "../consents.ts"
import { bundleOf, JsonRunner, manifestOf } from "../scripts.ts"
import { seedAccount, seedUser } from "../seed.ts"

const Base = Layer.provideMerge(Layer.merge(StoreLayers, JsonRunner), TestDatabase.layer)
const Services = Layer.provideMerge(
  Layer.mergeAll(Banks.layer, ScriptRegistry.layer, ScriptReports.layer, ShadowRuns.layer),
  consentsLayer()
)

const every = Duration.hours(6)

const newBank = Effect.fnUntraced(function* () {
  const banks = yield* Banks
  const registry = yield* ScriptRegistry
  const repository = yield* ScriptRepository
  const creator = yield* seedUser()
  const code = `demo-${creator.id.slice(-12)}`
  const bank = yield* banks.create(creator.id, { code, name: "Demo", loginUrl: "https://bank.test/login" })
  const publish = Effect.fnUntraced(function* (version: string) {
    yield* TestClock.adjust("1 second")
    const manifest = manifestOf(code, version)
    const input = { version, flowType: "extract_transactions", manifest: null, bundle: bundleOf(manifest) }
    return yield* registry.publish(creator.id, bank.id, input)
  })
  const active = yield* publish("1.0.0")
  yield* registry.promote(creator.id, active.id)
  const account = yield* seedAccount(creator.id, bank.id)
  const begin = Effect.fnUntraced(function* (accountId = account.id) {
    const at = yield* DateTime.now
    return yield* repository.beginShadow({ accountId, activeId: active.id, at, every })
  })
  return { account, active, bank, begin, creator, publish, repository }
})

const counts = { movementsBefore: 40, movementsAfter: 39, identitiesChanged: 1, signsChanged: 0 }

layer(Layer.provideMerge(Services, Base))("ShadowRuns", (it) => {
  it.effect("tries nothing on an account whose owner has not agreed, or has withdrawn", () =>
    Effect.gen(function* () {
      const shadows = yield* ShadowRuns
      const activity = yield* ActivityLog
      const { account, begin, publish } = yield* newBank()
      const review = yield* publish("1.1.0")
      const before = yield* begin()
      yield* shadows.agree(account.id)
      const { agreedAt } = yield* shadows.agree(account.id)
      yield* shadows.withdraw(account.id)
      const withdrawn = yield* begin()
      yield* shadows.agree(account.id)
      const agreed = yield* begin()

      assert.isNotNull(agreedAt)
      assert.deepStrictEqual([before, withdrawn, agreed?.id], [null, null, review.id])
      const told = (yield* activity.list(account.id, { limit: 10 })).map(({ kind }) => kind)
      assert.deepStrictEqual(told, ["shadow.agreed", "shadow.withdrawn", "shadow.agreed"])
    })
  )

  it.effect("tries a version once in the interval, also if it never ended", () =>
    Effect.gen(function* () {
      const shadows = yield* ShadowRuns
      const { account, begin, publish } = yield* newBank()
      yield* shadows.agree(account.id)
      const nothing = yield* begin()
      const review = yield* publish("1.1.0")
      const [first, again] = [yield* begin(), yield* begin()]
      yield* TestClock.adjust(Duration.subtract(every, Duration.seconds(1)))
      const early = yield* begin()
      yield* TestClock.adjust("1 second")
      const later = yield* begin()

      assert.deepStrictEqual([nothing, first?.id, again, early, later?.id], [null, review.id, null, null, review.id])
      assert.deepInclude((yield* shadows.of(account.id)).runs[0], { version: "1.1.0", outcome: null, finishedAt: null })
    })
  )

  it.effect("tries the newest version that was never active, and none that is older than the active one", () =>
    Effect.gen(function* () {
      const shadows = yield* ShadowRuns
      const registry = yield* ScriptRegistry
      const { account, begin, creator, publish, repository } = yield* newBank()
      yield* shadows.agree(account.id)
      yield* publish("1.1.0")
      const second = yield* publish("1.2.0")
      const newest = yield* begin()
      yield* registry.promote(creator.id, second.id)
      const at = yield* DateTime.now
      const after = yield* repository.beginShadow({ accountId: account.id, activeId: second.id, at, every })

      assert.strictEqual(newest?.id, second.id)
      assert.isNull(after)
    })
  )

  it.effect("reports the last run on each account, all together", () =>
    Effect.gen(function* () {
      const shadows = yield* ShadowRuns
      const reports = yield* ScriptReports
      const sql = yield* SqlClient.SqlClient
      const { account, bank, begin, creator, publish, repository } = yield* newBank()
      const review = yield* publish("1.1.0")
      const untried = yield* reports.report(creator.id, review.id)
      const other = yield* seedAccount(creator.id, bank.id)
      for (const { id } of [account, other]) {
        yield* shadows.agree(id)
        yield* begin(id)
      }
      const running = yield* reports.report(creator.id, review.id)
      const end = { scriptId: review.id, outcome: "read", ...counts }
      yield* repository.endShadow({ ...end, accountId: account.id })
      const nothing = { movementsBefore: 0, movementsAfter: 0, identitiesChanged: 0, signsChanged: 0 }
      yield* repository.endShadow({ ...end, ...nothing, accountId: other.id, outcome: "not_comparable" })
      const { shadow } = yield* reports.report(creator.id, review.id)
      const stranger = yield* seedUser()
      const { shadow: abroad } = yield* reports.report(stranger.id, review.id)
      yield* sql`update shadow_runs set started_at = started_at - interval '1 day',
        finished_at = finished_at - interval '1 day' where script_id = ${review.id}`
      const { shadow: dayAfter } = yield* reports.report(stranger.id, review.id)

      // To whom the accounts aren't, and they are few, no time of a day is told: not by counting all the time either.
      const day = Duration.toMillis("1 day")
      const lastAt = shadow?.lastAt.epochMilliseconds ?? 0
      assert.notStrictEqual(lastAt % day, 0)
      assert.isNull(abroad)
      assert.strictEqual(dayAfter?.lastAt.epochMilliseconds, lastAt - (lastAt % day) - day)
      assert.deepStrictEqual([untried.shadow, running.shadow], [null, null])
      const outcomes = [{ kind: "not_comparable", count: 1 }]
      assert.deepInclude(shadow, { accounts: 2, compared: 1, outcomes, ...counts })
      assert.deepInclude((yield* shadows.of(account.id)).runs[0], { version: "1.1.0", outcome: "read", ...counts })
    })
  )
})
