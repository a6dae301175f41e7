/** What a sweep or a 410 decides while somebody resumes an endpoint or saves another one: nothing stays held that may go. */
import { Deliveries, Endpoints, Outbox, OutboxRepository, Transactor } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { untilDoneOrWaiting } from "../waiting.ts"
import { startReceiver } from "./Receiver.ts"
import { Base, inAnHour, put, withWorker } from "./support.ts"
import { becomes, newAccount, saveEndpoints } from "./world.ts"

/** Begun once the transaction has done `change`, and over, or waiting for it, before it commits. */
const beside = Effect.fnUntraced(function* <A, E, R, B, E2, R2>(
  change: Effect.Effect<A, E, R>,
  other: Effect.Effect<B, E2, R2>
) {
  const { transact } = yield* Transactor
  const isChanged = yield* Deferred.make<void>()
  const fiber = yield* Effect.forkChild(Effect.andThen(Deferred.await(isChanged), other))
  yield* transact(
    Effect.gen(function* () {
      yield* change
      yield* Deferred.succeed(isChanged, undefined)
      yield* untilDoneOrWaiting(fiber)
    })
  )
  yield* Fiber.join(fiber)
})

const one = { limit: 1, perEndpoint: 4, perHost: 8, lease: Duration.seconds(30) }
const gone = { outcome: "gone", httpStatus: 410, response: null, fault: null } as const
const rejected = { outcome: "rejected", httpStatus: 500, response: null, fault: null } as const

const Services = Layer.mergeAll(Deliveries.layer, Endpoints.layer).pipe(Layer.provideMerge(Base))

layer(Services, { excludeTestServices: true })("while a person", (it) => {
  it.effect("resumes an endpoint, a sweep parks nothing of it", () =>
    Effect.gen(function* () {
      const endpoints = yield* Endpoints
      const outbox = yield* OutboxRepository
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: shop.url })
      yield* endpoints.pause(account.id)
      yield* put(account.id)

      yield* beside(endpoints.resume(account.id), outbox.sweep(Duration.minutes(5)))

      yield* becomes(account.id, "delivered").pipe(withWorker())
      assert.strictEqual(shop.state.received.length, 1)
    })
  )

  it.effect("sends a message again, a sweep parks nothing of its endpoint", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const outbox = yield* OutboxRepository
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: shop.url })
      yield* put(account.id)
      const [delivery] = yield* outbox.claim(one)
      if (delivery === undefined) return assert.fail("nothing was claimed")
      yield* outbox.settleGone({ delivery, address: delivery.address }, gone)
      yield* put(account.id)

      yield* beside(deliveries.replay(account.userId, delivery.id), outbox.sweep(Duration.minutes(5)))

      yield* becomes(account.id, "delivered", "delivered").pipe(withWorker())
      assert.strictEqual(shop.state.received.length, 2)
    })
  )

  it.effect("saves another URL, what fails at the old one goes to the new one at once", () =>
    Effect.gen(function* () {
      const outbox = yield* OutboxRepository
      const { enable } = yield* Outbox
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: `${shop.url}/old` })
      yield* put(account.id)
      const [delivery] = yield* outbox.claim(one)
      if (delivery === undefined) return assert.fail("nothing was claimed")

      yield* saveEndpoints(account.id, { webhookUrl: `${shop.url}/new` })
      yield* enable(account.id)
      yield* outbox.settleFailed({ delivery, address: delivery.address }, rejected, Duration.toMillis("20 hours"))

      const request = yield* Effect.timeoutOption(shop.next, "10 seconds").pipe(withWorker({ resultDelay: inAnHour }))
      assert.strictEqual(Option.getOrUndefined(request)?.path, "/hook/new")
    })
  )

  it.effect("sends again what is in flight, it doesn't wait for its schedule if that fails", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const outbox = yield* OutboxRepository
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: shop.url })
      yield* put(account.id)
      const [delivery] = yield* outbox.claim(one)
      if (delivery === undefined) return assert.fail("nothing was claimed")

      yield* deliveries.replay(account.userId, delivery.id)
      yield* outbox.settleFailed({ delivery, address: delivery.address }, rejected, Duration.toMillis("20 hours"))

      const request = yield* Effect.timeoutOption(shop.next, "10 seconds").pipe(withWorker({ resultDelay: inAnHour }))
      assert.isTrue(Option.isSome(request))
    })
  )

  it.effect("saves another URL, a 410 of the old one holds nothing", () =>
    Effect.gen(function* () {
      const outbox = yield* OutboxRepository
      const { enable } = yield* Outbox
      const sql = yield* SqlClient.SqlClient
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: `${shop.url}/old` })
      yield* put(account.id)
      yield* put(account.id)
      const [delivery] = yield* outbox.claim(one)
      if (delivery === undefined) return assert.fail("nothing was claimed")

      // As `Accounts.saveSettings` does it.
      yield* beside(
        Effect.gen(function* () {
          yield* sql`select from accounts where id = ${account.id} for no key update`
          yield* saveEndpoints(account.id, { webhookUrl: `${shop.url}/new` })
          yield* enable(account.id)
        }),
        outbox.settleGone({ delivery, address: delivery.address }, gone)
      )

      yield* becomes(account.id, "delivered", "delivered").pipe(withWorker())
      assert.deepStrictEqual(
        shop.state.received.map(({ path }) => path),
        ["/hook/new", "/hook/new"]
      )
    })
  )
})
