import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
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
})
