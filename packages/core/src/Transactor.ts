/** One commit over several repositories: everything that runs inside commits together or not at all. */
import { Context, type Effect } from "effect"

export class Transactor extends Context.Service<
  Transactor,
  {
    /** Runs the effect in a transaction; nested calls are savepoints. Interruption and failure roll back. */
    readonly transact: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Runs after the outermost transaction has committed (at once outside of one). Lost on a crash: to be used for wake-ups only. */
    readonly afterCommit: (effect: Effect.Effect<void>) => Effect.Effect<void>
  }
>()("@counterfoil/core/Transactor") {}
