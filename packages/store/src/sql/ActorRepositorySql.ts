import { ActorRepository, StaleActor } from "@counterfoil/core"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantOrNull, Int8, rowAs, run, touched } from "./rows.ts"

const StateRow = Schema.Struct({
  accountId: Schema.String,
  epoch: Int8,
  userId: Schema.String,
  bankId: Schema.String,
  bank: Schema.String,
  bankOrigins: Schema.Array(Schema.String),
  bankPausedUntil: InstantOrNull,
  name: Schema.String,
  status: Schema.Literals(["active", "paused"]),
  blockedReason: Schema.NullOr(Schema.String),
  operationMode: Schema.NullOr(Schema.Literals(["reconcile", "passthrough"])),
  loginGrant: Schema.Int,
  nextRunAt: InstantOrNull,
  failureKind: Schema.NullOr(Schema.String),
  failureCount: Schema.Int,
  lastCompleteScrapeAt: InstantOrNull,
  highWater: Schema.NullOr(Schema.String),
  watchedFrom: Schema.NullOr(Schema.String)
})

const state = rowAs(StateRow)
const epochRow = rowAs(Schema.Struct({ epoch: Int8 }))
const leftRow = rowAs(
  Schema.Struct({ sessionId: Schema.NullOr(Schema.String), assistanceId: Schema.NullOr(Schema.String) })
)

export const ActorRepositorySql: Layer.Layer<ActorRepository, never, SqlClient.SqlClient> = Layer.effect(
  ActorRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    ActorRepository.of({
      activate: (accountId) =>
        Effect.gen(function* () {
          const bumped = yield* epochRow(sql`update accounts set epoch = epoch + 1, session_id = null
            where id = ${accountId} and deleted_at is null returning epoch`)
          if (bumped === null) return null
          // A statement of its own: it must see what the earlier activation committed while we waited for the account's row.
          const left = yield* leftRow(sql`with session as (
              update bank_sessions set ended_at = now(), end_reason = 'lost'
              where account_id = ${accountId} and ended_at is null returning id),
            assistance as (
              update assistance_requests set status = 'cancelled', ended_at = now()
              where account_id = ${accountId} and status = 'pending' returning id),
            waiting as (select 1 from scrape_jobs where account_id = ${accountId} and status = 'queued'),
            interrupted as (
              select id, not exists (select 1 from waiting)
                and row_number() over (order by requested_at desc, id) = 1 as again
              from scrape_jobs where account_id = ${accountId} and status = 'running'),
            -- A job that was running when its actor died is done again, unless another one waits already.
            jobs as (
              update scrape_jobs j set
                status = case when i.again then 'queued' else 'failed' end,
                started_at = case when i.again then null else j.started_at end,
                finished_at = case when i.again then null else now() end,
                reason = case when i.again then null
                  when exists (select 1 from waiting) then 'interrupted; a newer job waits'
                  else 'interrupted' end
              from interrupted i where j.id = i.id)
            select (select id from session limit 1) as "sessionId", (select id from assistance limit 1) as "assistanceId"`)
          return { epoch: bumped.epoch, left: left ?? { sessionId: null, assistanceId: null } }
        }),
      load: (accountId) =>
        state(sql`select a.id as "accountId", a.epoch, a.user_id as "userId", a.bank_id as "bankId", b.code as bank,
            b.origins as "bankOrigins", b.paused_until as "bankPausedUntil", a.name, a.status,
            a.scrape_blocked_reason as "blockedReason", u.operation_mode as "operationMode", a.login_grant as "loginGrant",
            a.next_run_at as "nextRunAt", a.failure_kind as "failureKind", a.failure_count as "failureCount",
            a.last_complete_scrape_at as "lastCompleteScrapeAt", a.high_water as "highWater",
            a.watched_from as "watchedFrom"
          from accounts a join banks b on b.id = a.bank_id join users u on u.id = a.user_id
          where a.id = ${accountId} and a.deleted_at is null`),
      fence: (accountId, epoch) =>
        touched(
          sql`select 1 from accounts where id = ${accountId} and epoch = ${epoch} and deleted_at is null for update`
        ).pipe(Effect.flatMap((mine) => (mine ? Effect.void : new StaleActor({ accountId })))),
      schedule: (accountId, next) =>
        run(sql`update accounts set next_run_at = ${next.at === null ? null : DateTime.toDateUtc(next.at)},
          failure_kind = ${next.failureKind}, failure_count = ${next.failureCount} where id = ${accountId}`),
      block: (accountId, reason) =>
        run(
          sql`update accounts set scrape_blocked_at = now(), scrape_blocked_reason = ${reason} where id = ${accountId}`
        ),
      unblock: (accountId) =>
        run(sql`update accounts set scrape_blocked_at = null, scrape_blocked_reason = null,
          login_grant = login_grant + 1, failure_kind = null, failure_count = 0, next_run_at = null where id = ${accountId}`),
      setStatus: (accountId, status) => run(sql`update accounts set status = ${status} where id = ${accountId}`)
    })
  )
)
