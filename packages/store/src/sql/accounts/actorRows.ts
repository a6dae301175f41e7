import { type ActorRows, ConsentTerms, DeclaredRequest, StaleActor } from "@counterfoil/core"
import { CodeVia, waitReasons } from "@counterfoil/domain"
import { Effect, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { canBeDone, isWanted } from "../accountWork.ts"
import { pendingAssistance, statusOf, StatusRow } from "./accountStatus.ts"
import { Instant, InstantOrNull, Int8, rowAs, rowsAs, run, touched } from "../rows.ts"
import { timeToChoose } from "../timeToChoose.ts"
import { settingsStamp } from "../settingsStamp.ts"
import { openStatuses } from "../requestStatuses.ts"
import { unlessAskedMeanwhile } from "./unlessAskedMeanwhile.ts"

const StateRow = Schema.Struct({
  accountId: Schema.String,
  epoch: Int8,
  userId: Schema.String,
  bankId: Schema.String,
  bank: Schema.String,
  bankName: Schema.String,
  bankOrigins: Schema.Array(Schema.String),
  bankPausedUntil: InstantOrNull,
  name: Schema.String,
  status: Schema.Literals(["active", "paused"]),
  blockedReason: Schema.NullOr(Schema.String),
  operationMode: Schema.NullOr(Schema.Literals(["reconcile", "passthrough"])),
  loginId: Schema.String,
  loginGrant: Schema.Int,
  nextRunAt: InstantOrNull,
  failureKind: Schema.NullOr(Schema.String),
  failureCount: Schema.Int,
  lastCompleteScrapeAt: InstantOrNull,
  highWater: Schema.NullOr(Schema.String),
  watchedFrom: Schema.NullOr(Schema.String),
  shownBack: Schema.NullOr(Schema.Int)
})

const AgendaRow = Schema.Struct({
  ...StateRow.fields,
  now: Instant,
  wakes: Int8,
  hasSettings: Schema.Boolean,
  sessionType: Schema.Literals(["one-shot", "persistent"]),
  loginMode: Schema.Literals(["simple", "assisted"]),
  lostCycles: Schema.Int,
  heldBackUntil: InstantOrNull,
  credentialsVersion: Schema.NullOr(Schema.Int),
  scriptId: Schema.NullOr(Schema.String),
  consent: Schema.NullOr(ConsentTerms),
  bankCreator: Schema.NullOr(Schema.String),
  scriptOrigins: Schema.NullOr(Schema.Array(Schema.String)),
  scriptRequests: Schema.NullOr(Schema.Array(DeclaredRequest)),
  scriptPasswordFields: Schema.NullOr(Schema.Literal("text")),
  zone: Schema.NullOr(Schema.String),
  askFrom: Schema.NullOr(Schema.String),
  askTo: Schema.NullOr(Schema.String),
  askZone: Schema.NullOr(Schema.String),
  snoozedUntil: InstantOrNull,
  askedEnoughUntil: InstantOrNull,
  jobQueued: Schema.Boolean,
  workQueued: Schema.Boolean,
  workAt: InstantOrNull,
  pollAt: InstantOrNull,
  unattempted: Schema.Boolean,
  oldestOpenAt: InstantOrNull,
  leaveAt: InstantOrNull,
  holderAsked: Schema.Boolean
})

const state = rowAs(StateRow)
const agenda = rowAs(AgendaRow)
const overviews = rowsAs(
  Schema.Struct({
    ...AgendaRow.fields,
    ...StatusRow.fields,
    blockedAt: InstantOrNull,
    scriptVersion: Schema.NullOr(Schema.String),
    scriptSessionTypes: Schema.NullOr(Schema.Array(Schema.Literals(["one-shot", "persistent"]))),
    latestEvidenceId: Schema.NullOr(Schema.String),
    codeVia: Schema.NullOr(CodeVia),
    ordersFailingSince: InstantOrNull,
    ordersFailures: Schema.NullOr(Schema.Int),
    ordersFailure: Schema.NullOr(Schema.String),
    ordersFailureStatus: Schema.NullOr(Schema.Int),
    ordersFailureReason: Schema.NullOr(Schema.String)
  })
)
const ids = rowsAs(Schema.Struct({ id: Schema.String }))
const restRow = rowAs(Schema.Struct({ before: Schema.NullOr(Schema.Literals(waitReasons)) }))
const epochRow = rowAs(Schema.Struct({ epoch: Int8, lostCycles: Schema.Int }))
const untilRow = rowAs(Schema.Struct({ until: InstantOrNull }))
const leftRow = rowAs(
  Schema.Struct({ sessionId: Schema.NullOr(Schema.String), assistanceId: Schema.NullOr(Schema.String) })
)

/**
 * Never given out before, even by a database whose standby took its place and lacks the last activations: one of these may go on
 * in its process, and must not find its own epoch in the row of another.
 */
const nextEpoch = "greatest(epoch + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)"

export const actorRows = Effect.map(SqlClient.SqlClient, (sql): ActorRows => {
  const stateColumns =
    sql.literal(`a.id as "accountId", a.epoch, a.user_id as "userId", a.bank_id as "bankId", b.code as bank, b.name as "bankName",
      b.origins as "bankOrigins", b.paused_until as "bankPausedUntil", a.name, a.status,
      a.scrape_blocked_reason as "blockedReason", u.operation_mode as "operationMode", a.login_id as "loginId", a.login_grant as "loginGrant",
      a.next_run_at as "nextRunAt", a.failure_kind as "failureKind", a.failure_count as "failureCount",
      a.last_complete_scrape_at as "lastCompleteScrapeAt", a.high_water as "highWater", a.watched_from as "watchedFrom",
      a.shown_back as "shownBack"`)
  const agendaColumns = (
    ordersIntervalMs: number,
    wakes: Statement.Fragment
  ) => sql`${stateColumns}, clock_timestamp() as now, ${wakes} as wakes,
        s.id is not null as "hasSettings", coalesce(s.session_type, 'one-shot') as "sessionType",
        coalesce(s.login_mode, 'simple') as "loginMode",
        a.lost_cycles as "lostCycles", a.held_back_until as "heldBackUntil",
        case when s.bank_username is not null and s.bank_password is not null then s.credentials_version end
          as "credentialsVersion",
        a.consent, b.created_by as "bankCreator", v.manifest -> 'origins' as "scriptOrigins",
        v.manifest ->> 'passwordFields' as "scriptPasswordFields",
        v.manifest -> 'requests' as "scriptRequests", v.id as "scriptId", v.manifest ->> 'zone' as zone,
        k.hours_from as "askFrom", k.hours_to as "askTo", k.zone as "askZone", k.snoozed_until as "snoozedUntil",
        case when k.most_per_day is not null and s.login_mode = 'assisted' then (
          select r.requested_at + interval '1 day' from assistance_requests r
          where r.account_id = a.id and r.requested_at > now() - interval '1 day' and r.requested_at <= now()
            and r.answered_by is distinct from 'totp'
          order by r.requested_at desc, r.id desc offset k.most_per_day - 1 limit 1) end as "askedEnoughUntil",
        exists (select from scrape_jobs j where j.account_id = a.id and j.status = 'queued') as "jobQueued",
        exists (select from account_work w where w.account_id = a.id and ${sql.literal(canBeDone)}) as "workQueued",
        (select min(w.not_before) from account_work w
          where w.account_id = a.id and w.not_before > now() and ${sql.literal(isWanted)}) as "workAt",
        case when u.operation_mode = 'reconcile'
          and (s.pending_orders_endpoint_sealed is not null or s.pending_orders_endpoint is not null) then coalesce(p.next_poll_at,
          p.last_success_at + interval '1 millisecond' * ${ordersIntervalMs}::float8, to_timestamp(0)) end as "pollAt",
        u.operation_mode = 'reconcile' and s.id is not null and exists (select from conciliation_requests c
          where c.account_id = a.id and c.status = 'pending' and c.attempts_made = 0) as "unattempted",
        case when u.operation_mode = 'reconcile' and s.id is not null then (
          select min(coalesce(c.ordered_at, c.first_seen_at)) from conciliation_requests c
          where c.account_id = a.id
            and (c.status in ${sql.literal(openStatuses)}) is true
            and (c.separated_at is null or c.separated_at <= now() - ${sql.literal(timeToChoose)}))
          end as "oldestOpenAt", case when bs.leave_at is null and bs.is_open and a.session_id is null
          and (a.status = 'paused' or a.scrape_blocked_at is not null) then now() else bs.leave_at end as "leaveAt",
        a.session_id is not null and coalesce(bs.leave_at <= now(), false) as "holderAsked"`
  const agendaTables = sql.literal(`from accounts a join banks b on b.id = a.bank_id join users u on u.id = a.user_id
        left join account_settings s on s.account_id = a.id
        left join ask_rules k on k.account_id = a.id
        left join browser_states bs on bs.account_id = a.id
        left join scripts v on v.bank_id = a.bank_id and v.status = 'active'
        left join order_polls p on p.account_id = a.id
          and p.settings_stamp is not distinct from ${settingsStamp}`)
  return {
    activateActor: (accountId) =>
      Effect.gen(function* () {
        const bumped = yield* epochRow(sql`with before as (
              select id, cycle_epoch is not null as lost from accounts
              where id = ${accountId} and deleted_at is null for no key update)
            update accounts a set epoch = ${sql.literal(nextEpoch)}, session_id = null, cycle_epoch = null,
              lost_cycles = lost_cycles + lost::int
            from before where a.id = before.id
            returning epoch, case when lost then lost_cycles else 0 end as "lostCycles"`)
        if (bumped === null) return null
        // A statement of its own: it must see what the earlier activation committed while we waited for the account's row.
        const left = yield* leftRow(
          unlessAskedMeanwhile(sql)(sql`with session as (
              update bank_sessions set ended_at = now(), end_reason = 'lost'
              where account_id = ${accountId} and ended_at is null returning id),
            assistance as (
              update assistance_requests set status = 'cancelled', ended_at = now(), outcome = 'session_ended'
              where account_id = ${accountId} and status = 'pending' returning id, type),
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
            select (select id from session limit 1) as "sessionId", (select id from assistance where type = 'otp') as "assistanceId"`)
        )
        const { epoch, lostCycles } = bumped
        return { epoch, left: { ...(left ?? { sessionId: null, assistanceId: null }), lostCycles } }
      }),
    loadActor: (accountId) =>
      state(sql`select ${stateColumns}
          from accounts a join banks b on b.id = a.bank_id join users u on u.id = a.user_id
          where a.id = ${accountId} and a.deleted_at is null`),
    agenda: (accountId, ordersIntervalMs) =>
      // The wakes are read first of all: what changes afterwards bumps them again.
      agenda(sql`with seen as materialized (select wakes from account_due where account_id = ${accountId})
          select ${agendaColumns(ordersIntervalMs, sql`coalesce((select wakes from seen), 0)::bigint`)} ${agendaTables}
          where a.id = ${accountId} and a.deleted_at is null`),
    overviews: (userId, ordersIntervalMs) =>
      overviews(sql`select ${agendaColumns(ordersIntervalMs, sql`0::bigint`)},
            a.session_id is not null as "sessionRunning", a.scrape_blocked_at is not null as blocked,
            ${sql.literal(pendingAssistance)}, a.scrape_blocked_at as "blockedAt", v.version as "scriptVersion",
            v.manifest -> 'sessionTypes' as "scriptSessionTypes",
            (select e.id from evidence e where e.account_id = a.id and e.expires_at > now()
              order by e.created_at desc, e.id desc limit 1) as "latestEvidenceId",
            (select r.details ->> 'via' from assistance_requests r
              where r.account_id = a.id and r.status = 'pending' and r.type = 'otp') as "codeVia",
            case when p.failures > 0 then p.failing_since end as "ordersFailingSince", p.failures as "ordersFailures",
            p.failure as "ordersFailure", p.failure_status as "ordersFailureStatus",
            p.failure_reason as "ordersFailureReason"
          ${agendaTables} where a.user_id = ${userId} and a.deleted_at is null order by a.created_at, a.id`).pipe(
        Effect.map((rows) => rows.map((row) => ({ ...row, actor: statusOf(row) })))
      ),
    fence: (accountId, epoch) =>
      touched(
        sql`select 1 from accounts where id = ${accountId} and epoch = ${epoch} and deleted_at is null for no key update`
      ).pipe(Effect.flatMap((mine) => (mine ? Effect.void : new StaleActor({ accountId })))),
    beginCycle: (accountId) => run(sql`update accounts set cycle_epoch = epoch where id = ${accountId}`),
    stillHolds: (accountId) =>
      run(sql`update browser_states set leave_at = null where account_id = ${accountId} and leave_at <= now()`),
    endCycle: (accountId) =>
      run(sql`update accounts set cycle_epoch = null, lost_cycles = 0, held_back_until = null where id = ${accountId}`),
    holdBack: (accountId, millis) =>
      untilRow(sql`update accounts set held_back_until = now() + interval '1 millisecond' * ${millis}::float8
          where id = ${accountId} returning held_back_until as until`).pipe(Effect.map((row) => row?.until ?? null)),
    schedule: (accountId, { delayMs, failureCount, failureKind }) =>
      run(sql`update accounts set next_run_at = now() + interval '1 millisecond' * ${delayMs}::float8, scheduled_at = now(),
          failure_kind = ${failureKind}, failure_count = ${failureCount} where id = ${accountId}`),
    block: (accountId, reason) =>
      run(
        sql`update accounts set scrape_blocked_at = now(), scrape_blocked_reason = ${reason} where id = ${accountId}`
      ),
    blockMates: (accountId, { failureKind, reason }) =>
      ids(sql`update accounts a set scrape_blocked_at = now(), scrape_blocked_reason = ${reason}, next_run_at = null,
            failure_kind = ${failureKind}, failure_count = a.failure_count + 1
          from accounts m where m.id = ${accountId} and a.login_id = m.login_id and a.id <> m.id
            and a.scrape_blocked_at is null and a.deleted_at is null returning a.id`).pipe(
        Effect.map((rows) => rows.map(({ id }) => id))
      ),
    restActor: (accountId, seen, { afterMs, because }) =>
      restRow(sql`with before as (select account_id, waits_for from account_due where account_id = ${accountId}
            and wakes = ${seen.wakes} and exists (select from accounts a where a.id = ${accountId} and a.epoch = ${seen.epoch})
            for update)
          update account_due d set due_at = clock_timestamp() + interval '1 millisecond' * ${afterMs}::float8,
            waits_for = ${because}, rested_at = clock_timestamp()
          from before where d.account_id = before.account_id returning before.waits_for as before`).pipe(
        Effect.map((row) => ({ rests: row !== null, before: row?.before ?? null }))
      ),
    forgetActor: (accountId) => run(sql`delete from account_due where account_id = ${accountId}`)
  }
})
