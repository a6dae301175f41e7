/** A bank's CSV export as it comes: lines before the headers, any of three delimiters, headers in several languages. */
import { accountText } from "../movements/accountText.ts"
import { amountAlone, negate } from "../movements/amount.ts"
import { csvLines, guessDelimiter } from "../movements/csv.ts"
import { date, type DateOrder } from "../movements/date.ts"
import type { Movement, Statement } from "../movements/Statement.ts"
import { assemble } from "./assemble.ts"
import { columnsOf, type CsvColumns } from "./csvColumns.ts"
import { type DirectionColumn, directionColumn, directionIn } from "./csvDirection.ts"
import { onLine, problem, readEach, StatementProblem } from "./problem.ts"

export interface CsvFileOptions {
  /** Where the file has no column for it. */
  readonly currency?: string | undefined
  /** Of its amounts. Absent: told from them, where any leaves no doubt. */
  readonly decimal?: "," | "." | undefined
  readonly dates: DateOrder
  readonly today: string
}

/** Banks print their own lines above the headers. */
const mostLinesBefore = 40

type Cells = ReadonlyArray<string>

const cell = (cells: Cells, column: number | undefined): string | undefined => {
  const text = column === undefined ? undefined : cells[column]?.trim()
  return text === "" ? undefined : text
}

/** The decimal sign of the file, where any of its amounts leaves no doubt. */
const decimalOf = (amounts: ReadonlyArray<string>): "," | "." | undefined => {
  const ends = (sign: string) => amounts.some((text) => new RegExp(`\\${sign}\\d{1,2}\\D*$`).test(text))
  if (ends(",") === ends(".")) return undefined
  return ends(",") ? "," : "."
}

interface Reading {
  readonly columns: CsvColumns
  /** Cells of the line with the headers. */
  readonly width: number
  readonly decimal: "," | "." | undefined
  readonly direction: DirectionColumn | undefined
  /** Whether any of its amounts says by itself that it is money in or out. */
  readonly isSigned: boolean
  readonly options: CsvFileOptions
}

/** With the sign that the line's own column gives it; where amounts have signs both have to say the same. */
const directed = (amount: string, cells: Cells, line: number, { direction, isSigned }: Reading): string => {
  if (direction === undefined || !/[1-9]/.test(amount)) return amount
  const found = onLine(line, () => directionIn(cells, direction))
  const [column, isOut] = [JSON.stringify(direction.header), amount.startsWith("-")]
  if (found === undefined) {
    if (isSigned) return amount
    throw problem(line, `the column ${column} is empty, which says whether this is money in or out`)
  }
  if (isSigned && isOut !== (found === "out"))
    throw problem(line, `the amount and the column ${column} contradict each other`)
  return found === "out" && !isOut ? negate(amount) : amount
}

const amountOf = (cells: Cells, line: number, reading: Reading): string => {
  const { columns, decimal } = reading
  const read = (text: string) => onLine(line, () => amountAlone(text, decimal === undefined ? {} : { decimal }))
  const single = cell(cells, columns.amount)
  if (single !== undefined) return directed(read(single), cells, line, reading)
  const [credit, debit] = [columns.credit, columns.debit].map((column) => {
    const text = cell(cells, column)
    const value = text === undefined ? undefined : read(text)
    return value === undefined || !/[1-9]/.test(value) ? undefined : value
  })
  if (credit !== undefined && debit === undefined) return credit
  if (debit !== undefined && credit === undefined) return debit.startsWith("-") ? debit : negate(debit)
  throw problem(line, "there is either no amount or two")
}

/** What can't be read is told with its line later. */
const hasSign = (text: string, decimal: "," | "." | undefined): boolean => {
  if (text.includes("+")) return true
  try {
    return amountAlone(text, decimal === undefined ? {} : { decimal }).startsWith("-")
  } catch {
    return false
  }
}

const directionOf = (headers: Cells, rows: ReadonlyArray<Cells>, columns: CsvColumns, isSigned: boolean) => {
  if (columns.amount === undefined) return undefined
  const { description, ...others } = columns
  const [taken, texts] = [new Set(Object.values(others)), new Set(description)]
  return directionColumn({ headers, rows, taken, texts, isSigned })
}

