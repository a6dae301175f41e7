/** Sweeps once an hour, on one node of all. */
import { Duration, Effect } from "effect"
import { Singleton } from "effect/cluster"
import { Housekeeping } from "../Housekeeping.ts"

export const housekeeperLayer = Singleton.make(
  "housekeeping",
  Effect.gen(function* () {
    const housekeeping = yield* Housekeeping
    return yield* housekeeping.sweep.pipe(
      Effect.catchCause((cause) => Effect.logError("housekeeping", cause)),
      Effect.andThen(Effect.sleep(Duration.hours(1))),
      Effect.forever
    )
  })
)
