import {
  Banks,
  promotionsPerHour,
  ScriptRegistry,
  ScriptRepository,
  ScriptRunner,
  seedAdministrators
} from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Fiber, Layer, Queue, type Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { consentsLayer } from "../consents.ts"
import { bundleOf, JsonRunner, manifestOf } from "../scripts.ts"
import { seedAccount, seedUser } from "../seed.ts"

const Base = Layer.provideMerge(Layer.merge(StoreLayers, JsonRunner), TestDatabase.layer)
const open = consentsLayer()
const Registry = Layer.provideMerge(Layer.merge(Banks.layer, ScriptRegistry.layer), open)

const newBank = Effect.fnUntraced(function* () {
  const banks = yield* Banks
  const creator = yield* seedUser()
  const code = `demo-${creator.id.slice(-12)}`
  const bank = yield* banks.create(creator.id, { code, name: "Demo", loginUrl: "https://bank.test/login" })
  return { bank, creator, code }
})

interface Publication {
  readonly version: string
  readonly flowType: string
  readonly manifest: Schema.Json
  readonly bundle: string
}

const publication = (manifest: ReturnType<typeof manifestOf>): Publication => ({
  version: manifest.version,
  flowType: "extract_transactions",
  manifest: null,
  bundle: bundleOf(manifest)
})

const publish = Effect.fnUntraced(function* (
  { bank, code, creator }: { bank: { id: string }; code: string; creator: { id: string } },
  version: string
) {
  const registry = yield* ScriptRegistry
  return yield* registry.publish(creator.id, bank.id, publication(manifestOf(code, version)))
})

const wakes = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ id: string; wakes: bigint }>`select account_id as id, wakes from account_due order by account_id`
)

