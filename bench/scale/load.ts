/** A database of a given size, filled by Postgres itself. */
import type { BenchPostgres } from "../lib/postgres.ts"
import { randomOf } from "../lib/random.ts"
import { bankName, orderName, usualNoise } from "../matching/noise.ts"
import { payer } from "../matching/people.ts"

export interface Size {
  readonly accounts: number
  readonly movements: number
  readonly openOrders: number
  /** Of the largest account. */
  readonly ownMovements: number
  readonly ownOrders: number
}

const seed = 11
const prices = 200
const payers = 20_000

/** Ids that SQL and we both know: the n-th of a kind. */
const id = (kind: string, nth: string): string => `md5('${kind} ' || ${nth})::uuid`

const written = () => {
  const random = randomOf(seed)
  return Array.from({ length: payers }, (_, n) => {
    const by = payer(random, "spanish")
    return {
      payer: n,
      ordered: orderName(random, usualNoise, by),
      printed: bankName(random, usualNoise, by, { declared: false })
    }
  })
}

const tables = ["movements", "conciliation_requests", "matches", "attempts", "scrapes", "accounts"]

/** Which payer and price the n-th of a list has: the same for an order and the movement that pays it. */
const payerOf = (n: string): string => `(${n} * 7919) % ${payers}`
const priceOf = (n: string): string => `990 + 500 * ((${n} * 104729) % ${prices})`

export const load = async ({ query }: BenchPostgres, size: Size): Promise<void> => {
  const others = size.accounts - 1
  await query(`insert into users (id, email, email_key, password_hash, operation_mode, created_at)
    values (${id("user", "1")}, 'a@shop.test', 'a@shop.test', '-', 'reconcile', now())`)
  await query(`insert into banks (id, code, name, origins, created_at)
    values (${id("bank", "1")}, 'bank', 'A bank', '{}', now())`)
  await query(`insert into accounts (id, user_id, bank_id, name, created_at)
    select ${id("account", "n")}, ${id("user", "1")}, ${id("bank", "1")}, 'Account', now()
    from generate_series(1, ${size.accounts}) n`)
  await query(`create table payers (payer int primary key, ordered text, printed text)`)
  await query(
    `insert into payers select * from jsonb_to_recordset($1::jsonb) as r (payer int, ordered text, printed text)`,
    [JSON.stringify(written())]
  )
  // The first ones are the largest account's; their payments are spread over 90 days.
  await query(`insert into movements (id, account_id, external_id, identity_key, occurrence, amount_minor, currency,
      sender_name, description, booked_date, status, received_at, first_seen_at, first_scrape_id, last_scrape_id)
    select ${id("movement", "n")}, account, 'e' || n, md5(n::text), 1, ${priceOf("n + 13")}, 'EUR', p.printed,
      'TRANSFERENCIA DE ' || p.printed, current_date - (n % 90)::int, 'booked', now() - (n % 90) * interval '1 day',
      now() - (n % 90) * interval '1 day', ${id("scrape", "0")}, ${id("scrape", "0")}
    from (select n, case when n <= ${size.ownMovements} then ${id("account", "1")}
      else ${id("account", `(2 + n % ${others})`)} end as account from generate_series(1::bigint, ${size.movements}) n) m
    join payers p on p.payer = ${payerOf("m.n + 13")}`)
  // One in twenty waits for its first scrapes, the others rest; each was looked for four times.
  await query(`insert into conciliation_requests (id, account_id, user_id, external_id, status, amount_minor, currency,
      sender_name, ordered_at, first_seen_at, misses, attempts_made, last_code, created_at, updated_at)
    select ${id("request", "n")}, account, ${id("user", "1")}, 'o' || n,
      case when n % 20 = 0 then 'pending' else 'not_found' end, ${priceOf("n")}, 'EUR', p.ordered,
      at, at, 4, 4, 'not_found_name', at, at
    from (select n, now() - (n % 100) * interval '1 hour' as at, case when n <= ${size.ownOrders} then ${id("account", "1")}
      else ${id("account", `(2 + n % ${others})`)} end as account from generate_series(1::bigint, ${size.openOrders}) n) o
    join payers p on p.payer = ${payerOf("o.n")}`)
  // What was paid before: as many again.
  await query(`insert into conciliation_requests (id, account_id, user_id, external_id, status, amount_minor, currency,
      sender_name, ordered_at, first_seen_at, attempts_made, last_code, created_at, updated_at)
    select ${id("paid", "n")}, m.account_id, ${id("user", "1")}, 'p' || n, 'matched', m.amount_minor, 'EUR', m.sender_name,
      m.received_at, m.received_at, 1, 'matched_name', m.received_at, m.received_at
    from generate_series(1::bigint, ${size.movements}, ${Math.max(1, Math.round(size.movements / size.openOrders))}) n
    join movements m on m.id = ${id("movement", "n")}`)
  await query(`insert into matches (id, request_id, movement_id, active, created_at)
    select ${id("match", "n")}, ${id("paid", "n")}, ${id("movement", "n")}, true, now()
    from generate_series(1::bigint, ${size.movements}, ${Math.max(1, Math.round(size.movements / size.openOrders))}) n`)
  // A month of scrapes, one an hour.
  await query(`insert into scrapes (id, account_id, status, coverage_from, coverage_to, complete, rows_read, rows_new, finished_at)
    select ${id("scrape", "n")}, ${id("account", "1")}, 'ingested', (now() - n * interval '1 hour')::date - 7,
      (now() - n * interval '1 hour')::date, true, 500, 10, now() - n * interval '1 hour' from generate_series(1, 720) n`)
  await query(`insert into covered_days (account_id, days)
    values (${id("account", "1")}, datemultirange(daterange(current_date - 37, current_date, '[]')))`)
  for (const table of tables) await query(`vacuum analyze ${table}`)
}

