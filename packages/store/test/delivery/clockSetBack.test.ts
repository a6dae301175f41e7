/** What failed while this node's clock was ahead is not put off by as much once the clock is right. */
import { deliveryWorkerLayer, OutboxRepository } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Clock, Duration, Effect, Layer } from "effect"
import { clockAt } from "../clockAt.ts"
import { startReceiver } from "./Receiver.ts"
import { Base, inAnHour, put, quick, withWorker } from "./support.ts"
import { becomes, newAccount } from "./world.ts"

const all = { limit: 10, perEndpoint: 10, perHost: 10, lease: Duration.seconds(30) }
const rejected = { outcome: "rejected", httpStatus: 500, response: null, fault: null } as const
const delivered = { outcome: "delivered", httpStatus: 200, response: null, fault: null } as const
const recovery = { perEndpoint: 4, pullSpacing: Duration.minutes(5) }
const aDay = Duration.toMillis("1 day")
const probing = { ...quick, resultDelay: inAnHour, probeInterval: Duration.millis(100) }

/** The machine's, and ahead of it by `ahead.millis`. */
const clockAhead = (ahead: { readonly millis: number }) =>
  Effect.map(Clock.Clock, (clock): Clock.Clock => {
    const millis = () => clock.currentTimeMillisUnsafe() + ahead.millis
    const nanos = () => clock.currentTimeNanosUnsafe() + BigInt(ahead.millis) * 1_000_000n
    return {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: clock.monotonicTimeNanos,
      sleep: (duration) => clock.sleep(duration)
    }
  })

layer(Base, { excludeTestServices: true })("a clock that was ahead and is set back", (it) => {
  it.effect("puts no message off at an endpoint that failed, and came back, and failed again meanwhile", () =>
    Effect.gen(function* () {
      const outbox = yield* OutboxRepository
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: shop.url })
      const wait = Duration.toMillis("1 minute")
      const ahead = clockAt((yield* Clock.currentTimeMillis) + aDay)

      yield* Effect.gen(function* () {
        yield* Effect.forEach(Array(3).keys(), () => put(account.id))
        const [first, second, third] = yield* outbox.claim(all)
        if (first === undefined || second === undefined || third === undefined) {
          return assert.fail("not all were claimed")
        }
        const attempt = (delivery: typeof first) => ({ delivery, address: delivery.address })
        yield* outbox.settleFailed(attempt(first), rejected, wait)
        yield* outbox.settleDelivered(attempt(second), delivered, recovery)
        yield* outbox.settleFailed(attempt(third), rejected, wait)
        yield* put(account.id)
      }).pipe(ahead)

      yield* becomes(account.id, ...Array<string>(4).fill("delivered")).pipe(withWorker(probing))
      assert.strictEqual(shop.state.received.length, 3)
    })
  )

  it.effect("keeps no server at work from probing", () =>
    Effect.gen(function* () {
      const shop = yield* startReceiver(500)
      const account = yield* newAccount({ webhookUrl: shop.url })
      const ahead = { millis: aDay }
      const clock = yield* clockAhead(ahead)
      const Worker = Layer.provide(Layer.fresh(deliveryWorkerLayer(probing)), Layer.succeed(Clock.Clock, clock))

      yield* Effect.gen(function* () {
        yield* Effect.provideService(put(account.id), Clock.Clock, clock)
        yield* shop.next
        yield* becomes(account.id, "pending")
        ahead.millis = 0
        shop.state.answer = 200
        yield* becomes(account.id, "delivered")
      }).pipe(Effect.provide(Worker))
    })
  )
})
