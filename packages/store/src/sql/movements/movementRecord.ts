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

/** Of movements `m`, the cells of a page of one account in the order in which `storedMovement` takes them. */
export const storedCells = `m.id, m.external_id, m.bank_movement_id, m.amount_minor, m.currency, m.sender_name, m.received_at,
  m.notified_at, m.excluded_at, m.booked_date::text, m.value_date::text, m.status, m.description, m.counterparty,
  m.counterparty_account, m.balance_minor, m.removed_at, m.reversed_at, nullif(m.held_for, '{}')`

const isTextOrNull = Predicate.or(Predicate.isNull, Predicate.isString)
const isDateOrNull = Predicate.or(Predicate.isNull, Predicate.isDate)
const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every(Predicate.isString)
const statusIn = (cell: unknown) => MovementStatus.literals.find((status) => status === cell)

const nobody: ReadonlyArray<string> = []

/** Only looked at, cell by cell: a tenth of what decoding takes. By number: taking an array apart asks its iterator for each. */
const storedMovement = (accountId: string, cells: ReadonlyArray<unknown>): StoredMovement | undefined => {
  const id = cells[0]
  const externalId = cells[1]
  const bankId = cells[2]
  const amountMinor = cells[3]
  const currency = cells[4]
  const senderName = cells[5]
  const receivedAt = cells[6]
  const notifiedAt = cells[7]
  const excludedAt = cells[8]
  const bookedDate = cells[9]
  const valueDate = cells[10]
  const status = statusIn(cells[11])
  const description = cells[12]
  const counterparty = cells[13]
  const counterpartyAccount = cells[14]
  const balanceMinor = cells[15]
  const removedAt = cells[16]
  const reversedAt = cells[17]
  const possibleDuplicateOf = cells[18] ?? nobody
  return Predicate.isString(id) &&
    Predicate.isString(externalId) &&
    isTextOrNull(bankId) &&
    Predicate.isString(amountMinor) &&
    Predicate.isString(currency) &&
    Predicate.isString(senderName) &&
    Predicate.isDate(receivedAt) &&
    isDateOrNull(notifiedAt) &&
    isDateOrNull(excludedAt) &&
    Predicate.isString(bookedDate) &&
    isTextOrNull(valueDate) &&
    status !== undefined &&
    Predicate.isString(description) &&
    isTextOrNull(counterparty) &&
    isTextOrNull(counterpartyAccount) &&
    isTextOrNull(balanceMinor) &&
    isDateOrNull(removedAt) &&
    isDateOrNull(reversedAt) &&
    isTexts(possibleDuplicateOf)
    ? {
        id,
        accountId,
        externalId,
        bankId,
        amountMinor,
        currency,
        senderName,
        receivedAt,
        notifiedAt,
        excludedAt,
        bookedDate,
        valueDate,
        status,
        description,
        counterparty,
        counterpartyAccount,
        balanceMinor,
        removedAt,
        reversedAt,
        possibleDuplicateOf
      }
    : undefined
}

/** Makes a page's rows of their cells; all of one account, whose id needn't be read with each. */
export const storedMovementsOf = (accountId: string) => {
  const own = accountId.toLowerCase()
  return (cells: ReadonlyArray<unknown>): StoredMovement | undefined => storedMovement(own, cells)
}
