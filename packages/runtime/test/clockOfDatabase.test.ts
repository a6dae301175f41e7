/** A clock that is wrong is told of: what it dates is refused elsewhere, without a word here. */
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Clock, Deferred, Effect, Logger } from "effect"
import { clockComplaint, watchClock } from "../src/clockOfDatabase.ts"

/** Of an effect, and nothing beside it: the pool goes by the right one. */
const wrongBy = (milliseconds: number) =>
  Effect.provideServiceEffect(
    Clock.Clock,
    Effect.map(Clock.Clock, (right): Clock.Clock => ({
      currentTimeMillisUnsafe: () => right.currentTimeMillisUnsafe() + milliseconds,
      currentTimeMillis: Effect.map(right.currentTimeMillis, (now) => now + milliseconds),
      currentTimeNanosUnsafe: () => right.currentTimeNanosUnsafe() + BigInt(milliseconds) * 1_000_000n,
      currentTimeNanos: Effect.map(right.currentTimeNanos, (now) => now + BigInt(milliseconds) * 1_000_000n),
      monotonicTimeNanosUnsafe: () => right.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: right.monotonicTimeNanos,
      sleep: (duration) => right.sleep(duration)
    }))
  )

const tenMinutes = 600_000

layer(TestDatabase.layerEmpty, { excludeTestServices: true })("the clock of this machine", (it) => {
  it.effect("is held against the database's", () =>
    Effect.gen(function* () {
      assert.isUndefined(yield* clockComplaint)
      const fast = yield* clockComplaint.pipe(wrongBy(tenMinutes))
      assert.match(fast ?? "", /^the clock of this machine is \d+ s ahead of the database's: receivers may refuse/)
      const slow = yield* clockComplaint.pipe(wrongBy(-tenMinutes))
      assert.match(slow ?? "", /^the clock of this machine is \d+ s behind the database's: receivers may refuse/)
    })
  )

  it.effect("is warned of by a server that starts", () =>
    Effect.gen(function* () {
      const told = yield* Deferred.make<string>()
      const log = Logger.layer([
        Logger.make(
          ({ logLevel, message }) => void Deferred.doneUnsafe(told, Effect.succeed(`${logLevel} ${String(message)}`))
        )
      ])
      yield* Effect.forkScoped(watchClock.pipe(wrongBy(tenMinutes), Effect.provide(log)))
      assert.match(yield* Deferred.await(told), /^Warn the clock of this machine is \d+ s ahead of the database's/)
    })
  )
})
