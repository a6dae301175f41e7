/** Once an hour, on one node of all: sweeps what is old and what deleted accounts have left, and books what was dated ahead. */
import { Duration, Effect } from "effect"
import { Singleton } from "effect/cluster"
import { logFailure } from "../DatabaseUnavailable.ts"
import { Erasure } from "../Erasure.ts"
import { Housekeeping } from "../Housekeeping.ts"
import { Movements } from "../movements/Movements.ts"

export const housekeeperLayer = Singleton.make(
  "housekeeping",
  Effect.gen(function* () {
    const housekeeping = yield* Housekeeping
    const erasure = yield* Erasure
    const movements = yield* Movements
    const erase = Effect.tap(erasure.erase, (erased) =>
      erased.accounts === 0
        ? Effect.void
        : Effect.annotateLogs(Effect.logInfo("erased what deleted accounts had left"), { ...erased })
    )
    const hourly = (what: string, work: Effect.Effect<unknown>) =>
      Effect.catchCause(work, (cause) => logFailure(what, cause))
    return yield* hourly("housekeeping", housekeeping.sweep).pipe(
      Effect.andThen(hourly("erasure", erase)),
      Effect.andThen(hourly("movements that were dated ahead", movements.bookDatedAhead)),
      Effect.andThen(Effect.sleep(Duration.hours(1))),
      Effect.forever
    )
  })
)
