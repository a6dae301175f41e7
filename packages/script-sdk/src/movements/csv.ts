/** Statements as CSV files. */
import { type Columns, movementOf, type RowOptions } from "./columns.ts"
import { valueRow } from "./fields.ts"
import type { Statement } from "./Statement.ts"

export interface CsvOptions extends RowOptions {
  /** The days that the file was asked for. */
  readonly since: string
  readonly today: string
  /** (Default: the one of `;`, tab and `,` that the header has most of) */
  readonly delimiter?: string
  /** (Default: newest) */
  readonly first?: "newest" | "oldest"
}

/** Splits a text into its cells: quotes may hold delimiters, line ends and doubled quotes. `line` is 1-based. */
export const csvLines = (
  text: string,
  delimiter: string
): ReadonlyArray<{ readonly cells: ReadonlyArray<string>; readonly line: number }> => {
  const lines: Array<{ readonly cells: ReadonlyArray<string>; readonly line: number }> = []
  let begun = 1
  let at = 1
  let line: Array<string> = []
  let cell = ""
  let isQuoted = false
  const endCell = () => {
    line.push(cell)
    cell = ""
  }
  const endLine = () => {
    endCell()
    if (line.some((each) => each !== "")) lines.push({ cells: line, line: begun })
    line = []
    begun = at
  }
  for (let i = 0; i < text.length; i += 1) {
    const sign = text[i]
    if (sign === "\n") at += 1
    if (isQuoted && sign === '"' && text[i + 1] === '"') {
      cell += '"'
      i += 1
    } else if (sign === '"' && (isQuoted || cell === "")) isQuoted = !isQuoted
    else if (isQuoted) cell += sign
    else if (sign === delimiter) endCell()
    else if (sign === "\n") endLine()
    else if (sign !== "\r") cell += sign
  }
  endLine()
  return lines
}

export const guessDelimiter = (text: string): string => {
  const header = text.split("\n", 1)[0] ?? ""
  const counted = [";", "\t", ","].map((sign) => ({ sign, count: header.split(sign).length }))
  return counted.reduce((best, each) => (each.count > best.count ? each : best)).sign
}

/** Reads a CSV statement whose first line has the headers. */
export const csv = (text: string, columns: Columns, options: CsvOptions): Statement => {
  const plain = text.replace(/^\uFEFF/, "")
  const [headers = [], ...lines] = csvLines(plain, options.delimiter ?? guessDelimiter(plain)).map(({ cells }) => cells)
  const trimmed = headers.map((header) => header.trim())
  const rows = lines.map((cells, index) =>
    movementOf(valueRow(index, trimmed, cells, `line ${index + 2}`), columns, options)
  )
  return {
    movements: options.first === "oldest" ? rows.toReversed() : rows,
    coverage: { from: options.since, to: options.today, complete: true }
  }
}
