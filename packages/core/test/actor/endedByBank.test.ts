/** A session that was held, and that the bank has ended: whether the login that follows may begin now. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Fiber, Latch } from "effect"
import { TestClock } from "effect/testing"
import { AwakeActors } from "../../src/actor/AwakeActors.ts"
import { accountId } from "../support/accountRows.ts"
import { type ActorWorld, actorWorld, attendAlways, settle, until } from "../support/actorWorld.ts"

const logins = ({ seen }: ActorWorld) => seen.filter((what) => what.startsWith("login, ")).length
const minute = Effect.andThen(TestClock.adjust(Duration.minutes(1)), settle)

/** How many logins there were two minutes after the bank ended the session, `meanwhile` after it was opened. */
const loginsAfter = (meanwhile: (world: ActorWorld) => Effect.Effect<void>) => {
  const world = actorWorld({ sessionType: "persistent", rows: { loginMode: "assisted" } })
  return Effect.gen(function* () {
    // In Madrid it is an hour later.
    yield* TestClock.adjust(Duration.hours(20))
    const actor = yield* attendAlways(world)
    yield* settle
    world.phases.resume = Effect.succeed(true)
    yield* meanwhile(world)
    yield* minute
    world.phases.resume = Effect.succeed(false)
    yield* Effect.andThen(minute, minute)
    yield* Fiber.interrupt(actor)
    return logins(world)
  }).pipe(Effect.provide(world.layer))
}

const inEightHours = Effect.map(DateTime.now, DateTime.add({ hours: 8 }))

describe("a session that the bank ends", () => {
  it.effect("is followed by a login where one may begin", () =>
    Effect.gen(function* () {
      assert.isAbove(yield* loginsAfter(() => Effect.void), 1)
    })
  )

  it.effect("is followed by none at night, which would call its owner", () =>
    Effect.gen(function* () {
      const night = Effect.forEach(Array.from({ length: 300 }), () => minute, { discard: true })
      assert.strictEqual(yield* loginsAfter(() => night), 1)
    })
  )

  for (const what of ["snoozedUntil", "askedEnoughUntil", "bankPausedUntil"] as const) {
    it.effect(`is followed by none before ${what}`, () =>
      Effect.gen(function* () {
        const wait = ({ rows }: ActorWorld) => Effect.map(inEightHours, (until) => rows.set({ [what]: until }))
        assert.strictEqual(yield* loginsAfter(wait), 1)
      })
    )
  }
})

describe("a session that is open when its node stops", () => {
  it.effect("is kept as the bank has it by then", () => {
    const world = actorWorld({ sessionType: "persistent" })
    return Effect.gen(function* () {
      const actor = yield* attendAlways(world)
      yield* settle
      world.phases.resume = Effect.succeed(true)
      yield* minute
      const before = world.kept.states
      yield* Fiber.interrupt(actor)

      assert.strictEqual(world.kept.states, before + 1)
    }).pipe(Effect.provide(world.layer))
  })
})

describe("a session that others of its login could use", () => {
  const handedOn = (hours: number, mates: "mates" | "askedMates" = "mates") => {
    const world = actorWorld({ sessionType: "persistent", sharesSession: true, rows: { loginMode: "assisted" } })
    return Effect.gen(function* () {
      yield* TestClock.adjust(Duration.hours(20))
      const actor = yield* attendAlways(world)
      yield* settle
      world.phases.resume = Effect.succeed(true)
      yield* Effect.forEach(Array.from({ length: hours * 60 }), () => minute, { discard: true })
      world.rows.state[mates] = 1
      yield* minute
      yield* Fiber.interrupt(actor)
      return world.seen.includes("handed on")
    }).pipe(Effect.provide(world.layer))
  }

  it.effect("is handed on", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* handedOn(0))
    })
  )

  it.effect("is kept at night: none of them would come before the morning", () =>
    Effect.gen(function* () {
      assert.isFalse(yield* handedOn(3))
    })
  )

  it.effect("is logged out where its holder has told whoever deletes the account that it holds it", () => {
    const reading = Latch.makeUnsafe(false)
    const world = actorWorld({
      sessionType: "persistent",
      sharesSession: true,
      rows: { loginMode: "assisted" },
      beforeIntake: reading.await
    })
    world.rows.state.mates = 1
    return Effect.gen(function* () {
      yield* TestClock.adjust(Duration.hours(20))
      yield* attendAlways(world)
      yield* until(() => world.seen.includes("extract"), "the read")
      world.rows.set({ holderAsked: true })
      yield* (yield* AwakeActors).find(accountId)?.lookAgain ?? Effect.die("it sleeps")
      yield* settle
      assert.isFalse(world.rows.state.row.holderAsked)
      yield* reading.open
      yield* until(() => world.seen.includes("session ended: finished"), "the end")

      assert.deepStrictEqual(
        world.seen.filter((what) => what === "handed on" || what === "logout"),
        ["logout"]
      )
    }).pipe(Effect.provide(world.layer))
  })

  it.effect("is handed on at night, too, where somebody waits for the read of one of them", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* handedOn(3, "askedMates"))
    })
  )
})
