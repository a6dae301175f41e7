/** The table in a bank's CSV: the banks print lines of their own above and below it, and know other columns by other names. */
import { csvLines, guessDelimiter } from "../movements/csv.ts"
import { columnsOf, type CsvColumns, knownHeaders } from "./csvColumns.ts"
import { StatementProblem } from "./problem.ts"

export type Cells = ReadonlyArray<string>

export interface Line {
  readonly cells: Cells
  readonly line: number
}

export interface CsvTable {
  /** What stands above the headers. */
  readonly above: ReadonlyArray<Cells>
  readonly headers: Cells
  readonly columns: CsvColumns
  /** The columns that say something else than words. */
  readonly taken: ReadonlySet<number>
  readonly rows: ReadonlyArray<Line>
}

const mostLinesBefore = 40

export const cell = (cells: Cells, column: number | undefined): string | undefined => {
  const text = column === undefined ? undefined : cells[column]?.trim()
  return text === "" ? undefined : text
}

const headersOf = (lines: ReadonlyArray<Line>) => {
  for (const [index, { cells }] of lines.slice(0, mostLinesBefore).entries()) {
    const columns = columnsOf(cells)
    if (columns !== undefined) {
      const above = lines.slice(0, index).map((line) => line.cells)
      return { columns, rest: lines.slice(index + 1), headers: cells, above }
    }
  }
  const filled = lines.slice(0, mostLinesBefore).map(({ cells }) => cells.filter((text) => text.trim() !== ""))
  const likeliest = filled.toSorted(
    (one, other) => knownHeaders(other) - knownHeaders(one) || other.length - one.length
  )[0]
  throw new StatementProblem(
    `No line has headers for a date and an amount (Date and Amount, or Paid in and Paid out, say); the likeliest one has: ${(likeliest ?? []).join(", ").slice(0, 200)}`
  )
}

const total =
  /(?:^|[\s(])(?:\p{L}*saldo|balance|opening|closing|beginning|ending|total|solde|kontostand|summe|bakiye|остаток|余额|残高)/iu

/**
 * Balances and totals are no movements, and neither is what stands below the last one: without an amount, and with a text that
 * says so or without a day; or with one, where `Total` stands in place of the day. Of any other line without an amount a payment,
 * or a part of its text, would be lost: it is refused.
 */
const withoutTotals = (rows: ReadonlyArray<Line>, columns: CsvColumns): ReadonlyArray<Line> => {
  const { amount, credit, date, debit } = columns
  const hasDay = ({ cells }: Line) => /\d/.test(cell(cells, date) ?? "")
  const [lastDay, last] = [
    rows.findLastIndex(hasDay),
    rows.findLastIndex(({ cells }) => cell(cells, date) !== undefined)
  ]
  return rows.filter(({ cells }, nth) => {
    const isSum = nth > lastDay && total.test(cell(cells, date) ?? "")
    const hasAmount = [amount, credit, debit].some((column) => cell(cells, column) !== undefined)
    return !isSum && (hasAmount || (nth <= last && !cells.some((text) => total.test(text))))
  })
}

/** In Swedish and Danish `Valuta` is a currency. */
const withCurrency = (columns: CsvColumns, rows: ReadonlyArray<Line>): CsvColumns => {
  const { currency, valueDate, ...others } = columns
  if (currency !== undefined || valueDate === undefined) return columns
  const said = rows.flatMap(({ cells }) => cell(cells, valueDate) ?? [])
  return said.length > 0 && said.every((text) => /^[A-Za-z]{3}$/.test(text))
    ? { ...others, currency: valueDate }
    : columns
}

/** Where no header says what is text, all columns of words are. */
const withTexts = (columns: CsvColumns, headers: Cells, rows: ReadonlyArray<Line>): CsvColumns => {
  if (columns.description.length > 0) return columns
  const taken = takenIn(columns)
  const description = headers.flatMap((header, column) => {
    if (header.trim() === "" || taken.has(column)) return []
    const said = rows.flatMap(({ cells }) => cell(cells, column) ?? [])
    return said.filter((text) => /\p{L}{2}/u.test(text)).length * 2 > said.length ? [column] : []
  })
  return { ...columns, description }
}

const takenIn = ({ description: _, printedCurrency: __, ...others }: CsvColumns): ReadonlySet<number> =>
  new Set(Object.values(others))

export const hasHeaders = (lines: ReadonlyArray<Line>): boolean =>
  lines.slice(0, mostLinesBefore).some(({ cells }) => columnsOf(cells) !== undefined)

/** The lines of a CSV. Its first ones may be a heading of one cell: each delimiter is tried until one gives headers. */
export const linesOfCsv = (text: string): ReadonlyArray<Line> => {
  const guess = guessDelimiter(text)
  const sign = [...new Set([guess, ";", "\t", ","])].find((each) => hasHeaders(csvLines(text, each)))
  return csvLines(text, sign ?? guess)
}

export const tableOf = (lines: ReadonlyArray<Line>): CsvTable => {
  const { above, columns, headers, rest } = headersOf(lines)
  const rows = withoutTotals(
    rest.filter(({ cells }) => cells.length > 1 || headers.length === 1),
    columns
  )
  const known = withTexts(withCurrency(columns, rows), headers, rows)
  return { above, headers, columns: known, taken: takenIn(known), rows }
}
