/** A database as it is after years: one user with most of it, many with a little. The same rows every time. */
import { Database } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const owner = "01990000-0000-7000-8000-000000000001"
/** Holds most movements. */
export const busyAccount = "01990000-0000-7000-8000-0000000000a1"
const otherAccount = "01990000-0000-7000-8000-0000000000a2"

export interface Size {
  readonly movements: number
  readonly requests: number
  readonly entries: number
}

const small = 2_000

/** Ids without order, as real ones of other accounts in between make them; made from text, so always the same. */
const id = (prefix: string, n = "n") => `md5('${prefix}' || ${n})::uuid`

const people = `
  insert into users (id, email, email_key, password_hash, operation_mode, created_at)
    select '${owner}'::uuid, 'owner@example.test', 'owner@example.test', '-', 'reconcile', '2024-01-01Z'::timestamptz
    union all select ${id("user")}, n || '@example.test', n || '@example.test', '-', 'reconcile', '2024-01-01Z'
    from generate_series(1, ${small}) n;
  insert into banks (id, code, name, created_at)
    select ${id("bank")}, 'bank-' || n, 'Bank ' || n, '2024-01-01Z'::timestamptz + n * interval '1 minute'
    from generate_series(1, ${small}) n;
  insert into scripts (id, bank_id, version, flow_type, status, origin, manifest, bundle, bundle_sha256, created_at)
    select ${id("script")}, ${id("bank", "(1 + n % 500)")}, '1.' || n || '.0', 'extract_transactions', 'review', 'manual',
      '{}', repeat('x', 2000), '-', '2024-02-01Z'::timestamptz + n * interval '1 minute'
    from generate_series(1, ${5 * small}) n;
  insert into accounts (id, user_id, bank_id, name, created_at)
    select '${busyAccount}'::uuid, '${owner}'::uuid, ${id("bank", "1")}, 'Busy', '2024-03-01Z'::timestamptz
    union all select '${otherAccount}', '${owner}', ${id("bank", "2")}, 'Quiet', '2024-03-02Z'
    union all select ${id("account")}, ${id("user")}, ${id("bank")}, 'Main', '2024-03-03Z'
    from generate_series(1, ${small}) n;
  insert into api_keys (id, user_id, name, prefix, key_hash, scopes, created_at)
    select ${id("key")}, case when n % 20 = 0 then '${owner}'::uuid else ${id("user")} end, 'Key',
      left(md5('key' || n), 8), decode(md5('hash' || n), 'hex'), '{status:read}', '2024-04-01Z'::timestamptz + n * interval '1 minute'
    from generate_series(1, ${small}) n;`

/** Most banks print a date only, so hundreds of movements share a time. One in fifty is gone from the bank again. */
const movements = (first: number, last: number) => `
  insert into movements (id, account_id, external_id, identity_key, occurrence, amount_minor, currency, sender_name,
      description, booked_date, status, received_at, first_seen_at, first_scrape_id, last_scrape_id, removed_at)
    select ${id("movement")},
      case when n % 4 < 3 then '${busyAccount}'::uuid else ${id("account", `(1 + n % ${small})`)} end,
      'REF' || n, 'key' || n, 1, 1000 + n % 9000, 'EUR', 'Sender ' || n % 1000, 'Transfer', day::date, 'booked', day,
      day + interval '1 hour', ${id("scrape")}, ${id("scrape")}, case when n % 50 = 0 then day + interval '1 day' end
    from generate_series(${first}, ${last}) n, lateral (select '2022-01-01Z'::timestamptz + (n / 400) * interval '1 day' as day) d;`

/** A connection that says nothing for long is given up. */
const atOnce = 20_000

const movementsInParts = (count: number) =>
  Array.from({ length: Math.ceil(count / atOnce) }, (_, part) =>
    movements(part * atOnce + 1, Math.min(count, (part + 1) * atOnce))
  )