const movementOf = (cells: Cells, line: number, reading: Reading): Movement => {
  const { columns, decimal, options, width } = reading
  if (cells.length < width && cells.length <= columns.date) {
    throw problem(line, `it has ${cells.length} of ${width} cells`)
  }
  const readDate = (text: string) =>
    onLine(line, () => date(text, { order: /^\d{4}\D/.test(text) ? "ymd" : options.dates, today: options.today }))
  const printed = cell(cells, columns.date)
  if (printed === undefined) throw problem(line, "there is no date")
  const currency = cell(cells, columns.currency)?.toUpperCase() ?? options.currency
  if (currency === undefined) throw problem(line, "there is no currency: give one in the field currency, such as EUR")
  const [balance, valueDate] = [cell(cells, columns.balance), cell(cells, columns.valueDate)]
  const [counterparty, id] = [cell(cells, columns.counterparty), cell(cells, columns.id)]
  const account = accountText(cell(cells, columns.counterpartyAccount))
  const texts = columns.description.map((column) => cell(cells, column)).filter((text) => text !== undefined)
  return {
    date: readDate(printed),
    amount: amountOf(cells, line, reading),
    currency,
    description: (texts.length === 0 ? (counterparty ?? "") : texts.join(" ")).slice(0, 2_000),
    ...(id === undefined ? {} : { id: id.slice(0, 200) }),
    ...(counterparty === undefined ? {} : { counterparty: counterparty.slice(0, 2_000) }),
    ...(account === undefined ? {} : { counterpartyAccount: account }),
    ...(valueDate === undefined ? {} : { valueDate: readDate(valueDate) }),
    ...(balance === undefined
      ? {}
      : { balance: onLine(line, () => amountAlone(balance, decimal === undefined ? {} : { decimal })) })
  }
}

const headersOf = (lines: ReadonlyArray<{ readonly cells: Cells; readonly line: number }>) => {
  for (const [index, { cells }] of lines.slice(0, mostLinesBefore).entries()) {
    const columns = columnsOf(cells)
    if (columns !== undefined) return { columns, rest: lines.slice(index + 1), headers: cells }
  }
  const seen =
    lines
      .find(({ cells }) => cells.length > 1)
      ?.cells.join(", ")
      .slice(0, 200) ?? "nothing"
  throw new StatementProblem(`No line has headers for a date and an amount; the first one with columns has: ${seen}`)
}

const splitAt = (text: string, delimiter: string) => csvLines(text, delimiter)

export const csvFile = (text: string, options: CsvFileOptions): Statement => {
  const plain = text.replace(/^\uFEFF/, "")
  // The first lines may be a heading of one cell: each delimiter is tried until one gives headers.
  const delimiters = [...new Set([guessDelimiter(plain), ";", "\t", ","])]
  const delimiter =
    delimiters.find((sign) =>
      splitAt(plain, sign)
        .slice(0, mostLinesBefore)
        .some(({ cells }) => columnsOf(cells))
    ) ?? guessDelimiter(plain)
  const { columns, headers, rest } = headersOf(splitAt(plain, delimiter))
  const width = headers.length
  const rows = rest.filter(({ cells }) => cells.length > 1 || width === 1)
  const amounts = rows.flatMap(({ cells }) =>
    [columns.amount, columns.credit, columns.debit, columns.balance].flatMap((column) => cell(cells, column) ?? [])
  )
  const decimal = options.decimal ?? decimalOf(amounts)
  const isSigned = rows.some(({ cells }) => hasSign(cell(cells, columns.amount) ?? "", decimal))
  const direction = directionOf(
    headers,
    rows.map(({ cells }) => cells),
    columns,
    isSigned
  )
  const reading = { columns, width, options, decimal, direction, isSigned }
  const movements = readEach(rows, ({ cells, line }) => movementOf(cells, line, reading))
  const isNewestFirst = (movements[0]?.date ?? "") > (movements.at(-1)?.date ?? "")
  return assemble([{ line: 1, movements: isNewestFirst ? movements.toReversed() : movements }])
}
