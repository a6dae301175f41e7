import type { WorklistRows } from "@counterfoil/core"
import { AttemptResult, Coverage, RequestStatus } from "@counterfoil/domain"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { movementRecordColumns, movementRecordFields } from "../movements/movementRecord.ts"
import { Instant, InstantOrNull, Minor, rowsAs, touched } from "../rows.ts"
import { canPay, closed, needingPerson, searchOf } from "./search.ts"
import { timelineOf } from "./timeline.ts"

const MovementRow = Schema.Struct({
  ...movementRecordFields,
  accountName: Schema.String,
  bank: Schema.String,
  pays: Schema.NullOr(Schema.Struct({ requestId: Schema.String, externalId: Schema.String }))
})

const InJson = Schema.DateTimeUtcFromString

const RequestRow = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  externalId: Schema.String,
  status: RequestStatus,
  amountMinor: Minor,
  currency: Schema.String,
  senderName: Schema.String,
  createdAt: Instant,
  bank: Schema.String,
  accountName: Schema.String,
  reference: Schema.NullOr(Schema.String),
  orderedAt: InstantOrNull,
  firstSeenAt: Instant,
  updatedAt: Instant,
  attemptsMade: Schema.Int,
  separatedAt: InstantOrNull,
  reversedAt: InstantOrNull,
  listed: Schema.NullOr(Schema.Boolean),
  unmatched: Schema.NullOr(
    Schema.Struct({
      at: InJson,
      taught: Schema.Boolean,
      payments: Schema.Array(
        Schema.Struct({
          movementId: Schema.String,
          amountMinor: Minor,
          currency: Schema.String,
          senderName: Schema.String,
          bookedDate: Schema.String
        })
      )
    })
  ),
  left: Schema.NullOr(Schema.Struct({ at: InJson, as: Schema.Literals(["waiting", "closed"]) })),
  cancelledAt: InstantOrNull,
  cancelledBecause: Schema.NullOr(Schema.Literals(["withdrawn", "mode"])),
  lastAttempt: Schema.NullOr(
    Schema.Struct({
      number: Schema.Int,
      result: AttemptResult,
      code: Schema.String,
      reason: Schema.NullOr(Schema.String),
      createdAt: InJson,
      coverage: Schema.NullOr(Coverage),
      comesClose: Schema.Boolean
    })
  ),
  match: Schema.NullOr(
    Schema.Struct({
      movementId: Schema.String,
      receivedAt: InJson,
      senderName: Schema.String,
      byPerson: Schema.Boolean,
      at: InJson,
      by: Schema.NullOr(Schema.String)
    })
  ),
  lastDelivery: Schema.NullOr(
    Schema.Struct({
      id: Schema.String,
      event: Schema.String,
      status: Schema.String,
      deliveredAt: Schema.NullOr(InJson)
    })
  )
})

const foundMovements = rowsAs(MovementRow)
const foundRequests = rowsAs(RequestRow)
const money = rowsAs(
  Schema.Struct({
    date: Schema.String,
    currency: Schema.String,
    inCount: Schema.Int,
    inMinor: Minor,
    outCount: Schema.Int,
    outMinor: Minor
  })
)
const orders = rowsAs(
  Schema.Struct({
    date: Schema.String,
    currency: Schema.String,
    status: RequestStatus,
    count: Schema.Int,
    needsPerson: Schema.Int,
    closed: Schema.Int,
    minor: Minor
  })
)
const paidOrders = rowsAs(
  Schema.Struct({
    requestId: Schema.String,
    externalId: Schema.String,
    senderName: Schema.String,
    amountMinor: Minor,
    currency: Schema.String,
    at: Instant,
    by: Schema.NullOr(Schema.String),
    endedAt: InstantOrNull,
    endedBy: Schema.NullOr(Schema.String)
  })
)

const movementColumns = `${movementRecordColumns}, m.account_name as "accountName", m.bank, p.pays`

