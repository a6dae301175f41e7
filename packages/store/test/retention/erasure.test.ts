/** What the erasure leaves of a deleted account. */
import { Erasure, Retention, defaultRetention } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { seedAccount, seedScript } from "../seed.ts"

const Services = StoreLayers.pipe(
  Layer.provideMerge(TestDatabase.layer),
  Layer.provide(Layer.succeed(Retention, { ...defaultRetention, deletedAccounts: Duration.days(30) }))
)

/** Texts that stay, and why none of them is about a person. */
const kept: Readonly<Record<string, string>> = {
  "account_due.waits_for": "one of our words",
  "accounts.failure_kind": "one of our words",
  "accounts.status": "one of our words",
  "attempts.code": "one of our words",
  "attempts.result": "one of our words",
  "bank_sessions.end_reason": "one of our words",
  "bank_sessions.session_type": "one of our words",
  "conciliation_requests.cancelled_because": "one of our words",
  "conciliation_requests.currency": "a currency",
  "conciliation_requests.last_code": "one of our words",
  "conciliation_requests.left_as": "one of our words",
  "conciliation_requests.status": "one of our words",
  "kept_records.what": "one of our words",
  "login_attempts.outcome": "one of our words; holds refused credentials back",
  "movements.currency": "a currency",
  "movements.mode_at_ingestion": "one of our words",
  "movements.statement_format": "one of our words",
  "movements.status": "one of our words",
  "outbox.event": "one of our words",
  "outbox.lane": "one of our words",
  "outbox.message_id": "random",
  "outbox.status": "one of our words",
  "outbox.trace": "random",
  "scrapes.format": "one of our words",
  "scrapes.status": "one of our words",
  "scrapes.trace": "random",
  "script_runs.outcome": "one of our words",
  "shadow_runs.outcome": "one of our words"
}

const Column = Schema.Struct({ name: Schema.String, table: Schema.String })
const columnsOf = Schema.decodeUnknownEffect(Schema.Array(Column))
const Left = Schema.Struct({ text: Schema.NullOr(Schema.String) })
const leftOf = Schema.decodeUnknownEffect(Schema.Array(Left))

/** Whatever can hold words, of tables that hang on an account. */
const wordColumns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* columnsOf(
    yield* sql`select c.table_name as "table", c.table_name || '.' || c.column_name as name
      from information_schema.columns c
      where c.table_schema = 'public' and c.data_type in ('text', 'jsonb', 'json', 'bytea', 'ARRAY', 'USER-DEFINED')
        and c.udt_name not in ('_uuid') and (c.table_name = 'accounts' or exists (
          select from information_schema.columns k where k.table_name = c.table_name and k.table_schema = 'public'
            and (k.column_name = 'account_id' or c.table_name in ('attempts', 'delivery_attempts'))))
      order by 2`
  )
})

const seeded = Effect.fnUntraced(function* (deletedDaysAgo: number | null, movements = 3) {
  const sql = yield* SqlClient.SqlClient
  const account = yield* seedAccount()
  const at = new Date(Date.now() - (deletedDaysAgo ?? 0) * 86_400_000 - 1_000).toISOString()
  yield* sql`update accounts set name = 'canary', deleted_at = ${deletedDaysAgo === null ? null : at},
      scrape_blocked_at = now(), scrape_blocked_reason = 'canary', consent = '{"canary": 1}' where id = ${account.id}`
  yield* sql`insert into movements (id, account_id, external_id, identity_key, occurrence, amount_minor, currency,
      sender_name, description, counterparty, counterparty_account, bank_movement_id, booked_date, balance_minor, status, received_at,
      first_seen_at, first_scrape_id, last_scrape_id)
    select gen_random_uuid(), ${account.id}, 'canary ' || n, 'canary ' || n, 1, n, 'EUR', 'canary', 'canary', 'canary',
      'canary', 'canary', '2026-01-01', 987654321, 'booked', now(), now(), gen_random_uuid(), gen_random_uuid()
    from generate_series(1, ${movements}::int) n`
  yield* sql`insert into conciliation_requests (id, account_id, user_id, external_id, status, amount_minor, currency,
      sender_name, reference, tax_id, payer_account, told_candidates, first_seen_at, created_at, updated_at)
    select gen_random_uuid(), ${account.id}, ${account.userId}, 'canary ' || n, 'pending', n, 'EUR', 'canary', 'canary',
      'canary', 'canary', 'canary', now(), now(), now() from generate_series(1, ${movements}::int) n`
  yield* sql`insert into attempts (id, request_id, attempt_number, result, code, reason, explanation, created_at)
    select gen_random_uuid(), id, 1, 'not_found', 'none', 'canary', '{"canary": 1}', now()
    from conciliation_requests where account_id = ${account.id}`
  yield* sql`insert into outbox (id, message_id, account_id, lane, event, body, status, sequence, due_at, created_at)
    select gen_random_uuid(), gen_random_uuid(), ${account.id}, 'result', 'matched', 'canary', 'cancelled', n, now(), now()
    from generate_series(1, ${movements}::int) n`
  yield* sql`insert into delivery_attempts (outbox_id, attempt_number, address, started_at, response)
    select id, 1, 'canary', now(), 'canary' from outbox where account_id = ${account.id}`
  yield* sql`insert into scrapes (id, account_id, status, coverage_from, coverage_to, complete, rows_read, rows_new, fault,
      statement, finished_at)
    values (gen_random_uuid(), ${account.id}, 'quarantined', '2026-01-01', '2026-01-02', false, 1, 0, 'canary',
      '{"canary": 1}', now())`
  yield* sql`insert into activity (account_id, occurred_at, kind, message, data)
    values (${account.id}, now(), 'canary', 'canary', '{"canary": 1}')`
  yield* sql`insert into events (account_id, user_id, type, data, occurred_at)
    values (${account.id}, ${account.userId}, 'canary', '{"canary": 1}', now())`
  yield* sql`insert into assistance_requests (id, account_id, session_id, descriptor, prompt, status, requested_at, expires_at)
    values (gen_random_uuid(), ${account.id}, gen_random_uuid(), '{"canary": 1}', 'canary', 'fulfilled', now(), now())`
  yield* sql`insert into evidence (id, account_id, session_id, kind, content, created_at, expires_at)
    values (gen_random_uuid(), ${account.id}, gen_random_uuid(), 'canary', 'canary', now(), now() + interval '7 days')`
  yield* sql`insert into order_polls (account_id, etag) values (${account.id}, 'canary')`
  yield* sql`insert into scrape_jobs (id, account_id, requested_at, reason)
    values (gen_random_uuid(), ${account.id}, now(), 'canary')`
  return account
})

