import { mostCredits, type PayerRows } from "@counterfoil/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { movementFactColumns, movementFacts } from "../movementFacts.ts"
import { runnableStatuses } from "../requestStatuses.ts"
import { plainRows } from "../plainRows.ts"
import { openOrder } from "./openOrder.ts"

const orders = plainRows(openOrder)

/** Older ones are not looked at by other amounts than their own. */
const oldestOrderDays = 60

/** Whom one movement is paid by, in words that an order is searched by; null: by nobody with a name. */
export const payerOf = (movement: string) =>
  `nullif(trim(${movement}.sender_name || ' ' || coalesce(${movement}.counterparty, '')), '')`

/** Whom a request is paid by, in words that it is searched by; null: by nobody, or by nobody with a name. */
export const payersOf = (request: string) => `(select nullif(trim(string_agg(
    m.sender_name || ' ' || coalesce(m.counterparty, ''), ' ' order by x.nth_payment)), '')
  from matches x join movements m on m.id = x.movement_id where x.request_id = ${request} and x.active)`

export const payerRows = Effect.map(SqlClient.SqlClient, (sql) => {
  const free = sql.literal(`m.amount_minor > 0 and m.status = 'booked' and m.excluded_at is null
            and m.reversed_at is null and m.removed_at is null and m.held_for = '{}'
            and not exists (select from matches pays where pays.movement_id = m.id and pays.active)`)
  return {
    // Without `processing`: these are being decided on right now.
    openOrders: (accountId, currency) =>
      orders(sql`select id, external_id as "externalId", status, amount_minor as "amountMinor", currency, sender_name as name,
            reference, tax_id as "taxId", payer_account as "payerAccount", ordered_at as "orderedAt",
            first_seen_at as "firstSeenAt", absent_at as "absentAt"
          from conciliation_requests
          where account_id = ${accountId} ${currency === undefined ? sql`` : sql`and currency = ${currency}`}
            and status in ${sql.literal(runnableStatuses)}
            and coalesce(ordered_at, first_seen_at) > now() - interval '${sql.literal(String(oldestOrderDays))} days'
          order by created_at desc, id desc limit 500`),
    freeCredits: (accountId, currency, from) =>
      movementFacts(sql`select ${sql.literal(movementFactColumns)} from movements m
          where m.account_id = ${accountId} and m.currency = ${currency} and m.booked_date >= ${from}::date
            and ${free}
          order by m.booked_date desc, m.id desc limit ${sql.literal(String(mostCredits))}`),
    seenCredits: (accountId, { ofFile, scrapeId }, knownUntil, without) =>
      movementFacts(sql`select ${sql.literal(movementFactColumns)} from movements m
          where m.account_id = ${accountId} and ${
            ofFile
              ? sql`m.booked_date >= current_date - ${sql.literal(String(oldestOrderDays + 1))}`
              : sql`m.last_scrape_id = ${scrapeId}
            and m.booked_date >= coalesce((select coverage_from from scrapes where id = ${scrapeId}), '-infinity')`
          }
            and m.first_seen_at <= to_timestamp(${knownUntil / 1_000}::double precision)
            and ${free} and not exists (select from unnest(${without}::uuid[]) as spoken (id) where spoken.id = m.id)
          order by m.booked_date desc, m.id desc limit ${sql.literal(String(mostCredits))}`)
  } satisfies PayerRows
})
