/** The worker that rings phones goes on whatever ended its look at what is to be told. */
import { EventLog, NoticeRepository, OutboundHttp, PushIdentityKeeper, pushWorkerLayer, Vault } from "@counterfoil/core"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"

const unused = Layer.mergeAll(
  Layer.mock(OutboundHttp, {}),
  Layer.mock(PushIdentityKeeper, {}),
  Layer.mock(Vault, {}),
  Layer.mock(EventLog, { feed: Stream.never })
)

it.effect("looks again after a pool that closes a connection has interrupted it", () =>
  Effect.gen(function* () {
    let looks = 0
    // What a pool answers that has closed a connection: nobody interrupted the worker.
    const claimPushes = () =>
      Effect.suspend(() => {
        looks += 1
        return looks === 1 ? Effect.interrupt : Effect.succeed([])
      })
    const worker = pushWorkerLayer.pipe(
      Layer.provide(Layer.mergeAll(unused, Layer.mock(NoticeRepository, { claimPushes })))
    )
    yield* Layer.build(worker)

    yield* Effect.repeat(TestClock.adjust("10 seconds"), { times: 9 })

    assert.isAtLeast(looks, 5)
  }).pipe(Effect.scoped)
)
