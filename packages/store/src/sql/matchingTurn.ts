import type { SqlClient } from "effect/sql"
import { run } from "./rows.ts"

/** Until the transaction ends nobody else decides who pays whom in this account; who does so now is waited for. */
export const matchingTurn = (sql: SqlClient.SqlClient, accountId: string) =>
  run(sql`select pg_advisory_xact_lock(hashtextextended(${`matching ${accountId}`}, 0))`)
