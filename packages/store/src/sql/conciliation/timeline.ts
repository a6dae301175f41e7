/** The story of one order, from the tables that its parts are in. */
import { timelineKinds, type TimelineRow } from "@counterfoil/core"
import { type Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { Instant, Minor, rowsAs } from "../rows.ts"

const nullable = Schema.NullOr(Schema.String)

const rows = rowsAs(
  Schema.Struct({
    at: Instant,
    kind: Schema.Literals(timelineKinds),
    movementId: nullable,
    movement: Schema.NullOr(
      Schema.Struct({
        amountMinor: Minor,
        currency: Schema.String,
        senderName: Schema.String,
        bookedDate: Schema.String
      })
    ),
    byPerson: Schema.NullOr(Schema.Boolean),
    number: Schema.NullOr(Schema.Int),
    result: nullable,
    code: nullable,
    reason: nullable,
    deliveryId: nullable,
    event: nullable,
    status: nullable,
    httpStatus: Schema.NullOr(Schema.Int)
  })
)

/** Of each kind. */
const most = 200

/** What an entry doesn't have is null; `place` puts those of one moment in the order in which they came about. */
const entry = (place: number, kind: string, has: Readonly<Record<string, string>>) =>
  `${place} as place, '${kind}' as kind, ${Object.entries({
    at: "null::timestamptz",
    movementId: "null::uuid",
    movement: "null::jsonb",
    byPerson: "null::boolean",
    number: "null::int",
    result: "null::text",
    code: "null::text",
    reason: "null::text",
    deliveryId: "null::uuid",
    event: "null::text",
    status: "null::text",
    httpStatus: "null::int",
    ...has
  })
    .map(([name, value]) => `${value} as "${name}"`)
    .join(", ")}`

const movement = `jsonb_build_object('amountMinor', m.amount_minor::text, 'currency', m.currency,
  'senderName', case when m.sender_name = '' then coalesce(m.counterparty, '') else m.sender_name end,
  'bookedDate', m.booked_date::text)`

export const timelineOf = (sql: SqlClient.SqlClient) => {
  const part = (place: number, kind: string, has: Readonly<Record<string, string>>) =>
    sql.literal(entry(place, kind, has))
  const latest = (column: string) => sql.literal(`order by ${column} desc limit ${most}`)

  return (requestId: string): Effect.Effect<ReadonlyArray<TimelineRow>> =>
    rows(sql`select * from (
      (select ${part(1, "listed", { at: "first_seen_at" })} from conciliation_requests where id = ${requestId})
      union all
      (select ${part(2, "attempt", {
        at: "created_at",
        number: "attempt_number",
        result: "result",
        code: "code",
        reason: "reason"
      })} from attempts where request_id = ${requestId} ${latest("attempt_number")})
      union all
      (select ${part(3, "matched", {
        at: "x.created_at",
        movementId: "x.movement_id",
        movement,
        byPerson: "x.chosen_by is not null"
      })} from matches x join movements m on m.id = x.movement_id
        where x.request_id = ${requestId} ${latest("x.created_at")})
      union all
      (select ${part(4, "unmatched", {
        at: "x.ended_at",
        movementId: "x.movement_id",
        movement,
        byPerson: "x.ended_by is not null"
      })} from matches x join movements m on m.id = x.movement_id
        where x.request_id = ${requestId} and x.ended_at is not null ${latest("x.ended_at")})
      union all
      (select ${part(5, "expired", { at: "expired_at" })} from conciliation_requests
        where id = ${requestId} and expired_at is not null)
      union all
      (select ${part(6, "left", { at: "left_at", code: "left_as" })} from conciliation_requests
        where id = ${requestId} and left_as is not null)
      union all
      (select ${part(7, "cancelled", {
        at: "coalesce(cancelled_at, updated_at)",
        code: `case when cancelled_because = 'mode' then 'mode_changed' when cancelled_because is not null
          then 'withdrawn' end`
      })} from conciliation_requests
        where id = ${requestId} and (status = 'cancelled' or cancelled_at is not null))
      union all
      (select ${part(8, "listed_again", { at: "listed_again_at" })} from conciliation_requests
        where id = ${requestId} and listed_again_at is not null)
      union all
      (select ${part(9, "delivery", { at: "created_at", deliveryId: "id", event: "event", status: "status" })}
        from outbox where request_id = ${requestId} ${latest("created_at")})
      union all
      (select ${part(10, "delivery_attempt", {
        at: "d.started_at",
        deliveryId: "d.outbox_id",
        number: "d.attempt_number",
        result: "d.outcome",
        reason: "d.fault",
        httpStatus: "d.http_status"
      })} from outbox o join delivery_attempts d on d.outbox_id = o.id
        where o.request_id = ${requestId} ${latest("d.started_at")})
    ) story order by at, place, number`)
}
