/** Which result of an order is the latest: what the receiver is told of it, and what is not sent any more. */
import { Deliveries, deliveryWorkerLayer, Outbox, Transactor } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Fiber, Layer, Option, Queue, Schedule, Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { ServerResponse } from "node:http"
import { seedRequest } from "../seed.ts"
import { holdAt } from "./holdAt.ts"
import { type Received, startReceiver } from "./Receiver.ts"
import { Base, inAnHour, put, quick, withWorker } from "./support.ts"
import { attemptsOf, becomes, messagesOf, newAccount } from "./world.ts"

const Services = Deliveries.layer.pipe(Layer.provideMerge(Base))

/** An account with one order, whose results are made one after the other. */
const newOrder = Effect.fnUntraced(function* (webhookUrl: string) {
  const account = yield* newAccount({ webhookUrl })
  const { id: requestId } = yield* seedRequest(account, { status: "pending" })
  const { transact } = yield* Transactor
  const tell = (event: "matched" | "ambiguous" | "expired") => transact(put(account.id, { requestId, event }))
  return { account, requestId, tell }
})

const sequenceOf = ({ headers }: Received) => Number(headers["counterfoil-sequence"])
const eventOf = ({ headers }: Received) => headers["counterfoil-event"]

const startHolding = Effect.fnUntraced(function* () {
  const held = yield* Queue.unbounded<ServerResponse>()
  const receiver = yield* startReceiver((response) => void Queue.offerUnsafe(held, response))
  const answer = (status: number) => Effect.map(Queue.take(held), (response) => response.writeHead(status).end())
  return { ...receiver, held, answer }
})

/** Until somebody waits for what this transaction holds. */
const untilAwaited = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.pipe(
    Effect.repeat({ until: (waiting) => waiting.length > 0, schedule: Schedule.spaced("5 millis") })
  )
)

layer(Services, { excludeTestServices: true })("the sequence of what an account is told", (it) => {
  it.effect("rises, over results, movements and notifications, and is the same over retries and replays", () =>
    Effect.gen(function* () {
      const shop = yield* startReceiver((response, _, nth) => response.writeHead(nth === 1 ? 500 : 200).end())
      const account = yield* newAccount({ webhookUrl: shop.url, notificationUrl: shop.url })
      const deliveries = yield* Deliveries
      yield* put(account.id)
      yield* Effect.andThen(shop.next, shop.next)
      yield* put(account.id, { event: "movement" })
      yield* shop.next
      yield* put(account.id, { lane: "notification", event: "login_failed" })
      yield* shop.next
      const [first] = yield* becomes(account.id, "delivered", "delivered", "delivered")
      yield* deliveries.replay(account.userId, first?.id ?? "")
      yield* shop.next

      assert.deepStrictEqual(shop.state.received.map(sequenceOf), [1, 1, 2, 3, 1])
    }).pipe(withWorker())
  )

  it.effect("rises in the order of the commits, whichever transaction began first", () =>
    Effect.gen(function* () {
      const { transact } = yield* Transactor
      const account = yield* newAccount({ webhookUrl: "http://127.0.0.1:9/" })
      const sql = yield* SqlClient.SqlClient
      const done: Array<string> = []
      const tell = (event: string) =>
        Effect.tap(transact(put(account.id, { event })), () => Effect.sync(() => void done.push(event)))
      const begun = yield* Deferred.make<void>()
      const first = yield* Effect.forkChild(
        transact(
          Effect.gen(function* () {
            yield* put(account.id, { event: "first" })
            yield* Deferred.succeed(begun, undefined)
            yield* Effect.orDie(untilAwaited)
            done.push("first")
          })
        )
      )
      yield* Deferred.await(begun)
      yield* tell("second")
      yield* Fiber.join(first)
      yield* Effect.exit(transact(Effect.andThen(put(account.id), Effect.die("rolled back"))))
      yield* tell("third")

      const rows = yield* sql`select event, sequence::int as sequence from outbox where account_id = ${account.id}
        order by sequence`
      assert.deepStrictEqual(done, ["first", "second", "third"])
      assert.deepStrictEqual(rows, [
        { event: "first", sequence: 1 },
        { event: "second", sequence: 2 },
        { event: "third", sequence: 3 }
      ])
    })
  )

  it.effect("gives each of many that are told at once a number of its own", () =>
    Effect.gen(function* () {
      const { putAll } = yield* Outbox
      const { transact } = yield* Transactor
      const accounts = yield* Effect.forEach([1, 2], () => newAccount({ webhookUrl: "http://127.0.0.1:9/" }))
      const entries = accounts.flatMap(({ id }) =>
        ["a", "b", "c"].map((event) => ({ accountId: id, lane: "result" as const, event, body: "{}" }))
      )
      yield* Effect.forEach(Array(8).keys(), () => transact(putAll(entries)), { concurrency: "unbounded" })

      const sql = yield* SqlClient.SqlClient
      for (const { id } of accounts) {
        const rows = yield* sql`select event from outbox where account_id = ${id} order by sequence`
        const numbers = yield* sql`select distinct sequence from outbox where account_id = ${id}`
        assert.strictEqual(rows.map(({ event }) => event).join(""), "abc".repeat(8))
        assert.strictEqual(numbers.length, 24)
      }
    })
  )
})

