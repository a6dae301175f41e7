import { inspect } from "node:util"
import { Deliveries, Housekeeping, Outbox, OutboxRepository, Transactor } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import { startReceiver } from "./Receiver.ts"
import { Base, inAnHour, put, withWorker } from "./support.ts"
import { becomes, messagesOf, newAccount } from "./world.ts"
import { seedAccount, seedMovement, seedRequest } from "../seed.ts"
import { beat, untilDoneOrWaiting } from "../waiting.ts"

const Services = Deliveries.layer.pipe(Layer.provideMerge(Base))

const page = { limit: 50, offset: 0 }
const never = () => Option.none()

const ids = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id)

layer(Services, { excludeTestServices: true })("the delivery log", (it) => {
  it.effect("lists a user's deliveries over all accounts, newest first, without gaps", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const first = yield* newAccount({ webhookUrl: "http://127.0.0.1:9/a" })
      const second = yield* seedAccount(first.userId)
      const other = yield* newAccount()
      for (let n = 0; n < 6; n++) yield* put(n % 2 === 0 ? first.id : second.id)
      yield* put(other.id)
      const made = ids([...(yield* messagesOf(first.id)), ...(yield* messagesOf(second.id))])

      const all = ids(yield* deliveries.list(first.userId, page))
      const [top, next] = [all.slice(0, 2), all.slice(2, 4)]

      assert.sameMembers(all, made)
      assert.deepStrictEqual(all, [...made].sort().reverse())
      assert.deepStrictEqual(ids(yield* deliveries.list(first.userId, { limit: 2, offset: 2 })), next)
      assert.deepStrictEqual(
        ids(yield* deliveries.list(first.userId, { ...page, limit: 2, before: top[1] ?? "" })),
        next
      )
      const [foreign] = yield* messagesOf(other.id)
      const cursor = yield* Effect.flip(deliveries.list(first.userId, { ...page, before: foreign?.id ?? "" }))
      assert.strictEqual(cursor._tag, "UnknownCursor")
      // Nobody listens there: the workers of the other tests would try it again and again, by their schedules.
      yield* (yield* Outbox).cancel({ accountId: first.id })
    })
  )

  it.effect(
    "is of messages whose status makes moves of the domain's machine only: here the database fails any other",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const account = yield* newAccount()
        yield* put(account.id)
        const to = (status: string) => sql`update outbox set status = ${status} where account_id = ${account.id}`
        const refused = yield* Effect.flip(to("delivered"))
        assert.include(inspect(refused), "outbox has no such move: pending to delivered")
        yield* to("delivering")
        yield* to("delivered")
      })
  )

  it.effect("sends nothing again of a movement that is taken out, or is being taken out, until it is taken in", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const deliveries = yield* Deliveries
      const { transact } = yield* Transactor
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: shop.url })
      const movementId = yield* seedMovement(account.id)
      yield* put(account.id, { movementId, event: "movement" })
      const [told] = yield* becomes(account.id, "delivered")
      const replay = Effect.result(deliveries.replay(account.userId, told?.id ?? ""))
      const isHeld = yield* Deferred.make<void>()
      const replaying = yield* Effect.forkChild(Effect.andThen(Deferred.await(isHeld), replay))
      yield* transact(
        Effect.gen(function* () {
          yield* sql`select from accounts where id = ${account.id} for no key update`
          yield* Deferred.succeed(isHeld, undefined)
          yield* untilDoneOrWaiting(replaying)
          yield* sql`update movements set excluded_at = now() where id = ${movementId}`
        })
      )
      const answers = [yield* Fiber.join(replaying), yield* replay]

      assert.deepStrictEqual(
        answers.map((answer) => (Result.isFailure(answer) ? answer.failure._tag : "sent")),
        ["DeliveryTakenOut", "DeliveryTakenOut"]
      )
      assert.lengthOf(yield* messagesOf(account.id), 1)
      yield* sql`update movements set excluded_at = null where id = ${movementId}`
      assert.isTrue(Result.isSuccess(yield* replay))
      yield* becomes(account.id, "delivered", "delivered")
    }).pipe(withWorker())
  )

  it.effect("filters by account, status, event, request and movement", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const sql = yield* SqlClient.SqlClient
      const account = yield* newAccount()
      const second = yield* seedAccount(account.userId)
      const other = yield* newAccount()
      const request = yield* seedRequest(account, { status: "matched" })
      const movementId = yield* seedMovement(account.id)
      yield* put(second.id)
      yield* put(account.id, { requestId: request.id, event: "ambiguous" })
      yield* put(account.id, { movementId, event: "movement" })
      yield* put(other.id)
      const [ofRequest, ofMovement] = ids(yield* messagesOf(account.id))
      const [passedOn, told] = yield* deliveries.list(account.userId, { ...page, accountId: account.id })
      assert.deepStrictEqual([told?.externalId, told?.senderName], [`order-${request.id}`, "Ana Gomez"])
      assert.deepStrictEqual([passedOn?.externalId, passedOn?.senderName], [null, "Ana Gomez"])
      const ofSecond = ids(yield* messagesOf(second.id))
      for (const status of ["delivering", "exhausted"]) {
        yield* sql`update outbox set status = ${status} where id = ${ofMovement ?? ""}`
      }

      const found = (filter: Parameters<typeof deliveries.list>[1] | object) =>
        Effect.map(deliveries.list(account.userId, { ...page, ...filter }), ids)

      assert.deepStrictEqual(yield* found({ accountId: second.id }), ofSecond)
      assert.deepStrictEqual(yield* found({ accountId: other.id }), [])
      assert.deepStrictEqual(yield* found({ status: "exhausted" }), [ofMovement])
      assert.deepStrictEqual(yield* found({ event: "ambiguous" }), [ofRequest])
      assert.deepStrictEqual(yield* found({ requestId: request.id }), [ofRequest])
      assert.deepStrictEqual(yield* found({ movementId }), [ofMovement])
      assert.deepStrictEqual(yield* found({ movementId, status: "pending" }), [])
    })
  )

  it.effect("tells what was sent, what came back without our secrets, and why it stopped", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const shop = yield* startReceiver((response, { headers }) =>
        response.writeHead(500).end(`${headers.authorization} ${headers["webhook-signature"]}`)
      )
      const account = yield* newAccount({ webhookUrl: shop.url, webhookAuth: ["bearer", "shop-token"] })

      const body = yield* put(account.id)
      yield* becomes(account.id, "exhausted")
      const [listed] = yield* deliveries.list(account.userId, page)
      const detail = yield* deliveries.get(account.userId, listed?.id ?? "")

      assert.deepInclude(listed, {
        status: "exhausted",
        attemptsMade: 1,
        lastOutcome: "rejected",
        nextAttemptAt: null,
        stoppedBecause: "The last attempt of the schedule failed: the receiver answered 500"
      })
      assert.strictEqual(detail.body, body)
      const [attempt] = detail.attempts
      assert.deepInclude(attempt, { number: 1, httpStatus: 500, response: "Bearer … v1,… v1,…", early: false })
      assert.isNotNull(attempt?.finishedAt)
      const stranger = (yield* newAccount()).userId
      assert.strictEqual((yield* Effect.flip(deliveries.get(stranger, detail.id)))._tag, "DeliveryNotFound")
      assert.strictEqual((yield* Effect.flip(deliveries.replay(stranger, detail.id)))._tag, "DeliveryNotFound")
      assert.strictEqual(yield* deliveries.replayMany(stranger, { status: "exhausted" }), 0)
      assert.strictEqual(yield* deliveries.replayMany(stranger, { status: "exhausted", accountId: account.id }), 0)
      assert.strictEqual((yield* deliveries.get(account.userId, detail.id)).status, "exhausted")
    }).pipe(withWorker({ resultDelay: never }))
  )

  it.effect("replays a delivered one as a new delivery, an exhausted one with its schedule from the start", () => {
    const seen: Array<number> = []
    return Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const shop = yield* startReceiver(500)
      const account = yield* newAccount({ webhookUrl: shop.url })
      yield* put(account.id)
      const [failed] = yield* becomes(account.id, "exhausted")

      yield* deliveries.replay(account.userId, failed?.id ?? "")
      while (seen.length < 4) yield* beat
      yield* becomes(account.id, "exhausted")
      shop.state.answer = 200
      yield* deliveries.replay(account.userId, failed?.id ?? "")
      yield* becomes(account.id, "delivered")
      yield* deliveries.replay(account.userId, failed?.id ?? "")
      const both = yield* becomes(account.id, "delivered", "delivered")

      assert.deepStrictEqual(seen, [1, 2, 1, 2])
      assert.strictEqual(new Set(both.map(({ messageId }) => messageId)).size, 1)
      assert.strictEqual(new Set(shop.state.received.map(({ body }) => body)).size, 1)
    }).pipe(
      withWorker({
        resultDelay: ({ attempts }) => {
          seen.push(attempts)
          return attempts < 2 ? Option.some(5) : Option.none()
        }
      })
    )
  })

  it.effect("replays a waiting one at once, and a cancelled one never", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const outbox = yield* OutboxRepository
      const shop = yield* startReceiver(500)
      const account = yield* newAccount({ webhookUrl: shop.url })
      yield* put(account.id)
      yield* shop.next
      const [waiting] = yield* becomes(account.id, "pending")
      shop.state.answer = 200

      yield* deliveries.replay(account.userId, waiting?.id ?? "")
      yield* becomes(account.id, "delivered")
      const second = yield* newAccount()
      yield* put(second.id)
      yield* outbox.cancel({ accountId: second.id })
      const [cancelled] = yield* messagesOf(second.id)

      const refused = yield* Effect.flip(deliveries.replay(second.userId, cancelled?.id ?? ""))
      assert.strictEqual(refused._tag, "DeliveryCancelled")
    }).pipe(withWorker({ resultDelay: inAnHour }))
  )

  it.effect("replays in bulk behind new messages, in half of the endpoint's permits", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const sql = yield* SqlClient.SqlClient
      const shop = yield* startReceiver((response, { body }) => {
        if (body === `"live"`) response.writeHead(200).end()
      })
      const account = yield* newAccount({ webhookUrl: shop.url })
      for (let n = 0; n < 6; n++) yield* put(account.id, { body: String(n) })
      for (const status of ["delivering", "exhausted"]) {
        yield* sql`update outbox set status = ${status} where account_id = ${account.id}`
      }
      const recent = yield* deliveries.replayMany(account.userId, { status: "held" })
      const queued = yield* deliveries.replayMany(account.userId, { status: "exhausted", accountId: account.id })
      const again = yield* deliveries.replayMany(account.userId, { status: "exhausted" })

      yield* Effect.gen(function* () {
        yield* shop.next
        yield* shop.next
        yield* put(account.id, { body: `"live"` })
        const third = yield* shop.next
        assert.strictEqual(third.body, `"live"`)
        while (!(yield* messagesOf(account.id)).some(({ status }) => status === "delivered")) yield* beat
      }).pipe(withWorker())

      assert.deepStrictEqual([recent, queued, again], [0, 6, 0])
      assert.strictEqual(shop.state.received.length, 3)
    })
  )
})

