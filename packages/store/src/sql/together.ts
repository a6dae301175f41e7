/** One statement for what many fibers want at the same time, without waiting for more of them. */
import { Deferred, Effect, Exit, Semaphore } from "effect"

const most = 64

/**
 * While one batch runs, what comes meanwhile gathers to the next. A batch that fails is made again one by one, so that each
 * fails for its own reasons only. What is handed over may still be done after its fiber was interrupted.
 */
export const together = <I>(runAll: (items: ReadonlyArray<I>) => Effect.Effect<void>) => {
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

  const next = Effect.suspend(() => {
    const batch = waiting.splice(0, most)
    if (batch.length === 0) return Effect.void
    return Effect.flatMap(Effect.exit(runAll(batch.map(({ item }) => item))), (exit) =>
      Exit.isSuccess(exit) || batch.length === 1
        ? Effect.forEach(batch, ({ done }) => Deferred.done(done, exit), { discard: true })
        : each(batch)
    )
  }).pipe(Effect.uninterruptible)

  return (item: I): Effect.Effect<void> =>
    Effect.suspend(() => {
      const done = Deferred.makeUnsafe<void>()
      waiting.push({ item, done })
      return Effect.andThen(turn.withPermits(1)(next), Deferred.await(done))
    })
}
