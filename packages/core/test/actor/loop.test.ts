import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { notDue } from "../support/accountRows.ts"
import { actorWorld, attendAlways, isOver, makeActor, settle, until } from "../support/actorWorld.ts"

const run = (given: Parameters<typeof actorWorld>[0]) => {
  const world = actorWorld(given)
  const play = <A, E>(test: Effect.Effect<A, E, Effect.Services<ReturnType<typeof attendAlways>>>) =>
    Effect.provide(test, world.layer)
  return { ...world, world, play }
}

const start = DateTime.makeUnsafe(0)

describe("the loop of an account's actor", () => {
  it.effect("does what is due, and rests until the next time", () => {
    const { play, rows, seen } = run({ rows: { pollAt: null } })
    return play(
      Effect.gen(function* () {
        const { attend } = yield* makeActor
        const attending = yield* attend

        assert.strictEqual(yield* Fiber.join(attending), "rested")
        assert.strictEqual(seen.filter((what) => what === "extract").length, 1)
        const [rest] = rows.state.rests
        assert.strictEqual(rest?.because, "schedule")
        assert.isAbove(rest?.afterMs ?? 0, 0)
      })
    )
  })

  it.effect("tells when the session goes on that waits, though orders are looked for before", () => {
    const pausedUntil = DateTime.add(start, { hours: 1 })
    const { play, rows, said } = run({
      rows: { bankPausedUntil: pausedUntil, pollAt: DateTime.add(start, { minutes: 2 }) }
    })
    return play(
      Effect.gen(function* () {
        const { attend } = yield* makeActor
        yield* Fiber.join(yield* attend)

        assert.deepStrictEqual(rows.state.rests, [{ afterMs: 120_000, because: "bank_pause" }])
        assert.deepStrictEqual(said, [
          `The next login waits until ${DateTime.formatIso(pausedUntil)}: logins of the bank pause`
        ])
      })
    )
  })

  it.effect("counts a run of its script from when it began", () => {
    const { phases, play, runs } = run({})
    phases.extract = Effect.as(Effect.sleep(Duration.seconds(5)), {})
    return play(
      Effect.gen(function* () {
        const { attend } = yield* makeActor
        const attending = yield* attend
        yield* settle
        yield* TestClock.adjust(Duration.seconds(5))
        yield* Fiber.join(attending)

        assert.deepStrictEqual(runs, [start.epochMilliseconds])
      })
    )
  })

  it.effect("waits longer after each fault of ours, a minute at most", () => {
    const { play, rows, world } = run({ rows: { ...notDue, pollAt: start } })
    rows.state.poll = Effect.die("a bug")
    return play(
      Effect.gen(function* () {
        yield* attendAlways(world)
        yield* until(() => rows.state.polledAt.length === 1, "the first poll")
        for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
          const before = rows.state.polledAt.length
          yield* TestClock.adjust(Duration.seconds(seconds).pipe(Duration.subtract(Duration.millis(20))))
          yield* settle
          assert.strictEqual(rows.state.polledAt.length, before, `not within ${seconds} s`)
          yield* TestClock.adjust(Duration.millis(20))
          yield* until(() => rows.state.polledAt.length === before + 1, `after ${seconds} s`)
        }
      })
    )
  })

  it.effect("leaves nothing of a fault behind once the action has worked", () => {
    const { play, rows, world } = run({ rows: { ...notDue, pollAt: start } })
    rows.state.poll = Effect.die("a bug")
    return play(
      Effect.gen(function* () {
        yield* attendAlways(world)
        yield* until(() => rows.state.polledAt.length === 1, "the first poll")
        yield* TestClock.adjust(Duration.seconds(1))
        yield* until(() => rows.state.polledAt.length === 2, "the second poll")
        rows.state.poll = Effect.sync(() => {
          rows.state.row = { ...rows.state.row, pollAt: null }
          return { ok: true, appeared: [], corrected: [], lookIds: [] }
        })
        yield* TestClock.adjust(Duration.seconds(2))
        yield* until(() => rows.state.rests.some(({ afterMs }) => (afterMs ?? 0) > 3_600_000), "the rest")
      })
    )
  })

  it.effect("attends once to an account that it is asked to attend to twice at the same moment", () => {
    const { play, rows, seen } = run({})
    rows.state.activating = Effect.sleep(Duration.millis(5))
    return play(
      Effect.gen(function* () {
        const { attend } = yield* makeActor
        const ends = yield* Effect.forEach([attend, attend], (asked) => asked)
        yield* TestClock.adjust(Duration.millis(5))
        yield* settle
        const answers = yield* Effect.forEach(ends, Fiber.join)

        assert.strictEqual(rows.state.epoch, 1n)
        assert.sameMembers([...answers], ["rested", "attended"])
        assert.strictEqual(seen.filter((what) => what.startsWith("login, ")).length, 1)
      })
    )
  })

  it.effect("does not rest where something has changed since it looked", () => {
    const { play, rows, seen } = run({ rows: notDue })
    rows.state.atRest = () => {
      rows.state.atRest = () => undefined
      rows.state.jobs = ["job"]
      rows.set({})
    }
    return play(
      Effect.gen(function* () {
        const { attend } = yield* makeActor
        assert.strictEqual(yield* Fiber.join(yield* attend), "rested")
        assert.include(seen, "taken in")
        assert.deepStrictEqual(rows.state.answers, ["job done"])
      })
    )
  })

  it.effect("keeps its open session while the database is away, however long, and goes on in it", () => {
    const { phases, play, rows, seen } = run({ sessionType: "persistent" })
    return play(
      Effect.gen(function* () {
        const { attend } = yield* makeActor
        const attending = yield* attend
        yield* until(() => seen.includes("taken in"), "the first read")
        phases.resume = Effect.succeed(true)
        yield* settle
        rows.state.databaseIsAway = true
        yield* TestClock.adjust(Duration.minutes(10))
        yield* settle
        assert.isFalse(isOver(attending))
        rows.state.databaseIsAway = false
        yield* TestClock.adjust(Duration.minutes(2))
        yield* until(() => seen.filter((what) => what === "extract").length > 1, "the next read")
        assert.strictEqual(seen.filter((what) => what.startsWith("login, ")).length, 1)
      })
    )
  })
})
