import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { batchedWrite } from "../../src/sql/batchedWrite.ts"

/** Each batch is on record and waits until it is let go on. */
const makeHeld = Effect.gen(function* () {
  const batches: Array<ReadonlyArray<string>> = []
  const released = yield* Deferred.make<void>()
  const write = batchedWrite<string>((items) => {
    batches.push(items)
    return items.includes("bad") ? Effect.die("refused") : Deferred.await(released)
  })
  return { batches, write, release: Deferred.succeed(released, undefined) }
})

const start = (effect: Effect.Effect<void>) => Effect.forkChild(effect, { startImmediately: true })

it.effect("writes together what came while a batch was written, and what comes when none is", () =>
  Effect.gen(function* () {
    const { batches, release, write } = yield* makeHeld
    const first = yield* start(write("a"))
    yield* Effect.yieldNow
    const others = yield* Effect.forEach(["b", "c"], (item) => start(write(item)))
    yield* release
    yield* Fiber.joinAll([first, ...others])

    yield* write("d")

    assert.deepStrictEqual(batches, [["a"], ["b", "c"], ["d"]])
  })
)

it.effect("goes on writing for others when whoever came first is interrupted", () =>
  Effect.gen(function* () {
    const { batches, release, write } = yield* makeHeld
    const first = yield* start(write("a"))
    yield* Effect.yieldNow
    const second = yield* start(write("b"))
    yield* Fiber.interrupt(first)
    yield* release
    yield* Fiber.join(second)

    assert.deepStrictEqual(batches, [["a"], ["b"]])
  })
)

it.effect("fails only what can't be written, and writes the rest of its batch", () =>
  Effect.gen(function* () {
    const { batches, release, write } = yield* makeHeld
    yield* release
    const fibers = yield* Effect.forEach(["a", "bad", "c"], (item) => start(write(item)))

    const exits = yield* Effect.forEach(fibers, Fiber.await)

    assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, false, true])
    assert.deepStrictEqual(batches, [["a", "bad", "c"], ["a"], ["bad"], ["c"]])
  })
)
