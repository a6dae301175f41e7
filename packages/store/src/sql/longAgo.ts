import { Clock, Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** What was so long ago, by the earlier of both clocks: one that runs fast must not forget too much. */
export const longAgo = (sql: SqlClient.SqlClient, age: Duration.Duration) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const before = new Date(now - Duration.toMillis(age)).toISOString()
    return sql`least(${before}::timestamptz, now() - ${Duration.toSeconds(age)}::float8 * interval '1 second')`
  })
