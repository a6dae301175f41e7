/** Sweeps once an hour, on one node of all: what is old, and what deleted accounts have left. */
import { Duration, Effect } from "effect"
import { Singleton } from "effect/cluster"
import { Erasure } from "../Erasure.ts"
import { Housekeeping } from "../Housekeeping.ts"

export const housekeeperLayer = Singleton.make(
  "housekeeping",
  Effect.gen(function* () {
    const housekeeping = yield* Housekeeping
    const erasure = yield* Erasure
    const erase = Effect.tap(erasure.erase, (erased) =>
      erased.accounts === 0
        ? Effect.void
        : Effect.annotateLogs(Effect.logInfo("erased what deleted accounts had left"), { ...erased })
    )
    const hourly = (what: string, work: Effect.Effect<unknown>) =>
      Effect.catchCause(work, (cause) => Effect.logError(what, cause))
    return yield* hourly("housekeeping", housekeeping.sweep).pipe(
      Effect.andThen(hourly("erasure", erase)),
      Effect.andThen(Effect.sleep(Duration.hours(1))),
      Effect.forever
    )
  })
)