layer(Services, { excludeTestServices: true })("a result that a later one of its order replaces", (it) => {
  it.effect("is not sent again while it waits for a retry, and says so", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const shop = yield* startReceiver(500)
      const { account, tell } = yield* newOrder(shop.url)
      yield* tell("ambiguous")
      yield* shop.next
      yield* becomes(account.id, "pending")
      shop.state.answer = 200
      yield* tell("matched")
      yield* becomes(account.id, "cancelled", "delivered")

      const [matched, ambiguous] = yield* deliveries.list(account.userId, { limit: 10, offset: 0 })
      assert.deepStrictEqual(shop.state.received.map(eventOf), ["ambiguous", "matched"])
      assert.strictEqual(
        ambiguous?.stoppedBecause,
        "A later result of the same order replaced it before it was delivered"
      )
      assert.deepStrictEqual([ambiguous?.sequence, matched?.sequence], [1, 2])
      assert.isNull(matched?.stoppedBecause)
    }).pipe(withWorker({ resultDelay: inAnHour }))
  )

  it.effect("doesn't leave when it was claimed and not sent yet, by whichever node", () =>
    Effect.gen(function* () {
      const shop = yield* startReceiver(200)
      const { account, tell } = yield* newOrder(shop.url)
      const node = yield* holdAt("delivery.begun")
      const claimed = yield* Effect.gen(function* () {
        yield* tell("ambiguous")
        yield* node.reached
        const before = yield* messagesOf(account.id)
        yield* tell("matched")
        yield* shop.next.pipe(withWorker())
        yield* node.release
        yield* becomes(account.id, "cancelled", "delivered")
        return before
      }).pipe(withWorker(), node.held)

      assert.strictEqual(claimed[0]?.status, "delivering")
      assert.deepStrictEqual(shop.state.received.map(eventOf), ["matched"])
      assert.deepStrictEqual(
        (yield* attemptsOf(account.id)).map(({ outcome }) => outcome),
        ["delivered"]
      )
      assert.deepStrictEqual(
        (yield* messagesOf(account.id)).map(({ attempts }) => attempts),
        [0, 1]
      )
    })
  )

  for (const [status, becoming] of [
    [200, "delivered"],
    [500, "cancelled"],
    [410, "cancelled"]
  ] as const) {
    it.effect(`is ${becoming} when it was under way and is answered ${status}`, () =>
      Effect.gen(function* () {
        const shop = yield* startHolding()
        const { account, tell } = yield* newOrder(shop.url)
        yield* tell("ambiguous")
        yield* shop.next
        const first = yield* Queue.take(shop.held)
        yield* tell("matched")
        yield* shop.next
        yield* shop.answer(200)
        yield* becomes(account.id, "delivering", "delivered")
        first.writeHead(status).end()

        yield* becomes(account.id, becoming, "delivered")
        assert.deepStrictEqual(shop.state.received.map(eventOf), ["ambiguous", "matched"])
      }).pipe(withWorker())
    )
  }

  it.effect("is not sent again after the node that had it in flight died", () =>
    Effect.gen(function* () {
      const shop = yield* startHolding()
      const { account, tell } = yield* newOrder(shop.url)
      // The one that dies has a short lease; the other's would lapse on a busy machine before its answer is written down.
      const short = { ...quick, lease: Duration.millis(100) }
      const mortal = yield* Scope.make()
      yield* Layer.buildWithScope(Layer.fresh(deliveryWorkerLayer(short)), mortal)
      yield* tell("ambiguous")
      yield* shop.next
      yield* Scope.close(mortal, Exit.void)
      shop.state.answer = 200
      yield* tell("matched")

      yield* Effect.provide(becomes(account.id, "cancelled", "delivered"), Layer.fresh(deliveryWorkerLayer(quick)))
      assert.deepStrictEqual(shop.state.received.map(eventOf), ["ambiguous", "matched"])
    })
  )

  it.effect("stays behind where it was held or exhausted, also when those are replayed", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const shop = yield* startReceiver(500)
      const { account, tell } = yield* newOrder(shop.url)
      yield* tell("ambiguous")
      yield* becomes(account.id, "exhausted")
      shop.state.answer = 200
      yield* tell("expired")
      yield* becomes(account.id, "cancelled", "delivered")
      const queued = yield* deliveries.replayMany(account.userId, { status: "exhausted" })

      assert.strictEqual(queued, 0)
      assert.deepStrictEqual(shop.state.received.map(eventOf), ["ambiguous", "expired"])
    }).pipe(withWorker({ resultDelay: () => Option.none() }))
  )

  it.effect("goes out again when a person wants it, under its old number, and is not the latest for that", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const outbox = yield* Outbox
      const shop = yield* startReceiver(500)
      const { account, requestId, tell } = yield* newOrder(shop.url)
      const body = yield* tell("ambiguous")
      yield* shop.next
      yield* becomes(account.id, "pending")
      shop.state.answer = 200
      yield* tell("matched")
      yield* shop.next
      const [ambiguous] = yield* becomes(account.id, "cancelled", "delivered")
      yield* deliveries.replay(account.userId, ambiguous?.id ?? "")
      const again = yield* shop.next
      yield* becomes(account.id, "cancelled", "delivered", "delivered")
      yield* outbox.replay({ requestId })
      const latest = yield* shop.next

      assert.deepStrictEqual([again.body, sequenceOf(again), eventOf(again)], [body, 1, "ambiguous"])
      assert.strictEqual(again.headers["webhook-id"], ambiguous?.messageId)
      assert.deepStrictEqual([sequenceOf(latest), eventOf(latest)], [2, "matched"])
    }).pipe(withWorker({ resultDelay: inAnHour }))
  )

  it.effect("leaves results of other orders alone", () =>
    Effect.gen(function* () {
      const shop = yield* startReceiver(500)
      const { account, tell } = yield* newOrder(shop.url)
      const { id: requestId } = yield* seedRequest(account, { status: "pending" })
      yield* put(account.id, { requestId, event: "ambiguous" })
      yield* shop.next
      yield* becomes(account.id, "pending")
      yield* tell("matched")

      yield* becomes(account.id, "pending", "pending")
    }).pipe(withWorker({ resultDelay: inAnHour }))
  )
})
