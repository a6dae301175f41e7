import { type AccountEvent, EventLog, eventLogLayer, Transactor } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { posted, RecordingOutbox } from "../outbox.ts"
import { seedAccount } from "../seed.ts"
import { TestVault } from "../vault.ts"

const Base = Layer.provideMerge(TestVault, StoreLayers).pipe(
  Layer.merge(RecordingOutbox),
  Layer.provideMerge(TestDatabase.layer)
)

/** The next `count` events of these accounts, being listened for before this returns. */
const listenFor = Effect.fnUntraced(function* (accountIds: ReadonlyArray<string>, count: number) {
  const log = yield* EventLog
  const subscribed = yield* Deferred.make<void>()
  const fiber = yield* log.feed.pipe(
    Stream.onStart(Deferred.succeed(subscribed, undefined)),
    Stream.filter((event) => accountIds.includes(event.accountId)),
    Stream.take(count),
    Stream.runCollect,
    Effect.forkScoped({ startImmediately: true })
  )
  yield* Deferred.await(subscribed)
  return Effect.map(Fiber.join(fiber), (events) => events)
})

const failed = { kind: "bank_unavailable", message: "Try later", blocked: false } as const

const versions = (events: ReadonlyArray<AccountEvent>) => events.map((event) => event.version)

const started = (accountId: string, session: string) => ({
  accountId,
  type: "session.started" as const,
  data: { session_id: session }
})

