/** The feed of events goes on whatever ended the connection that it heard of them by. */
import { type Announcement, EventRepository } from "@counterfoil/core"
import { assert, it } from "@effect/vitest"
import { DateTime, Deferred, Effect, Logger, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { AccountEvent } from "../../src/events/Event.ts"
import { followEvents } from "../../src/events/followEvents.ts"

const event: AccountEvent = {
  id: 1n,
  accountId: "a",
  userId: "u",
  version: 1n,
  type: "session.stopped",
  data: {},
  occurredAt: DateTime.makeUnsafe("2026-11-27T10:00:00Z")
}

const ends = {
  "is lost": Stream.die(new Error("the connection is closed")),
  // What a pool answers that has closed a connection: nobody interrupted the feed.
  "is interrupted": Stream.fromEffect(Effect.interrupt)
}

for (const [name, end] of Object.entries(ends)) {
  it.effect(`what is committed after the connection ${name} is handed over`, () =>
    Effect.gen(function* () {
      let connections = 0
      const table: Array<AccountEvent> = []
      const heard: Array<bigint> = []
      const listening: Announcement = { _tag: "Listening" }
      const announcements = Stream.suspend(() => {
        connections += 1
        return connections === 1 ? end : Stream.concat(Stream.succeed(listening), Stream.never)
      })
      const repository = EventRepository.of({
        append: () => Effect.die(new Error("nothing is written here")),
        after: () => Effect.sync(() => table),
        some: () => Effect.succeed([]),
        ofUser: () => Effect.succeed([]),
        latestIds: () => Effect.succeed([]),
        announcements
      })
      const follow = yield* Effect.provideService(
        followEvents((events) => Effect.sync(() => void heard.push(...events.map(({ id }) => id)))),
        EventRepository,
        repository
      )
      yield* Effect.forkScoped(follow)
      table.push(event)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([connections, heard], [2, [1n]])
    }).pipe(Effect.scoped)
  )
}

it.effect("a database that lets it listen and not read is asked ever less often, and that is told once", () =>
  Effect.gen(function* () {
    const told: Array<string> = []
    const heard: Array<bigint> = []
    let asked = 0
    const listening: Announcement = { _tag: "Listening" }
    const unread = Effect.die(new Error("permission denied for table events"))
    const repository = EventRepository.of({
      append: () => Effect.die(new Error("nothing is written here")),
      after: () => Effect.suspend(() => (++asked <= 20 ? unread : Effect.succeed([event]))),
      some: () => Effect.succeed([]),
      ofUser: () => Effect.succeed([]),
      latestIds: () => Effect.succeed([]),
      announcements: Stream.concat(Stream.succeed(listening), Stream.never)
    })
    const follow = yield* Effect.provideService(
      followEvents((events) => Effect.sync(() => void heard.push(...events.map(({ id }) => id)))),
      EventRepository,
      repository
    )
    const log = Logger.layer([Logger.make(({ message }) => void told.push(String(message)))])
    yield* Effect.forkScoped(Effect.provide(follow, log))

    yield* TestClock.adjust("1 minute")
    assert.isBelow(asked, 20)
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(heard, [1n])
    assert.lengthOf(told, 1)
  }).pipe(Effect.scoped)
)

it.effect(
  "what a database tells that has lost its last transactions is handed over under numbers that were told before",
  () =>
    Effect.gen(function* () {
      const table = [event]
      const heard: Array<string> = []
      const failover = yield* Deferred.make<void>()
      const listening: Announcement = { _tag: "Listening" }
      let connections = 0
      const announcements = Stream.suspend(() => {
        connections += 1
        const end = connections === 1 ? Stream.fromEffect(Deferred.await(failover)).pipe(Stream.drain) : Stream.never
        return Stream.concat(Stream.succeed(listening), end)
      })
      const repository = EventRepository.of({
        append: () => Effect.die(new Error("nothing is written here")),
        after: () => Effect.sync(() => [...table]),
        some: () => Effect.succeed([]),
        ofUser: () => Effect.succeed([]),
        latestIds: () => Effect.succeed([]),
        announcements
      })
      const follow = yield* Effect.provideService(
        followEvents((events) => Effect.sync(() => void heard.push(...events.map(({ accountId }) => accountId)))),
        EventRepository,
        repository
      )
      yield* Effect.forkScoped(follow)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(heard, ["a"])

      table[0] = { ...event, accountId: "b", occurredAt: DateTime.makeUnsafe("2026-11-27T10:00:09Z") }
      yield* Deferred.succeed(failover, undefined)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([connections, heard], [2, ["a", "b"]])
    }).pipe(Effect.scoped)
)
