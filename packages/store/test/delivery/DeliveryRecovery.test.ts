import { deliveryWorkerLayer, outboundHttpLayer, Outbox, OutboxRepository, uuid } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Layer, Option, Queue, Scope } from "effect"
import type { ServerResponse } from "node:http"
import { startReceiver } from "./Receiver.ts"
import { Base, inAnHour, put, quick, withWorker } from "./support.ts"
import { attemptsOf, becomes, comesDue, messagesOf, newAccount, secondsToSlot } from "./world.ts"
import { beat } from "../waiting.ts"

/** A receiver whose answers the test gives, one request at a time. */
const startHolding = Effect.fnUntraced(function* () {
  const held = yield* Queue.unbounded<ServerResponse>()
  const receiver = yield* startReceiver((response) => void Queue.offerUnsafe(held, response))
  return {
    ...receiver,
    held,
    answerNext: (status: number) => Effect.map(Queue.take(held), (response) => response.writeHead(status).end())
  }
})

/** By its delivery the worker has claimed whatever it may claim. */
const afterARound = Effect.gen(function* () {
  const other = yield* startReceiver(200, "127.0.0.2")
  const account = yield* newAccount({ webhookUrl: other.url })
  yield* put(account.id)
  yield* becomes(account.id, "delivered")
})