const paid = `left join lateral (
    select jsonb_build_object('requestId', r.id, 'externalId', r.external_id) as pays
    from matches x join conciliation_requests r on r.id = x.request_id
    where x.movement_id = m.id and x.active and x.nth_order = 0) p on true`

const requestColumns = `r.id, r.account_id as "accountId", r.external_id as "externalId", r.status,
  r.amount_minor as "amountMinor", r.currency, r.sender_name as "senderName", r.created_at as "createdAt", r.bank,
  r.account_name as "accountName", r.reference, r.ordered_at as "orderedAt", r.first_seen_at as "firstSeenAt", r.updated_at as "updatedAt",
  r.attempts_made as "attemptsMade",
  case when r.status not in ('matched', 'expired') then r.separated_at end as "separatedAt",
  case when r.status = 'matched' then r.separated_at end as "reversedAt",
  case when r.status = 'cancelled' then false when r.status <> 'matched' and r.separated_at is not null then
    (select r.missing_polls = 0 from order_polls p where p.account_id = r.account_id
      and p.last_success_at > r.separated_at) end as listed,
  case when r.left_as is not null then jsonb_build_object('at', r.left_at, 'as', r.left_as) end as "left", u.unmatched,
  case when r.status = 'cancelled' then coalesce(r.cancelled_at, r.updated_at) end as "cancelledAt",
  case when r.status = 'cancelled' then r.cancelled_because end as "cancelledBecause", t."lastAttempt", x.match, d."lastDelivery"`

/** Where the attempt says that no payer was named, no other payment of the amount is there: it keeps none as a candidate. */
const ofItsAmount = `m.account_id = r.account_id and m.amount_minor = r.amount_minor and m.currency = r.currency
  and m.booked_date >= coalesce(r.ordered_at, r.first_seen_at)::date - 1`

/** Now: what the attempt saw may have been spent, or taken out, since. */
const comesClose = `case
  when code in ('not_found_weak', 'not_found_name', 'not_found_reference') then exists (
    select from jsonb_array_elements(explanation -> 'candidates') c join movements m on m.id = (c ->> 'movement_id')::uuid
    where m.account_id = r.account_id and ${canPay("m", "r.id")})
  when code = 'not_found_nameless' then exists (select from movements m where ${ofItsAmount} and ${canPay("m", "r.id")})
  else false end`

/**
 * When the order's system last took what the result `o` says: an earlier delivery may have told it, before the message was sent again
 * or the order settled anew, unless it was told otherwise since.
 */
const takenLast = `(select max(t.delivered_at) from outbox t
  where t.request_id = o.request_id and t.event = o.event and t.sequence > coalesce((select max(e.sequence) from outbox e
    where e.request_id = o.request_id and e.event <> o.event and e.delivered_at is not null), 0))`

const surroundings = `left join lateral (
    select jsonb_build_object('number', attempt_number, 'result', result, 'code', code, 'reason', reason,
      'createdAt', created_at, 'coverage', explanation -> 'coverage', 'comesClose', ${comesClose}) as "lastAttempt"
    from attempts where request_id = r.id order by attempt_number desc limit 1) t on true
  left join lateral (
    select jsonb_build_object('movementId', m.id, 'receivedAt', m.received_at, 'senderName', m.sender_name,
      'byPerson', x.chosen_by is not null, 'at', x.created_at,
      'by', (select w.email from users w where w.id = x.chosen_by)) as match
    from matches x join movements m on m.id = x.movement_id where x.request_id = r.id and x.active
      and x.nth_payment = 0) x on true
  left join lateral (
    select jsonb_build_object('at', x.ended_at, 'taught', bool_or(x.forgotten_at is null and m.sender_name <> ''),
      'payments', jsonb_agg(jsonb_build_object('movementId', m.id, 'amountMinor', m.amount_minor::text,
        'currency', m.currency, 'senderName', case when m.sender_name = '' then coalesce(m.counterparty, '')
          else m.sender_name end, 'bookedDate', m.booked_date::text) order by x.nth_payment)) as unmatched
    from matches x join movements m on m.id = x.movement_id
    where r.status <> 'matched' and x.request_id = r.id and x.ended_by is not null
      and x.ended_at = (select max(l.ended_at) from matches l where l.request_id = r.id and l.ended_by is not null)
    group by x.ended_at) u on true
  left join lateral (
    select jsonb_build_object('id', o.id, 'event', o.event, 'status', o.status, 'deliveredAt', ${takenLast})
      as "lastDelivery"
    from outbox o where o.request_id = r.id order by o.sequence desc, o.created_at desc, o.id desc limit 1) d on true`

