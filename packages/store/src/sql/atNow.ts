import { Clock, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** Now by our clock: when a message is due. Only leases go by the database's, which all nodes share. */
export const atNow =
  (sql: SqlClient.SqlClient) =>
  <A>(effect: (at: Statement.Fragment) => Effect.Effect<A>): Effect.Effect<A> =>
    Effect.flatMap(Clock.currentTimeMillis, (ms) => effect(sql`${new Date(ms).toISOString()}::timestamptz`))
