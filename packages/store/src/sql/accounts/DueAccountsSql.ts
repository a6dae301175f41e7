import { PgClient } from "@effect/sql-pg"
import { DueAccounts, type DuePage, uuid } from "@counterfoil/core"
import { DateTime, Effect, Layer, Schema, Stream } from "effect"
import { listening } from "../../connections/listening.ts"
import { dueChannel } from "../dueChannel.ts"
import { accountWork } from "../accountWork.ts"
import { defectOf } from "../faults.ts"
import { pendingAssistance, statusOf, StatusRow } from "./accountStatus.ts"
import { timeToChoose } from "../timeToChoose.ts"
import { unlessAskedMeanwhile } from "./unlessAskedMeanwhile.ts"
import { Instant, Int8, rowAs, rowsAs, run } from "../rows.ts"

const job = rowAs(Schema.Struct({ id: Schema.String }))

const jobs = rowsAs(Schema.Struct({ id: Schema.String }))

const dueRows = rowsAs(
  Schema.Struct({ now: Instant, accountId: Schema.NullOr(Schema.String), wakes: Schema.NullOr(Int8) })
)

const pageOf = (...statement: Parameters<typeof dueRows>): Effect.Effect<DuePage> =>
  Effect.map(dueRows(...statement), (rows) => ({
    now: rows[0]?.now ?? DateTime.makeUnsafe(0),
    accounts: rows.flatMap(({ accountId, wakes }) =>
      accountId === null || wakes === null ? [] : [{ accountId, wakes }]
    )
  }))

const statusRow = rowAs(StatusRow)

const blocked = rowsAs(Schema.Struct({ id: Schema.String, isBlocked: Schema.Boolean, nextGrant: Schema.Int }))
const countRow = rowAs(Schema.Struct({ count: Schema.Int }))

/** Clocks of one machine agree better than that. */
const tolerated = "interval '2 seconds'"

