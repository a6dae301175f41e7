/** The processor's work while the database does its own. */
import { Effect, type Exit } from "effect"

/**
 * Both at a time. Neither is broken off because the other died, so that a transaction's connection is never left in the middle
 * of a statement: each comes to its end, and then the first one that died tells why. Statements of a transaction are sent one
 * after another, in the order in which they are asked for.
 */
export const meanwhile = <A, B, R, R2>(
  statement: Effect.Effect<A, never, R>,
  work: Effect.Effect<B, never, R2>
): Effect.Effect<readonly [A, B], never, R | R2> =>
  Effect.flatMap(Effect.all([Effect.exit(statement), Effect.exit(work)], { concurrency: 2 }), ([first, second]) =>
    Effect.map(resumed(first), (a) => Effect.map(resumed(second), (b) => [a, b] as const)).pipe(Effect.flatten)
  )

const resumed = <A>(exit: Exit.Exit<A>): Effect.Effect<A> => exit
