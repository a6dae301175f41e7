/** The sheets of a workbook as texts: its statement is the first one that has headers for a date and an amount. */
import type { Statement } from "../movements/Statement.ts"
import { type CsvFileOptions, readTable, type TableReading } from "./csvFile.ts"
import { hasHeaders, type Line } from "./csvTable.ts"
import { StatementProblem } from "./problem.ts"

/** The cells of each row; a row without any is there too, for its number. */
export type Sheet = ReadonlyArray<ReadonlyArray<string>>

/** Workbooks are filled in to the width of their longest row; what is empty at a row's end is no cell of it. */
const linesOf = (sheet: Sheet): ReadonlyArray<Line> =>
  sheet.flatMap((row, index) => {
    const cells = row.slice(0, row.findLastIndex((text) => text.trim() !== "") + 1)
    return cells.length === 0 ? [] : [{ cells, line: index + 1 }]
  })

export const sheetFile = (sheets: ReadonlyArray<Sheet>, options: CsvFileOptions): Statement =>
  readSheets(sheets, options).statement

/** With the number of its account, where it says it. */
export const readSheets = (sheets: ReadonlyArray<Sheet>, options: CsvFileOptions): TableReading => {
  const filled = sheets.map(linesOf).filter((lines) => lines.length > 0)
  const lines = filled.find(hasHeaders) ?? filled[0]
  if (lines === undefined) throw new StatementProblem("The workbook has no rows")
  return readTable(lines, options)
}
