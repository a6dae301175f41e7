import { Housekeeping } from "@counterfoil/core"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rowAs } from "./rows.ts"

const gone = rowAs(Schema.Struct({ rows: Schema.Int }))

/** One sweep is one short transaction; the next one goes on. */
const attemptsAtOnce = 50_000

export const HousekeepingSql: Layer.Layer<Housekeeping, never, SqlClient.SqlClient> = Layer.effect(
  Housekeeping,
  Effect.map(SqlClient.SqlClient, (sql) => {
    // Of what is waiting or exhausted, only failed probes go: their owner looks for the reason there.
    const oldAttempts = sql`old_attempts as (delete from delivery_attempts where (outbox_id, attempt_number) in (
      select d.outbox_id, d.attempt_number from delivery_attempts d join outbox o on o.id = d.outbox_id
      where d.started_at < now() - interval '1 day' and d.finished_at is not null and (
        d.early and d.outcome <> 'delivered' and d.attempt_number < o.attempts_made
        or o.status in ('delivered', 'cancelled') and d.started_at < now() - interval '30 days'
        or o.status = 'exhausted' and d.started_at < now() - interval '90 days')
      limit ${attemptsAtOnce}) returning 1)`

    return Housekeeping.of({
      sweep: gone(sql`with
          old_evidence as (delete from evidence where expires_at < now() returning 1),
          old_tickets as (delete from realtime_tickets where expires_at < now() returning 1),
          old_events as (delete from events where occurred_at < now() - interval '30 days' returning 1),
          old_runs as (delete from script_runs where finished_at < now() - interval '90 days' returning 1),
          ${oldAttempts}
        select ((select count(*) from old_evidence) + (select count(*) from old_tickets)
          + (select count(*) from old_events) + (select count(*) from old_attempts)
          + (select count(*) from old_runs))::int as rows`).pipe(Effect.map((row) => row?.rows ?? 0))
    })
  })
)
