import { type AccountEvent, EventLog, RealtimeTickets, type User, Users } from "@counterfoil/core"
import { RealtimeHub } from "@counterfoil/uws"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, PubSub, Queue, Stream } from "effect"
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

/** The feed over a hub that remembers what it was told; of Eve nothing can be sent. */
const feeding = Effect.fnUntraced(function* (feed: Stream.Stream<AccountEvent>) {
  const done = yield* Queue.unbounded<string>()
  const around = Layer.mergeAll(
    Layer.succeed(EventLog, { append: () => Effect.void, feed, recentIds: Effect.succeed([]) }),
    Layer.mock(RealtimeTickets, {}),
    Layer.mock(Users, {}),
    Layer.mock(RealtimeHub, {
      serve: () => Effect.void,
      publish: (topic) =>
        topic.startsWith("user:eve")
          ? Effect.die(new Error("it can't be sent"))
          : Effect.as(Queue.offer(done, `sent to ${topic}`), true),
      close: (topic) => Effect.as(Queue.offer(done, `ended ${topic}`), 1)
    })
  )
  yield* Layer.build(Layer.provide(realtimeStream(), around))
  return done
})

describe("the realtime feed", () => {
  it.effect("ends the streams of whom an event can't be sent, and sends the others theirs at once", () =>
    Effect.gen(function* () {
      const events = yield* PubSub.unbounded<AccountEvent>()
      const done = yield* feeding(Stream.fromPubSub(events))
      // No stream is open before it begins.
      assert.strictEqual(yield* Queue.take(done), "ended everyone")

      yield* PubSub.publishAll(events, [
        { ...event, id: 1n, userId: "eve" },
        { ...event, id: 2n }
      ])

      // The clock stands still: nothing is waited for.
      assert.deepStrictEqual(yield* Queue.takeN(done, 4), [
        "ended user:eve",
        "ended user:eve:all",
        "sent to user:ana",
        "sent to user:ana:all"
      ])
    })
  )

  it.effect("starts again after it broke off, and ends all streams: they missed what came meanwhile", () =>
    Effect.gen(function* () {
      const events = yield* PubSub.unbounded<AccountEvent>()
      const broken = yield* Deferred.make<void>()
      let starts = 0
      const feed = Stream.suspend(() =>
        ++starts === 1
          ? Stream.fromEffect(Effect.andThen(Deferred.succeed(broken, undefined), Effect.die(new Error("gone"))))
          : Stream.fromPubSub(events)
      )
      const done = yield* feeding(feed)
      yield* Deferred.await(broken)
      assert.strictEqual(yield* Queue.take(done), "ended everyone")

      const passing = Effect.forever(TestClock.adjust("1 second"))
      assert.strictEqual(yield* Effect.race(Queue.take(done), passing), "ended everyone")
      // Whoever comes back once its stream was ended misses nothing more.
      yield* PubSub.publish(events, event)
      assert.strictEqual(yield* Queue.take(done), "sent to user:ana")
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
