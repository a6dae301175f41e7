/** A bank's CSV export as it comes: lines before the headers, any of three delimiters, headers in several languages. */
import { accountText } from "../movements/accountText.ts"
import { amountAlone, negate } from "../movements/amount.ts"
import { currencyOfAmount } from "../movements/currencyWords.ts"
import { date, type DateOrder } from "../movements/date.ts"
import type { Movement, Statement } from "../movements/Statement.ts"
import { assemble } from "./assemble.ts"
import type { CsvColumns } from "./csvColumns.ts"
import { datesOf, orderOf } from "./csvDates.ts"
import { statusesOf } from "./csvStatus.ts"
import { type Cells, cell, type CsvTable, type Line, linesOfCsv, tableOf } from "./csvTable.ts"
import { type DirectionColumn, directionColumn, directionIn } from "./csvDirection.ts"
import { linesOf, standingOn } from "./movementLines.ts"
import { ownAccount } from "./ownAccount.ts"
import { onLine, problem, readEach } from "./problem.ts"

export interface CsvFileOptions {
  /** Where the file has no column for it. */
  readonly currency?: string | undefined
  /** Of its amounts. Absent: told from them, where any leaves no doubt. */
  readonly decimal?: "," | "." | undefined
  /** Absent: told from the dates, where any of them leaves no doubt. */
  readonly dates?: DateOrder | undefined
  /** As the bank usually has them, where the file's tell nothing. (Default: dmy; but it is asked for where English is read in dollars) */
  readonly usualDates?: DateOrder | undefined
  readonly today: string
}

