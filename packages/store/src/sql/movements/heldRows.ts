/** Movements that were held as possible duplicates, and turn out to be their own. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { run } from "../rows.ts"

/**
 * Of a movement `m` that is held no longer: nobody has been told of it, and the mode that its owner has chosen meanwhile says how they
 * are. One that is older than its account's history has none, and stays so.
 */
export const modeOnceOwn = `mode_at_ingestion = case when m.held_for = '{}' or m.mode_at_ingestion is null then m.mode_at_ingestion
  else (select u.operation_mode from accounts a join users u on u.id = a.user_id where a.id = m.account_id) end`

export const release = (sql: SqlClient.SqlClient) => (ids: ReadonlyArray<string>) =>
  ids.length === 0
    ? Effect.void
    : run(sql`update movements m set held_for = '{}', ${sql.literal(modeOnceOwn)} where m.id = any(${ids}::uuid[])`)
