/**
 * Readers of movements. They are bundled into each script: no change of the host can ever change how a released script
 * reads an amount or a date, and with it what it takes for the same movement.
 */
export { add, amount, type AmountOptions } from "./amount.ts"
export type { Calendar } from "./calendar.ts"
export { checkBalances } from "./checkBalances.ts"
export type { Column, Columns, IfThere, RowOptions } from "./columns.ts"
export { coverage, type CoverageOptions } from "./coverage.ts"
export { csv, type CsvOptions } from "./csv.ts"
export { count } from "./count.ts"
export { addDays, date, type DateOptions, type DateOrder, localDay, printDate } from "./date.ts"
export { fromRecycled, type RecycledOptions } from "./fromRecycled.ts"
export { type AnswerFields, type AnswersOptions, fromAnswers, listOf, minor, numberOf, partOf } from "./fromAnswers.ts"
export { fromSheet, sheetRows, type SheetOptions } from "./fromSheet.ts"
export { type Claim, fromList, fromTable, type ListFields, type PendingTable, type TableOptions } from "./fromTable.ts"
export type { DetailField, DetailName, RowDetail } from "./rowDetails.ts"
export { name, type NameOptions } from "./name.ts"
export { ofx, type OfxOptions } from "./ofx.ts"
