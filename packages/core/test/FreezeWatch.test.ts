/** A process that did not run for a while notices it, whatever became of its clock meanwhile. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { FreezeWatch } from "../src/accounts/FreezeWatch.ts"

const second = 1_000_000_000n

/** A clock of which the test says what it shows, and how long the machine has run. Nobody sleeps by it. */
const clockOf = (shown: { wall: bigint; ran: bigint }): Clock.Clock => ({
  currentTimeMillisUnsafe: () => Number(shown.wall / 1_000_000n),
  currentTimeMillis: Effect.sync(() => Number(shown.wall / 1_000_000n)),
  currentTimeNanosUnsafe: () => shown.wall,
  currentTimeNanos: Effect.sync(() => shown.wall),
  monotonicTimeNanosUnsafe: () => shown.ran,
  monotonicTimeNanos: Effect.sync(() => shown.ran),
  sleep: () => Effect.never
})

const countAfter = (away: { readonly wall: bigint; readonly ran: bigint }) => {
  const shown = { wall: 1_000_000n * second, ran: 1_000n * second }
  return Effect.gen(function* () {
    const { count, last } = yield* FreezeWatch
    yield* count
    shown.wall += away.wall
    shown.ran += away.ran
    const freeze = yield* last
    assert.strictEqual(freeze?.lasted ?? 0, (yield* count) * 40_000)
    return yield* count
  }).pipe(Effect.provide(FreezeWatch.layer), Effect.provideService(Clock.Clock, clockOf(shown)))
}

describe("a process", () => {
  it.effect("that stood still for longer than a lease notices it", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* countAfter({ wall: 40n * second, ran: 40n * second }), 1)
    })
  )

  it.effect("notices it though its clock was set back meanwhile", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* countAfter({ wall: 0n, ran: 40n * second }), 1)
      assert.strictEqual(yield* countAfter({ wall: -3600n * second, ran: 40n * second }), 1)
    })
  )

  it.effect("notices it where its machine slept, for which not every clock counts", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* countAfter({ wall: 40n * second, ran: 0n }), 1)
    })
  )

  it.effect("that runs on notices nothing, nor when its clock is set back", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* countAfter({ wall: second, ran: second }), 0)
      assert.strictEqual(yield* countAfter({ wall: -3600n * second, ran: second }), 0)
    })
  )
})