layer(Layer.provideMerge(eventLogLayer, Base))("EventLog", (it) => {
  it.effect("numbers an account's events without gaps, whatever is rolled back between them", () =>
    Effect.gen(function* () {
      const log = yield* EventLog
      const sql = yield* SqlClient.SqlClient
      const { transact } = yield* Transactor
      const account = yield* seedAccount()

      yield* log.append(started(account.id, "a"))
      yield* Effect.ignore(transact(Effect.andThen(log.append(started(account.id, "lost")), Effect.fail("no"))))
      yield* Effect.forEach(["b", "c", "d"], (session) => log.append(started(account.id, session)), {
        concurrency: "unbounded"
      })

      const rows = yield* sql<{ version: bigint; user: string }>`
        select version, user_id as user from events where account_id = ${account.id} order by version`
      assert.deepStrictEqual(
        rows.map((row) => row.version),
        [1n, 2n, 3n, 4n]
      )
      assert.isTrue(rows.every((row) => row.user === account.userId))
    })
  )

  it.effect("feeds committed events to every reader, and none that was rolled back", () =>
    Effect.gen(function* () {
      const log = yield* EventLog
      const { transact } = yield* Transactor
      const account = yield* seedAccount()
      const one = yield* listenFor([account.id], 2)
      const another = yield* listenFor([account.id], 2)

      yield* Effect.ignore(transact(Effect.andThen(log.append(started(account.id, "lost")), Effect.fail("no"))))
      yield* log.append(started(account.id, "a"))
      yield* log.append({ accountId: account.id, type: "session.stopped", data: { session_id: "a" } })

      const events = yield* one
      assert.deepStrictEqual(
        events.map((event) => [event.type, event.data]),
        [
          ["session.started", { session_id: "a" }],
          ["session.stopped", { session_id: "a" }]
        ]
      )
      assert.deepStrictEqual(versions(events), [1n, 2n])
      assert.deepInclude(events[0], { accountId: account.id, userId: account.userId })
      assert.deepStrictEqual(yield* another, events)
    })
  )

  it.effect("feeds an event whose transaction began before another's and committed after it", () =>
    Effect.gen(function* () {
      const log = yield* EventLog
      const { transact } = yield* Transactor
      const slow = yield* seedAccount()
      const quick = yield* seedAccount()
      const inside = yield* Deferred.make<void>()
      const release = yield* Deferred.make<void>()
      const first = yield* listenFor([quick.id], 1)
      const both = yield* listenFor([slow.id, quick.id], 2)

      const late = yield* Effect.forkScoped(
        transact(
          Effect.gen(function* () {
            yield* log.append(started(slow.id, "slow"))
            yield* Deferred.succeed(inside, undefined)
            yield* Deferred.await(release)
          })
        )
      )
      yield* Deferred.await(inside)
      yield* log.append(started(quick.id, "quick"))
      yield* first
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.join(late)

      const events = yield* both
      assert.deepStrictEqual(
        events.map((event) => event.accountId),
        [quick.id, slow.id]
      )
      assert.isTrue((events[0]?.id ?? 0n) > (events[1]?.id ?? 0n))
    })
  )

  it.effect("queues the notifications that the settings ask for, in the same transaction", () =>
    Effect.gen(function* () {
      const log = yield* EventLog
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      yield* TestClock.adjust("90 minutes")
      yield* sql`insert into account_settings
        (id, account_id, webhook_url, webhook_address, notification_address, notification_events, created_at, updated_at)
        values (${account.id}, ${account.id}, ${"https://shop.test"}, ${"https://shop.test"}, ${"https://shop.test/ops"},
          ${["assistance_required", "login_failed"]}, now(), now())`
      const assistanceId = "01990000-0000-7000-8000-00000000000a"

      yield* log.append({ accountId: account.id, type: "login.failed", data: failed })
      yield* log.append({ accountId: account.id, type: "scrape.failed", data: failed })
      yield* log.append({
        accountId: account.id,
        type: "assistance.requested",
        data: {
          id: assistanceId,
          type: "otp",
          descriptor: { length: 6, type: "numeric" },
          attempts: 0,
          expires_at: "1970-01-01T01:35:00.000Z"
        },
        assistanceId
      })
      yield* log.append({
        accountId: account.id,
        type: "assistance.fulfilled",
        data: { id: assistanceId },
        assistanceId
      })

      const entries = posted.filter((entry) => entry.accountId === account.id)
      const [bank] = yield* sql<{ code: string }>`select code from banks where id = ${account.bankId}`
      assert.deepStrictEqual(
        entries.map(({ assistanceId: id, event, lane }) => [lane, event, id]),
        [
          ["notification", "login_failed", undefined],
          ["notification", "assistance_required", assistanceId]
        ]
      )
      assert.deepStrictEqual(JSON.parse(entries[0]?.body ?? ""), {
        type: "login_failed",
        account_id: account.id,
        bank: bank?.code,
        account_name: "Main account",
        occurred_at: "1970-01-01T01:30:00.000Z",
        data: failed
      })
    })
  )

  it.effect("notifies nobody without an address", () =>
    Effect.gen(function* () {
      const log = yield* EventLog
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      yield* sql`insert into account_settings (id, account_id, webhook_url, webhook_address, notification_events, created_at, updated_at)
        values (${account.id}, ${account.id}, ${"https://shop.test"}, ${"https://shop.test"}, ${["login_failed"]}, now(), now())`

      yield* log.append({ accountId: account.id, type: "login.failed", data: failed })

      assert.lengthOf(
        posted.filter((entry) => entry.accountId === account.id),
        0
      )
    })
  )

  it.effect("sends no notification for an event that is for the stream alone", () =>
    Effect.gen(function* () {
      const log = yield* EventLog
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      yield* sql`insert into account_settings
          (id, account_id, webhook_url, webhook_address, notification_address, notification_events, created_at, updated_at)
        values (${account.id}, ${account.id}, ${"https://shop.test"}, ${"https://shop.test"}, ${"https://shop.test/notes"},
          ${["login_failed"]}, now(), now())`
      const again = { accountId: account.id, type: "login.failed" as const, data: failed }
      const told = yield* listenFor([account.id], 2)

      yield* log.append(again)
      yield* log.append({ ...again, notify: false })

      assert.deepStrictEqual(versions(yield* told), [1n, 2n])
      assert.lengthOf(
        posted.filter((entry) => entry.accountId === account.id),
        1
      )
    })
  )

  it.effect("keeps words that Postgres can't hold out of its data", () =>
    Effect.gen(function* () {
      const log = yield* EventLog
      const account = yield* seedAccount()
      const next = yield* listenFor([account.id], 1)

      yield* log.append({
        accountId: account.id,
        type: "scrape.failed",
        data: { ...failed, message: "bad\0 page \ud800" }
      })

      assert.deepStrictEqual((yield* next)[0]?.data, { ...failed, message: "bad page \ufffd" })
    })
  )
})

layer(Layer.provideMerge(eventLogLayer, Base), { excludeTestServices: true })("EventLog, on the real clock", (it) => {
  it.effect("feeds each event that was committed while its connection was lost, once", () =>
    Effect.gen(function* () {
      const log = yield* EventLog
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      const first = yield* listenFor([account.id], 1)
      const all = yield* listenFor([account.id], 4)
      yield* log.append(started(account.id, "a"))
      yield* first

      const killed = yield* sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'LISTEN%' and pid <> pg_backend_pid()`
      yield* Effect.forEach(["b", "c", "d"], (session) => log.append(started(account.id, session)))

      assert.lengthOf(killed, 1)
      assert.deepStrictEqual(versions(yield* all), [1n, 2n, 3n, 4n])
    })
  )
})
