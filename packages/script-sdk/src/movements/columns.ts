/** From the cells of a row, wherever they come from, to a movement. */
import { Retryable } from "../errors.ts"
import type { Row } from "../Row.ts"
import type { Text } from "../steps.ts"
import { accountText } from "./accountText.ts"
import { amount, type AmountOptions, negate } from "./amount.ts"
import { type Calendar, plainDigits } from "./calendar.ts"
import { currencyOfAmount } from "./currencyWords.ts"
import { date, type DateOptions, type DateOrder } from "./date.ts"
import type { Movement } from "./Statement.ts"

/** A column that only some accounts have; any other that is missing ends the phase with `layout_changed`. */
export interface IfThere {
  readonly ifThere: Text
}
export type Column = Text | IfThere

/** Which column holds what, by header. */
export interface Columns {
  readonly date: Text
  /** Several are put together: the bank's own text first, then what the payer wrote (`["Concept", "Message"]`). */
  readonly description: Text | ReadonlyArray<Text>
  /** Either one signed amount, or what came in and what went out. */
  readonly amount?: Text
  readonly credit?: Text
  readonly debit?: Text
  readonly time?: Column
  readonly id?: Column
  readonly counterparty?: Column
  /** The number of the other side's account. */
  readonly counterpartyAccount?: Column
  readonly valueDate?: Column
  readonly balance?: Column
}

export interface RowOptions {
  /**
   * ISO 4217; of a list with rows of several currencies, what a row says: `(row) => row.cell("Currency")`. An amount that names
   * another one beside it ends the phase with `layout_changed`.
   */
  readonly currency: string | ((row: Row) => string)
  readonly dates: DateOrder
  /** The calendar of the bank's dates. (Default: gregorian) */
  readonly calendar?: Calendar
  readonly decimal?: "," | "."
  readonly sign?: AmountOptions["sign"]
  /** The bank's local date: for dates without a year, and for "yesterday". */
  readonly today?: string
  /** Whether a row isn't booked yet. (Default: none is) */
  readonly pending?: (row: Row) => boolean
  /** What is made of a cell's text before it is read, by what the column holds: `{ id: (text) => text.slice(4) }`. */
  readonly transform?: { readonly [Name in keyof Columns]?: (text: string, row: Row) => string }
}

/** The row as the readers below see it: each column's text made what the author says. */
const cellOf = (row: Row, column: Text, name: keyof Columns, { transform }: RowOptions): string => {
  const text = row.cell(column)
  return transform?.[name]?.(text, row).trim() ?? text
}

const isIfThere = (column: Column): column is IfThere => typeof column === "object" && !(column instanceof RegExp)

const optionalCell = (
  row: Row,
  columns: Partial<Columns>,
  name: Exclude<keyof Columns, "description">,
  options: RowOptions,
  read: (text: string) => string = (text) => text
): string | undefined => {
  const column = columns[name]
  if (column === undefined) return undefined
  if (isIfThere(column) && !row.has(column.ifThere)) return undefined
  const text = cellOf(row, isIfThere(column) ? column.ifThere : column, name, options)
  return text === "" ? undefined : read(text)
}

/** A sum that some rows don't have: they are left empty, or say so by a dash. */
const sumCell = (
  row: Row,
  columns: Partial<Columns>,
  name: "credit" | "debit" | "balance",
  options: RowOptions,
  read: (text: string) => string
): string | undefined => {
  const sum = optionalCell(row, columns, name, options, (text) => (/^[\p{Pd}\u2212]+$/u.test(text) ? "" : read(text)))
  return sum === "" ? undefined : sum
}

/** `9:05`, `9.05 h` and `9:05 PM` as `HH:MM`. */
const timeOf = (text: string): string => {
  const parts = /^(\d{1,2})[:.h]([0-5]\d)(:[0-5]\d)?\s*(?:h|uhr|([ap])\.?\s?m\.?)?$/i.exec(plainDigits(text))
  const [, hour = "", minute = "", second = "", half = ""] = parts ?? []
  const isLate = half.toLowerCase() === "p"
  const from = half === "" ? Number(hour) : (Number(hour) % 12) + (isLate ? 12 : 0)
  if (parts === null || from > 23 || (half !== "" && (Number(hour) > 12 || hour === "0"))) {
    throw new RangeError(`${JSON.stringify(text)} is no time of day: transform can cut it out`)
  }
  return `${String(from).padStart(2, "0")}:${minute}${second}`
}

const accountOf = (text: string): string => accountText(text) ?? ""

/** A row that ends a list (a sum, a note) has none, and so has a field whose css selects nothing. */
const printed = (text: string, what: string): string => {
  if (text === "") throw new RangeError(`its ${what} is empty: nothing stands there, or its place is another`)
  return text
}

