/**
 * The database was away, slow or in conflict: a passing fault, not a bug. The adapters try again what can be tried again
 * safely, and then raise this as a defect. Code with a policy of its own for such times asks `isDatabaseUnavailable`.
 */
import { Cause, Clock, Data, Duration, Effect } from "effect"

export class DatabaseUnavailable extends Data.TaggedError("DatabaseUnavailable")<{
  readonly message: string
  /** `unknown`: a commit was sent and not answered, so that it may have been done. `undone`: nothing was written. */
  readonly outcome: "undone" | "unknown"
  /** The service stops, and asks no more of a database that doesn't answer: another try would fail at once. (Default: false) */
  readonly isLast?: boolean
  /** What the database's driver said. */
  readonly cause: unknown
}> {}

/**
 * The database answers, and has written nothing: it is read-only, or its disk is full, as `GET /ready` says. Raised as a defect,
 * and not tried again: it takes a person.
 */
export class DatabaseTakesNoWrites extends Data.TaggedError("DatabaseTakesNoWrites")<{
  /** What the database's driver said. */
  readonly cause: unknown
}> {}

/** The fault in a cause; undefined if the cause holds any other failure. */
export const databaseUnavailable = (cause: Cause.Cause<unknown>): DatabaseUnavailable | undefined => {
  const reasons = cause.reasons.filter((reason) => !Cause.isInterruptReason(reason))
  const faults = reasons.flatMap((reason) =>
    Cause.isDieReason(reason) && reason.defect instanceof DatabaseUnavailable ? [reason.defect] : []
  )
  return faults.length === reasons.length
    ? (faults.find(({ outcome }) => outcome === "unknown") ?? faults[0])
    : undefined
}

/** Whether the cause is nothing but that the database was away. */
export const isDatabaseUnavailable = (cause: Cause.Cause<unknown>): boolean => databaseUnavailable(cause) !== undefined

const mayComeBack = (fault: DatabaseUnavailable | undefined) => fault !== undefined && fault.isLast !== true

const longestPause = Duration.seconds(2)

/** Retries the effect with growing delays while the database is away; begins no try later than `within` after the first. */
export const onceDatabaseIsBack = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  within: Duration.Duration
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const until = clock.monotonicTimeNanosUnsafe() + Duration.toNanosUnsafe(within)
    const again = (pause: Duration.Duration): Effect.Effect<A, E, R> =>
      Effect.catchCause(effect, (cause) =>
        mayComeBack(databaseUnavailable(cause)) && clock.monotonicTimeNanosUnsafe() < until
          ? Effect.andThen(Effect.sleep(pause), again(Duration.min(longestPause, Duration.times(pause, 2))))
          : Effect.failCause(cause)
      )
    return again(Duration.millis(100))
  })

/** The same for what can't be interrupted: its further tries can, so that a stop doesn't wait for the database. */
export const againOnceDatabaseIsBack = <A, E, R>(effect: Effect.Effect<A, E, R>, within: Duration.Duration) =>
  Effect.catchCause(effect, (cause) =>
    mayComeBack(databaseUnavailable(cause))
      ? Effect.interruptible(onceDatabaseIsBack(effect, within))
      : Effect.failCause(cause)
  )

/** For loops: the log has one line that says the database is away; it needs no further line for each try. */
export const logFailure = (message: string, cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  isDatabaseUnavailable(cause) ? Effect.logDebug(message, cause) : Effect.logError(message, cause)

/**
 * For a loop that does the same again each second: a spell of failures is one line in the log, and its end another. What is
 * said of the failures in between, or while the database is away, is at level Debug.
 */
export const failureSpell = (message: string) => {
  let lasts = false
  return {
    failed: (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
      Effect.suspend(() => {
        if (lasts || isDatabaseUnavailable(cause)) return Effect.logDebug(message, cause)
        lasts = true
        return Effect.logError(`${message}; it is tried again, which is not logged each time`, cause)
      }),
    over: Effect.suspend(() => {
      if (!lasts) return Effect.void
      lasts = false
      return Effect.logInfo(`this is over: ${message}`)
    })
  }
}
