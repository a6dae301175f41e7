/** Movements as matching takes them, whoever reads them. */
import { flag, millis, minor, plainRows, text, textOrNull } from "./plainRows.ts"

/** Of movements `m`. Each asks for its match: a join is planned over all matches of the database once they are many. */
export const movementFactColumns = `m.id, m.amount_minor as "amountMinor", m.currency, m.sender_name as "senderName",
  m.description || ' ' || coalesce(m.counterparty, '') as text, m.counterparty_account as "senderAccount",
  m.booked_date as "bookedDate",
  m.first_seen_at as "firstSeenAt", m.status = 'booked' as booked, m.excluded_at is not null as excluded,
  m.reversed_at is not null as reversed, m.held_for <> '{}' as held, m.removed_at is not null as removed,
  (select pays.request_id from matches pays where pays.movement_id = m.id and pays.active
    and pays.nth_order = 0) as "paysOrder"`

/** The movements of a statement that selects `movementFactColumns`. */
export const movementFacts = plainRows((row) => ({
  id: text(row["id"]),
  amountMinor: minor(row["amountMinor"]),
  currency: text(row["currency"]),
  senderName: text(row["senderName"]),
  text: text(row["text"]),
  senderAccount: textOrNull(row["senderAccount"]) ?? undefined,
  bookedDate: text(row["bookedDate"]),
  firstKnownAt: millis(row["firstSeenAt"]),
  booked: flag(row["booked"]),
  excluded: flag(row["excluded"]),
  reversed: flag(row["reversed"]),
  held: flag(row["held"]),
  removed: flag(row["removed"]),
  paysOrder: textOrNull(row["paysOrder"]) ?? undefined
}))
