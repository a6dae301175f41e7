import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { vi } from "vitest"
import { cooperatively } from "../src/cooperatively.ts"

/** Work that takes a millisecond and doesn't stop by itself. */
const work = (): void => {
  const until = performance.now() + 1
  while (performance.now() < until);
}

function* steps(count: number): Generator<undefined, string, undefined> {
  for (let done = 0; done < count; done++) {
    work()
    yield
  }
  return `${count} done`
}

describe("long work", () => {
  it.live("lets others run in between, and answers in the end", () =>
    Effect.gen(function* () {
      let turns = 0
      const others = yield* Effect.forkChild(
        Effect.forever(
          Effect.andThen(
            Effect.yieldNow,
            Effect.sync(() => turns++)
          )
        )
      )
      const answer = yield* cooperatively(steps(60))
      yield* Fiber.interrupt(others)

      assert.strictEqual(answer, "60 done")
      assert.isAtLeast(turns, 5)
    })
  )

  it.live("can be interrupted between two pieces", () =>
    Effect.gen(function* () {
      const endless = yield* Effect.forkChild(cooperatively(steps(Number.POSITIVE_INFINITY)))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(endless)

      assert.isFalse(endless.pollUnsafe() === undefined)
    })
  )

  it.live("of many at once takes no longer in a turn of the event loop than that of two", () =>
    Effect.gen(function* () {
      let clock = 0
      const stopped = vi.spyOn(performance, "now").mockImplementation(() => clock)
      function* pieces(): Generator<undefined, void, undefined> {
        for (let done = 0; done < 200; done++) {
          clock += 0.1
          yield
        }
      }
      let isOver = false
      let [longest, before] = [0, 0]
      const turn = (): void => {
        longest = Math.max(longest, clock - before)
        before = clock
        if (!isOver) setImmediate(turn)
      }
      // Each has begun, and the first slices of all of them are no part of it.
      const all = yield* Effect.forEach(
        Array.from({ length: 16 }, () => pieces()),
        (steps) => Effect.forkChild(cooperatively(steps))
      )
      yield* Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
      before = clock
      turn()
      yield* Fiber.joinAll(all)
      isOver = true
      stopped.mockRestore()

      assert.closeTo(clock, 16 * 20, 0.001)
      assert.isAtMost(longest, 6)
    })
  )
})
