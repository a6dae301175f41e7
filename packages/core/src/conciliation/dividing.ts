/** Work on many things at once that survives a fault of one of them. */
import { Cause, Effect } from "effect"

/**
 * Works on all together; where that dies, on either half by itself, down to the one that is at fault. Each part must leave
 * nothing behind when it dies. Answers what the parts answered.
 */
export const dividing = <A, B, R, R2>(
  items: ReadonlyArray<A>,
  together: (items: ReadonlyArray<A>) => Effect.Effect<B, never, R>,
  atFault: (item: A, cause: Cause.Cause<never>) => Effect.Effect<B, never, R2>
): Effect.Effect<ReadonlyArray<B>, never, R | R2> => {
  const work = (part: ReadonlyArray<A>): Effect.Effect<ReadonlyArray<B>, never, R | R2> =>
    surviving(
      Effect.map(together(part), (done) => [done]),
      (cause) => {
        const [only] = part
        if (part.length === 1 && only !== undefined) return Effect.map(atFault(only, cause), (done) => [done])
        const middle = Math.ceil(part.length / 2)
        return Effect.map(Effect.all([work(part.slice(0, middle)), work(part.slice(middle))]), ([first, second]) => [
          ...first,
          ...second
        ])
      }
    )
  return items.length === 0 ? Effect.succeed([]) : work(items)
}

/** Goes on where the effect dies; not where it was interrupted. */
export const surviving = <A, R, B, R2>(
  effect: Effect.Effect<A, never, R>,
  otherwise: (cause: Cause.Cause<never>) => Effect.Effect<B, never, R2>
): Effect.Effect<A | B, never, R | R2> =>
  Effect.catchCause(effect, (cause) => (Cause.hasInterrupts(cause) ? Effect.failCause(cause) : otherwise(cause)))
