import { Effect, Schema } from "effect"
import { type RehearsalRows } from "@counterfoil/core"
import { AttemptResult, RequestStatus } from "@counterfoil/domain"
import { PgClient } from "@effect/sql-pg"
import { movementFactColumns, movementFacts } from "../movementFacts.ts"
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
    chosen: Schema.Boolean,
    result: Schema.NullOr(AttemptResult),
    reason: Schema.NullOr(Schema.String)
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

export const rehearsalRows = Effect.map(
  PgClient.PgClient,
  (sql) =>
    ({
      pastRequests: (userId, { accountId, since }, { after, limit }) =>
        requestRows(sql`select c.id, c.account_id as "accountId", a.bank_id as "bankId", c.external_id as "externalId",
            c.status, c.amount_minor as "amountMinor", c.currency, c.sender_name as name, c.reference,
            c.tax_id as "taxId", c.payer_account as "payerAccount", c.ordered_at as "orderedAt",
            c.first_seen_at as "firstSeenAt", c.absent_at as "absentAt", x.movement_id as "paidBy",
            x.chosen_by is not null as chosen, last.result, last.reason
          from conciliation_requests c
          join accounts a on a.id = c.account_id and a.deleted_at is null
          left join matches x on x.request_id = c.id and x.active and x.nth_payment = 0
          left join lateral (select result, reason from attempts where request_id = c.id
            order by attempt_number desc limit 1) last on true
          where c.user_id = ${userId} and c.status <> 'cancelled'
            ${accountId === undefined ? sql`` : sql`and c.account_id = ${accountId}`}
            ${
              // No database time is older than this one, whatever a caller writes.
              since === undefined
                ? sql``
                : sql`and c.first_seen_at >= to_timestamp(${Math.max(0, since.epochMilliseconds) / 1000}::double precision)`
            }
            ${after === null ? sql`` : sql`and c.id > ${after}`}
          order by c.id limit ${limit}`),
      pastMovements: (accountId, wanted, { after, limit }) =>
        movementFacts(sql`select ${sql.literal(movementFactColumns)}
          from unnest(${wanted.map(({ amountMinor }) => amountMinor.toString())}::numeric[],
            ${wanted.map(({ from }) => from)}::date[]) as w (amount, since)
          join movements m on m.account_id = ${accountId} and m.amount_minor = w.amount and m.booked_date >= w.since
          ${after === null ? sql`` : sql`where m.id > ${after}`}
          order by m.id limit ${limit}`),
      pastChoices: (accountId) =>
        choiceRows(sql`select x.request_id as "requestId", c.sender_name as name, m.sender_name as "senderName",
            m.counterparty_account as account, x.created_at as "chosenAt"
          from matches x join conciliation_requests c on c.id = x.request_id join movements m on m.id = x.movement_id
          where x.active and x.chosen_by is not null and x.forgotten_at is null and c.account_id = ${accountId}
            and (m.sender_name <> '' or m.counterparty_account is not null)`)
    }) satisfies RehearsalRows
)