layer(Layer.provideMerge(Registry, Base))("ScriptRegistry", (it) => {
  it.effect("publishes a version for review, which runs nowhere yet", () =>
    Effect.gen(function* () {
      const registry = yield* ScriptRegistry
      const banks = yield* Banks
      const its = yield* newBank()

      const script = yield* publish(its, "1.0.0")

      assert.deepInclude(script, {
        bank: its.code,
        bankId: its.bank.id,
        version: "1.0.0",
        status: "review",
        origin: "manual"
      })
      assert.deepStrictEqual(yield* registry.get(script.id), { ...script, requests: [] })
      assert.deepStrictEqual((yield* banks.get(its.bank.id)).scripts, [script])
      assert.isNull(yield* registry.active(its.bank.id))
    })
  )

  it.effect("lists the newest version first", () =>
    Effect.gen(function* () {
      const registry = yield* ScriptRegistry
      const its = yield* newBank()

      const first = yield* publish(its, "1.0.0")
      yield* TestClock.adjust("1 minute")
      const second = yield* publish(its, "1.1.0")

      const listed = (yield* registry.list).filter((script) => script.bankId === its.bank.id)
      assert.deepStrictEqual(listed, [second, first])
    })
  )

  it.effect("refuses a version that is there already", () =>
    Effect.gen(function* () {
      const its = yield* newBank()
      yield* publish(its, "1.0.0")

      const error = yield* Effect.flip(publish(its, "1.0.0"))

      assert.strictEqual(error._tag, "ScriptVersionTaken")
    })
  )

  it.effect("publishes for the bank's creator only", () =>
    Effect.gen(function* () {
      const its = yield* newBank()

      const error = yield* Effect.flip(publish({ ...its, creator: yield* seedUser() }, "1.0.0"))

      assert.strictEqual(error._tag, "NotPermitted")
    })
  )

  it.effect("says in which way a publication contradicts the bundle or the bank", () =>
    Effect.gen(function* () {
      const registry = yield* ScriptRegistry
      const { bank, code, creator } = yield* newBank()
      const right = publication(manifestOf(code, "1.0.0"))
      const problemOf = (input: Partial<Publication>) =>
        registry.publish(creator.id, bank.id, { ...right, ...input }).pipe(
          Effect.flip,
          Effect.map((error) => error.message)
        )
      const nested = Array.from({ length: 9_000 }).reduce<Schema.Json>((inner) => [inner], null)
      const bundle = (more: Parameters<typeof manifestOf>[2]) => ({ bundle: bundleOf(manifestOf(code, "1.0.0", more)) })

      assert.strictEqual(
        yield* problemOf({ version: "1.0.1" }),
        "version is 1.0.1, but the bundle's manifest says 1.0.0"
      )
      assert.strictEqual(
        yield* problemOf({ bundle: bundleOf(manifestOf("another", "1.0.0")) }),
        `the bundle's manifest is of the bank another, not of ${code}`
      )
      assert.strictEqual(
        yield* problemOf(bundle({ origins: ["https://bank.test", "https://evil.test"] })),
        "the manifest names origins that are not the bank's: https://evil.test (the bank's: https://bank.test)"
      )
      assert.include(yield* problemOf(bundle({ secretOrigins: ["http://bank.test"] })), "http://bank.test")
      assert.strictEqual(
        yield* problemOf(bundle({ origins: ["https://Bank.test:443"] })),
        "the manifest's origin https://Bank.test:443 must be written https://bank.test"
      )
      assert.match(
        yield* problemOf(bundle({ requests: [{ method: "POST", path: "//movements/transfers" }] })),
        /^the manifest's request POST \/\/movements\/transfers is not what a browser asks for by that path/
      )
      assert.strictEqual(
        yield* problemOf({ manifest: { zone: "UTC" } }),
        "manifest.zone is not what the bundle's own manifest says"
      )
      assert.strictEqual(
        yield* problemOf({ manifest: { zone: nested } }),
        "manifest must not be nested deeper than 100 levels"
      )
      assert.strictEqual(yield* problemOf({ flowType: "transfer" }), "flow_type must be extract_transactions")
      assert.strictEqual(yield* problemOf({ bundle: "x".repeat(2 * 1024 * 1024 + 1) }), "bundle must be at most 2 MiB")
      assert.strictEqual(yield* problemOf({ bundle: "export {" }), "SyntaxError: that is no manifest")
    })
  )

  it.effect("makes a promoted version the active one and sends the earlier one back to review", () =>
    Effect.gen(function* () {
      const registry = yield* ScriptRegistry
      const its = yield* newBank()
      const stranger = yield* seedUser()
      const first = yield* publish(its, "1.0.0")
      const second = yield* publish(its, "2.0.0")

      yield* registry.promote(its.creator.id, first.id)
      yield* registry.promote(stranger.id, second.id)
      yield* registry.promote(stranger.id, second.id)

      const active = yield* registry.active(its.bank.id)
      assert.deepInclude(active, { id: second.id, version: "2.0.0", bundle: bundleOf(manifestOf(its.code, "2.0.0")) })
      assert.deepStrictEqual(active?.manifest, manifestOf(its.code, "2.0.0"))
      assert.strictEqual((yield* registry.get(first.id)).status, "review")
    })
  )

  it.effect("tells other people's accounts no more often than so many times an hour, unless by an administrator", () =>
    Effect.gen(function* () {
      const registry = yield* ScriptRegistry
      const sql = yield* SqlClient.SqlClient
      const its = yield* newBank()
      const [stranger, boss] = [yield* seedUser(), yield* seedUser()]
      yield* sql`update users set is_administrator = true where id = ${boss.id}`
      const versions = [yield* publish(its, "1.0.0"), yield* publish(its, "2.0.0")]
      const promote = (userId: string, nth: number) => registry.promote(userId, versions[nth % 2]?.id ?? "")
      yield* Effect.forEach(Array.from({ length: promotionsPerHour + 1 }), (_, nth) => promote(its.creator.id, nth))
      yield* seedAccount(stranger.id, its.bank.id)

      yield* Effect.forEach(Array.from({ length: promotionsPerHour }), (_, nth) => promote(its.creator.id, nth + 1))
      const refused = yield* Effect.flip(promote(its.creator.id, promotionsPerHour + 1))
      yield* promote(boss.id, promotionsPerHour + 1)
      yield* TestClock.adjust("1 hour")
      yield* promote(its.creator.id, promotionsPerHour)

      assert.strictEqual(refused._tag, "TooManyPromotions")
    })
  )

  it.effect("keeps one active version when several are promoted at once", () =>
    Effect.gen(function* () {
      const registry = yield* ScriptRegistry
      const its = yield* newBank()
      const scripts = yield* Effect.forEach(["1.0.0", "2.0.0", "3.0.0", "4.0.0"], (version) => publish(its, version))

      yield* Effect.forEach(scripts, (script) => registry.promote(its.creator.id, script.id), {
        concurrency: "unbounded"
      })

      const statuses = (yield* registry.list)
        .filter((script) => script.bankId === its.bank.id)
        .map((each) => each.status)
      assert.deepStrictEqual(statuses.sort(), ["active", "review", "review", "review"])
    })
  )

  it.effect("ends the back-off of the bank's accounts one after the other, and lifts no block", () =>
    Effect.gen(function* () {
      const registry = yield* ScriptRegistry
      const sql = yield* SqlClient.SqlClient
      const its = yield* newBank()
      const script = yield* publish(its, "1.0.0")
      const now = yield* DateTime.now
      const later = DateTime.toDateUtc(DateTime.addDuration(now, Duration.hours(6)))
      const failing = Effect.fnUntraced(function* (kind: string, blocked = false) {
        const account = yield* seedAccount(its.creator.id, its.bank.id)
        yield* sql`update accounts set failure_kind = ${kind}, failure_count = 7, next_run_at = ${later} where id = ${account.id}`
        if (blocked) {
          yield* sql`update accounts set scrape_blocked_at = now(), scrape_blocked_reason = ${kind} where id = ${account.id}`
        }
        return account.id
      })
      const resting = [yield* failing("layout_changed"), yield* failing("script_error")]
      const kept = [
        yield* failing("invalid_credentials", true),
        yield* failing("session_elsewhere"),
        yield* failing("otp_timeout")
      ]
      const elsewhere = yield* seedAccount()
      yield* sql`update accounts set failure_kind = 'timeout', failure_count = 1 where id = ${elsewhere.id}`

      const before = yield* wakes
      yield* registry.promote(its.creator.id, script.id)
      const woken = (yield* wakes).filter(({ id, wakes }) => wakes > (before.find((row) => row.id === id)?.wakes ?? 0n))

      const rows = yield* sql<{ id: string; failures: number; wait: number; blocked: boolean }>`
        select id, failure_count as failures, scrape_blocked_at is not null as blocked,
          extract(epoch from next_run_at - ${DateTime.toDateUtc(now)}::timestamptz)::int as wait
        from accounts where bank_id = ${its.bank.id} order by id`
      assert.sameMembers(
        woken.map(({ id }) => id),
        [...resting, ...kept]
      )
      assert.deepStrictEqual(
        rows.filter((row) => resting.includes(row.id)).map((row) => [row.failures, row.wait]),
        [
          [0, 0],
          [0, 5]
        ]
      )
      assert.deepStrictEqual(
        rows.filter((row) => kept.includes(row.id)).map((row) => [row.failures, row.wait, row.blocked]),
        [
          [7, 21_600, true],
          [7, 21_600, false],
          [7, 21_600, false]
        ]
      )
    })
  )

  it.effect("knows no script by an unknown or malformed id", () =>
    Effect.gen(function* () {
      const registry = yield* ScriptRegistry
      const user = yield* seedUser()

      const errors = yield* Effect.forEach(["latest", "01990000-0000-7000-8000-000000000000"], (id) =>
        Effect.all([Effect.flip(registry.get(id)), Effect.flip(registry.promote(user.id, id))])
      )

      assert.deepStrictEqual(
        errors.flat().map((error) => error._tag),
        Array(4).fill("ScriptNotFound")
      )
    })
  )
})

