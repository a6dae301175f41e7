import { type AccountEvent, EventLog, RealtimeTickets, type User, Users } from "@counterfoil/core"
import { RealtimeHub } from "@counterfoil/uws"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { realtimeStream } from "../src/realtime/RealtimeStream.ts"
import { streamHolders } from "../src/realtime/streamHolders.ts"
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
        Layer.mock(Users, {}),
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

describe("an open stream", () => {
  it.effect("ends when its session has ended on another node, one that was being opened meanwhile too", () =>
    Effect.gen(function* () {
      const ana: User = { id: "ana", email: "ana@example.com", name: null, operationMode: null, sessionVersion: 1 }
      const users = new Map([["ana", ana]])
      const open = new Map<string, number>()
      const holders = streamHolders(
        {
          close: (topic) => Effect.sync(() => (open.delete(topic) ? 1 : 0)),
          subscribers: (topic) => Effect.sync(() => open.get(topic) ?? 0)
        },
        (userId) => Effect.sync(() => users.get(userId) ?? null)
      )
      const topic = holders.enter({ userId: "ana", sessionVersion: 1 })
      // It is looked at before the upgrade is done.
      yield* holders.look
      open.set(topic, 1)
      yield* holders.look
      assert.isTrue(open.has(topic))

      users.set("ana", { ...ana, sessionVersion: 2 })
      yield* holders.look
      assert.isFalse(open.has(topic))
      open.set(topic, 1)
      yield* holders.look
      assert.isFalse(open.has(topic))

      const next = holders.enter({ userId: "ana", sessionVersion: 2 })
      open.set(next, 1)
      yield* holders.look
      assert.isTrue(open.has(next))
      users.clear()
      yield* holders.look
      assert.isFalse(open.has(next))
    })
  )
})
