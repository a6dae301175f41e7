/** A movement as people and machines look at it, in whichever list. */
import type { StoredMovement } from "@counterfoil/core"
import { MovementStatus } from "@counterfoil/domain"
import { Predicate, Schema } from "effect"
import { Instant, InstantOrNull, Minor } from "../rows.ts"

export const movementRecordFields = {
  id: Schema.String,
  accountId: Schema.String,
  externalId: Schema.String,
  bankId: Schema.NullOr(Schema.String),
  amountMinor: Minor,
  currency: Schema.String,
  senderName: Schema.String,
  receivedAt: Instant,
  notifiedAt: InstantOrNull,
  excludedAt: InstantOrNull,
  bookedDate: Schema.String,
  valueDate: Schema.NullOr(Schema.String),
  status: MovementStatus,
  description: Schema.String,
  counterparty: Schema.NullOr(Schema.String),
  counterpartyAccount: Schema.NullOr(Schema.String),
  balanceMinor: Schema.NullOr(Minor),
  removedAt: InstantOrNull,
  reversedAt: InstantOrNull,
  possibleDuplicateOf: Schema.Array(Schema.String)
}

/** Of movements `m`. */
export const movementRecordColumns = `m.id, m.account_id as "accountId", m.external_id as "externalId",
  m.bank_movement_id as "bankId", m.amount_minor as "amountMinor", m.currency, m.sender_name as "senderName",
  m.received_at as "receivedAt", m.notified_at as "notifiedAt", m.excluded_at as "excludedAt",
  m.booked_date::text as "bookedDate", m.value_date::text as "valueDate", m.status, m.description, m.counterparty,
  m.counterparty_account as "counterpartyAccount",
  m.balance_minor as "balanceMinor", m.removed_at as "removedAt", m.reversed_at as "reversedAt",
  m.held_for::text[] as "possibleDuplicateOf"`

const isTextOrNull = Predicate.or(Predicate.isNull, Predicate.isString)
const isDateOrNull = Predicate.or(Predicate.isNull, Predicate.isDate)
const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every(Predicate.isString)

const cells: { readonly [Name in keyof StoredMovement]: Predicate.Refinement<unknown, StoredMovement[Name]> } = {
  id: Predicate.isString,
  accountId: Predicate.isString,
  externalId: Predicate.isString,
  bankId: isTextOrNull,
  amountMinor: Predicate.isString,
  currency: Predicate.isString,
  senderName: Predicate.isString,
  receivedAt: Predicate.isDate,
  notifiedAt: isDateOrNull,
  excludedAt: isDateOrNull,
  bookedDate: Predicate.isString,
  valueDate: isTextOrNull,
  status: Schema.is(MovementStatus),
  description: Predicate.isString,
  counterparty: isTextOrNull,
  counterpartyAccount: isTextOrNull,
  balanceMinor: isTextOrNull,
  removedAt: isDateOrNull,
  reversedAt: isDateOrNull,
  possibleDuplicateOf: isTexts
}
const checks = Object.entries(cells)

/** Whether a row is one, cell by cell: a tenth of what decoding it takes. */
export const isStoredMovement = (row: unknown): row is StoredMovement =>
  Predicate.isObject(row) && checks.every(([name, holds]) => holds(row[name]))
