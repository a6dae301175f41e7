/** Transactions that outlive a lost connection: as long as no commit was sent, the whole of one is made again. */
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { faultIn } from "./faults.ts"
import { InTransaction, patiently } from "./patience.ts"

/** Wraps failures of the effect inside a transaction, to tell them from failures of the transaction itself. */
class Inner<E> {
  readonly error: E
  constructor(error: E) {
    this.error = error
  }
}

const attempt = <A, E, R>(sql: SqlClient.SqlClient, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    let isWritten = false
    const inside = effect.pipe(
      Effect.mapError((error) => new Inner(error)),
      Effect.tap(() =>
        Effect.sync(() => {
          isWritten = true
        })
      ),
      Effect.provideService(InTransaction, true)
    )
    const outcome: Effect.Effect<A, Inner<E> | SqlError.SqlError, R> = sql.withTransaction(inside)
    return Effect.catchCause(outcome, (cause): Effect.Effect<never, E> => {
      const fault = faultIn(cause, isWritten)
      if (fault !== undefined) return Effect.die(fault)
      return Effect.catch(Effect.failCause(cause), (failure) =>
        failure instanceof Inner ? Effect.fail(failure.error) : Effect.die(failure)
      )
    })
  })

/** Runs the effect in a transaction, again if it must be: whatever else it does may happen more than once. */
export const transaction =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    patiently(attempt(sql, effect))
