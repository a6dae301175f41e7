/** What reports about scripts tell of accounts to those who don't own them: nothing by which one of them could be watched. */
import type { SqlClient } from "effect/sql"

/** So many accounts of others are told together at once; what concerns fewer is told the day after, and without times. */
export const fewestTimed = 10

/** When the day began. */
export const todayUtc = (sql: SqlClient.SqlClient) => sql.literal(`date_trunc('day', now(), 'UTC')`)

/** They answer for the installation, and see counts at once. */
export const isAdministrator = (sql: SqlClient.SqlClient, userId: string) =>
  sql`exists (select from users where id = ${userId} and is_administrator)`