layer(Base, { excludeTestServices: true })("DeliveryWorker over endpoints", (it) => {
  it.effect("has at most 4 in flight at an endpoint, and lets no other wait for it", () =>
    Effect.gen(function* () {
      const hanging = yield* startHolding()
      const account = yield* newAccount({ webhookUrl: hanging.url })
      yield* Effect.forEach(Array(9).keys(), () => put(account.id))
      yield* Effect.forEach(Array(4).keys(), () => hanging.next)

      yield* afterARound

      assert.strictEqual(hanging.state.received.length, 4)
      yield* Effect.forEach(Array(9).keys(), () => hanging.answerNext(200))
      yield* becomes(account.id, ...Array<string>(9).fill("delivered"))
      assert.strictEqual(hanging.state.mostInFlight, 4)
    }).pipe(withWorker())
  )

  it.effect("has at most 8 in flight at a host, shared by its endpoints", () =>
    Effect.gen(function* () {
      const hanging = yield* startHolding()
      const accounts = yield* Effect.forEach(["a", "b", "c"], (path) =>
        newAccount({ webhookUrl: `${hanging.url}/${path}` })
      )
      yield* Effect.forEach(accounts, ({ id }) => Effect.forEach(Array(4).keys(), () => put(id)))
      yield* Effect.forEach(Array(8).keys(), () => hanging.next)

      yield* afterARound

      assert.strictEqual(hanging.state.received.length, 8)
      yield* Effect.forEach(Array(12).keys(), () => hanging.answerNext(200))
      yield* Effect.forEach(accounts, ({ id }) => becomes(id, ...Array<string>(4).fill("delivered")))
      assert.strictEqual(hanging.state.mostInFlight, 8)
    }).pipe(withWorker())
  )

  it.effect("sends all that waits when the endpoint answers again: one, two, then four at a time", () =>
    Effect.gen(function* () {
      const shop = yield* startReceiver(500)
      const account = yield* newAccount({ webhookUrl: shop.url })
      yield* Effect.forEach(Array(8).keys(), () => put(account.id))
      while ((yield* attemptsOf(account.id)).filter(({ outcome }) => outcome === "rejected").length < 8) yield* beat

      const held = yield* Queue.unbounded<ServerResponse>()
      shop.state.answer = (response) => void Queue.offerUnsafe(held, response)
      const answer = Effect.map(Queue.take(held), (response) => response.writeHead(200).end())
      shop.state.mostInFlight = 0
      yield* put(account.id)
      yield* answer
      while (shop.state.inFlight < 2) yield* beat
      yield* afterARound
      const afterOne = shop.state.mostInFlight
      yield* answer
      while (shop.state.inFlight < 4) yield* beat
      yield* Effect.forEach(Array(7).keys(), () => answer)
      yield* becomes(account.id, ...Array<string>(9).fill("delivered"))

      assert.deepStrictEqual([afterOne, shop.state.mostInFlight], [2, 4])
    }).pipe(withWorker({ resultDelay: inAnHour }))
  )

  it.effect("tries the oldest waiting message of a failing endpoint now and then, outside of its schedule", () => {
    const delays = [3_600_000, 3_600_000]
    const probing = withWorker({
      resultDelay: () => Option.some(delays.pop() ?? 10),
      probeInterval: Duration.millis(150)
    })
    return Effect.gen(function* () {
      const shop = yield* startReceiver(500)
      const account = yield* newAccount({ webhookUrl: shop.url })
      const oldest = yield* put(account.id)
      yield* put(account.id)

      const slot = yield* Effect.gen(function* () {
        yield* Effect.forEach(Array(4).keys(), () => shop.next)
        yield* becomes(account.id, "pending", "pending")
        const seconds = yield* secondsToSlot(account.id)
        shop.state.answer = 200
        yield* becomes(account.id, "delivered", "delivered")
        return seconds
      }).pipe(probing)

      const probes = shop.state.received.slice(2, 4)
      assert.deepStrictEqual(
        probes.map(({ body, headers }) => [body, headers["counterfoil-attempt"]]),
        [
          [oldest, "2"],
          [oldest, "3"]
        ]
      )
      assert.isAbove(slot, 3_000)
    })
  })

  it.effect("uses up nothing of the schedule by trying early", () => {
    const asked: Array<number> = []
    const delayAfter = (attempts: number) => {
      asked.push(attempts)
      if (asked.length === 1) return Option.some(3_600_000)
      return attempts === 1 ? Option.some(10) : Option.none()
    }
    return Effect.gen(function* () {
      const shop = yield* startReceiver(500)
      const account = yield* newAccount({ webhookUrl: shop.url })

      yield* put(account.id)
      yield* Effect.forEach(Array(3).keys(), () => shop.next)
      // The hour of the schedule is over.
      yield* comesDue(account.id)
      yield* becomes(account.id, "exhausted")

      assert.isTrue(asked.slice(0, -1).every((attempts) => attempts === 1))
      assert.strictEqual(asked.at(-1), 2)
    }).pipe(withWorker({ resultDelay: ({ attempts }) => delayAfter(attempts), probeInterval: Duration.millis(100) }))
  })

  it.effect("does not try a message again at every success of others", () =>
    Effect.gen(function* () {
      const shop = yield* startReceiver((response, { body }) =>
        response.writeHead(body.includes("poison") ? 500 : 200).end()
      )
      const account = yield* newAccount({ webhookUrl: shop.url })
      yield* put(account.id, { body: `"poison"` })
      yield* shop.next

      // The first success after a failure tries it once more; then it waits for the next interval.
      yield* Effect.forEach(Array(6).keys(), () => Effect.andThen(put(account.id), shop.next))
      yield* becomes(account.id, "pending", ...Array<string>(6).fill("delivered"))

      const tries = shop.state.received.filter(({ body }) => body.includes("poison")).length
      assert.isAtMost(tries, 2)
    }).pipe(withWorker({ resultDelay: inAnHour }))
  )

  it.effect("tries everything that waits at once when the settings are saved", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const shop = yield* startReceiver(500)
      const account = yield* newAccount({ webhookUrl: shop.url })
      yield* put(account.id)
      yield* shop.next
      yield* becomes(account.id, "pending")
      shop.state.answer = 200

      yield* outbox.enable(account.id)

      yield* becomes(account.id, "delivered")
    }).pipe(withWorker({ resultDelay: inAnHour }))
  )

  it.effect("delivers the messages of a worker that died again, after their lease", () =>
    Effect.gen(function* () {
      const shop = yield* startHolding()
      const account = yield* newAccount({ webhookUrl: shop.url })
      const mortal = yield* Scope.make()
      const options = { ...quick, lease: Duration.millis(100) }
      yield* Layer.buildWithScope(Layer.fresh(deliveryWorkerLayer(options)), mortal)
      const body = yield* put(account.id)
      yield* shop.next
      yield* Scope.close(mortal, Exit.void)
      const [left] = yield* messagesOf(account.id)
      // On a busy machine its lease has ended by now.
      assert.include(["delivering", "pending"], left?.status)

      shop.state.answer = 200
      const again = yield* Effect.provide(shop.next, Layer.fresh(deliveryWorkerLayer(options)))
      const attempts = yield* attemptsOf(account.id)

      assert.strictEqual(again.body, body)
      assert.strictEqual(again.headers["counterfoil-attempt"], "2")
      assert.deepInclude(attempts[0], { number: 1, outcome: null })
    })
  )

  it.effect("delivers what a dead process left at once where it works alone, whatever is left of the leases", () =>
    Effect.gen(function* () {
      const shop = yield* startHolding()
      const account = yield* newAccount({ webhookUrl: shop.url })
      const mortal = yield* Scope.make()
      const options = { ...quick, lease: Duration.hours(1), perEndpoint: 2 }
      yield* Layer.buildWithScope(Layer.fresh(deliveryWorkerLayer(options)), mortal)
      const bodies = [yield* put(account.id), yield* put(account.id)]
      yield* shop.next
      yield* shop.next
      yield* Scope.close(mortal, Exit.void)
      assert.deepStrictEqual(
        (yield* messagesOf(account.id)).map(({ status }) => status),
        ["delivering", "delivering"]
      )

      shop.state.answer = 200
      const again = yield* Effect.all([shop.next, shop.next]).pipe(
        Effect.provide(Layer.fresh(deliveryWorkerLayer({ ...options, alone: true })))
      )

      assert.sameMembers(
        again.map(({ body }) => body),
        bodies
      )
    })
  )

  it.effect("lets an attempt that outlived its lease change nothing", () =>
    Effect.gen(function* () {
      const listener = yield* startHolding()
      const account = yield* newAccount({ notificationUrl: listener.url })
      yield* put(account.id, { lane: "notification" })
      const late = yield* Queue.take(listener.held)
      const second = yield* Queue.take(listener.held)
      listener.state.answer = 200

      late.writeHead(500).end()
      while ((yield* attemptsOf(account.id))[0]?.outcome !== "rejected") yield* beat
      second.writeHead(200).end()

      yield* becomes(account.id, "delivered")
    }).pipe(withWorker({ lease: Duration.millis(100), notificationDelay: inAnHour }))
  )

  it.effect("lets attempts in flight end before it stops", () =>
    Effect.gen(function* () {
      const shop = yield* startHolding()
      const account = yield* newAccount({ webhookUrl: shop.url })
      const scope = yield* Scope.make()
      yield* Layer.buildWithScope(
        Layer.fresh(deliveryWorkerLayer({ ...quick, stopGrace: Duration.seconds(10) })),
        scope
      )
      yield* put(account.id)
      yield* shop.next

      const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      // Time enough for a stop that doesn't wait.
      yield* Effect.forEach(Array(20).keys(), () => messagesOf(account.id))
      yield* shop.answerNext(200)
      yield* Fiber.join(stopping)

      assert.deepStrictEqual(
        (yield* messagesOf(account.id)).map(({ status }) => status),
        ["delivered"]
      )
    })
  )

  it.effect("records a refused address, connects to nothing and tries again on schedule", () =>
    Effect.gen(function* () {
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: `http://0x7f000001:${shop.port}/hook` })
      const worker = deliveryWorkerLayer({ ...quick, resultDelay: inAnHour }).pipe(
        Layer.provide(outboundHttpLayer({ allow: [] })),
        Layer.fresh
      )

      yield* Effect.gen(function* () {
        yield* put(account.id)
        while ((yield* attemptsOf(account.id))[0]?.outcome === undefined) yield* beat
        yield* becomes(account.id, "pending")
      }).pipe(Effect.provide(worker))

      assert.deepInclude((yield* attemptsOf(account.id))[0], {
        outcome: "egress_refused",
        fault:
          "127.0.0.1 may not be called: 127.0.0.1 is a loopback address (EGRESS_ALLOW, a setting of the server, opens such ranges)"
      })
      assert.strictEqual(shop.state.connections, 0)
    })
  )

  it.effect("finds a due message without a notice", () =>
    Effect.gen(function* () {
      const outbox = yield* OutboxRepository
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: shop.url })
      yield* afterARound

      yield* outbox.add([
        {
          id: yield* uuid,
          messageId: "msg_1",
          accountId: account.id,
          lane: "result",
          event: "matched",
          requestId: null,
          movementId: null,
          assistanceId: null,
          body: new TextEncoder().encode("{}")
        }
      ])

      yield* becomes(account.id, "delivered")
    }).pipe(withWorker())
  )
})
