/**
 * A connection beside the pool, for what lives as long as a connection does: advisory locks, LISTEN. A question that is not
 * answered in time ends it: then everything on it fails at once, and nothing waits for a network that has gone silent.
 */
import { PgClient, PgConnection } from "@effect/sql-pg"
import { Duration, Effect } from "effect"
import type { Scope } from "effect"
import type { SqlError } from "effect/sql"
import type { Duplex } from "node:stream"
import { openSocket } from "./DatabaseSockets.ts"

/** One statement. (Default deadline: the connection's) */
export type Run = (
  text: string,
  params?: ReadonlyArray<unknown>,
  deadline?: Duration.Duration
) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

export interface OwnConnection {
  readonly run: Run
  readonly listen: PgConnection.PgConnection["listen"]
}

export const ownConnection = Effect.fnUntraced(function* (
  deadline: Duration.Duration,
  /** Added to the name in pg_stat_activity. */
  use = ""
): Effect.fn.Return<OwnConnection, SqlError.SqlError, PgClient.PgClient | Scope.Scope> {
  const { config } = yield* PgClient.PgClient
  let socket: Duplex | undefined
  const connection = yield* PgConnection.make({
    ...config,
    multiplex: false,
    applicationName: `${config.applicationName ?? "counterfoil"}${use}`,
    // The deadlines are ours: to wait for a lock may take longer than a statement of the pool.
    startupParameters: { ...config.startupParameters, statement_timeout: "0" },
    stream: () => {
      const opened = openSocket(config)
      // Later ones carry requests to cancel.
      socket ??= opened
      return opened
    }
  })
  const pinned = yield* connection.pin
  const cut = (after: Duration.Duration) =>
    socket?.destroy(new Error(`the database did not answer within ${Duration.format(after)}`))

  const run: Run = (text, params = [], within = deadline) =>
    Effect.suspend(() => {
      // By the machine's own time: the network doesn't wait for a test's clock.
      const timer = setTimeout(() => cut(within), Duration.toMillis(within))
      return Effect.ensuring(
        Effect.map(pinned.query(text, params), ({ rows }) => rows),
        Effect.sync(() => clearTimeout(timer))
      )
    })
  return { run, listen: pinned.listen }
})
