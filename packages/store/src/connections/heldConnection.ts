/** Holds what lives as long as a connection does (an advisory lock), over lost connections too. */
import type { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Schedule, type Scope } from "effect"
import { SqlError } from "effect/sql"
import { ownConnection, type Run } from "./ownConnection.ts"

export type { Run }

/**
 * Takes a connection, does `take` on it and keeps it in use; after a loss it begins anew with another one, until `take` fails
 * with an error of its own. A loss is an end of the connection, or no answer within `deadline`.
 */
export const holdConnection = <E = never>(options: {
  readonly take: (run: Run) => Effect.Effect<void, E | SqlError.SqlError, Scope.Scope>
  /** Each time `take` has succeeded. */
  readonly held: Effect.Effect<unknown>
  /** Each time it begins anew. */
  readonly lost?: (error: SqlError.SqlError) => Effect.Effect<unknown>
  readonly useEvery: Duration.Input
  /** (Default: 5 seconds) */
  readonly deadline?: Duration.Duration
}): Effect.Effect<never, E, PgClient.PgClient> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { run } = yield* ownConnection(options.deadline ?? Duration.seconds(5))
      yield* options.take(run)
      yield* options.held
      return yield* Effect.forever(Effect.andThen(Effect.sleep(options.useEvery), run("SELECT 1")))
    })
  ).pipe(
    Effect.tapError((error) =>
      SqlError.isSqlError(error) && options.lost !== undefined ? options.lost(error) : Effect.void
    ),
    Effect.retry({ while: SqlError.isSqlError, schedule: Schedule.spaced("500 millis") }),
    Effect.catchIf(SqlError.isSqlError, Effect.die)
  )
