/** Readers of statement files, each of one account: for scripts that download one, and for those that people upload. */
import type { DateOrder } from "../movements/date.ts"
import type { Statement } from "../movements/Statement.ts"
import { assemble, type StatementPart } from "./assemble.ts"
import { camt053Parts } from "./camt053.ts"
import { readCsv } from "./csvFile.ts"
import { linesOf } from "./movementLines.ts"
import { mt940Parts } from "./mt940.ts"
import { norma43Parts } from "./norma43.ts"
import { ofxParts } from "./ofxFile.ts"
import { refuseOthers } from "./otherFormats.ts"
import { StatementProblem } from "./problem.ts"

export { camt053 } from "./camt053.ts"
export { csvFile, type CsvFileOptions, type TableReading } from "./csvFile.ts"
export { mt940 } from "./mt940.ts"
export { norma43 } from "./norma43.ts"
export { ofxFile } from "./ofxFile.ts"
export { readSheets, type Sheet, sheetFile } from "./sheetFile.ts"
export { StatementProblem } from "./problem.ts"

/** Of the files that are texts; workbooks are read by `sheetFile`. */
export type Format = "ofx" | "camt053" | "mt940" | "norma43" | "csv"

export interface ReadOptions {
  /** Absent: told from the content. */
  readonly format?: Format | undefined
  /** For files that don't say it. */
  readonly currency?: string | undefined
  /** The decimal sign of a CSV whose amounts don't say it, as where all are like `1.250`. */
  readonly decimal?: "," | "." | undefined
  /** The order of day and month in a CSV. Absent: told from its dates, where any of them leaves no doubt. */
  readonly dates?: DateOrder | undefined
  /** As the bank usually has them, where the dates of a CSV tell nothing. */
  readonly usualDates?: DateOrder | undefined
  /** The bank's local date. */
  readonly today: string
}

/** What the content looks like. */
export const formatOf = (text: string): Format => {
  const head = text.slice(0, 4_000)
  if (/<OFX>|^\s*OFXHEADER:/im.test(head)) return "ofx"
  if (/^\uFEFF?\s*<(?:\?xml|[\w:]*Document\b)/.test(head)) return "camt053"
  if (/^\{1:|^:20:/m.test(head)) return "mt940"
  if (/^\uFEFF?11\d{30}[12]\d{17}/.test(head)) return "norma43"
  return "csv"
}

export interface FileReading {
  readonly format: Format
  readonly statement: Statement
  /** Where each of its movements begins. */
  readonly lines: ReadonlyArray<number>
  /** The number of the account, as the file has it; absent: it doesn't say. */
  readonly account?: string
}

const inOne = (format: Format, parts: ReadonlyArray<StatementPart>): FileReading => {
  const account = parts.find((part) => part.account !== undefined && part.account !== "")?.account
  const statement = assemble(parts)
  const lines = linesOf(statement.movements)
  return { format, statement, lines, ...(account === undefined ? {} : { account: account.slice(0, 200) }) }
}

/** Reads a file of any of the formats. Throws a `StatementProblem` that says where and what is wrong. */
export const read = (text: string, options: ReadOptions): FileReading => {
  if (text.trim() === "") throw new StatementProblem("The file is empty")
  refuseOthers(text)
  const format = options.format ?? formatOf(text)
  switch (format) {
    case "ofx":
      return inOne(format, ofxParts(text, options))
    case "camt053":
      return inOne(format, camt053Parts(text))
    case "mt940":
      return inOne(format, mt940Parts(text))
    case "norma43":
      return inOne(format, norma43Parts(text))
    case "csv":
      return { format, ...readCsv(text, options) }
  }
}
