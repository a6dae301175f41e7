import { type DateTime, Effect, Schema } from "effect"
import { type RehearsalRows } from "@counterfoil/core"
import { AttemptResult, RequestStatus } from "@counterfoil/domain"
import { PgClient } from "@effect/sql-pg"
import { movementFactColumns, movementFacts } from "../movementFacts.ts"
import { mostReferences, openStatusArray } from "../requestStatuses.ts"
import { Instant, InstantOrNull, Minor, rowsAs } from "../rows.ts"

const requestRows = rowsAs(
  Schema.Struct({
    id: Schema.String,
    accountId: Schema.String,
    bankId: Schema.String,
    externalId: Schema.String,
    status: RequestStatus,
    amountMinor: Minor,
    currency: Schema.String,
    name: Schema.String,
    reference: Schema.NullOr(Schema.String),
    taxId: Schema.NullOr(Schema.String),
    payerAccount: Schema.NullOr(Schema.String),
    orderedAt: InstantOrNull,
    firstSeenAt: Instant,
    absentAt: InstantOrNull,
    paidBy: Schema.NullOr(Schema.String),
    paidAt: InstantOrNull,
    chosen: Schema.Boolean,
    result: Schema.NullOr(AttemptResult),
    reason: Schema.NullOr(Schema.String)
  })
)
const referenceRows = rowsAs(
  Schema.Struct({
    amountMinor: Minor,
    currency: Schema.String,
    reference: Schema.String,
    orderedAt: InstantOrNull,
    firstSeenAt: Instant,
    paidAt: InstantOrNull
  })
)
const choiceRows = rowsAs(
  Schema.Struct({
    requestId: Schema.String,
    name: Schema.String,
    senderName: Schema.String,
    account: Schema.NullOr(Schema.String),
    chosenAt: Instant
  })
)

export const rehearsalRows = Effect.map(PgClient.PgClient, (sql) => {
  /** No database time is older than 1970, whatever a caller writes. */
  const at = ({ epochMilliseconds }: DateTime.Utc) =>
    sql`to_timestamp(${Math.max(0, epochMilliseconds) / 1000}::double precision)`

  return {
    pastRequests: (userId, { accountId, since }, { after, limit }) =>
      requestRows(sql`select c.id, c.account_id as "accountId", a.bank_id as "bankId", c.external_id as "externalId",
            c.status, c.amount_minor as "amountMinor", c.currency, c.sender_name as name, c.reference,
            c.tax_id as "taxId", c.payer_account as "payerAccount", c.ordered_at as "orderedAt",
            c.first_seen_at as "firstSeenAt", c.absent_at as "absentAt", x.movement_id as "paidBy",
            x.created_at as "paidAt", x.chosen_by is not null as chosen, last.result, last.reason
          from conciliation_requests c
          join accounts a on a.id = c.account_id and a.deleted_at is null
          left join matches x on x.request_id = c.id and x.active and x.nth_payment = 0
          left join lateral (select result, reason from attempts where request_id = c.id
            order by attempt_number desc limit 1) last on true
          where c.user_id = ${userId} and c.status <> 'cancelled'
            ${accountId === undefined ? sql`` : sql`and c.account_id = ${accountId}`}
            ${since === undefined ? sql`` : sql`and c.first_seen_at >= ${at(since)}`}
            ${after === null ? sql`` : sql`and c.id > ${after}`}
          order by c.id limit ${limit}`),
    pastMovements: (accountId, wanted, { after, limit }) =>
      movementFacts(sql`select ${sql.literal(movementFactColumns)}
          from unnest(${wanted.map(({ amountMinor }) => amountMinor.toString())}::numeric[],
            ${wanted.map(({ from }) => from)}::date[]) as w (amount, since)
          join movements m on m.account_id = ${accountId} and m.amount_minor = w.amount and m.booked_date >= w.since
          ${after === null ? sql`` : sql`where m.id > ${after}`}
          order by m.id limit ${limit}`),
    pastReferences: (accountId, before) =>
      referenceRows(sql`select c."amountMinor", c.currency, c.reference, c."orderedAt", c."firstSeenAt",
            (select min(x.created_at) from matches x where x.request_id = c.id and x.active) as "paidAt"
          from unnest(${sql.literal(openStatusArray)} || array['matched', 'expired']) as s (status)
          cross join lateral (select o.id, o.amount_minor as "amountMinor", o.currency, o.reference,
              o.ordered_at as "orderedAt", o.first_seen_at as "firstSeenAt"
            from conciliation_requests o
            where o.account_id = ${accountId} and o.status = s.status and o.reference is not null
              and o.first_seen_at < ${at(before)} and o.created_at > ${at(before)} - interval '90 days'
            order by o.created_at desc, o.id desc limit ${sql.literal(String(mostReferences))}) c`),
    pastChoices: (accountId) =>
      choiceRows(sql`select x.request_id as "requestId", c.sender_name as name, m.sender_name as "senderName",
            m.counterparty_account as account, x.created_at as "chosenAt"
          from matches x join conciliation_requests c on c.id = x.request_id join movements m on m.id = x.movement_id
          where x.active and x.chosen_by is not null and x.forgotten_at is null and c.account_id = ${accountId}
            and (m.sender_name <> '' or m.counterparty_account is not null)`)
  } satisfies RehearsalRows
})
