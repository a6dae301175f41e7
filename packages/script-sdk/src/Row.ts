/** A row of a table, and how its columns are found. */
import type { Text } from "./steps.ts"

/** A row whose cells are found by their headers. */
export interface Row {
  /** 0-based, header rows left out. */
  readonly index: number
  /** The headers of the table, as printed. */
  readonly headers: ReadonlyArray<string>
  /** One cell over several columns: the heading of a month or a day, no row of the list. */
  readonly isHeading: boolean
  /** Whether the table has such a column. */
  has(header: Text | number): boolean
  /** The text of a cell, by its header or its 0-based place. Ends the phase with `layout_changed` if there is no such column. */
  cell(header: Text | number): string
  /** Where the first link of a cell leads; null without one. */
  link(header: Text | number): string | null
}

const same = (header: string, wanted: Text): boolean =>
  typeof wanted === "string" ? header.trim().toLowerCase() === wanted.trim().toLowerCase() : header.search(wanted) >= 0

/** The place of a column, -1 if there is none. */
export const columnIndex = (headers: ReadonlyArray<string>, wanted: Text | number): number =>
  typeof wanted === "number" ? wanted : headers.findIndex((header) => same(header, wanted))
