import { DateTime, Effect, Schema } from "effect"
import { paidReferenceDays, RequestStatus } from "@counterfoil/domain"
import {
  DatabaseUnavailable,
  type NewAttempt,
  type PassRows,
  type PassScope,
  type RequestChange,
  type WantedAmount
} from "@counterfoil/core"
import { PgClient } from "@effect/sql-pg"
import { cellsOf } from "../cellsOf.ts"
import { matchingTurn } from "../matchingTurn.ts"
import { movementFactColumns, movementFacts } from "../movementFacts.ts"
import { flag, millis, minor, plainRows, text, textOrNull, whole } from "../plainRows.ts"
import { Instant, rowAs, rowsAs, run } from "../rows.ts"
import { timeToChoose } from "../timeToChoose.ts"
import { mostReferences, openStatusArray, openStatuses, waitingStatuses } from "../requestStatuses.ts"
import { payerOf, payersOf } from "./payerRows.ts"
import { openOrder } from "./openOrder.ts"
import { taught } from "./taughtRows.ts"

const openRows = plainRows((row) => {
  const order = openOrder(row)
  // Field by field: thousands have this shape, and what is put together of others has one that V8 forgets between two passes.
  return {
    id: order.id,
    externalId: order.externalId,
    status: order.status,
    amountMinor: order.amountMinor,
    currency: order.currency,
    name: order.name,
    reference: order.reference,
    taxId: order.taxId,
    payerAccount: order.payerAccount,
    orderedAt: order.orderedAt,
    firstSeenAt: order.firstSeenAt,
    absentAt: order.absentAt,
    attemptsMade: whole(row["attemptsMade"]),
    misses: whole(row["misses"]),
    toldCandidates: textOrNull(row["toldCandidates"]),
    lastCode: textOrNull(row["lastCode"]),
    isBeingSettled: flag(row["isBeingSettled"])
  }
})

const briefRows = rowsAs(
  Schema.Struct({
    id: Schema.String,
    externalId: Schema.String,
    status: RequestStatus,
    errors: Schema.Int,
    lastAttempt: Schema.Int
  })
)
const referenceRows = plainRows((row) => ({
  amountMinor: minor(row["amountMinor"]),
  currency: text(row["currency"]),
  reference: text(row["reference"]),
  isPaid: flag(row["isPaid"])
}))

const nowRow = rowAs(Schema.Struct({ now: Instant }))
const idRows = rowsAs(Schema.Struct({ id: Schema.String }))
const pairRows = rowsAs(Schema.Struct({ orderId: Schema.String, movementId: Schema.String }))
const taughtRows = plainRows((row) => ({
  name: text(row["name"]),
  senderName: text(row["senderName"]),
  account: textOrNull(row["account"]),
  confirmed: flag(row["confirmed"]),
  taughtAt: millis(row["taughtAt"]),
  isSlip: flag(row["isSlip"])
}))
const payerRows = rowsAs(Schema.Struct({ account: Schema.String, senderName: Schema.String }))
/** Of one payer's account; whoever everybody pays through shows it sooner. */
const mostLookedAt = 200

const stretches = rowsAs(Schema.Struct({ from: Schema.String, to: Schema.String }))

/** What was read a moment ago: the bank has taken a payment back meanwhile. The whole pass is made again. */
const noLongerFree = Effect.die(
  new DatabaseUnavailable({
    message: "a movement that a pass has matched was removed or reversed meanwhile",
    outcome: "undone",
    cause: null
  })
)

/** Written down when it is handed over, not when the connection is free: until then the database works on what came before. */
const asText = (rows: ReadonlyArray<unknown>): string => JSON.stringify(rows)

const changeAsJson = ({ attempt, expired, id, misses, paidBy, status, toldCandidates }: RequestChange) => ({
  id,
  status,
  misses,
  expired,
  paid_by: paidBy,
  told: toldCandidates,
  number: attempt?.number,
  code: attempt?.code
})

/**
 * Of an order: its schedule makes a hundred and some at most (`retry_limit`), but a person may have it looked at without end, and
 * whoever reads the order reads all of them.
 */
const attemptsKept = 1_000

const amountOf = ({ amountMinor }: WantedAmount): string => amountMinor.toString()
const explanationOf = ({ explanation }: NewAttempt): string => JSON.stringify(explanation)

