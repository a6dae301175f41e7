/** Tries again, a few times, what a passing fault of the database undid. */
import { DatabaseUnavailable } from "@counterfoil/core"
import { Cause, Context, Duration, Effect } from "effect"
import { isWorthTryingAgain } from "./faults.ts"

/** Whether a transaction of ours is open: then it is the whole of it that is tried again. */
export const InTransaction = Context.Reference<boolean>("@counterfoil/store/InTransaction", {
  defaultValue: () => false
})

const waits = [Duration.millis(100), Duration.millis(400), Duration.millis(1_600)] as const

/**
 * No try begins later than this after the first fault: the caller has waited long enough. Measured by the machine's own
 * clock.
 */
const longest = Duration.toMillis(Duration.seconds(10))

const undone = (cause: Cause.Cause<unknown>): boolean =>
  !Cause.hasInterrupts(cause) &&
  cause.reasons.every(
    (reason) =>
      Cause.isDieReason(reason) &&
      reason.defect instanceof DatabaseUnavailable &&
      reason.defect.outcome === "undone" &&
      isWorthTryingAgain(reason.defect)
  )

const retrying = <A, E, R>(effect: Effect.Effect<A, E, R>, tries: number, until: number): Effect.Effect<A, E, R> =>
  Effect.catchCause(effect, (cause) => {
    const wait = waits[tries]
    if (wait === undefined || performance.now() > until || !undone(cause)) return Effect.failCause(cause)
    return Effect.andThen(Effect.sleep(wait), retrying(effect, tries + 1, until))
  })

/** Tries the effect again while it dies of a passing fault and has written nothing. Within a transaction it is tried once. */
export const patiently = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.catchCause(effect, (cause) =>
    undone(cause)
      ? Effect.flatMap(InTransaction, (inside) =>
          inside
            ? Effect.failCause(cause)
            : Effect.andThen(Effect.sleep(waits[0]), retrying(effect, 1, performance.now() + longest))
        )
      : Effect.failCause(cause)
  )
