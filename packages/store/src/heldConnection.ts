/** One connection of the pool, kept for what lives as long as a connection does: advisory locks. */
import { Effect, Schedule, type Scope } from "effect"
import type { Duration } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

/** Runs one statement on the held connection. */
export type Run = (
  text: string,
  params?: ReadonlyArray<unknown>
) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

/**
 * Takes a connection, does `take` on it and keeps it in use; after a loss it begins anew with another one, until `take` fails
 * with an error of its own.
 */
export const holdConnection = <E>(options: {
  readonly take: (run: Run) => Effect.Effect<void, E | SqlError.SqlError, Scope.Scope>
  /** Each time `take` has succeeded. */
  readonly held: Effect.Effect<unknown>
  readonly isLoss: (error: E | SqlError.SqlError) => error is SqlError.SqlError
  readonly useEvery: Duration.Input
}): Effect.Effect<never, E, SqlClient.SqlClient> =>
  Effect.scoped(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const connection = yield* sql.reserve
      const run: Run = (text, params = []) => connection.execute(text, params, undefined)
      yield* options.take(run)
      yield* options.held
      return yield* Effect.forever(Effect.andThen(Effect.sleep(options.useEvery), run("SELECT 1")))
    })
  ).pipe(
    Effect.retry({ while: options.isLoss, schedule: Schedule.spaced("500 millis") }),
    Effect.catchIf(options.isLoss, Effect.die)
  )