export const DueAccountsSql: Layer.Layer<DueAccounts, never, PgClient.PgClient> = Layer.effect(
  DueAccounts,
  Effect.map(PgClient.PgClient, (sql) => {
    const wake = (accountIds: ReadonlyArray<string>) =>
      run(sql`with woken as (
          insert into account_due as d (account_id, due_at, wakes)
          select id, now(), 1 from unnest(${accountIds}::uuid[]) id where exists (select from accounts a where a.id = id)
          on conflict (account_id) do update set due_at = least(d.due_at, now()), wakes = d.wakes + 1 returning 1)
        select pg_notify(${dueChannel}, ${accountIds.length === 1 ? (accountIds[0] ?? "") : ""}) from (select count(*) from woken) w`)

    /** When there are too many to look at all: one of each user, then a second one of each, and so on. */
    const inTurns = (limit: number) =>
      pageOf(sql`select n.now, d.account_id as "accountId", d.wakes from (select clock_timestamp() as now) n
        left join lateral (
          select account_id, wakes from (
            select d.account_id, d.wakes, d.due_at,
              row_number() over (partition by a.user_id order by d.due_at, d.account_id) as turn
            from account_due d join accounts a on a.id = d.account_id where d.due_at <= n.now) t
          order by turn, due_at, account_id limit ${limit}) d on true`)

    const requestScrape = (accountId: string): Effect.Effect<{ readonly id: string }> =>
      Effect.gen(function* () {
        const id = yield* uuid
        const inserted = yield* job(sql`insert into scrape_jobs (id, account_id, requested_at)
          values (${id}, ${accountId}, now())
          on conflict (account_id) where status = 'queued' do nothing returning id`)
        const waiting =
          inserted ??
          (yield* job(sql`select id from scrape_jobs where account_id = ${accountId} and status = 'queued'`))
        // The one that waited was taken between the two statements: ask again.
        if (waiting === null) return yield* requestScrape(accountId)
        yield* wake([accountId])
        return waiting
      })

    return DueAccounts.of({
      wake,
      ...accountWork(sql, wake),
      requestScrape,
      takeJob: (accountId, endedSession = null) =>
        job(sql`update scrape_jobs set status = 'running', started_at = now()
          where account_id = ${accountId} and status = 'queued' and (${endedSession}::uuid is null
            or requested_at <= (select ended_at from bank_sessions where id = ${endedSession}::uuid)) returning id`),
      finishJob: (jobId, status, reason) =>
        run(sql`update scrape_jobs set status = ${status}, reason = ${reason}, finished_at = now()
          where id = ${jobId} and status = 'running'`),
      requeueJobs: (accountId, jobIds) =>
        run(
          unlessAskedMeanwhile(
            sql
          )(sql`with waiting as (select 1 from scrape_jobs where account_id = ${accountId} and status = 'queued'),
            ours as (
              select id, not exists (select 1 from waiting)
                and row_number() over (order by requested_at desc, id) = 1 as again
              from scrape_jobs where id = any(${jobIds}::uuid[]) and status = 'running')
          update scrape_jobs j set
            status = case when o.again then 'queued' else 'failed' end,
            started_at = case when o.again then null else j.started_at end,
            finished_at = case when o.again then null else now() end,
            reason = case when o.again then null else 'interrupted; a newer job waits' end
          from ours o where j.id = o.id`)
        ),

      unblock: (accountId) =>
        Effect.gen(function* () {
          const login = sql`login_id = (select login_id from accounts where id = ${accountId}) and deleted_at is null`
          // In one order, so that two restarts of accounts of one login don't wait for each other.
          const mates = yield* blocked(sql`select id, scrape_blocked_at is not null as "isBlocked",
              max(login_grant) over () + 1 as "nextGrant" from (
                select id, scrape_blocked_at, login_grant from accounts where ${login} order by id for no key update) a`)
          const freed = mates.filter(({ id, isBlocked }) => isBlocked || id === accountId).map(({ id }) => id)
          yield* run(sql`update accounts set login_grant = ${mates[0]?.nextGrant ?? 0} where ${login}`)
          yield* run(sql`update accounts set scrape_blocked_at = null, scrape_blocked_reason = null,
              failure_kind = null, failure_count = 0, next_run_at = case when id = ${accountId} then null::timestamptz else now() end
            where id = any(${freed}::uuid[])`)
          return freed.filter((id) => id !== accountId)
        }),
      callMates: (accountId, withinMs) =>
        Effect.gen(function* () {
          // In one order, as all who lock several accounts of a login.
          const called = yield* jobs(sql`with mates as (
              select a.id from accounts a join account_settings s on s.account_id = a.id
              where a.login_id = (select login_id from accounts where id = ${accountId}) and a.id <> ${accountId}
                and a.deleted_at is null and a.status = 'active' and a.scrape_blocked_at is null
                and s.bank_username is not null and (a.held_back_until is null or a.held_back_until <= now())
                and (exists (select from scrape_jobs j where j.account_id = a.id and j.status = 'queued')
                  or (${withinMs}::float8 is not null and coalesce(a.next_run_at, now()) <= now())
                  or (a.failure_kind is null and a.next_run_at <= now() + ${withinMs}::float8 * interval '1 millisecond'))
              order by a.id for no key update of a)
            update accounts a set next_run_at = least(a.next_run_at, now()), scheduled_at = now()
            from mates where a.id = mates.id returning a.id`)
          if (called.length > 0) yield* wake(called.map(({ id }) => id))
          return called.length
        }),
      setStatus: (accountId, status) => run(sql`update accounts set status = ${status} where id = ${accountId}`),
      status: (accountId) =>
        statusRow(sql`select a.session_id is not null as "sessionRunning", a.scrape_blocked_at is not null as blocked, a.status,
            ${sql.literal(pendingAssistance)}
          from accounts a where a.id = ${accountId} and a.deleted_at is null`).pipe(
          Effect.map((row) => (row === null ? null : statusOf(row)))
        ),

      due: (limit) =>
        Effect.flatMap(
          pageOf(sql`select n.now, d.account_id as "accountId", d.wakes from (select clock_timestamp() as now) n
            left join lateral (select account_id, wakes from account_due
              where due_at <= n.now order by due_at, account_id limit ${limit}) d on true`),
          (page) => (page.accounts.length < limit ? Effect.succeed(page) : inTurns(limit))
        ),
      announcements: Stream.unwrap(
        Effect.map(listening(dueChannel), ({ payloads }) =>
          // What was announced while nobody listened is found by looking.
          Stream.concat(
            Stream.succeed(""),
            Stream.mapArray(payloads, (ids) => ids)
          )
        )
      ).pipe(
        Stream.provideService(PgClient.PgClient, sql),
        Stream.catch((error) => Stream.die(defectOf(error, false)))
      ),
      afterClockWentBack: countRow(sql`with schedules as (
            update accounts a set held_back_until = case when s.held then now() + interval '1 hour' else a.held_back_until end,
              next_run_at = case when s.ahead then now() + (a.next_run_at - a.scheduled_at) else a.next_run_at end,
              scheduled_at = case when s.ahead then now() else a.scheduled_at end
            from (select id, held_back_until > now() + interval '61 minutes' as held,
              scheduled_at > now() + ${sql.literal(tolerated)} and next_run_at > scheduled_at as ahead from accounts) s
            where s.id = a.id and (s.held or s.ahead) returning 1),
          looks as (
            update account_work set not_before = now() + ${sql.literal(timeToChoose)}
            where not_before > now() + interval '17 minutes' returning 1),
          separated as (
            update conciliation_requests set separated_at = now()
            where separated_at > now() + ${sql.literal(tolerated)} returning 1),
          polls as (
            update order_polls set last_success_at = least(last_success_at, now()),
              next_poll_at = least(next_poll_at, now() + interval '30 minutes')
            where last_success_at > now() + ${sql.literal(tolerated)} or next_poll_at > now() + interval '31 minutes' returning 1),
          logins as (
            update login_attempts set started_at = now() where started_at > now() + ${sql.literal(tolerated)} returning 1),
          pauses as (
            update banks set paused_until = now() + interval '30 minutes'
            where paused_until > now() + interval '31 minutes' returning 1),
          woken as (
            update account_due set due_at = now(), wakes = wakes + 1
            where rested_at > now() + ${sql.literal(tolerated)} returning 1)
        select (select count(*) from woken)::int as count`).pipe(Effect.map((row) => row?.count ?? 0))
    })
  })
)
