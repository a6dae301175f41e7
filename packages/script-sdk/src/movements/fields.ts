/** Rows of what is no table: of values that were read elsewhere, with names in the place of headers. */
import { Retryable } from "../errors.ts"
import { columnIndex, type Row } from "../Row.ts"

/** `what` begins the sentence for a column that isn't there: "line 3", "operation 2". */
export const valueRow = (
  index: number,
  headers: ReadonlyArray<string>,
  cells: ReadonlyArray<string>,
  what: string
): Row => ({
  index,
  headers,
  isHeading: false,
  has: (wanted) => cells[columnIndex(headers, wanted)] !== undefined,
  cell: (wanted) => {
    const cell = cells[columnIndex(headers, wanted)]
    if (cell !== undefined) return cell.trim()
    throw new Retryable("layout_changed", `${what} has no column ${String(wanted)}: ${headers.join(", ")}`)
  },
  link: () => null
})
