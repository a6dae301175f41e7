import { Outbox } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Webhook } from "standardwebhooks"
import { seedRequest } from "../seed.ts"
import { type Received, startReceiver } from "./Receiver.ts"
import { Base, inAnHour, put, withWorker } from "./support.ts"
import {
  attemptsOf,
  becomes,
  messagesOf,
  newAccount,
  notifiedAt,
  saveEndpoints,
  secretsOf,
  seedMovement
} from "./world.ts"
import { beat } from "../waiting.ts"

const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(
    body,
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  )

layer(Base, { excludeTestServices: true })("DeliveryWorker", (it) => {
  it.effect("delivers the stored bytes, signed with every secret", () =>
    Effect.gen(function* () {
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: shop.url })
      const body = yield* put(account.id, { body: `{"status":"matched","amount":12.50,"name":"Ana Gómez"}` })
      const received = yield* shop.next
      const [message] = yield* becomes(account.id, "delivered")

      assert.strictEqual(received.body, body)
      for (const secret of secretsOf.get(account.id) ?? []) {
        assert.deepStrictEqual(verify(secret, received), JSON.parse(body))
      }
      assert.deepInclude(received.headers, {
        "content-type": "application/json",
        accept: "application/json",
        "webhook-id": message?.messageId,
        "counterfoil-account": account.id,
        "counterfoil-event": "matched",
        "counterfoil-attempt": "1"
      })
      assert.match(received.headers["user-agent"] ?? "", /^counterfoil\/\d/)
      assert.match(message?.messageId ?? "", /^msg_[0-9A-Z]{26}$/)
      assert.deepStrictEqual(yield* attemptsOf(account.id), [
        { number: 1, url: shop.url, outcome: "delivered", httpStatus: 200, response: "", fault: null }
      ])
    }).pipe(withWorker())
  )

  it.effect("sends the same bytes under the same id again after a failure", () =>
    Effect.gen(function* () {
      const shop = yield* startReceiver((response, _, nth) => response.writeHead(nth < 3 ? 500 : 204).end("busy"))
      const account = yield* newAccount({ webhookUrl: shop.url })

      const body = yield* put(account.id)
      yield* becomes(account.id, "delivered")

      const { received } = shop.state
      assert.deepStrictEqual(
        received.map((request) => request.body),
        [body, body, body]
      )
      assert.strictEqual(new Set(received.map(({ headers }) => headers["webhook-id"])).size, 1)
      assert.deepStrictEqual(
        received.map(({ headers }) => headers["counterfoil-attempt"]),
        ["1", "2", "3"]
      )
      const [secret = ""] = secretsOf.get(account.id) ?? []
      for (const request of received) verify(secret, request)
      const outcomes = (yield* attemptsOf(account.id)).map(({ httpStatus, outcome, response }) => [
        outcome,
        httpStatus,
        response
      ])
      assert.deepStrictEqual(outcomes, [
        ["rejected", 500, "busy"],
        ["rejected", 500, "busy"],
        ["delivered", 204, ""]
      ])
    }).pipe(withWorker())
  )

  it.effect("replays the latest message of a request or movement: same id, same bytes", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: shop.url })
      const request = yield* seedRequest(account, { status: "matched" })
      const movementId = yield* seedMovement(account.id)
      yield* put(account.id, { requestId: request.id, event: "ambiguous" })
      yield* becomes(account.id, "delivered")
      const latest = yield* put(account.id, { requestId: request.id })
      const movement = yield* put(account.id, { movementId, event: "movement" })
      const [, second, third] = yield* becomes(account.id, "delivered", "delivered", "delivered")

      const asked = [{ requestId: request.id }, { movementId }, { movementId: request.id }]
      const answers = yield* Effect.forEach(asked, (of) => outbox.replay(of))
      const messages = yield* becomes(account.id, ...Array<string>(5).fill("delivered"))

      assert.deepStrictEqual(answers, [true, true, false])
      assert.deepStrictEqual(
        messages.slice(3).map(({ messageId }) => messageId),
        [second?.messageId, third?.messageId]
      )
      assert.sameMembers(
        shop.state.received.slice(3).map(({ body }) => body),
        [latest, movement]
      )
    }).pipe(withWorker())
  )

  it.effect("writes when a movement was told, at the first delivery only", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: shop.url })
      const movementId = yield* seedMovement(account.id)
      assert.isNull(yield* notifiedAt(movementId))

      yield* put(account.id, { movementId })
      yield* becomes(account.id, "delivered")
      const first = yield* notifiedAt(movementId)
      yield* outbox.replay({ movementId })
      yield* becomes(account.id, "delivered", "delivered")

      assert.isNotNull(first)
      assert.deepStrictEqual(yield* notifiedAt(movementId), first)
    }).pipe(withWorker())
  )

  it.effect("authorizes by the saved type, results also with the polling credentials, notifications never", () =>
    Effect.gen(function* () {
      const shop = yield* startReceiver()
      const urls = { webhookUrl: shop.url, notificationUrl: shop.url }
      const headerOf = Effect.fnUntraced(function* (
        endpoints: Parameters<typeof saveEndpoints>[1],
        lane: "result" | "notification"
      ) {
        const account = yield* newAccount({ ...urls, ...endpoints })
        yield* put(account.id, { lane })
        yield* becomes(account.id, "delivered")
        return (yield* shop.next).headers.authorization
      })

      const headers = [
        yield* headerOf({ webhookAuth: ["bearer", "W"], auth: ["api_key", "P"] }, "result"),
        yield* headerOf({ webhookAuth: ["api_key", "W"] }, "result"),
        yield* headerOf({ webhookAuth: ["api_key", ""], auth: ["bearer", "P"] }, "result"),
        yield* headerOf({ auth: ["api_key", "P"] }, "result"),
        yield* headerOf({ notificationAuth: ["bearer", "N"] }, "result"),
        yield* headerOf({ notificationAuth: ["api_key", "N"] }, "notification"),
        yield* headerOf({ webhookAuth: ["bearer", "W"], auth: ["bearer", "P"] }, "notification")
      ]

      assert.deepStrictEqual(headers, [
        "Bearer W",
        "Api-Key W",
        "Bearer P",
        "Api-Key P",
        undefined,
        "Api-Key N",
        undefined
      ])
    }).pipe(withWorker())
  )

  it.effect("reads address and credentials at each attempt", () =>
    Effect.gen(function* () {
      const old = yield* startReceiver(500)
      const renewed = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: old.url, webhookAuth: ["bearer", "old"] })
      yield* put(account.id)
      yield* old.next

      yield* saveEndpoints(account.id, { webhookUrl: renewed.url, webhookAuth: ["bearer", "new"] })
      const received = yield* renewed.next

      assert.strictEqual(received.headers.authorization, "Bearer new")
    }).pipe(withWorker())
  )

  it.effect("keeps 16 KiB of a huge answer, without the token that it echoes", () =>
    Effect.gen(function* () {
      const shop = yield* startReceiver((response, { headers }) =>
        response.writeHead(200).end(`${headers.authorization} `.padEnd(100_000, "x"))
      )
      const account = yield* newAccount({ webhookUrl: shop.url, webhookAuth: ["bearer", "hunter2"] })

      yield* put(account.id)
      yield* becomes(account.id, "delivered")

      const [attempt] = yield* attemptsOf(account.id)
      assert.strictEqual(attempt?.response, "Bearer … ".padEnd(16 * 1024 - "hunter2".length + 1, "x"))
    }).pipe(withWorker())
  )

  it.effect("fails an answer that trickles past the deadline", () =>
    Effect.gen(function* () {
      const shop = yield* startReceiver((response) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write("."), 5)
        response.on("close", () => clearInterval(drip))
      })
      const account = yield* newAccount({ webhookUrl: shop.url })

      yield* put(account.id)
      yield* becomes(account.id, "exhausted")

      assert.deepInclude((yield* attemptsOf(account.id))[0], {
        outcome: "timeout",
        httpStatus: null,
        fault: "there was no complete answer within 60ms"
      })
    }).pipe(withWorker({ deadline: Duration.millis(60), resultDelay: () => Option.none() }))
  )

  it.effect("counts a redirect as a failure and never follows it", () =>
    Effect.gen(function* () {
      const other = yield* startReceiver()
      const shop = yield* startReceiver((response) => response.writeHead(308, { location: other.url }).end())
      const account = yield* newAccount({ webhookUrl: shop.url })

      yield* put(account.id)
      yield* becomes(account.id, "exhausted")

      assert.deepInclude((yield* attemptsOf(account.id))[0], { outcome: "redirected", httpStatus: 308 })
      assert.strictEqual(other.state.connections, 0)
    }).pipe(withWorker({ resultDelay: () => Option.none() }))
  )

  it.effect("waits as the schedule says, and as a busy receiver asks", () => {
    const asked: Array<unknown> = []
    return Effect.gen(function* () {
      const shop = yield* startReceiver((response, _, nth) => {
        if (nth === 1) response.writeHead(429, { "retry-after": "7" }).end()
        else if (nth === 2) response.writeHead(500, { "retry-after": "7" }).end()
        else response.writeHead(200).end()
      })
      const account = yield* newAccount({ webhookUrl: shop.url })

      yield* put(account.id)
      yield* becomes(account.id, "delivered")

      assert.deepStrictEqual(asked, [
        [1, 7000],
        [2, undefined]
      ])
    }).pipe(
      withWorker({
        resultDelay: ({ attempts, jitter, retryAfterMs }) => {
          assert.isTrue(Math.abs(jitter) <= 1)
          asked.push([attempts, retryAfterMs])
          return Option.some(10)
        }
      })
    )
  })

  it.effect("keeps an exhausted message for a replay", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const shop = yield* startReceiver(500)
      const account = yield* newAccount({ webhookUrl: shop.url })
      const request = yield* seedRequest(account, { status: "matched" })
      const body = yield* put(account.id, { requestId: request.id })
      yield* becomes(account.id, "exhausted")

      shop.state.answer = 200
      yield* outbox.replay({ requestId: request.id })
      const messages = yield* becomes(account.id, "exhausted", "delivered")

      assert.strictEqual(new Set(messages.map(({ messageId }) => messageId)).size, 1)
      assert.deepStrictEqual(
        shop.state.received.map((received) => received.body),
        [body, body]
      )
    }).pipe(withWorker({ resultDelay: () => Option.none() }))
  )

  it.effect("holds the results of an endpoint that is gone until it is enabled", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const shop = yield* startReceiver(500)
      const account = yield* newAccount({ webhookUrl: shop.url })
      yield* put(account.id)
      yield* shop.next
      shop.state.answer = 410
      yield* put(account.id)
      yield* becomes(account.id, "held", "held")
      yield* put(account.id)
      yield* becomes(account.id, "held", "held", "held")
      assert.lengthOf(shop.state.received, 2)

      shop.state.answer = 200
      yield* outbox.enable(account.id)
      yield* becomes(account.id, "delivered", "delivered", "delivered")
    }).pipe(withWorker({ resultDelay: inAnHour }))
  )

  it.effect("enables an endpoint that is gone with any replay", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const shop = yield* startReceiver(410)
      const account = yield* newAccount({ webhookUrl: shop.url })
      const request = yield* seedRequest(account, { status: "matched" })
      yield* put(account.id, { requestId: request.id })
      yield* becomes(account.id, "held")

      shop.state.answer = 200
      yield* outbox.replay({ requestId: request.id })
      yield* becomes(account.id, "delivered")
      assert.lengthOf(shop.state.received, 2)
    }).pipe(withWorker({ resultDelay: inAnHour }))
  )

  it.effect("ends a notification whose receiver is gone, and asks again with the next", () =>
    Effect.gen(function* () {
      const listener = yield* startReceiver(410)
      const account = yield* newAccount({ notificationUrl: listener.url })
      yield* put(account.id, { lane: "notification" })
      yield* becomes(account.id, "exhausted")

      listener.state.answer = 200
      yield* put(account.id, { lane: "notification" })
      yield* becomes(account.id, "exhausted", "delivered")
    }).pipe(withWorker())
  )

  it.effect("holds a result and cancels a notification that have no address", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const shop = yield* startReceiver()
      const account = yield* newAccount()
      yield* put(account.id)
      yield* put(account.id, { lane: "notification" })
      yield* becomes(account.id, "held", "cancelled")

      yield* saveEndpoints(account.id, { webhookUrl: shop.url, notificationUrl: shop.url })
      yield* outbox.enable(account.id)
      yield* becomes(account.id, "delivered", "cancelled")
    }).pipe(withWorker())
  )

  it.effect("cancels the messages of a deleted account", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: shop.url })
      yield* sql`update accounts set deleted_at = now() where id = ${account.id}`

      yield* put(account.id)
      yield* becomes(account.id, "cancelled")

      assert.lengthOf(shop.state.received, 0)
    }).pipe(withWorker())
  )

  it.effect("stops a notification when the question it tells of has ended", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const listener = yield* startReceiver(500)
      const account = yield* newAccount({ notificationUrl: listener.url })
      const assistanceId = account.id
      yield* put(account.id, { lane: "notification", event: "assistance_required", assistanceId })
      yield* put(account.id, { lane: "notification", event: "login_failed" })
      yield* Effect.all([listener.next, listener.next])
      yield* becomes(account.id, "pending", "pending")

      yield* outbox.cancel({ assistanceId })

      assert.deepStrictEqual(
        (yield* messagesOf(account.id)).map(({ status }) => status),
        ["cancelled", "pending"]
      )
    }).pipe(withWorker({ notificationDelay: inAnHour }))
  )

  it.effect("leaves a message cancelled whose attempt ends later", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const { promise, resolve } = Promise.withResolvers<void>()
      const shop = yield* startReceiver((response) => void promise.then(() => response.writeHead(500).end()))
      const account = yield* newAccount({ webhookUrl: shop.url })
      yield* put(account.id)
      yield* shop.next

      yield* outbox.cancel({ accountId: account.id })
      resolve()

      while ((yield* attemptsOf(account.id))[0]?.outcome !== "rejected") yield* beat
      yield* becomes(account.id, "cancelled")
    }).pipe(withWorker())
  )
})
