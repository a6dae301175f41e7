import { Effect, Schema } from "effect"
import { RequestStatus } from "@counterfoil/domain"
import { SqlClient } from "effect/sql"
import { type SettlementRows } from "@counterfoil/core"
import { Minor, rowAs, run } from "../rows.ts"

const requestRow = rowAs(
  Schema.Struct({
    id: Schema.String,
    accountId: Schema.String,
    externalId: Schema.String,
    status: RequestStatus,
    amountMinor: Minor,
    currency: Schema.String,
    name: Schema.String,
    attemptsMade: Schema.Int,
    paidBy: Schema.NullOr(Schema.String)
  })
)

const movementRow = rowAs(
  Schema.Struct({
    id: Schema.String,
    amountMinor: Minor,
    currency: Schema.String,
    booked: Schema.Boolean,
    excluded: Schema.Boolean,
    removed: Schema.Boolean,
    reversed: Schema.Boolean,
    paysOrder: Schema.NullOr(Schema.String)
  })
)

export const settlementRows = Effect.map(
  SqlClient.SqlClient,
  (sql) =>
    ({
      lockRequest: (accountId, requestId) =>
        requestRow(sql`select c.id, c.account_id as "accountId", c.external_id as "externalId", c.status,
            c.amount_minor as "amountMinor", c.currency, c.sender_name as name, c.attempts_made as "attemptsMade",
            (select movement_id from matches x where x.request_id = c.id and x.active) as "paidBy"
          from conciliation_requests c where c.id = ${requestId} and c.account_id = ${accountId} for update of c`),
      lockMovement: (accountId, movementId) =>
        movementRow(sql`select m.id, m.amount_minor as "amountMinor", m.currency, m.status = 'booked' as booked,
            m.excluded_at is not null as excluded, m.removed_at is not null as removed,
            m.reversed_at is not null as reversed, c.external_id as "paysOrder"
          from movements m
          left join matches x on x.movement_id = m.id and x.active
          left join conciliation_requests c on c.id = x.request_id
          where m.id = ${movementId} and m.account_id = ${accountId} for update of m`),
      chooseMatch: ({ id, movementId, requestId, userId }) =>
        run(sql`with chosen as (
            insert into matches (id, request_id, movement_id, active, created_at, chosen_by)
            values (${id}, ${requestId}, ${movementId}, true, now(), ${userId}) returning request_id, movement_id),
          lifted as (
            update barred_pairs b set lifted_at = now() from chosen
            where b.request_id = chosen.request_id and b.movement_id = chosen.movement_id and b.lifted_at is null)
          update movements m set held_for = '{}' from chosen where m.id = chosen.movement_id and m.held_for <> '{}'`),
      separateMatch: ({ movementId, requestId, userId }) =>
        run(sql`with ended as (
            update matches set active = false, ended_at = now(), ended_by = ${userId}
            where request_id = ${requestId} and movement_id = ${movementId} and active returning request_id, movement_id)
          insert into barred_pairs (request_id, movement_id, barred_by, barred_at)
          select request_id, movement_id, ${userId}, now() from ended
          on conflict (request_id, movement_id) do update
            set barred_by = excluded.barred_by, barred_at = excluded.barred_at, lifted_at = null`)
    }) satisfies SettlementRows
)