export const account = `select ${id("account", "1")}::text as id`

/** A scrape of so many new credits; three of four pay an open order, mostly one that rests. */
export const scrape = async (
  { query }: BenchPostgres,
  { ownOrders }: Size,
  rows: number,
  nth: number
): Promise<void> => {
  const scrapeId = id("new scrape", String(nth))
  await query(`insert into scrapes (id, account_id, status, coverage_from, coverage_to, complete, rows_read, rows_new, finished_at)
    values (${scrapeId}, ${id("account", "1")}, 'ingested', current_date - 7, current_date, true, ${rows}, ${rows}, now())`)
  await query(`insert into movements (id, account_id, external_id, identity_key, occurrence, amount_minor, currency,
      sender_name, description, booked_date, status, received_at, first_seen_at, first_scrape_id, last_scrape_id)
    select ${id(`new ${nth}`, "n")}, ${id("account", "1")}, 'n' || n, md5('new ${nth} ' || n), 1,
      ${priceOf("nth")}, 'EUR', p.printed, 'TRANSFERENCIA DE ' || p.printed, current_date, 'booked', now(), now(),
      ${scrapeId}, ${scrapeId}
    from (select n, case when n % 4 = 0 then n + 500000 else 1 + (n * 3) % ${ownOrders} end as nth
      from generate_series(1::bigint, ${rows}) n) s
    join payers p on p.payer = ${payerOf("s.nth")}`)
}

/** All orders of the largest account as if they had just been seen. */
export const enrol = async ({ query }: BenchPostgres): Promise<void> => {
  await query(
    `delete from attempts where request_id in (select id from conciliation_requests where account_id = ${id("account", "1")})`
  )
  await query(`update conciliation_requests set status = 'pending', misses = 0, attempts_made = 0, last_code = null
    where account_id = ${id("account", "1")} and status <> 'matched'`)
}

/** Takes back what passes have written, and the new movements; what that leaves behind is no part of what is measured next. */
export const reset = async ({ query }: BenchPostgres, { tidies }: { readonly tidies: boolean }): Promise<void> => {
  const own = `select id from conciliation_requests where account_id = ${id("account", "1")} and external_id like 'o%'`
  await query(`delete from outbox`)
  await query(`delete from matches where request_id in (${own})`)
  await query(`delete from attempts where request_id in (${own})`)
  await query(`delete from movements where account_id = ${id("account", "1")} and external_id like 'n%'`)
  await query(`update conciliation_requests set misses = 4, attempts_made = 4, last_code = 'not_found_name',
    told_candidates = null, status = case when substr(external_id, 2)::int % 20 = 0 then 'pending' else 'not_found' end
    where account_id = ${id("account", "1")} and external_id like 'o%'`)
  if (!tidies) return
  for (const table of ["outbox", "matches", "attempts", "movements", "conciliation_requests"]) {
    await query(`vacuum ${table}`)
  }
}