layer(Services, { excludeTestServices: true })("housekeeping", (it) => {
  it.effect(
    "deletes old attempts of delivered messages, and failed probes, never the latest attempt of an open message",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const housekeeping = yield* Housekeeping
        const account = yield* newAccount()
        for (let n = 0; n < 3; n++) yield* put(account.id)
        const [done = "", open = "", stuck = ""] = ids(yield* messagesOf(account.id))
        const seed = (outbox: string, number: number, days: number, early: boolean) =>
          sql`insert into delivery_attempts (outbox_id, attempt_number, address, started_at, finished_at, outcome, early)
          values (${outbox}, ${number}, 'http://shop.test/', now() - make_interval(days => ${days}::int),
            now(), 'rejected', ${early})`
        yield* sql`update outbox set status = 'delivering' where id in (${done}, ${stuck})`
        yield* sql`update outbox set status = 'delivered', delivered_at = now(), attempts_made = 2 where id = ${done}`
        yield* sql`update outbox set attempts_made = 3 where id = ${open}`
        yield* sql`update outbox set status = 'exhausted', attempts_made = 1 where id = ${stuck}`
        yield* seed(done, 1, 31, false)
        yield* seed(done, 2, 29, false)
        yield* seed(open, 1, 31, false)
        yield* seed(open, 2, 2, true)
        yield* seed(open, 3, 2, true)
        yield* seed(stuck, 1, 60, false)

        yield* housekeeping.sweep

        const left = yield* sql`select d.outbox_id as id, d.attempt_number as number from delivery_attempts d
        join outbox o on o.id = d.outbox_id where o.account_id = ${account.id} order by o.created_at, o.id, number`
        assert.deepStrictEqual(left, [
          { id: done, number: 2 },
          { id: open, number: 1 },
          { id: open, number: 3 },
          { id: stuck, number: 1 }
        ])
      })
  )
})
