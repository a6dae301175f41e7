/** What a sweep forgets, and what it must never forget. */
import { CredentialsSpent, Housekeeping, SessionRepository, uuid } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { clockAt } from "../clockAt.ts"
import { loginIdOf, seedAccount, seedRequest, seedScript } from "../seed.ts"

const Services = Layer.provideMerge(StoreLayers, TestDatabase.layer)

const idsLeft = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: Schema.String })))

/** Which of the named rows a sweep leaves. */
const leftOf = Effect.fnUntraced(function* (table: string, rows: Readonly<Record<string, string>>) {
  const sql = yield* SqlClient.SqlClient
  const housekeeping = yield* Housekeeping
  yield* housekeeping.sweep
  const left = new Set((yield* idsLeft(yield* sql`select id::text from ${sql(table)}`)).map(({ id }) => id))
  return Object.keys(rows).filter((name) => left.has(rows[name] ?? ""))
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const scrapeOf = Effect.fnUntraced(function* (
  accountId: string,
  days: number,
  { complete = true, from = "2026-01-01", status = "ingested", to = "2026-01-03" } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* uuid
  const at = daysAgo(days)
  yield* sql`insert into scrapes (id, account_id, status, coverage_from, coverage_to, complete, rows_read, rows_new, finished_at)
    values (${id}, ${accountId}, ${status}, ${from}, ${to}, ${complete}, 1, 0, ${at})`
  if (complete && status === "ingested") {
    yield* sql`update accounts set last_complete_scrape_at = greatest(last_complete_scrape_at, ${at}::timestamptz)
      where id = ${accountId}`
  }
  return id
})

const loginOf = Effect.fnUntraced(function* (
  accountId: string,
  days: number,
  outcome: string | null,
  { grant = 0, version = 1 } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const id = yield* uuid
  yield* sql`insert into login_attempts (id, account_id, login_id, session_id, credentials_version, login_grant,
      started_at, finished_at, outcome)
    values (${id}, ${accountId}, (select login_id from accounts where id = ${accountId}), ${id}, ${version}, ${grant}, ${daysAgo(days)}, ${daysAgo(days)}, ${outcome})`
  return id
})

layer(Services, { excludeTestServices: true })("housekeeping", (it) => {
  it.effect("forgets scrapes after ninety days, but for the last complete one of an account", () =>
    Effect.gen(function* () {
      const read = yield* seedAccount()
      const silent = yield* seedAccount()
      const rows = {
        older: yield* scrapeOf(read.id, 200),
        old: yield* scrapeOf(read.id, 91),
        young: yield* scrapeOf(read.id, 89),
        lastComplete: yield* scrapeOf(silent.id, 300),
        laterInPart: yield* scrapeOf(silent.id, 200, { complete: false })
      }

      assert.deepStrictEqual(yield* leftOf("scrapes", rows), ["young", "lastComplete"])
    })
  )

  it.effect("keeps quarantined scrapes until their days have been read", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      const unread = yield* seedAccount()
      yield* sql`insert into covered_days values (${account.id}, '{[2026-01-01,2026-02-01)}')`
      const quarantined = (from: string, to: string) => ({ status: "quarantined", from, to })
      const rows = {
        read: yield* scrapeOf(account.id, 100, quarantined("2026-01-05", "2026-01-31")),
        readInPart: yield* scrapeOf(account.id, 100, quarantined("2026-01-05", "2026-02-01")),
        backwards: yield* scrapeOf(account.id, 100, quarantined("2026-02-01", "2026-01-05")),
        neverRead: yield* scrapeOf(unread.id, 100, quarantined("2026-01-05", "2026-01-31")),
        young: yield* scrapeOf(account.id, 10, quarantined("2026-01-05", "2026-01-31"))
      }

      assert.deepStrictEqual(yield* leftOf("scrapes", rows), ["readInPart", "backwards", "neverRead", "young"])
    })
  )

  it.effect("never deletes the attempts that hold refused credentials back, however old", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionRepository
      const outcomes = ["invalid_credentials", "account_locked", "action_required", null]
      const accounts = yield* Effect.forEach(outcomes, (outcome) =>
        Effect.tap(seedAccount(), ({ id }) => loginOf(id, 3_000, outcome))
      )
      yield* leftOf("login_attempts", {})

      const answers = yield* Effect.forEach(accounts, (account) =>
        Effect.flip(
          Effect.flatMap(Effect.zip(uuid, loginIdOf(account.id)), ([id, loginId]) =>
            sessions.beginLogin({
              id,
              accountId: account.id,
              loginId,
              sessionId: id,
              credentialsVersion: 1,
              loginGrant: 0,
              restMs: 0
            })
          ).pipe(Effect.flatMap(Effect.fromResult))
        )
      )
      assert.deepStrictEqual(
        answers,
        outcomes.map((outcome) => new CredentialsSpent({ outcome: outcome ?? "unanswered" }))
      )
    })
  )

  it.effect("forgets other logins once a later one followed, but not that the credentials have worked", () =>
    Effect.gen(function* () {
      const { id } = yield* seedAccount()
      const rows = {
        firstSuccess: yield* loginOf(id, 400, "authenticated"),
        lastSuccess: yield* loginOf(id, 300, "code_asked"),
        failure: yield* loginOf(id, 200, "bank_unavailable"),
        lastFailure: yield* loginOf(id, 150, "timeout"),
        granted: yield* loginOf(id, 140, "timeout", { grant: 1 }),
        ofNewPassword: yield* loginOf(id, 130, "authenticated", { grant: 1, version: 2 }),
        followed: yield* loginOf(id, 120, "timeout", { grant: 1, version: 2 }),
        young: yield* loginOf(id, 10, "authenticated", { grant: 1, version: 2 })
      }

      assert.deepStrictEqual(yield* leftOf("login_attempts", rows), ["lastSuccess", "lastFailure", "granted", "young"])
    })
  )

  it.effect("forgets sessions, jobs and codes that are over, not those that are not, and no scrape with its job", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id: accountId } = yield* seedAccount()
      const script = yield* seedScript(accountId)
      const session = Effect.fnUntraced(function* (ended: string | null) {
        const id = yield* uuid
        yield* sql`insert into bank_sessions (id, account_id, epoch, script_id, session_type, started_at, ended_at)
          values (${id}, ${accountId}, 1, ${script}, 'persistent', ${daysAgo(400)}, ${ended})`
        return id
      })
      const job = Effect.fnUntraced(function* (status: string, finished: string | null) {
        const id = yield* uuid
        yield* sql`insert into scrape_jobs (id, account_id, status, requested_at, finished_at)
          values (${id}, ${accountId}, ${status}, ${daysAgo(400)}, ${finished})`
        return id
      })
      const code = Effect.fnUntraced(function* (status: string, ended: string | null) {
        const id = yield* uuid
        yield* sql`insert into assistance_requests (id, account_id, session_id, descriptor, status, requested_at,
            expires_at, ended_at)
          values (${id}, ${accountId}, ${id}, '{}', ${status}, ${daysAgo(400)}, ${daysAgo(400)}, ${ended})`
        return id
      })
      const sessions = {
        old: yield* session(daysAgo(91)),
        open: yield* session(null),
        young: yield* session(daysAgo(89))
      }
      const jobs = {
        old: yield* job("done", daysAgo(91)),
        queued: yield* job("queued", null),
        running: yield* job("running", null),
        young: yield* job("failed", daysAgo(89))
      }
      const codes = {
        old: yield* code("fulfilled", daysAgo(91)),
        pending: yield* code("pending", null),
        young: yield* code("cancelled", daysAgo(89))
      }
      const waiting = yield* scrapeOf(accountId, 100, { status: "quarantined" })
      yield* sql`update scrapes set job_id = ${jobs.old} where id = ${waiting}`

      assert.deepStrictEqual(yield* leftOf("bank_sessions", sessions), ["open", "young"])
      assert.deepStrictEqual(yield* leftOf("scrape_jobs", jobs), ["queued", "running", "young"])
      assert.deepStrictEqual(yield* leftOf("assistance_requests", codes), ["pending", "young"])
      assert.deepStrictEqual(yield* leftOf("scrapes", { waiting }), ["waiting"])
    })
  )

  it.effect("forgets activity after half a year, events after a month, runs of scripts after three", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const housekeeping = yield* Housekeeping
      const { id: accountId, userId } = yield* seedAccount()
      const script = yield* seedScript(accountId)
      for (const days of [181, 179, 91, 89, 31, 29]) {
        const at = daysAgo(days)
        yield* sql`insert into activity (account_id, occurred_at, kind, message) values (${accountId}, ${at}, 'kind', '')`
        yield* sql`insert into events (account_id, user_id, version, type, data, occurred_at)
          values (${accountId}, ${userId}, ${-days}, 'scrape.succeeded', '{}', ${at})`
        yield* sql`insert into script_runs (id, script_id, account_id, started_at, finished_at, outcome)
          values (${yield* uuid}, ${script}, ${accountId}, ${at}, ${at}, 'read')`
      }
      yield* housekeeping.sweep

      const [left] = yield* sql`select
        (select count(*)::int from activity where account_id = ${accountId}) as activity,
        (select count(*)::int from events where account_id = ${accountId}) as events,
        (select count(*)::int from script_runs where account_id = ${accountId}) as runs`
      assert.deepStrictEqual(left, { activity: 5, events: 1, runs: 3 })
    })
  )

  it.effect("forgets notifications that are over, never a result", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      const request = yield* seedRequest(account, { status: "matched" })
      const message = Effect.fnUntraced(function* (lane: string, status: string, days: number) {
        const id = yield* uuid
        yield* sql`insert into outbox (id, message_id, account_id, lane, event, request_id, body, status, sequence, due_at,
            created_at)
          values (${id}, ${id}, ${account.id}, ${lane}, 'matched', ${lane === "result" ? request.id : null}, '', ${status}, 1,
            ${daysAgo(days)}, ${daysAgo(days)})`
        return id
      })
      const rows = {
        delivered: yield* message("notification", "delivered", 91),
        cancelled: yield* message("notification", "cancelled", 91),
        exhausted: yield* message("notification", "exhausted", 91),
        held: yield* message("notification", "held", 91),
        young: yield* message("notification", "delivered", 89),
        told: yield* message("result", "delivered", 3_000),
        stuck: yield* message("result", "exhausted", 3_000)
      }

      assert.deepStrictEqual(yield* leftOf("outbox", rows), ["held", "young", "told", "stuck"])
    })
  )

  it.effect("catches up with everything in one sweep, and skips rows that somebody else has locked", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const housekeeping = yield* Housekeeping
      const { id: accountId } = yield* seedAccount()
      const kept = yield* scrapeOf(accountId, 1)
      yield* sql`insert into scrapes (id, account_id, status, coverage_from, coverage_to, complete, rows_read, rows_new,
          finished_at)
        select gen_random_uuid(), ${accountId}, 'ingested', '2026-01-01', '2026-01-02', true, 1, 0,
          ${daysAgo(100)}::timestamptz - n / 2 * interval '1 minute' from generate_series(1, 4500) n`
      const held = yield* scrapeOf(accountId, 200)

      const left = Effect.map(
        Effect.flatMap(sql`select id from scrapes where account_id = ${accountId} order by finished_at`, idsLeft),
        (rows) => rows.map(({ id }) => id)
      )
      const locked = yield* Deferred.make<void>()
      const released = yield* Deferred.make<void>()
      const holder = yield* sql`select from scrapes where id = ${held} for update`.pipe(
        Effect.andThen(Deferred.succeed(locked, undefined)),
        Effect.andThen(Deferred.await(released)),
        sql.withTransaction,
        Effect.forkChild
      )
      yield* Deferred.await(locked)
      yield* housekeeping.sweep
      const whileHeld = yield* left
      yield* Deferred.succeed(released, undefined)
      yield* Fiber.join(holder)
      yield* housekeeping.sweep

      assert.deepStrictEqual(whileHeld, [held, kept])
      assert.deepStrictEqual(yield* left, [kept])
    })
  )

  it.effect("forgets nothing too early by a clock that runs fast", () =>
    Effect.gen(function* () {
      const housekeeping = yield* Housekeeping
      const { id } = yield* seedAccount()
      const rows = { first: yield* scrapeOf(id, 80), second: yield* scrapeOf(id, 70) }
      const sql = yield* SqlClient.SqlClient
      yield* housekeeping.sweep.pipe(clockAt(Date.now() + 3_650 * 86_400_000))

      const left = yield* sql`select id from scrapes where account_id = ${id} order by finished_at`
      assert.deepStrictEqual(left, [{ id: rows.first }, { id: rows.second }])
    })
  )
})
