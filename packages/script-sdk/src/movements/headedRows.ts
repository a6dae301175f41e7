/** Tables of older pages have their headers in a row like the others: bold, or of a colour, and no header to a browser. */
import { Retryable } from "../errors.ts"
import type { TableRow } from "../locators.ts"
import { columnIndex } from "../Row.ts"
import type { Text } from "../steps.ts"
import type { Column, Columns } from "./columns.ts"

/**
 * The rows below the first one whose cells are all of the columns' headers; what repeats it further down is no row of the list
 * either. As they are where the table has headers of its own, or no such row.
 */
export const headedRows = (rows: ReadonlyArray<TableRow>, columns: Columns): ReadonlyArray<TableRow> => {
  const at = rows.findIndex(hasSeveralCells)
  const header = rows[at]
  if (header === undefined || header.headers.length > 0) return rows
  const headers = cellsOf(header)
  const places = Object.values(columns)
    .flatMap(namesOf)
    .map((name) => columnIndex(headers, name))
  if (places.includes(-1) || new Set(places).size < places.length) return rows
  const isRepeated = (row: TableRow) => cellsOf(row).join("\t") === headers.join("\t")
  return rows.slice(at).flatMap((row) => (isRepeated(row) ? [] : [under(headers, row)]))
}

const hasSeveralCells = (row: TableRow): boolean => row.has(1)

const cellsOf = (row: TableRow): ReadonlyArray<string> => {
  const cells: Array<string> = []
  while (row.has(cells.length)) cells.push(row.cell(cells.length))
  return cells
}

/** Those that only some accounts have tell no header from other rows. */
const namesOf = (column: Column | ReadonlyArray<Text>): ReadonlyArray<Text> => {
  if (typeof column === "string" || column instanceof RegExp) return [column]
  return "ifThere" in column ? [] : column
}

const under = (headers: ReadonlyArray<string>, row: TableRow): TableRow => {
  const placeOf = (wanted: Text | number): number => {
    const place = columnIndex(headers, wanted)
    if (row.has(place)) return place
    throw new Retryable(
      "layout_changed",
      `row ${row.index + 1} has no column ${String(wanted)}; it has ${headers.join(", ")}`
    )
  }
  return {
    ...row,
    headers,
    isHeading: !hasSeveralCells(row),
    has: (wanted) => row.has(columnIndex(headers, wanted)),
    cell: (wanted) => row.cell(placeOf(wanted)),
    link: (wanted) => row.link(placeOf(wanted))
  }
}
