import { Housekeeping, logFailure, Retention, type RetentionShape } from "@counterfoil/core"
import { Cause, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { longAgo } from "../longAgo.ts"
import { rowAs } from "../rows.ts"

/** Rows that one transaction looks at. */
const batchSize = 1_000

/** A kind of rows that goes with age. Its texts are SQL; `t` is the row. */
interface Subject {
  readonly table: string
  readonly key: string
  /** The column that a row's age is counted from. It has an index; with `indexed`, an index of those rows only. */
  readonly since: string
  readonly indexed?: string
  readonly keep: Duration.Duration
  /** Which of the old ones go; absent: all. Looked up row by row, for those that stay are few. */
  readonly goes?: string
}

const fatalOutcomes = "('invalid_credentials', 'account_locked', 'action_required', 'unanswered')"
const goodOutcomes = "('authenticated', 'code_asked')"

/**
 * A login that was followed by another one with the same credentials and grant holds nothing back: the unique index would
 * not have allowed that other one. The last one that succeeded stays, and one without an answer since, because whether
 * credentials once worked decides what a refusal means.
 */
const loginGoes = `t.outcome not in ${fatalOutcomes} and (
  select true from login_attempts n
  where n.login_id = t.login_id and n.credentials_version = t.credentials_version and n.login_grant = t.login_grant
    and n.started_at > t.started_at and (t.outcome not in ${goodOutcomes} and t.outcome <> 'unanswered_once' or n.outcome in ${goodOutcomes})
  order by n.started_at desc limit 1)`

/**
 * The last complete one stays: it is as old as its account's row says, for both are written in one transaction. One in
 * quarantine stays until complete scrapes have covered all its days.
 */
const scrapeGoes = `case
  when t.status = 'quarantined' then (
    select c.days @> daterange(least(t.coverage_from, t.coverage_to), greatest(t.coverage_from, t.coverage_to), '[]')
    from covered_days c where c.account_id = t.account_id)
  when t.complete then t.finished_at < (select a.last_complete_scrape_at from accounts a where a.id = t.account_id)
  else true end`

const statusOfMessage = "(select o.status from outbox o where o.id = t.outbox_id)"

const subjects = (keep: RetentionShape): ReadonlyArray<Subject> => [
  { table: "evidence", key: "id", since: "expires_at", keep: Duration.zero },
  { table: "realtime_tickets", key: "ticket_hash", since: "expires_at", keep: Duration.zero },
  { table: "scrapes", key: "id", since: "finished_at", keep: keep.scrapes, goes: scrapeGoes },
  {
    table: "scrape_jobs",
    key: "id",
    since: "finished_at",
    indexed: "finished_at is not null",
    keep: keep.scrapes
  },
  { table: "bank_sessions", key: "id", since: "ended_at", indexed: "ended_at is not null", keep: keep.sessions },
  { table: "assistance_requests", key: "id", since: "ended_at", indexed: "ended_at is not null", keep: keep.sessions },
  { table: "login_attempts", key: "id", since: "started_at", keep: keep.sessions, goes: loginGoes },
  { table: "activity", key: "account_id, id", since: "occurred_at", keep: keep.activity },
  { table: "events", key: "id", since: "occurred_at", keep: keep.events },
  { table: "script_runs", key: "id", since: "finished_at", keep: keep.scriptRuns },
  // Failed probes are deleted after a day: the owner finds the reason in the other attempts.
  {
    table: "delivery_attempts",
    key: "outbox_id, attempt_number",
    since: "started_at",
    indexed: "early and outcome <> 'delivered'",
    keep: Duration.days(1),
    goes: "t.finished_at is not null and t.attempt_number < (select o.attempts_made from outbox o where o.id = t.outbox_id)"
  },
  {
    table: "outbox",
    key: "id",
    since: "created_at",
    indexed: "lane = 'notification'",
    keep: keep.notifications,
    goes: "t.status in ('delivered', 'cancelled', 'exhausted')"
  },
  {
    table: "delivery_attempts",
    key: "outbox_id, attempt_number",
    since: "started_at",
    keep: keep.deliveryAttempts,
    goes: `t.finished_at is not null and ${statusOfMessage} in ('delivered', 'cancelled')`
  },
  {
    table: "delivery_attempts",
    key: "outbox_id, attempt_number",
    since: "started_at",
    keep: keep.notifications,
    goes: `t.finished_at is not null and ${statusOfMessage} = 'exhausted'`
  }
]

const batch = rowAs(Schema.Struct({ seen: Schema.Int, done: Schema.Int, last: Schema.NullOr(Schema.String) }))

export const HousekeepingSql: Layer.Layer<Housekeeping, never, SqlClient.SqlClient> = Layer.effect(
  Housekeeping,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const keep = yield* Retention

    /**
     * Walks by age over all that is old enough, so that what stays is passed over once. Rows of the same time come together
     * (`with ties`): the next batch begins after them.
     */
    const walk = Effect.fnUntraced(function* (subject: Subject, action: (going: string) => string) {
      const { goes, indexed, since, table } = subject
      const keys = subject.key
      const before = yield* longAgo(sql, subject.keep)
      const text = sql.literal
      let after = "-infinity"
      let done = 0
      for (;;) {
        const found = yield* batch(sql`with seen as (
            select ${text(keys)}, ${text(since)} as at from ${text(table)}
            where ${text(since)} < ${before} and ${text(since)} > ${after}::timestamptz
              ${text(indexed === undefined ? "" : `and ${indexed}`)}
            order by ${text(since)} fetch first ${text(String(batchSize))} rows with ties),
          going as materialized (
            select ${text(keys)} from ${text(table)} t
            where (${text(keys)}) in (select ${text(keys)} from seen) ${text(goes === undefined ? "" : `and (${goes})`)}
            for update skip locked),
          gone as (${text(action(`(${keys}) in (select ${keys} from going)`))} returning 1)
          select (select count(*) from seen)::int as seen, (select count(*) from gone)::int as done,
            (select max(at) from seen)::text as last`)
        done += found?.done ?? 0
        if (found === null || found.last === null || found.seen < batchSize) return done
        after = found.last
      }
    })

    /** What is wrong with one kind of rows must not keep the others for ever. */
    const orNone = (kind: string, rows: Effect.Effect<number>) =>
      Effect.catchDefect(rows, (defect) => Effect.as(logFailure(`housekeeping: ${kind}`, Cause.die(defect)), 0))

    const forget = (subject: Subject) =>
      orNone(
        subject.table,
        walk(subject, (going) => `delete from ${subject.table} where ${going}`)
      )

    /** A day after a pass looks at it no more. */
    const closeExpired = walk(
      {
        table: "conciliation_requests",
        key: "id",
        since: "expired_at",
        indexed: "status = 'expired' and not past",
        keep: Duration.days(31)
      },
      (going) => `update conciliation_requests set past = true where ${going}`
    )

    return Housekeeping.of({
      sweep: Effect.gen(function* () {
        const counts = yield* Effect.forEach(subjects(keep), forget)
        yield* orNone("expired requests", closeExpired)
        return counts.reduce((sum, count) => sum + count, 0)
      }).pipe(Effect.withSpan("Housekeeping.sweep"))
    })
  })
)