/** Currencies without decimals: what stands in their amounts are thousands. */
const whole = new Set("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split(" "))

/** The decimal sign of the file, where any of its amounts leaves no doubt. */
const decimalOf = (amounts: ReadonlyArray<string>, isWhole: boolean): "," | "." | undefined => {
  const ends = (digits: string) => (sign: string) =>
    amounts.some((text) => new RegExp(`\\${sign}${digits}\\D*$`).test(text))
  const [cents, thousands] = [ends("\\d{1,2}"), ends("\\d{3}")]
  if (cents(",") !== cents(".")) return cents(",") ? "," : "."
  if (!isWhole || cents(",") || thousands(",") === thousands(".")) return undefined
  return thousands(",") ? "." : ","
}

interface Reading {
  readonly columns: CsvColumns
  /** Cells of the line with the headers. */
  readonly width: number
  readonly decimal: "," | "." | undefined
  readonly direction: DirectionColumn | undefined
  /** Whether any of its amounts says by itself that it is money in or out. */
  readonly isSigned: boolean
  /** Whether money out stands without a minus in its own column: a minus there is money that came back. */
  readonly isDebitPlain: boolean
  /** Whether a letter behind each amount says where the money went: `45,60 S`. */
  readonly isLettered: boolean
  readonly dates: DateOrder
  readonly currency: string | undefined
  readonly today: string
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
  const { columns, decimal, isDebitPlain, isLettered } = reading
  const rules = { ...(decimal === undefined ? {} : { decimal }), ...(isLettered ? { sign: "DC" as const } : {}) }
  const read = (text: string) => onLine(line, () => amountAlone(text, rules))
  const single = cell(cells, columns.amount)
  if (single !== undefined) return directed(read(single), cells, line, reading)
  const [credit, debit] = [columns.credit, columns.debit].map((column) => {
    const text = cell(cells, column)
    const value = text === undefined ? undefined : read(text)
    return value === undefined || !/[1-9]/.test(value) ? undefined : value
  })
  if (credit !== undefined && debit === undefined) return credit
  if (debit !== undefined && credit === undefined) {
    return debit.startsWith("-") && !isDebitPlain ? debit : negate(debit)
  }
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

const hasLetter = /\d\s*[SHDC]$/i

/** One letter alone may also be a currency's: only where some say that money came in do all of them tell. */
const isLettered = (amounts: ReadonlyArray<string>): boolean =>
  amounts.every((text) => hasLetter.test(text)) && amounts.some((text) => /[HC]$/i.test(text))

/** Beside the line's own amount: `10,00 €`. */
const currencyBeside = (cells: Cells, { amount, credit, debit }: CsvColumns): string | undefined => {
  const said = [amount, credit, debit].flatMap((column) => currencyOfAmount(cell(cells, column) ?? "") ?? [])
  return new Set(said).size === 1 ? said[0] : undefined
}

const movementOf = (cells: Cells, line: number, reading: Reading): Movement => {
  const { columns, dates, decimal, today, width } = reading
  if (cells.length < width && cells.length <= columns.date) {
    throw problem(line, `it has ${cells.length} of ${width} cells`)
  }
  const readDate = (text: string) => {
    // The day that the file prints, whatever clock and zone stand behind it.
    const day = text.replace(/^(\d{4}-\d{2}-\d{2})[T ]\d{2}:.*$/, "$1")
    return onLine(line, () => date(day, { order: orderOf(day, dates), today }))
  }
  const printed = cell(cells, columns.date)
  if (printed === undefined) throw problem(line, "there is no date")
  const currency = cell(cells, columns.currency)?.toUpperCase() ?? reading.currency ?? currencyBeside(cells, columns)
  if (currency === undefined) {
    const isCut = cells.length < width && cells.length <= (columns.currency ?? -1)
    if (isCut) throw problem(line, `it has ${cells.length} of ${width} cells`)
    throw problem(line, "there is no currency: give one in the field currency, such as EUR")
  }
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

const texts = (rows: ReadonlyArray<Line>, column: number | undefined): ReadonlyArray<string> =>
  rows.flatMap(({ cells }) => cell(cells, column) ?? [])

const statusOf = ({ columns, headers, rows }: CsvTable) => {
  const statuses = statusesOf(texts(rows, columns.status))
  const header = JSON.stringify(headers[columns.status ?? -1]?.trim() ?? "")
  return ({ cells, line }: Line) => {
    const text = cell(cells, columns.status) ?? ""
    const status = statuses(text)
    if (status !== undefined) return status
    throw problem(line, `${JSON.stringify(text)} in the column ${header} is no status that is known here`)
  }
}

const readingOf = (table: CsvTable, options: CsvFileOptions): Reading => {
  const { columns, headers, rows } = table
  const { amount, credit, debit } = columns
  const currency = columns.printedCurrency ?? options.currency
  const printed = texts(rows, columns.currency).map((code) => code.toUpperCase())
  const currencies =
    printed.length > 0
      ? printed
      : currency === undefined
        ? rows.flatMap(({ cells }) => currencyBeside(cells, columns) ?? [])
        : [currency.toUpperCase()]
  const decimal =
    options.decimal ??
    decimalOf(
      [amount, credit, debit, columns.balance].flatMap((column) => texts(rows, column)),
      currencies.length > 0 && currencies.every((code) => whole.has(code))
    )
  const amounts = texts(rows, amount)
  const isSigned = amounts.some((text) => hasSign(text, decimal))
  const dates = datesOf(texts(rows, columns.date), {
    said: options.dates,
    usual: options.usualDates ?? "dmy",
    today: options.today,
    isDoubtful:
      options.usualDates === undefined &&
      /\bdate\b/i.test(headers[columns.date] ?? "") &&
      currencies.some((code) => monthFirst.has(code))
  })
  return {
    columns,
    width: headers.length,
    decimal,
    direction: directionOf(table, isSigned),
    isSigned,
    isLettered: amounts.length > 0 && isLettered(amounts),
    isDebitPlain: texts(rows, debit).some((text) => /[1-9]/.test(text) && !hasSign(text, decimal)),
    dates,
    currency,
    today: options.today
  }
}

/** Where months may come before days, in English. */
const monthFirst = new Set(["USD", "CAD", "PHP"])

const directionOf = ({ columns, headers, rows, taken }: CsvTable, isSigned: boolean) =>
  columns.amount === undefined
    ? undefined
    : directionColumn({
        headers,
        rows: rows.map(({ cells }) => cells),
        taken,
        texts: new Set(columns.description),
        isSigned
      })

export const csvFile = (text: string, options: CsvFileOptions): Statement => readCsv(text, options).statement

export const readCsv = (text: string, options: CsvFileOptions): TableReading =>
  readTable(linesOfCsv(text.replace(/^\uFEFF/, "")), options)

export interface TableReading {
  readonly statement: Statement
  /** Where each of its movements begins. */
  readonly lines: ReadonlyArray<number>
  /** The number of the account; absent: the file doesn't say. */
  readonly account?: string
}

/** Of the lines of a table, its headers among them, as a CSV or a sheet has them. */
export const readTable = (lines: ReadonlyArray<Line>, options: CsvFileOptions): TableReading => {
  const table = tableOf(lines)
  const account = ownAccount(table)
  const statement = statementOf(table, options)
  const found = { statement, lines: linesOf(statement.movements) }
  return { ...found, ...(account === undefined ? {} : { account: account.slice(0, 200) }) }
}

const statementOf = (table: CsvTable, options: CsvFileOptions): Statement => {
  const reading = readingOf(table, options)
  const status = statusOf(table)
  const read = readEach(table.rows, (row): ReadonlyArray<Movement> => {
    const said = status(row)
    if (said === "void") return []
    const movement = movementOf(row.cells, row.line, reading)
    return [standingOn(row.line, said === "pending" ? { ...movement, pending: true } : movement)]
  })
  const movements = read.flat()
  const isNewestFirst = (movements[0]?.date ?? "") > (movements.at(-1)?.date ?? "")
  return assemble([{ line: 1, movements: isNewestFirst ? movements.toReversed() : movements }])
}
