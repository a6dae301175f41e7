/** A whole table in one evaluation: what a person would read in each cell, and where its first link leads. */
import { PageFault } from "@counterfoil/core"
import { lookAt, type Place } from "./look.ts"
import type { Own } from "../looks/lookEngine.ts"
import { makeLook } from "../looks/makeLook.ts"
import type { Act } from "../page/PageSession.ts"

interface Cell extends Element {
  readonly colSpan?: number
  readonly rowSpan?: number
}
interface Element {
  readonly tagName: string
  readonly innerText?: string
  readonly textContent: string | null
  readonly href?: unknown
  readonly matches: (css: string) => boolean
  readonly closest: (css: string) => Element | null
  readonly querySelector: (css: string) => Element | null
  readonly querySelectorAll: (css: string) => Iterable<Cell>
  readonly shadowRoot: { readonly children: Iterable<Element> } | null
  readonly getClientRects: () => { readonly length: number }
}

export interface TableText {
  readonly headers: ReadonlyArray<string>
  readonly rows: ReadonlyArray<{
    /** The row's place among all rows of the table's markup. */
    readonly at: number
    readonly cells: ReadonlyArray<{ readonly text: string; readonly href: string | null }>
  }>
}

type Read = { readonly text: string; readonly href: string | null }

/** A cell as it crosses: most have no link. */
export type Crossing = string | readonly [text: string, href: string]

/** Beyond these a table is read page by page, or not at all: whoever reads it has nothing else to do meanwhile. */
export const bounds = { cells: 20_000, chars: 2 * 1024 * 1024 }

/**
 * Runs in the page: self-contained. One text, for a text crosses at once whatever is in it; null when the element is no table,
 * "large" when it is too large.
 */
const readInPage = (
  [table]: ReadonlyArray<Element>,
  { cells: mostCells, chars: mostChars }: typeof bounds,
  own: Own<Element>
): string | null => {
  const tableCss = "table, [role=grid], [role=table], [role=treegrid]"
  const rowCss = "tr, [role=row]"
  const cellCss = "td, th, [role=cell], [role=gridcell], [role=rowheader], [role=columnheader]"
  const headerCss = "th, [role=columnheader]"
  if (table?.matches(tableCss) !== true) return null

  const isDrawn = (part: Element) =>
    !/^(STYLE|SCRIPT|TEMPLATE|LINK)$/.test(part.tagName) && part.getClientRects().length > 0
  /** What a web component draws is in a root of its own, and no part of the text around it. */
  const textOf = (cell: Element): string => {
    const text = (cell.innerText ?? cell.textContent ?? "").replaceAll(/\s+/g, " ").trim()
    if (text !== "") return text
    const shadows = [cell, ...cell.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    const drawn = shadows.flatMap(({ children }) => Array.from(children).filter(isDrawn).map(textOf))
    return drawn.join(" ").replaceAll(/\s+/g, " ").trim()
  }
  const hrefOf = (cell: Cell) => {
    const link = cell.querySelector("a[href]")?.href
    return typeof link === "string" && /^https?:/.test(link) ? link : null
  }
  const read = (cell: Cell): Read => ({ text: textOf(cell), href: hrefOf(cell) })
  const empty: Read = { text: "", href: null }

  const rows = Array.from(table.querySelectorAll(rowCss))
    .map((row, at) => ({ row, at }))
    .filter(
      ({ row }) => row.closest(tableCss) === table && row.closest("tfoot") === null && row.getClientRects().length > 0
    )
  const cellsOf = (row: Element) =>
    Array.from(row.querySelectorAll(cellCss)).filter((cell) => cell.closest(rowCss) === row)
  const isHeader = (row: Element) => {
    const cells = cellsOf(row)
    return row.closest("thead") !== null || (cells.length > 0 && cells.every((cell) => cell.matches(headerCss)))
  }

  // A cell that spans columns stands in the first of them; one that spans rows is read in each.
  const carried = new Map<number, { rows: number; cell: Read }>()
  let count = 0
  let chars = 0
  /** A month or a day over several columns: no row of the list, and no header of it. */
  const isHeading = (row: Element) => {
    const [only, ...others] = cellsOf(row)
    return only !== undefined && others.length === 0 && (only.colSpan ?? 1) > 1 && row.closest("thead") === null
  }
  const lay = (row: Element) => {
    const laid: Array<Read> = []
    if (count > mostCells || chars > mostChars) return laid
    const carryOver = () => {
      for (let held = carried.get(laid.length); held !== undefined && held.rows > 0; held = carried.get(laid.length)) {
        held.rows -= 1
        laid.push(held.cell)
      }
    }
    for (const cell of cellsOf(row)) {
      carryOver()
      const content = read(cell)
      const width = Math.min(cell.colSpan ?? 1, 100)
      for (let column = 0; column < width; column += 1) {
        const own = column === 0 ? content : empty
        carried.set(laid.length, { rows: Math.min(cell.rowSpan ?? 1, 1000) - 1, cell: own })
        laid.push(own)
      }
    }
    carryOver()
    if (isHeading(row)) laid.splice(1)
    count += laid.length
    for (const { href, text } of laid) chars += text.length + (href?.length ?? 0)
    return laid
  }

  const laid = rows.map(({ at, row }) => ({ at, isHeader: isHeader(row), isHeading: isHeading(row), cells: lay(row) }))
  const lastHeader = laid.findLast(
    (row, index) => row.isHeader && !row.isHeading && laid.slice(0, index).every((above) => above.isHeader)
  )
  if (count > mostCells || chars > mostChars) return "large"
  return JSON.stringify({
    quiet: own.quiet([table]),
    headers: (lastHeader?.cells ?? []).map(({ text }) => text),
    rows: laid
      .filter((row) => !row.isHeader)
      .map(({ at, cells }) => [at, cells.map(({ href, text }) => (href === null ? text : [text, href]))])
  })
}

export const readTableLook = makeLook("table", readInPage)

/** What was read, and for how long it has been so. */
export interface Reading<A> {
  readonly content: A
  readonly quiet: number
}

/** Reads the table that `place` names; null when it names something else. */
export const readTable = async (act: Act, place: Place): Promise<Reading<TableText> | null> => {
  const crossed = await lookAt(act, place, { look: readTableLook, arg: bounds })
  if (crossed === null) return null
  if (crossed === "large") throw tooManyCells()
  const { headers, quiet, rows }: CrossedTable = JSON.parse(crossed)
  return { quiet, content: { headers, rows: rows.map(([at, cells]) => ({ at, cells: cells.map(asRead) })) } }
}

export const tooManyCells = () =>
  new PageFault({
    code: "TooLarge",
    message: `More than ${bounds.cells} cells, or ${bounds.chars} characters in them, can't be read at once`
  })

interface CrossedTable {
  readonly quiet: number
  readonly headers: ReadonlyArray<string>
  readonly rows: ReadonlyArray<readonly [at: number, cells: ReadonlyArray<Crossing>]>
}

export const asRead = (cell: Crossing): Read =>
  typeof cell === "string" ? { text: cell, href: null } : { text: cell[0], href: cell[1] }
