import { Effect, Schema } from "effect"
import type { Counted, LeavesRows, QuotaRows } from "@counterfoil/core"
import { PgClient } from "@effect/sql-pg"
import type { SqlClient } from "effect/sql"
import { rowAs, run } from "../rows.ts"

const countRow = rowAs(Schema.Struct({ count: Schema.NullOr(Schema.Int) }))

const keptRow = rowAs(Schema.Struct({ count: Schema.NullOr(Schema.NumberFromString) }))

const counted: Readonly<Record<Counted, string>> = {
  accounts: "accounts o where o.user_id = u.id and o.deleted_at is null",
  banks: "banks o where o.created_by = u.id",
  scriptVersions: "scripts o where o.published_by = u.id",
  apiKeys: "api_keys o where o.user_id = u.id and o.revoked_at is null"
}

/** Of accounts those that are erased already are passed over: their index finds the others, however many there are of others. */
const givenUp: Readonly<Record<LeavesRows, string>> = {
  accounts: "accounts o where o.deleted_at > now() - interval '1 day' and o.erased_at is null",
  apiKeys: "api_keys o where o.revoked_at > now() - interval '1 day'"
}

/** An advisory lock, not the user's row: polls hold that one while they run. */
export const lockQuota = (sql: SqlClient.SqlClient, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('counterfoil.quota ' || ${userId}, 0))`

export const quotaRows = Effect.map(
  PgClient.PgClient,
  (sql) =>
    ({
      countForQuota: (userId, what) =>
        run(lockQuota(sql, userId)).pipe(
          Effect.andThen(
            countRow(sql`select case when u.is_administrator then null
                else (select count(*)::int from ${sql.literal(counted[what])}) end as count
              from users u where u.id = ${userId} and u.deleted_at is null`)
          ),
          Effect.map((row) => (row === null ? "deleted" : row.count))
        ),
      countGivenUp: (userId, what) =>
        countRow(sql`select count(*)::int as count from ${sql.literal(givenUp[what])} and o.user_id = ${userId}`).pipe(
          Effect.map((row) => row?.count ?? 0)
        ),
      countKept: (accountId, what) =>
        keptRow(sql`select case when u.is_administrator then null
            else (select coalesce(sum(k.count), 0)::text from accounts o
              join kept_records k on k.account_id = o.id and k.what = ${what} where o.user_id = u.id) end as count
          from accounts a join users u on u.id = a.user_id
          where a.id = ${accountId} and u.deleted_at is null`).pipe(Effect.map((row) => row?.count ?? null))
    }) satisfies QuotaRows
)
