/** Work on many things at once that survives a defect (a bug of ours, an unreadable row) in one of them. */
import { Cause, Effect } from "effect"

/**
 * Works on all items at once. If that dies, it works on each half, and so on, until the items at fault are alone; those are
 * handed to `atFault`. `work` must leave nothing behind when it dies: it runs in a transaction. Answers what each part answered.
 */
export const bisectOnDefect = <A, B, R, R2>(
  items: ReadonlyArray<A>,
  work: (items: ReadonlyArray<A>) => Effect.Effect<B, never, R>,
  atFault: (item: A, cause: Cause.Cause<never>) => Effect.Effect<B, never, R2>
): Effect.Effect<ReadonlyArray<B>, never, R | R2> => {
  const bisect = (part: ReadonlyArray<A>): Effect.Effect<ReadonlyArray<B>, never, R | R2> =>
    recoverFromDefect(
      Effect.map(work(part), (done) => [done]),
      (cause) => {
        const [only] = part
        if (part.length === 1 && only !== undefined) return Effect.map(atFault(only, cause), (done) => [done])
        const middle = Math.ceil(part.length / 2)
        return Effect.map(
          Effect.all([bisect(part.slice(0, middle)), bisect(part.slice(middle))]),
          ([first, second]) => [...first, ...second]
        )
      }
    )
  return items.length === 0 ? Effect.succeed([]) : bisect(items)
}

/** Goes on with `otherwise` if the effect dies. An interruption is passed on: it means that all of this is to end. */
export const recoverFromDefect = <A, R, B, R2>(
  effect: Effect.Effect<A, never, R>,
  otherwise: (cause: Cause.Cause<never>) => Effect.Effect<B, never, R2>
): Effect.Effect<A | B, never, R | R2> =>
  Effect.catchCause(effect, (cause) => (Cause.hasInterrupts(cause) ? Effect.failCause(cause) : otherwise(cause)))
