import { type AccountEvent, EventLog, RealtimeTickets } from "@counterfoil/core"
import { RealtimeHub } from "@counterfoil/uws"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { realtimeStream } from "../src/realtime/RealtimeStream.ts"
import { at } from "./support/World.ts"

const event: AccountEvent = {
  id: 1n,
  accountId: "account",
  userId: "ana",
  version: 1n,
  type: "session.stopped",
  data: {},
  occurredAt: at("2026-11-20T09:30:00Z")
}

describe("the realtime feed", () => {
  it.effect("starts again after it broke off", () =>
    Effect.gen(function* () {
      const broken = yield* Deferred.make<void>()
      const published = yield* Deferred.make<string>()
      let starts = 0
      const feed = Stream.suspend(() =>
        ++starts === 1
          ? Stream.fromEffect(Effect.andThen(Deferred.succeed(broken, undefined), Effect.die(new Error("gone"))))
          : Stream.make(event)
      )
      const around = Layer.mergeAll(
        Layer.succeed(EventLog, { append: () => Effect.void, feed, recentIds: Effect.succeed([]) }),
        Layer.mock(RealtimeTickets, {}),
        Layer.mock(RealtimeHub, {
          serve: () => Effect.void,
          publish: (topic) => Deferred.succeed(published, topic)
        })
      )

      yield* Layer.build(Layer.provide(realtimeStream(), around))
      yield* Deferred.await(broken)
      const passing = Effect.forever(TestClock.adjust("1 second"))

      assert.strictEqual(yield* Effect.race(Deferred.await(published), passing), "user:ana")
    })
  )
})