export const passRows = Effect.map(PgClient.PgClient, (sql) => {
  const inScope = (accountId: string, scope: PassScope) => {
    switch (scope._tag) {
      case "All":
        return sql`true`
      case "Requests":
        return sql`c.amount_minor in (select amount_minor from conciliation_requests
            where account_id = ${accountId} and id = any(${scope.requestIds}::uuid[]))`
      case "Scrape":
        return sql`c.amount_minor in (
            select amount_minor from conciliation_requests
            where account_id = ${accountId} and status in ${sql.literal(waitingStatuses)}
            union select m.amount_minor from movements m
            where m.account_id = ${accountId} and m.last_scrape_id = ${scope.scrapeId} and m.amount_minor > 0
              and m.booked_date >= coalesce((select coverage_from from scrapes where id = ${scope.scrapeId}), '-infinity'))`
    }
  }

  const inPass = (accountId: string, scope: PassScope) => sql`c.account_id = ${accountId}
      and (c.status in ${sql.literal(openStatuses)}
        or c.status = 'expired' and not c.past and c.expired_at > now() - interval '30 days')
      and ${inScope(accountId, scope)}`

  const forgetAttempts = (latest: ReadonlyArray<NewAttempt>) =>
    latest.length === 0
      ? Effect.void
      : run(sql`delete from attempts a
          using unnest(${cellsOf(latest, "requestId")}::uuid[], ${cellsOf(latest, "number")}::int[]) as r (id, number)
          where a.request_id = r.id and a.attempt_number <= r.number - ${attemptsKept}`)

  return {
    lockMatching: (accountId) => matchingTurn(sql, accountId),
    now: Effect.map(nowRow(sql`select clock_timestamp() as now`), (row) => row?.now ?? DateTime.makeUnsafe(0)),
    lockRequests: (accountId, scope, without = []) =>
      openRows(sql`select c.id, c.external_id as "externalId", c.status, c.amount_minor as "amountMinor", c.currency,
            c.sender_name as name, c.reference, c.tax_id as "taxId", c.payer_account as "payerAccount",
            c.ordered_at as "orderedAt", c.first_seen_at as "firstSeenAt", c.absent_at as "absentAt",
            c.attempts_made as "attemptsMade", c.misses,
            c.told_candidates as "toldCandidates", c.last_code as "lastCode",
            coalesce(c.separated_at > now() - ${sql.literal(timeToChoose)}, false) as "isBeingSettled"
          from conciliation_requests c
          where ${inPass(accountId, scope)} ${without.length === 0 ? sql`` : sql`and c.id <> all(${without}::uuid[])`}
          order by c.id for update of c`),
    inBrief: (accountId, scope) =>
      briefRows(sql`select c.id, c.external_id as "externalId", c.status, c.errors, greatest(c.attempts_made,
            (select max(attempt_number) from attempts a where a.request_id = c.id)) as "lastAttempt"
          from conciliation_requests c where ${inPass(accountId, scope)} order by c.id for update of c`),
    oneOfEachAmount: (accountId, scope) =>
      Effect.map(
        idRows(sql`select distinct on (c.amount_minor) c.id from conciliation_requests c
            where ${inPass(accountId, scope)} order by c.amount_minor, c.id`),
        (rows) => rows.map(({ id }) => id)
      ),
    movements: (accountId, wanted) =>
      movementFacts(sql`select ${sql.literal(movementFactColumns)}
          from unnest(${wanted.map(amountOf)}::numeric[],
            ${cellsOf(wanted, "from")}::date[]) as w (amount, since)
          join movements m on m.account_id = ${accountId} and m.amount_minor = w.amount and m.booked_date >= w.since`),
    references: (accountId) =>
      referenceRows(sql`select c.amount_minor as "amountMinor", c.currency, c.reference, s.status = 'matched' as "isPaid"
          from unnest(${sql.literal(openStatusArray)} || 'matched'::text) as s (status)
          cross join lateral (select o.amount_minor, o.currency, o.reference from conciliation_requests o
            where o.account_id = ${accountId} and o.status = s.status and o.reference is not null and (o.status <> 'matched'
              or o.created_at > now() - interval '90 days' and o.updated_at > now() - interval '${sql.literal(String(paidReferenceDays))} days')
            order by o.created_at desc, o.id desc limit ${sql.literal(String(mostReferences))}) c`),
    barredPairs: (requestIds) =>
      pairRows(sql`select request_id as "orderId", movement_id as "movementId" from barred_pairs
          where request_id = any(${requestIds}::uuid[]) and lifted_at is null`),
    taughtOfPayers: (accountId) => taughtRows(taught(sql, accountId)),
    payersOfAccounts: (accountId, accounts) =>
      accounts.length === 0
        ? Effect.succeed([])
        : payerRows(sql`select a.account, n.sender_name as "senderName" from unnest(${accounts}::text[]) a (account)
            cross join lateral (select distinct sender_name from (select m.sender_name from movements m
              where m.account_id = ${accountId}
                and account_from_behind(m.counterparty_account) = account_from_behind(a.account)
                and m.counterparty_account is not null and m.amount_minor > 0 limit ${mostLookedAt}) m) n`),
    coveredDays: (accountId) =>
      stretches(sql`select lower(stretch) as "from", upper(stretch) - 1 as "to"
          from covered_days, unnest(days) with ordinality as s (stretch, nth) where account_id = ${accountId} order by nth`),
    // Each explanation is read as JSON once; of one array of JSON they would be read, put together and read again.
    addAttempts: (attempts) =>
      attempts.length === 0
        ? Effect.void
        : Effect.andThen(
            forgetAttempts(attempts.filter(({ number }) => number > attemptsKept)),
            run(sql`insert into attempts (id, request_id, attempt_number, result, code, reason, explanation, created_at)
              select id, request_id, number, result, code, reason, explanation, now()
              from unnest(${cellsOf(attempts, "id")}::uuid[], ${cellsOf(attempts, "requestId")}::uuid[],
                ${cellsOf(attempts, "number")}::int[], ${cellsOf(attempts, "result")}::text[],
                ${cellsOf(attempts, "code")}::text[], ${cellsOf(attempts, "reason")}::text[],
                ${attempts.map(explanationOf)}::jsonb[])
                as r (id, request_id, number, result, code, reason, explanation)`)
          ),
    changeRequests: (changes) =>
      changes.length === 0
        ? Effect.void
        : run(sql`update conciliation_requests c set status = r.status, misses = r.misses, errors = 0,
              told_candidates = r.told, attempts_made = coalesce(r.number, c.attempts_made),
              last_code = coalesce(r.code, c.last_code), updated_at = now(),
              separated_at = case when r.status <> 'matched' then c.separated_at end,
              left_at = case when r.status <> 'matched' then c.left_at end,
              left_as = case when r.status <> 'matched' then c.left_as end,
              payers = case when r.status = 'matched' then
                case when r.paid_by is null then ${sql.literal(payersOf("c.id"))}
                  else (select ${sql.literal(payerOf("m"))} from movements m where m.id = r.paid_by) end end,
              expired_at = case when r.expired then now() else c.expired_at end, past = c.past and not r.expired
            from jsonb_to_recordset(${asText(changes.map(changeAsJson))}::text::jsonb)
              as r (id uuid, status text, misses int, told text, number int, code text, expired boolean, paid_by uuid)
            where c.id = r.id`),
    changeAfterError: ({ attempt, errors, id, status }) =>
      run(sql`update conciliation_requests set status = ${status}, errors = ${errors},
            attempts_made = ${attempt.number}, last_code = ${attempt.code}, updated_at = now()
          where id = ${id}`),
    addMatches: (matches) =>
      matches.length === 0
        ? Effect.void
        : Effect.flatMap(
            idRows(sql`with free as materialized (
                select m.id from movements m where m.id = any(${cellsOf(matches, "movementId")}::uuid[])
                  and m.removed_at is null and m.reversed_at is null and m.status = 'booked'
                order by m.id for share of m)
              insert into matches (id, request_id, movement_id, active, created_at)
              select r.id, r.request_id, r.movement_id, true, now()
              from unnest(${cellsOf(matches, "id")}::uuid[], ${cellsOf(matches, "requestId")}::uuid[],
                ${cellsOf(matches, "movementId")}::uuid[]) as r (id, request_id, movement_id)
              join free on free.id = r.movement_id returning id`),
            ({ length }) => (length === matches.length ? Effect.void : noLongerFree)
          )
  } satisfies PassRows
})