export const worklistRows = Effect.map(SqlClient.SqlClient, (sql): WorklistRows => {
  const text = sql.literal
  const none = text("")
  const ofAccount = (accountId: string | undefined) => (accountId === undefined ? none : sql`and a.id = ${accountId}`)
  const search = searchOf(sql)

  return {
    searchMovements: (userId, filter) =>
      foundMovements(sql`select ${text(movementColumns)} from (${search.movements(userId, filter)}) m ${text(paid)}
          order by m.received_at desc, m.id desc`),
    searchRequests: (userId, filter) =>
      foundRequests(sql`select ${text(requestColumns)} from (${search.requests(userId, filter)}) r ${text(surroundings)}
          order by r.created_at desc, r.id desc`),
    // Those that it pays and those that it was taken off have an index each.
    ordersOfMovement: (movementId) =>
      paidOrders(sql`select r.id as "requestId", r.external_id as "externalId", r.sender_name as "senderName",
            r.amount_minor as "amountMinor", r.currency, x.created_at as at, c.email as by, x.ended_at as "endedAt",
            e.email as "endedBy"
          from matches x join conciliation_requests r on r.id = x.request_id
            left join users c on c.id = x.chosen_by left join users e on e.id = x.ended_by
          where x.movement_id = ${movementId} and x.active or x.movement_id = ${movementId} and not x.active
          order by x.active desc, coalesce(x.ended_at, x.created_at) desc, x.nth_order limit 50`),
    ownsMovement: (userId, movementId) =>
      touched(sql`select from movements m join accounts a on a.id = m.account_id
          where m.id = ${movementId} and a.user_id = ${userId} and a.deleted_at is null`),
    ownsRequest: (userId, requestId) =>
      touched(sql`select from conciliation_requests r join accounts a on a.id = r.account_id
          where r.id = ${requestId} and r.user_id = ${userId} and a.deleted_at is null`),
    moneyByDay: (userId, { accountId, from, to }) =>
      money(sql`select m.booked_date::text as date, m.currency,
            count(*) filter (where m.amount_minor > 0)::int as "inCount",
            coalesce(sum(m.amount_minor) filter (where m.amount_minor > 0), 0) as "inMinor",
            count(*) filter (where m.amount_minor <= 0)::int as "outCount",
            coalesce(sum(m.amount_minor) filter (where m.amount_minor <= 0), 0) as "outMinor"
          from accounts a join movements m on m.account_id = a.id
          where a.user_id = ${userId} and a.deleted_at is null ${ofAccount(accountId)}
            and m.booked_date between ${from}::date and ${to}::date and m.removed_at is null
            and m.excluded_at is null and m.held_for = '{}'
          group by m.booked_date, m.currency order by m.booked_date, m.currency`),
    ordersByDay: (userId, { accountId, from, to }, zone) =>
      orders(sql`select (r.created_at at time zone ${zone})::date::text as date, r.currency, r.status,
            count(*)::int as count, count(*) filter (where ${text(needingPerson)})::int as "needsPerson",
            count(*) filter (where ${text(closed)})::int as closed,
            sum(r.amount_minor) as minor
          from accounts a join conciliation_requests r on r.account_id = a.id
          where r.user_id = ${userId} and a.user_id = ${userId} and a.deleted_at is null ${ofAccount(accountId)}
            and r.created_at >= ${from}::timestamp at time zone ${zone}
            and r.created_at < (${to}::timestamp + interval '1 day') at time zone ${zone}
          group by 1, 2, 3 order by 1, 2, 3`),
    timeline: timelineOf(sql)
  }
})