layer(Base)("ScriptRegistry, with administrators", (it) => {
  it.effect("lets administrators publish and promote for every bank, and users no more", () =>
    Effect.gen(function* () {
      const admin = yield* seedUser()
      const user = yield* seedUser()
      const its = yield* newBank().pipe(Effect.provide(Layer.fresh(Registry)))
      const Guarded = Layer.fresh(Layer.provide(ScriptRegistry.layer, consentsLayer("owners", "administrators")))
      yield* seedAdministrators([` ${admin.email} `], "open")

      const script = yield* publish({ ...its, creator: admin }, "1.0.0").pipe(Effect.provide(Guarded))
      const promote = (userId: string) =>
        Effect.flatMap(ScriptRegistry, (registry) => registry.promote(userId, script.id)).pipe(Effect.provide(Guarded))
      const refused = yield* Effect.flip(promote(user.id))
      yield* promote(admin.id)

      const registry = yield* Effect.provide(ScriptRegistry, Guarded)
      assert.strictEqual(refused._tag, "NotPermitted")
      assert.strictEqual((yield* registry.get(script.id)).status, "active")
    })
  )
})

layer(Base)("ScriptRegistry, asked all the time", (it) => {
  it.effect("reads a bundle for runs only, once, and never remembers that it could not be read", () =>
    Effect.gen(function* () {
      const its = yield* newBank().pipe(Effect.provide(Layer.fresh(Registry)))
      const repository = yield* ScriptRepository
      const asked: Array<string> = []
      let isDown = true
      const counting = ScriptRepository.of({
        ...repository,
        bundle: (scriptId) =>
          Effect.suspend(() => {
            asked.push(scriptId)
            return isDown ? Effect.die(new Error("the database is away")) : repository.bundle(scriptId)
          })
      })
      const Counted = Layer.provide(Layer.fresh(Registry), Layer.succeed(ScriptRepository, counting))

      yield* Effect.gen(function* () {
        const registry = yield* ScriptRegistry
        const first = yield* publish(its, "1.0.0")
        const second = yield* publish(its, "2.0.0")
        yield* counting.promote(its.bank.id, first.id, yield* DateTime.now)

        const version = yield* registry.activeVersion(its.bank.id)
        assert.deepStrictEqual([version?.id, asked], [first.id, []])
        yield* Effect.exit(registry.active(its.bank.id))
        isDown = false
        for (const _ of [1, 2, 3]) assert.strictEqual((yield* registry.active(its.bank.id))?.id, first.id)
        assert.deepStrictEqual(asked, [first.id, first.id])

        yield* registry.promote(its.creator.id, second.id)
        const active = yield* registry.active(its.bank.id)
        assert.deepInclude(active, { id: second.id, bundle: bundleOf(manifestOf(its.code, "2.0.0")) })
        assert.deepStrictEqual(asked, [first.id, first.id, second.id])
      }).pipe(Effect.provide(Counted))
    })
  )

  it.effect("inspects no more than two bundles at a time, whoever publishes how many at once", () =>
    Effect.gen(function* () {
      const its = yield* newBank().pipe(Effect.provide(Layer.fresh(Registry)))
      const json = yield* ScriptRunner
      const begun = yield* Queue.unbounded<number>()
      const goOn = yield* Queue.unbounded<void>()
      let underWay = 0
      const slow = ScriptRunner.of({
        ...json,
        inspect: Effect.fnUntraced(function* (bundle) {
          underWay += 1
          yield* Queue.offer(begun, underWay)
          yield* Queue.take(goOn)
          underWay -= 1
          return yield* json.inspect(bundle)
        })
      })
      const Slow = Layer.provide(Layer.fresh(Registry), Layer.succeed(ScriptRunner, slow))
      const versions = ["1.0.0", "1.0.1", "1.0.2", "1.0.3", "1.0.4", "1.0.5"]

      yield* Effect.gen(function* () {
        const many = Effect.forEach(versions, (version) => publish(its, version), { concurrency: "unbounded" })
        const publishing = yield* Effect.forkChild(many)
        const beside: Array<number> = []
        for (const _ of versions) {
          beside.push(yield* Queue.take(begun))
          // The first one ends only when another is there.
          if (beside.length > 1) yield* Queue.offer(goOn, undefined)
        }
        yield* Queue.offer(goOn, undefined)
        yield* Fiber.join(publishing)
        assert.strictEqual(Math.max(...beside), 2)
      }).pipe(Effect.provide(Slow))
    })
  )
})