/** Read as the script's currency, an amount of another would pay an order that it doesn't pay. */
const inCurrency =
  (read: (text: string) => string, currency: string) =>
  (text: string): string => {
    const named = currencyOfAmount(text)
    if (named === undefined || sameCurrency(named) === sameCurrency(currency)) return read(text)
    if (text.includes("£") && isPound.test(currency)) return read(text)
    const help = "currency: (row) => … tells it of each row, and isMovement leaves rows out"
    throw new RangeError(`${JSON.stringify(text)} is in ${named}, and the script's currency is ${currency}: ${help}`)
  }

/** The yuan has a code of its own abroad, and a common name that is none. */
const sameCurrency = (code: string): string => (/^(?:RMB|CNH)$/.test(code) ? "CNY" : code)

/** Other pounds, whose banks print the same sign. */
const isPound = /^(?:EGP|FKP|GIP|LBP|SDG|SHP|SSP|SYP)$/

const currencyOf = (row: Row, { currency }: RowOptions): string => {
  if (typeof currency === "string") return currency
  const code = currency(row).trim().toUpperCase()
  if (!/^[A-Z]{3}$/.test(code)) throw new RangeError(`its currency ${JSON.stringify(code)} is no code of ISO 4217`)
  return code
}

const amountOf = (row: Row, columns: Columns, options: RowOptions, read: (text: string) => string): string => {
  if (columns.amount !== undefined) return read(printed(cellOf(row, columns.amount, "amount", options), "amount"))
  const credit = sumCell(row, columns, "credit", options, read)
  const debit = sumCell(row, columns, "debit", options, read)
  // Many banks print a zero in the column that a movement isn't of.
  if (credit !== undefined && (debit === undefined || !isSome(debit))) return credit
  if (debit !== undefined && (credit === undefined || !isSome(credit))) {
    return debit.startsWith("-") || !isSome(debit) ? debit : negate(debit)
  }
  throw new RangeError("it has either no amount or two")
}

const isSome = (amount: string): boolean => /[1-9]/.test(amount)

const descriptionOf = (row: Row, columns: Columns, options: RowOptions): string => {
  const { description } = columns
  const headers = typeof description === "string" || description instanceof RegExp ? [description] : description
  return headers
    .map((header) => cellOf(row, header, "description", options))
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

/** What a row says of a movement in the columns that have these names; what it leaves empty it doesn't say. */
export const partsOf = (row: Row, names: ReadonlyArray<string>, options: RowOptions): Partial<Movement> => {
  const columns: Partial<Columns> = Object.fromEntries(names.map((name) => [name, name]))
  const { readAmount, readDate } = readersOf(options)
  const cell = (name: Exclude<keyof Columns, "description">, read?: (text: string) => string) =>
    present(name, optionalCell(row, columns, name, options, read))
  return {
    ...cell("date", readDate),
    ...cell("time", timeOf),
    ...cell("amount", readAmount),
    ...cell("id"),
    ...cell("counterparty"),
    ...cell("counterpartyAccount", accountOf),
    ...cell("valueDate", readDate),
    ...cell("balance", readAmount),
    ...(columns.description === undefined ? {} : { description: cellOf(row, "description", "description", options) })
  }
}

const readersOf = ({ above, calendar, dates, decimal, sign, today }: RowOptions & Pick<DateOptions, "above">) => {
  const amounts: AmountOptions = { ...present("decimal", decimal), ...present("sign", sign) }
  const readDate = (text: string) =>
    date(text, {
      order: dates,
      ...present("today", today),
      ...present("above", above),
      ...present("calendar", calendar)
    })
  return { readDate, readAmount: (text: string) => amount(text, amounts) }
}

/** A cell that can't be read ends the phase with `layout_changed`: a row that is left out would be a movement lost. */
export const movementOf = (row: Row, columns: Columns, options: RowOptions & Pick<DateOptions, "above">): Movement => {
  const { readAmount, readDate } = readersOf(options)
  try {
    const currency = currencyOf(row, options)
    return {
      date: readDate(printed(cellOf(row, columns.date, "date", options), "date")),
      ...present("time", optionalCell(row, columns, "time", options, timeOf)),
      amount: amountOf(row, columns, options, inCurrency(readAmount, currency)),
      currency,
      description: descriptionOf(row, columns, options),
      ...present("id", optionalCell(row, columns, "id", options)),
      ...present("counterparty", optionalCell(row, columns, "counterparty", options)),
      ...present("counterpartyAccount", optionalCell(row, columns, "counterpartyAccount", options, accountOf)),
      ...present("valueDate", optionalCell(row, columns, "valueDate", options, readDate)),
      ...present("balance", sumCell(row, columns, "balance", options, readAmount)),
      ...(options.pending?.(row) === true ? { pending: true } : {})
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Retryable("layout_changed", `row ${row.index + 1} can't be read: ${error.message}`)
  }
}
