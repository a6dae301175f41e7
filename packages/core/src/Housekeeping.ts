/** Forgets what is kept for a time only: evidence of failures, used-up tickets, told events. */
import { Context, type Effect } from "effect"

export class Housekeeping extends Context.Service<
  Housekeeping,
  {
    /** Answers how many rows went. */
    readonly sweep: Effect.Effect<number>
  }
>()("@counterfoil/core/Housekeeping") {}
