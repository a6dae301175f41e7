/** One statement for what many fibers want at the same time. */
import { Deferred, Duration, Effect, Exit, Semaphore } from "effect"
import { setTimeout as delay } from "node:timers/promises"

const most = 64
const many = 8

/**
 * While one batch is written, and until `spacing` after it began, new items wait for the next batch; twice as long after one
 * of many. If a batch fails, its items are written one by one, so that each fails for its own reason only. An item may still
 * be written after its fiber was interrupted.
 */
export const batchedWrite = <I>(
  runAll: (items: ReadonlyArray<I>) => Effect.Effect<void>,
  spacing: Duration.Duration = Duration.zero
) => {
  let began = Number.NEGATIVE_INFINITY
  let wait = 0
  const waiting: Array<{ readonly item: I; readonly done: Deferred.Deferred<void> }> = []
  const turn = Semaphore.makeUnsafe(1)

  const each = (batch: typeof waiting) =>
    Effect.forEach(
      batch,
      ({ done, item }) => Effect.flatMap(Effect.exit(runAll([item])), (exit) => Deferred.done(done, exit)),
      {
        discard: true
      }
    )

  // By the machine's own time, whatever clock the program goes by: it is about load.
  const rest = Effect.suspend(() => {
    const left = wait - (performance.now() - began)
    return left > 0 && waiting.length > 0 && waiting.length < most ? Effect.promise(() => delay(left)) : Effect.void
  })

  const runNext = Effect.suspend(() => {
    const batch = waiting.splice(0, most)
    if (batch.length === 0) return Effect.void
    began = performance.now()
    wait = Duration.toMillis(spacing) * (batch.length < many ? 1 : 2)
    return Effect.flatMap(Effect.exit(runAll(batch.map(({ item }) => item))), (exit) =>
      Exit.isSuccess(exit) || batch.length === 1
        ? Effect.forEach(batch, ({ done }) => Deferred.done(done, exit), { discard: true })
        : each(batch)
    )
  })

  const next = Effect.andThen(rest, runNext).pipe(Effect.uninterruptible)

  return (item: I): Effect.Effect<void> =>
    Effect.suspend(() => {
      const done = Deferred.makeUnsafe<void>()
      waiting.push({ item, done })
      return Effect.andThen(turn.withPermits(1)(next), Deferred.await(done))
    })
}