/** Which rows of a table are the account's. */
const ofAccount = (table: string): string =>
  ({
    accounts: "id = $1::uuid",
    attempts: "request_id in (select id from conciliation_requests where account_id = $1::uuid)",
    delivery_attempts: "outbox_id in (select id from outbox where account_id = $1::uuid)"
  })[table] ?? "account_id = $1::uuid"

/** Tables in which one of the account's rows still holds a canary. */
const tablesLeft = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const tables = new Set((yield* wordColumns).map(({ table }) => table))
  const names: Array<string> = []
  for (const table of tables) {
    const rows = yield* leftOf(
      yield* sql.unsafe(`select string_agg(t::text, '') as text from ${table} t where ${ofAccount(table)}`, [accountId])
    )
    const text = rows[0]?.text ?? ""
    if (text.includes("canary") || text.includes(Buffer.from("canary").toString("hex")) || text.includes("987654321")) {
      names.push(table)
    }
  }
  return names
})

layer(Services, { excludeTestServices: true })("the erasure of deleted accounts", (it) => {
  it.effect("knows each column that can hold words: it goes, or there is a reason why it stays", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* seeded(40)
      yield* (yield* Erasure).erase
      const unknown: Array<string> = []
      for (const { name, table } of yield* wordColumns) {
        if (name in kept) continue
        const column = name.split(".")[1] ?? ""
        const stays = ["accounts", "attempts", "movements", "conciliation_requests", "outbox", "scrapes"].includes(
          table
        )
        const rows = yield* leftOf(
          yield* sql.unsafe(
            `select string_agg(${stays ? `${column}::text` : "'a row'"}, '') as text from ${table} where ${ofAccount(table)}`,
            [id]
          )
        )
        const text = (rows[0]?.text ?? "").replaceAll(/erased:[\w-]{43}|\{\}|\\x/g, "")
        if (text !== "") unknown.push(`${name}: ${text.slice(0, 40)}`)
      }
      assert.deepStrictEqual(unknown, [])
    })
  )

  it.effect("leaves nothing of more rows than a batch holds, and nothing else is touched", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const erasure = yield* Erasure
      const gone = yield* seeded(31, 1_203)
      const young = yield* seeded(29)
      const living = yield* seeded(null)
      const before = yield* tablesLeft(living.id)
      assert.include(before, "movements")
      assert.isAbove(before.length, 10)

      assert.deepStrictEqual(yield* erasure.pending, { accounts: 1, movements: 1_203, orders: 1_203 })
      assert.deepStrictEqual(yield* erasure.erase, { accounts: 1, movements: 1_203, orders: 1_203 })
      assert.deepStrictEqual(yield* tablesLeft(gone.id), [])
      assert.deepStrictEqual(yield* tablesLeft(young.id), before)
      assert.deepStrictEqual(yield* tablesLeft(living.id), before)
      const [sum] =
        yield* sql`select count(*)::int as count, sum(amount_minor)::text as sum, count(distinct identity_key)::int as keys
        from movements where account_id = ${gone.id}`
      assert.deepStrictEqual(sum, { count: 1_203, sum: "724206", keys: 1_203 })
      assert.deepStrictEqual(yield* erasure.erase, { accounts: 0, movements: 0, orders: 0 })
    })
  )

  it.effect("waits for a session that is still being closed, but not for one that nobody closes any more", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* seeded(31)
      const script = yield* seedScript(id)
      yield* sql`insert into bank_sessions (id, account_id, epoch, script_id, session_type, started_at)
        values (gen_random_uuid(), ${id}, 1, ${script}, 'persistent', now())`
      yield* sql`update accounts set deleted_at = now() - interval '10 minutes' where id = ${id}`
      const hasty = yield* Layer.build(
        Layer.fresh(StoreLayers).pipe(
          Layer.provide(Layer.succeed(Retention, { ...defaultRetention, deletedAccounts: Duration.zero }))
        )
      )
      const erase = Effect.flatMap(Erasure, (one) => one.erase).pipe(Effect.provide(hasty))
      yield* erase
      assert.include(yield* tablesLeft(id), "movements")
      yield* sql`update accounts set deleted_at = now() - interval '61 minutes' where id = ${id}`
      yield* erase
      assert.deepStrictEqual(yield* tablesLeft(id), [])
    })
  )
})
