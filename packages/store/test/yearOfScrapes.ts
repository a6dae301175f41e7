/** What a busy account leaves behind in a week: read every minute, fifty payments and orders a day. Written directly. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export interface Busy {
  readonly accountId: string
  readonly userId: string
  readonly scriptId: string
}

/** The account is read this often; `VERIFY=1`: as often as MONITOR_INTERVAL has it, 525,600 times a year. */
export const minutesBetweenReads = process.env["VERIFY"] === "1" ? 1 : 60

const minutesOfWeek = 7 * 24 * 60

/** Ids without order; of a name, so that rows find each other. */
const id = (name: string, n: string) => `md5('${name} ' || ${n})::uuid`

/** Twenty prices: a shop's orders often cost the same. */
const price = "(1000 + 250 * (n % 20))"

/** `at` is a time of the week of row `n`. */
const kinds = ({ accountId, scriptId, userId }: Busy, week: number, end: string): ReadonlyArray<string> => {
  const at = `('${end}'::timestamptz - (n % ${minutesOfWeek}) * interval '1 minute')`
  const everyMinutes = (step: number) =>
    `from generate_series(${week * minutesOfWeek}::bigint, ${(week + 1) * minutesOfWeek - 1}, ${step}) n`
  const reads = everyMinutes(minutesBetweenReads)
  const hourly = everyMinutes(60)
  const payments = everyMinutes(29)
  /** Before the days of the next read, which goes back to the oldest open order: it would miss what was written directly. */
  const earlier = `(${at} - interval '16 days')`
  return [
    `insert into scrapes (id, account_id, status, coverage_from, coverage_to, complete, rows_read, rows_new, finished_at)
      select ${id("scrape", "n")}, '${accountId}', 'ingested', ${at}::date - 7, ${at}::date, true, 350, 0, ${at} ${reads}`,
    `insert into script_runs (id, script_id, account_id, started_at, finished_at, outcome)
      select ${id("run", "n")}, '${scriptId}', '${accountId}', ${at}, ${at}, 'read' ${reads}`,
    `insert into events (account_id, user_id, version, type, data, occurred_at)
      select '${accountId}', '${userId}', -1 - n, 'scrape.succeeded', '{}', ${at} ${reads}`,
    `insert into scrape_jobs (id, account_id, status, requested_at, started_at, finished_at)
      select ${id("job", "n")}, '${accountId}', 'done', ${at}, ${at}, ${at} ${hourly}`,
    `insert into bank_sessions (id, account_id, epoch, script_id, session_type, started_at, ended_at, end_reason)
      select ${id("session", "n")}, '${accountId}', 1, '${scriptId}', 'persistent', ${at}, ${at}, 'ended' ${hourly}`,
    `insert into login_attempts (id, account_id, login_id, session_id, credentials_version, login_grant, started_at, finished_at, outcome)
      select ${id("login", "n")}, '${accountId}', (select login_id from accounts where id = '${accountId}'), ${id("session", "n")}, 1, 0, ${at}, ${at}, 'authenticated' ${hourly}`,
    `insert into assistance_requests (id, account_id, session_id, descriptor, status, requested_at, expires_at, ended_at)
      select ${id("code", "n")}, '${accountId}', ${id("session", "n")}, '{}', 'fulfilled', ${at}, ${at}, ${at} ${hourly}`,
    `insert into activity (account_id, occurred_at, kind, message)
      select '${accountId}', ${at}, 'scrape.failed', 'The bank''s site did not answer' ${hourly}`,
    `insert into outbox (id, message_id, account_id, lane, event, body, status, attempts_made, sequence, due_at, created_at)
      select ${id("notice", "n")}, 'msg_' || n, '${accountId}', 'notification', 'scrape_failed', '', 'delivered', 1, n, ${at}, ${at}
      ${hourly}`,
    `insert into delivery_attempts (outbox_id, attempt_number, address, started_at, finished_at, outcome)
      select ${id("notice", "n")}, 1, 'https://shop.test/', ${at}, ${at}, 'delivered' ${hourly}`,
    `insert into movements (id, account_id, external_id, identity_key, occurrence, amount_minor, currency, sender_name,
        description, booked_date, status, received_at, first_seen_at, first_scrape_id, last_scrape_id)
      select ${id("movement", "n")}, '${accountId}', 'm' || n, md5('key ' || n), 1, ${price}, 'EUR', 'Payer ' || n,
        'TRF DE PAYER ' || n, ${earlier}::date, 'booked', ${earlier}, ${earlier}, ${id("scrape", "n")}, ${id("scrape", "n")} ${payments}`,
    // One of ten is never paid.
    `insert into conciliation_requests (id, account_id, user_id, external_id, status, amount_minor, currency, sender_name,
        ordered_at, first_seen_at, attempts_made, last_code, expired_at, created_at, updated_at)
      select ${id("order", "n")}, '${accountId}', '${userId}', 'old-' || n,
        case when n % 10 = 0 then 'expired' else 'matched' end, ${price}, 'EUR', 'Payer ' || n, ${earlier}, ${earlier}, 1,
        'matched_name', case when n % 10 = 0 then ${earlier} end, ${earlier}, ${earlier} ${payments}`,
    `insert into attempts (id, request_id, attempt_number, result, code, explanation, created_at)
      select ${id("attempt", "n")}, ${id("order", "n")}, 1, 'matched', 'matched_name', '{}', ${earlier} ${payments}`,
    `insert into matches (id, request_id, movement_id, active, created_at)
      select ${id("match", "n")}, ${id("order", "n")}, ${id("movement", "n")}, true, ${earlier} ${payments} where n % 10 <> 0`,
    `insert into outbox (id, message_id, account_id, lane, event, request_id, body, status, attempts_made, sequence, due_at,
        created_at)
      select ${id("result", "n")}, 'res_' || n, '${accountId}', 'result', 'matched', ${id("order", "n")}, '', 'delivered', 1, n,
        ${earlier}, ${earlier} ${payments}`,
    `insert into delivery_attempts (outbox_id, attempt_number, address, started_at, finished_at, outcome)
      select ${id("result", "n")}, 1, 'https://shop.test/', ${earlier}, ${earlier}, 'delivered' ${payments}`
  ]
}

export const writeWeek = Effect.fnUntraced(function* (busy: Busy, week: number, end: string) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(kinds(busy, week, end), (text) => sql.unsafe(text).unprepared, { discard: true })
})
