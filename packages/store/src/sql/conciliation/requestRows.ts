import { Effect, Schema } from "effect"
import { AttemptResult, RequestStatus } from "@counterfoil/domain"
import { SqlClient } from "effect/sql"
import { type RequestRows, StoredExplanation } from "@counterfoil/core"
import { Instant, Minor, rowAs, rowsAs } from "../rows.ts"
import { apartAndWaiting, canPay, closed, takenBack } from "./search.ts"

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
  accountName: Schema.String
})

const AttemptRow = Schema.Struct({
  id: Schema.String,
  requestId: Schema.String,
  attemptNumber: Schema.Int,
  result: AttemptResult,
  reason: Schema.NullOr(Schema.String),
  createdAt: Instant
})

const totals = rowsAs(Schema.Struct({ count: Schema.Int }))

const MatchRow = Schema.Struct({
  id: Schema.String,
  requestId: Schema.String,
  bankTransactionId: Schema.String,
  isPrimary: Schema.Boolean,
  amountMinor: Minor,
  currency: Schema.String,
  senderName: Schema.String,
  receivedAt: Instant,
  alsoPays: Schema.Array(Schema.Struct({ id: Schema.String, externalId: Schema.String }))
})

const request = rowAs(RequestRow)
const requests = rowsAs(RequestRow)
const attempts = rowsAs(AttemptRow)
const matches = rowsAs(MatchRow)
const explained = rowAs(
  Schema.Struct({
    attemptNumber: Schema.Int,
    result: AttemptRow.fields.result,
    code: Schema.String,
    reason: Schema.NullOr(Schema.String),
    createdAt: Instant,
    explanation: StoredExplanation,
    order: Schema.Struct({
      externalId: Schema.String,
      name: Schema.String,
      reference: Schema.NullOr(Schema.String),
      taxId: Schema.NullOr(Schema.String)
    })
  })
)
const candidates = rowsAs(
  Schema.Struct({
    id: Schema.String,
    amountMinor: Minor,
    currency: Schema.String,
    senderName: Schema.String,
    receivedAt: Instant,
    externalId: Schema.String,
    description: Schema.String,
    counterparty: Schema.NullOr(Schema.String),
    counterpartyAccount: Schema.NullOr(Schema.String),
    bookedDate: Schema.String,
    canPay: Schema.Boolean
  })
)
const separated = rowsAs(Schema.Struct({ id: Schema.String }))
const counts = rowsAs(Schema.Struct({ status: RequestStatus, count: Schema.Int }))

export const requestRows = Effect.map(SqlClient.SqlClient, (sql) => {
  const columns = sql.literal(`r.id, r.account_id as "accountId", r.external_id as "externalId", r.status,
      r.amount_minor as "amountMinor", r.currency, r.sender_name as "senderName", r.created_at as "createdAt",
      a.bank, a.name as "accountName"`)
  // The offset keeps the account's look-up a look-up per request: a join could be turned round, and then the requests
  // would no longer come out of their index in order.
  const own = (userId: string) =>
    sql`from conciliation_requests r
        join lateral (select a.name, b.code as bank from accounts a join banks b on b.id = a.bank_id
          where a.id = r.account_id and a.deleted_at is null offset 0) a on true
        where r.user_id = ${userId}`

  return {
    listRequests: (userId, { before, limit, offset, status }) =>
      requests(sql`select ${columns} ${own(userId)}
          ${status === undefined ? sql`` : sql`and r.status = ${status}`}
          ${
            // Compared by the database: a JavaScript date has lost the microseconds.
            before === undefined
              ? sql``
              : sql`and (r.created_at, r.id) < (select created_at, id from conciliation_requests
                where id = ${before} and user_id = ${userId})`
          }
          order by r.created_at desc, r.id desc limit ${limit} offset ${offset}`),
    findRequest: (userId, requestId) => request(sql`select ${columns} ${own(userId)} and r.id = ${requestId}`),
    listAttempts: (requestId) =>
      attempts(sql`select id, request_id as "requestId", attempt_number as "attemptNumber", result, reason,
            created_at as "createdAt"
          from attempts where request_id = ${requestId} order by attempt_number`),
    activeMatches: (requestId) =>
      matches(sql`select x.id, x.request_id as "requestId", x.movement_id as "bankTransactionId",
            x.nth_payment = 0 as "isPrimary", m.amount_minor as "amountMinor", m.currency,
            m.sender_name as "senderName", m.received_at as "receivedAt",
            (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'externalId', r.external_id)
                order by o.nth_order), '[]')
              from matches o join conciliation_requests r on r.id = o.request_id
              where o.movement_id = x.movement_id and o.active and o.request_id <> x.request_id) as "alsoPays"
          from matches x join movements m on m.id = x.movement_id where x.request_id = ${requestId} and x.active
          order by x.nth_payment`),
    explanation: (requestId) =>
      explained(sql`select t.attempt_number as "attemptNumber", t.result, t.code, t.reason, t.created_at as "createdAt",
            t.explanation, jsonb_build_object('externalId', r.external_id, 'name', r.sender_name, 'reference', r.reference,
              'taxId', r.tax_id) as order
          from attempts t join conciliation_requests r on r.id = t.request_id
          where t.request_id = ${requestId}
          order by t.code = 'matched_by_person' and r.status <> 'matched', t.attempt_number desc limit 1`),
    separatedMovements: (requestId) =>
      Effect.map(
        separated(sql`select movement_id as id from barred_pairs
            where request_id = ${requestId} and lifted_at is null order by barred_at desc, movement_id`),
        (rows) => rows.map(({ id }) => id)
      ),
    listCandidates: ({ accountId, id }, movementIds) =>
      candidates(sql`select m.id, amount_minor as "amountMinor", currency, sender_name as "senderName",
            received_at as "receivedAt", external_id as "externalId", description, counterparty, counterparty_account as "counterpartyAccount",
            booked_date::text as "bookedDate", ${sql.literal(canPay("m", "r.id"))} as "canPay"
          from movements m cross join (select ${id}::uuid as id) r
          where account_id = ${accountId} and m.id = any(${movementIds}::uuid[])`),
    countByStatus: (userId) =>
      counts(sql`select status, count(*)::int as count from conciliation_requests
          where user_id = ${userId}
            and account_id = any (array(select id from accounts where user_id = ${userId} and deleted_at is null))
          group by status`),
    countTakenBack: (userId) =>
      Effect.map(
        totals(sql`select count(*)::int as count from conciliation_requests r
            where r.user_id = ${userId} and ${sql.literal(takenBack)}
              and account_id = any (array(select id from accounts where user_id = ${userId} and deleted_at is null))`),
        ([{ count } = { count: 0 }]) => count
      ),
    countClosed: (userId) =>
      counts(sql`select r.status, count(*)::int as count from conciliation_requests r
          where r.user_id = ${userId} and ${sql.literal(closed)}
            and account_id = any (array(select id from accounts where user_id = ${userId} and deleted_at is null))
          group by r.status`),
    countSeparated: (userId) =>
      counts(sql`select r.status, count(*)::int as count from conciliation_requests r
          where r.user_id = ${userId} and ${sql.literal(apartAndWaiting)}
            and r.status not in ('ambiguous', 'failed')
            and account_id = any (array(select id from accounts where user_id = ${userId} and deleted_at is null))
          group by r.status`)
  } satisfies RequestRows
})
