/** How a sweep finds what is old, as Postgres plans it. */
import { Housekeeping } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { heavySteps, plansOf, rowsRead } from "./plans/explain.ts"
import { seedAccount, seedScript } from "./seed.ts"

layer(Layer.provideMerge(StoreLayers, TestDatabase.layer), { excludeTestServices: true })("a sweep", (it) => {
  it.effect("finds old rows by an index on their age, however many are young", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const housekeeping = yield* Housekeeping
      const { id: accountId, userId } = yield* seedAccount()
      const script = yield* seedScript(accountId)
      yield* housekeeping.sweep
      const old = 40
      const young = 30_000
      /** Young ones of the last days, and old ones of half a year ago and more. */
      const at = `(now() - case when n <= ${old} then 190 + n % 7 else n % 20 end * interval '1 day')`
      const id = (what: string) => `md5('${accountId} ${what} ' || n)::uuid`
      const fill = (text: string) =>
        sql.unsafe(`insert into ${text} from generate_series(1, ${old + young}) n`).unprepared
      yield* fill(`scrapes (id, account_id, status, coverage_from, coverage_to, complete, rows_read, rows_new, finished_at)
        select ${id("scrape")}, '${accountId}', 'ingested', '2026-01-01', '2026-01-02', true, 1, 0, ${at}`)
      yield* fill(`scrape_jobs (id, account_id, status, requested_at, finished_at)
        select ${id("job")}, '${accountId}', 'done', ${at}, ${at}`)
      yield* fill(`bank_sessions (id, account_id, epoch, script_id, session_type, started_at, ended_at)
        select ${id("session")}, '${accountId}', 1, '${script}', 'one-shot', ${at}, ${at}`)
      yield* fill(`login_attempts (id, account_id, login_id, session_id, credentials_version, login_grant, started_at, outcome)
        select ${id("login")}, '${accountId}', (select login_id from accounts where id = '${accountId}'), ${id("session")}, 1, 0, ${at}, 'authenticated'`)
      yield* fill(`activity (account_id, occurred_at, kind, message) select '${accountId}', ${at}, 'kind', ''`)
      yield* fill(`events (account_id, user_id, version, type, data, occurred_at)
        select '${accountId}', '${userId}', n, 'scrape.succeeded', '{}', ${at}`)
      yield* fill(`script_runs (id, script_id, account_id, started_at, finished_at, outcome)
        select ${id("run")}, '${script}', '${accountId}', ${at}, ${at}, 'read'`)
      yield* fill(`outbox (id, message_id, account_id, lane, event, body, status, sequence, due_at, created_at)
        select ${id("notice")}, n, '${accountId}', 'notification', 'scrape_failed', '', 'delivered', n, ${at}, ${at}`)
      yield* fill(`delivery_attempts (outbox_id, attempt_number, address, started_at, finished_at, outcome)
        select ${id("notice")}, 1, 'https://shop.test/', ${at}, ${at}, 'delivered'`)
      yield* sql`update accounts set last_complete_scrape_at = now() where id = ${accountId}`
      yield* sql`analyze`.unprepared

      const plans = yield* plansOf(housekeeping.sweep)

      const tables = ["scrapes", "scrape_jobs", "bank_sessions", "login_attempts", "activity", "events", "script_runs"]
      for (const table of [...tables, "outbox", "delivery_attempts"]) {
        const own = plans.filter(({ text }) => text.includes(`delete from ${table} `))
        assert.isAbove(own.length, 0)
        for (const { plan } of own) {
          assert.notInclude(heavySteps(plan), `Seq Scan on ${table}`)
          // Each is seen, looked at, compared with a later one of its account, found again and deleted.
          assert.isAtMost(rowsRead(plan, table), 6 * old, `rows read of ${table}`)
        }
      }
    })
  )
})
