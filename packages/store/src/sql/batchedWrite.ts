/** One statement for what many fibers want at the same time. */
import { Deferred, Duration, Effect, Exit } from "effect"
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
  let isWriting = false

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

  const writeAll: Effect.Effect<void> = Effect.suspend(() => {
    isWriting = waiting.length > 0
    return isWriting ? Effect.andThen(Effect.andThen(rest, runNext), writeAll) : Effect.void
  })

  /** Whoever comes first has a fiber made that writes until nothing waits: so waiting for one's turn costs the others nothing. */
  return (item: I): Effect.Effect<void> =>
    Effect.uninterruptibleMask((restore) => {
      const done = Deferred.makeUnsafe<void>()
      waiting.push({ item, done })
      const written = restore(Deferred.await(done))
      if (isWriting) return written
      isWriting = true
      return Effect.andThen(Effect.forkDetach(writeAll), written)
    })
}
