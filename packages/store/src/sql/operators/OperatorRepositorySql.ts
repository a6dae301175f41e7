import { OperatorRepository } from "@counterfoil/core"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Instant, InstantOrNull, rowAs, rowsAs } from "../rows.ts"
import { settingsStamp } from "../settingsStamp.ts"

const standingRow = rowAs(
  Schema.Struct({
    pending: Schema.Int,
    held: Schema.Int,
    exhausted: Schema.Int,
    lag: Schema.Finite,
    codesWaiting: Schema.Int,
    openSessions: Schema.Int
  })
)
const connectionRows = rowsAs(Schema.Struct({ state: Schema.String, count: Schema.Int }))
const staleRows = rowsAs(Schema.Struct({ id: Schema.String, bank: Schema.String, lastCompleteScrapeAt: InstantOrNull }))
const unreadRows = rowsAs(Schema.Struct({ id: Schema.String, bank: Schema.String, since: Instant }))

export const OperatorRepositorySql: Layer.Layer<OperatorRepository, never, SqlClient.SqlClient> = Layer.effect(
  OperatorRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    OperatorRepository.of({
      standing: Effect.gen(function* () {
        const row =
          yield* standingRow(sql`select o.pending, coalesce(extract(epoch from now() - o.due), 0)::float8 as lag,
            (select count(*) from outbox where status = 'held')::int as held,
            (select count(*) from outbox where status = 'exhausted')::int as exhausted,
            (select count(*) from assistance_requests where status = 'pending')::int as "codesWaiting",
            (select count(*) from accounts where session_id is not null and deleted_at is null)::int as "openSessions"
          from (select count(*)::int as pending,
              min(least(due_at, early_at)) filter (where least(due_at, early_at) <= now()) as due
            from outbox where status = 'pending') o`)
        const connections = yield* connectionRows(sql`select state, count(*)::int as count from pg_stat_activity
          where datname = current_database() and application_name like 'counterfoil%' and state is not null
          group by state`)
        return {
          outbox: { pending: row?.pending ?? 0, held: row?.held ?? 0, exhausted: row?.exhausted ?? 0 },
          outboxLagSeconds: row?.lag ?? 0,
          codesWaiting: row?.codesWaiting ?? 0,
          openSessions: row?.openSessions ?? 0,
          connections: Object.fromEntries(connections.map(({ count, state }) => [state, count]))
        }
      }),
      takeStale: (before) => {
        const at = DateTime.toDateUtc(before)
        return staleRows(sql`update accounts a set stale_told_at = now() from banks b, account_settings s
          where b.id = a.bank_id and s.account_id = a.id and s.bank_username is not null and a.deleted_at is null
            and a.status = 'active' and coalesce(a.last_complete_scrape_at, s.created_at) < ${at}
            and (a.stale_told_at is null or a.stale_told_at < a.last_complete_scrape_at)
          returning a.id, b.code as bank, a.last_complete_scrape_at as "lastCompleteScrapeAt"`)
      },
      // What other settings have failed with says nothing of these.
      takeUnreadOrders: (before) =>
        unreadRows(sql`update order_polls p set failing_told_at = now()
          from accounts a join banks b on b.id = a.bank_id join users u on u.id = a.user_id
            join account_settings s on s.account_id = a.id
          where a.id = p.account_id and a.deleted_at is null and a.status = 'active' and u.operation_mode = 'reconcile'
            and p.failures > 0 and p.failing_since < ${DateTime.toDateUtc(before)} and p.failing_told_at is null
            and p.settings_stamp is not distinct from ${sql.literal(settingsStamp)}
          returning a.id, b.code as bank, p.failing_since as since`)
    })
  )
)
