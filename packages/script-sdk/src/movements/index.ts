/**
 * Readers of movements. They are bundled into each script: no change of the host can ever change how a released script
 * reads an amount or a date, and with it what it takes for the same movement.
 */
export { amount, type AmountOptions } from "./amount.ts"
export { checkBalances } from "./checkBalances.ts"
export type { Column, Columns, IfThere, RowOptions } from "./columns.ts"
export { coverage, type CoverageOptions } from "./coverage.ts"
export { csv, type CsvOptions } from "./csv.ts"
export { date, type DateOptions, type DateOrder, localDay, printDate } from "./date.ts"
export { type Claim, fromList, fromTable, type ListFields, type TableOptions } from "./fromTable.ts"
export { name, type NameOptions } from "./name.ts"
export { ofx, type OfxOptions } from "./ofx.ts"
