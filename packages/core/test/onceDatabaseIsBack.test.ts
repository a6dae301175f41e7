import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { againOnceDatabaseIsBack, DatabaseUnavailable, onceDatabaseIsBack } from "../src/DatabaseUnavailable.ts"

const away = Effect.die(new DatabaseUnavailable({ message: "away", outcome: "undone", cause: null }))

/** A write that the database takes again at its third try. */
const thirdTime = () => {
  const state = { tries: 0 }
  const write = Effect.suspend(() => (++state.tries < 3 ? away : Effect.succeed("written")))
  return { state, write }
}

describe("a write that waits for the database", () => {
  it.effect("is tried again until the database is back", () =>
    Effect.gen(function* () {
      const { write } = thirdTime()
      const writing = yield* Effect.forkChild(onceDatabaseIsBack(write, Duration.seconds(10)))
      yield* TestClock.adjust(Duration.seconds(1))
      assert.strictEqual(yield* Fiber.join(writing), "written")
    })
  )

  it.effect("has its whole time from when it begins, however long ago it was prepared", () =>
    Effect.gen(function* () {
      const { write } = thirdTime()
      const prepared = onceDatabaseIsBack(write, Duration.seconds(10))
      yield* TestClock.adjust(Duration.minutes(5))
      const writing = yield* Effect.forkChild(prepared)
      yield* TestClock.adjust(Duration.seconds(1))
      assert.strictEqual(yield* Fiber.join(writing), "written")
    })
  )

  it.effect("is given up when its time is over", () =>
    Effect.gen(function* () {
      const writing = yield* Effect.forkChild(Effect.exit(onceDatabaseIsBack(away, Duration.seconds(10))))
      yield* TestClock.adjust(Duration.seconds(13))
      assert.isDefined(writing.pollUnsafe())
    })
  )

  it.effect("is given up at once where the service stops and asks the database nothing more", () =>
    Effect.gen(function* () {
      const last = new DatabaseUnavailable({ message: "away", outcome: "undone", isLast: true, cause: null })
      const write = onceDatabaseIsBack(Effect.die(last), Duration.seconds(10))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(write)))
    })
  )

  it.effect("is given up by who is stopped while it waits, though its first try could not be", () =>
    Effect.gen(function* () {
      const { state, write } = thirdTime()
      const whole = Effect.uninterruptible(againOnceDatabaseIsBack(write, Duration.hours(1)))
      const writing = yield* Effect.forkChild(whole)
      yield* Effect.repeat(Effect.yieldNow, { until: () => state.tries === 2 })
      yield* Fiber.interrupt(writing)
      assert.strictEqual(state.tries, 2)
    })
  )
})
