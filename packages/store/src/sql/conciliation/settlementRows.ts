import { Effect, Schema } from "effect"
import { RequestStatus } from "@counterfoil/domain"
import { type SettlementRows } from "@counterfoil/core"
import { PgClient } from "@effect/sql-pg"
import { payersOf } from "./payerRows.ts"
import { Minor, rowsAs, run, touched } from "../rows.ts"

const requestRows = rowsAs(
  Schema.Struct({
    id: Schema.String,
    accountId: Schema.String,
    externalId: Schema.String,
    status: RequestStatus,
    amountMinor: Minor,
    currency: Schema.String,
    name: Schema.String,
    attemptsMade: Schema.Int,
    paidBy: Schema.Array(Schema.String),
    nextPayment: Schema.Int
  })
)

const movementRows = rowsAs(
  Schema.Struct({
    id: Schema.String,
    amountMinor: Minor,
    currency: Schema.String,
    booked: Schema.Boolean,
    excluded: Schema.Boolean,
    removed: Schema.Boolean,
    reversed: Schema.Boolean,
    paysOrders: Schema.Array(Schema.String),
    nextOrder: Schema.Int
  })
)

export const settlementRows = Effect.map(
  PgClient.PgClient,
  (sql) =>
    ({
      lockToSettle: (accountId, requestIds) =>
        requestRows(sql`select c.id, c.account_id as "accountId", c.external_id as "externalId", c.status,
            c.amount_minor as "amountMinor", c.currency, c.sender_name as name, c.attempts_made as "attemptsMade",
            array(select movement_id::text from matches x where x.request_id = c.id and x.active
              order by x.nth_payment) as "paidBy",
            coalesce((select max(nth_payment) + 1 from matches x where x.request_id = c.id and x.active), 0)
              as "nextPayment"
          from conciliation_requests c where c.id = any(${requestIds}::uuid[]) and c.account_id = ${accountId}
          order by c.id for update of c`),
      lockMovements: (accountId, movementIds) =>
        movementRows(sql`select m.id, m.amount_minor as "amountMinor", m.currency, m.status = 'booked' as booked,
            m.excluded_at is not null as excluded, m.removed_at is not null as removed,
            m.reversed_at is not null as reversed,
            array(select c.external_id from matches x join conciliation_requests c on c.id = x.request_id
              where x.movement_id = m.id and x.active order by x.nth_order) as "paysOrders",
            coalesce((select max(nth_order) + 1 from matches x where x.movement_id = m.id and x.active), 0)
              as "nextOrder"
          from movements m where m.id = any(${movementIds}::uuid[]) and m.account_id = ${accountId}
          order by m.id for update of m`),
      chooseMatches: (userId, matches) =>
        Effect.andThen(
          run(sql`with chosen as (
            insert into matches (id, request_id, movement_id, active, created_at, chosen_by, nth_payment, nth_order)
            select id, "requestId", "movementId", true, now(), ${userId}, "nthPayment", "nthOrder"
            from jsonb_to_recordset(${sql.json(matches.map((match) => ({ ...match })))})
              as r (id uuid, "requestId" uuid, "movementId" uuid, "nthPayment" smallint, "nthOrder" smallint)
            returning request_id, movement_id),
          lifted as (
            update barred_pairs b set lifted_at = now() from chosen
            where b.request_id = chosen.request_id and b.movement_id = chosen.movement_id and b.lifted_at is null)
          update movements m set held_for = '{}' from chosen where m.id = chosen.movement_id and m.held_for <> '{}'`),
          // One that is matched already has a further payer; the others take theirs down when they are.
          run(sql`update conciliation_requests c set payers = ${sql.literal(payersOf("c.id"))}
            where c.id = any(${matches.map(({ requestId }) => requestId)}::uuid[]) and c.status = 'matched'`)
        ),
      separateMatches: (requestId, userId) =>
        Effect.andThen(
          run(sql`with ended as (
              update matches set active = false, ended_at = now(), ended_by = ${userId}
              where request_id = ${requestId} and active returning request_id, movement_id),
            separated as (update conciliation_requests set separated_at = now(), left_at = null, left_as = null, missing_polls = 0
              where id = ${requestId})
            insert into barred_pairs (request_id, movement_id, barred_by, barred_at)
            select request_id, movement_id, ${userId}, now() from ended
            on conflict (request_id, movement_id) do update
              set barred_by = excluded.barred_by, barred_at = excluded.barred_at, lifted_at = null`),
          // The payment may pay other orders, too: one of them moves up to place 0, which the unique index gives to one order only.
          run(sql`update matches set nth_order = 0 where nth_order > 0 and id in (
              select distinct on (x.movement_id) x.id from matches x
              where x.active and x.movement_id in (select movement_id from matches where request_id = ${requestId})
              order by x.movement_id, x.nth_order)`)
        ),
      leaveSeparated: (requestId, as) =>
        touched(sql`update conciliation_requests set separated_at = null, left_at = now(), left_as = ${as}
          where id = ${requestId} and separated_at is not null and (status <> 'matched' or ${as} = 'closed') returning id`),
      reopenLeft: (requestId) =>
        touched(sql`update conciliation_requests r
          set separated_at = coalesce((select max(x.ended_at) from matches x
              where x.request_id = r.id and x.ended_by is not null), r.left_at), left_at = null, left_as = null
          where r.id = ${requestId} and r.left_at is not null and r.status not in ('matched', 'expired') returning r.id`),
      forgetTaught: (requestId) =>
        touched(sql`update matches x set forgotten_at = now()
          from conciliation_requests c, movements m, (
            select c.account_id, c.sender_name as name, m.sender_name as sender,
              m.counterparty_account as account
            from matches x join conciliation_requests c on c.id = x.request_id join movements m on m.id = x.movement_id
            where x.request_id = ${requestId} and (x.chosen_by is not null or x.ended_by is not null)) t
          where c.id = x.request_id and m.id = x.movement_id and x.forgotten_at is null
            and (x.active and x.chosen_by is not null or x.ended_by is not null)
            and c.account_id = t.account_id and c.sender_name = t.name and m.sender_name = t.sender
            and m.counterparty_account is not distinct from t.account
          returning x.id`)
    }) satisfies SettlementRows
)
