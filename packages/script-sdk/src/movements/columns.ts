/** From the cells of a row, wherever they come from, to a movement. */
import { Retryable } from "../errors.ts"
import type { Row } from "../Row.ts"
import type { Text } from "../steps.ts"
import { amount, type AmountOptions, negate } from "./amount.ts"
import { date, type DateOrder } from "./date.ts"
import type { Movement } from "./Statement.ts"

/** A column that only some accounts have; any other that is missing ends the phase with `layout_changed`. */
export interface IfThere {
  readonly ifThere: Text
}
export type Column = Text | IfThere

/** Which column holds what, by header. */
export interface Columns {
  readonly date: Text
  readonly description: Text | ReadonlyArray<Text>
  /** Either one signed amount, or what came in and what went out. */
  readonly amount?: Text
  readonly credit?: Text
  readonly debit?: Text
  readonly time?: Column
  readonly id?: Column
  readonly counterparty?: Column
  readonly valueDate?: Column
  readonly balance?: Column
}

export interface RowOptions {
  readonly currency: string
  readonly dates: DateOrder
  readonly decimal?: "," | "."
  readonly sign?: AmountOptions["sign"]
  /** The bank's local date: for dates without a year, and for "yesterday". */
  readonly today?: string
  /** Whether a row isn't booked yet. (Default: none is) */
  readonly pending?: (row: Row) => boolean
}

const isIfThere = (column: Column): column is IfThere => typeof column === "object" && !(column instanceof RegExp)

const optionalCell = (
  row: Row,
  column: Column | undefined,
  read: (text: string) => string = (text) => text
): string | undefined => {
  if (column === undefined) return undefined
  if (isIfThere(column) && !row.has(column.ifThere)) return undefined
  const text = row.cell(isIfThere(column) ? column.ifThere : column)
  return text === "" ? undefined : read(text)
}

const amountOf = (row: Row, columns: Columns, options: AmountOptions): string => {
  if (columns.amount !== undefined) return amount(row.cell(columns.amount), options)
  const credit = optionalCell(row, columns.credit)
  const debit = optionalCell(row, columns.debit)
  if (credit !== undefined && debit === undefined) return amount(credit, options)
  if (debit !== undefined && credit === undefined) {
    const value = amount(debit, options)
    return value.startsWith("-") || !/[1-9]/.test(value) ? value : negate(value)
  }
  throw new RangeError("it has either no amount or two")
}

const descriptionOf = (row: Row, columns: Columns): string => {
  const { description } = columns
  const headers = typeof description === "string" || description instanceof RegExp ? [description] : description
  return headers
    .map((header) => row.cell(header))
    .filter((text) => text !== "")
    .join(" ")
}

const present = <Name extends string, Value>(
  name: Name,
  value: Value | undefined
): { readonly [K in Name]?: Value } => {
  const entries: { [K in Name]?: Value } = {}
  if (value !== undefined) entries[name] = value
  return entries
}

/** A cell that can't be read ends the phase with `layout_changed`: a row that is left out would be a movement lost. */
export const movementOf = (row: Row, columns: Columns, options: RowOptions): Movement => {
  const { currency, dates, decimal, sign, today } = options
  const amounts = { ...present("decimal", decimal), ...present("sign", sign) }
  const readDate = (text: string) => date(text, { order: dates, ...present("today", today) })
  const readAmount = (text: string) => amount(text, amounts)
  try {
    return {
      date: readDate(row.cell(columns.date)),
      ...present("time", optionalCell(row, columns.time)),
      amount: amountOf(row, columns, amounts),
      currency,
      description: descriptionOf(row, columns),
      ...present("id", optionalCell(row, columns.id)),
      ...present("counterparty", optionalCell(row, columns.counterparty)),
      ...present("valueDate", optionalCell(row, columns.valueDate, readDate)),
      ...present("balance", optionalCell(row, columns.balance, readAmount)),
      ...(options.pending?.(row) === true ? { pending: true } : {})
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Retryable("layout_changed", `row ${row.index + 1} can't be read: ${error.message}`)
  }
}