const requests = (count: number) => `
  insert into conciliation_requests (id, account_id, user_id, external_id, status, amount_minor, currency, sender_name,
      first_seen_at, created_at, updated_at)
    select ${id("request")}, whose.account_id, whose.user_id, 'order-' || n,
      case when n % 500 = 0 then 'ambiguous' when n % 100 = 0 then 'pending' else 'matched' end, 1000 + n % 9000, 'EUR',
      'Sender ' || n % 1000, at, at, at
    from generate_series(1, ${count}) n,
      lateral (select '2022-01-01Z'::timestamptz + n * interval '7 minutes' as at) t,
      lateral (select case when n % 4 < 2 then '${busyAccount}'::uuid when n % 4 = 2 then '${otherAccount}'
          else ${id("account", `(1 + n % ${small})`)} end as account_id,
        case when n % 4 < 3 then '${owner}'::uuid else ${id("user", `(1 + n % ${small})`)} end as user_id) whose;`

const activity = (count: number) => `
  insert into activity (account_id, occurred_at, kind, message)
    select case when n % 4 < 3 then '${busyAccount}'::uuid else ${id("account", `(1 + n % ${small})`)} end,
      '2022-01-01Z'::timestamptz + n * interval '7 minutes', 'scrape.done', 'A scrape was done'
    from generate_series(1, ${count}) n;`

/** One in 500 is a notification, one in 100 exhausted, one in 300 waits; all else is delivered. */
const deliveries = (count: number) => `
  insert into outbox (id, message_id, sequence, account_id, lane, event, body, status, due_at, created_at)
    select ${id("delivery")}, 'msg_' || n, n,
      case when n % 4 < 2 then '${busyAccount}'::uuid when n % 4 = 2 then '${otherAccount}'
        else ${id("account", `(1 + n % ${small})`)} end,
      case when n % 500 < 2 then 'notification' else 'result' end, case when n % 500 < 2 then 'login_failed' else 'matched' end,
      '{}'::bytea, case when n % 100 < 2 then 'exhausted' when n % 301 < 2 then 'pending' else 'delivered' end, at, at
    from generate_series(1, ${count}) n, lateral (select '2022-01-01Z'::timestamptz + n * interval '7 minutes' as at) t;`

/** Of enough rows that nothing is left to the luck of the sample. */
const analyze = (size: Size) => `
  set local default_statistics_target = ${Math.min(10_000, Math.ceil(Math.max(size.movements, size.requests, size.entries) / 300) + 1)};
  analyze users, banks, scripts, accounts, api_keys, conciliation_requests, activity, outbox;
  analyze movements (account_id, received_at, id, removed_at, queued_at);`

const largest = "'movements'::regclass, 'unpaid_credits'::regclass"
const filled = `${largest}, 'conciliation_requests'::regclass, 'activity'::regclass, 'outbox'::regclass`

/** The indexes of the largest are made in a fraction of the time that they take to grow, and no row's account or movement is looked up. */
const setAside = `
  create temp table set_aside (restoring text) on commit drop;
  insert into set_aside
    select format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where contype = 'f' and conrelid in (${filled})
    union all
    select pg_get_indexdef(indexrelid) from pg_index where not indisunique and indrelid in (${largest});
  do $drop$ declare dropping text; begin
    for dropping in
      select format('alter table %s drop constraint %I', conrelid::regclass, conname)
      from pg_constraint where contype = 'f' and conrelid in (${filled})
      union all
      select format('drop index %s', indexrelid::regclass) from pg_index
      where not indisunique and indrelid in (${largest})
    loop execute dropping; end loop;
  end $drop$;`

const restore = `
  do $restore$ declare statement text; begin
    for statement in select restoring from set_aside loop execute statement; end loop;
  end $restore$;`

const insert = Effect.fnUntraced(function* (size: Size) {
  const sql = yield* SqlClient.SqlClient
  // It writes in one statement what comes over years.
  yield* sql.unsafe("set local statement_timeout = 0").unprepared
  const run = (text: string) => sql.unsafe(`do $fill$ begin execute $text$${text}$text$; end $fill$`).unprepared
  const parts = [
    people,
    setAside,
    ...movementsInParts(size.movements),
    requests(size.requests),
    activity(size.entries),
    deliveries(size.entries),
    restore,
    analyze(size)
  ]
  yield* Effect.forEach(parts, run, { discard: true })
})

/** For what takes as long as it takes: the test's own client gives a silent connection up. */
export const atLeisure = <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.flatMap(TestDatabase, ({ url }) =>
    Effect.provide(work, Database.layer({ url, maxConnections: 1, statementLimit: undefined }))
  )

export const fill = (size: Size) =>
  atLeisure(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(insert(size))))
