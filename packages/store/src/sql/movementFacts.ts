/** Movements as matching takes them, whoever reads them. */
import { DateTime, Effect, Schema } from "effect"
import { Instant, Minor, rowsAs } from "./rows.ts"

const rows = rowsAs(
  Schema.Struct({
    id: Schema.String,
    amountMinor: Minor,
    currency: Schema.String,
    senderName: Schema.String,
    text: Schema.String,
    bookedDate: Schema.String,
    firstSeenAt: Instant,
    booked: Schema.Boolean,
    excluded: Schema.Boolean,
    reversed: Schema.Boolean,
    held: Schema.Boolean,
    removed: Schema.Boolean,
    paysOrder: Schema.NullOr(Schema.String)
  })
)

/** Of movements `m`. Each asks for its match: a join is planned over all matches of the database once they are many. */
export const movementFactColumns = `m.id, m.amount_minor as "amountMinor", m.currency, m.sender_name as "senderName",
  m.description || ' ' || coalesce(m.counterparty, '') as text, m.booked_date as "bookedDate",
  m.first_seen_at as "firstSeenAt", m.status = 'booked' as booked, m.excluded_at is not null as excluded,
  m.reversed_at is not null as reversed, m.held_for <> '{}' as held, m.removed_at is not null as removed,
  (select pays.request_id from matches pays where pays.movement_id = m.id and pays.active
    and pays.nth_order = 0) as "paysOrder"`

/** The movements of a statement that selects `movementFactColumns`. */
export const movementFacts = (statement: Parameters<typeof rows>[0]) =>
  Effect.map(rows(statement), (movements) =>
    movements.map(({ firstSeenAt, paysOrder, ...movement }) => ({
      ...movement,
      firstKnownAt: DateTime.toEpochMillis(firstSeenAt),
      paysOrder: paysOrder ?? undefined
    }))
  )
