/** The fields of all elements of a list, in one evaluation: what `rows()` is for tables. */
import type { RecordField } from "@counterfoil/core"
import type { Act } from "../page/PageSession.ts"
import { lookAtAll, type Place, secretRead } from "./look.ts"
import type { Own } from "../looks/lookEngine.ts"
import { makeLook } from "../looks/makeLook.ts"
import type { Element as Markable } from "../looks/marks.ts"
import { asRead, bounds, type Crossing, type Reading, type TableText, tooManyCells } from "./readTable.ts"

interface Shadow {
  readonly children: Iterable<Part>
  readonly querySelector: (css: string) => Part | null
  readonly querySelectorAll: (css: string) => Iterable<Part>
}
interface Part extends Markable {
  readonly querySelector: (css: string) => Part | null
  readonly querySelectorAll: (css: string) => Iterable<Part>
  readonly innerText?: string
  readonly href?: unknown
  readonly tagName: string
  readonly shadowRoot: Shadow | null
  readonly getClientRects: () => { readonly length: number }
  readonly compareDocumentPosition: (other: Part) => number
  readonly getRootNode: () => { readonly querySelectorAll: (css: string) => Iterable<Part> }
}

export interface FieldOfRecord {
  readonly css: string
  readonly attribute: string | null
  /** It stands before the record, not in it. */
  readonly isAbove: boolean
}

interface RecordsToRead {
  readonly fields: ReadonlyArray<FieldOfRecord>
  readonly most: typeof bounds
}

export const fieldOf = (field: RecordField): FieldOfRecord => {
  if (typeof field === "string") return { css: field, attribute: null, isAbove: false }
  return "above" in field
    ? { css: field.above, attribute: field.attribute ?? null, isAbove: true }
    : { ...field, isAbove: false }
}

/**
 * Runs in the page: self-contained. An empty selector means the element itself. One text, for a text crosses at once whatever is in
 * it; "large" when there is too much of it, "typed" when a secret went into what is to be read.
 */
const readInPage = (elements: ReadonlyArray<Part>, { fields, most }: RecordsToRead, own: Own<Part>): string => {
  let cells = 0
  let chars = 0
  let isTyped = false

  const linkOf = (part: Part): string | null => {
    const href = (part.matches("a[href]") ? part : part.querySelector("a[href]"))?.href
    return typeof href === "string" && /^https?:/.test(href) ? href : null
  }
  const shadowsIn = (part: Part): ReadonlyArray<Shadow> =>
    [part, ...part.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  /** What a web component draws is in a root of its own, into which neither css nor its text leads. */
  const find = (part: Part, css: string): Part | null => {
    let found = part.querySelector(css)
    for (const shadow of found === null ? shadowsIn(part) : []) {
      found ??= shadow.querySelector(css)
      for (const inner of found === null ? shadow.children : []) found ??= find(inner, css)
    }
    return found
  }
  const plain = (text: string | null): string => (text ?? "").replaceAll(/\s+/g, " ").trim()
  const isDrawn = (part: Part) =>
    !/^(STYLE|SCRIPT|TEMPLATE|LINK)$/.test(part.tagName) && part.getClientRects().length > 0
  const textOf = (part: Part): string => {
    const text = plain(part.innerText ?? part.textContent)
    if (text !== "") return text
    const drawn = shadowsIn(part).flatMap(({ children }) => Array.from(children).filter(isDrawn).map(textOf))
    return plain(drawn.join(" "))
  }
  const read = (part: Part | null, attribute: string | null) => {
    if (part === null) return ""
    if (own.marked()?.isMarked(part) === true) isTyped = true
    const text = attribute === null ? textOf(part) : plain(part.getAttribute(attribute))
    const href = linkOf(part)
    chars += text.length + (href?.length ?? 0)
    return href === null ? text : [text, href]
  }
  // Node.DOCUMENT_POSITION_PRECEDING
  const preceding = 2
  /** Of each field that stands above: what it may be, in the order of the page, of which so many have been passed. */
  const headings = fields.map(({ css, isAbove }) => ({
    all: isAbove ? [...(elements[0]?.getRootNode().querySelectorAll(css) ?? [])] : [],
    passed: 0
  }))
  /** Records come in the order of the page, and so do headings: each is looked at once. */
  const above = (element: Part, index: number): Part | null => {
    const heading = headings[index]
    if (heading === undefined) return null
    for (;;) {
      const next = heading.all[heading.passed]
      if (next === undefined || (element.compareDocumentPosition(next) & preceding) === 0) break
      heading.passed += 1
    }
    return heading.all[heading.passed - 1] ?? null
  }
  const partOf = (element: Part, { css, isAbove }: FieldOfRecord, index: number): Part | null => {
    if (isAbove) return above(element, index)
    return css === "" ? element : find(element, css)
  }
  const rows: Array<readonly [at: number, cells: ReadonlyArray<string | ReadonlyArray<string>>]> = []
  for (const [at, element] of elements.entries()) {
    if (element.getClientRects().length === 0) continue
    cells += fields.length
    if (cells > most.cells || chars > most.chars) return "large"
    rows.push([at, fields.map((field, index) => read(partOf(element, field, index), field.attribute))])
  }
  if (isTyped) return "typed"
  return chars > most.chars ? "large" : JSON.stringify({ quiet: own.quiet(elements), rows })
}
export const readRecordsLook = makeLook("records", readInPage)

interface CrossedRecords {
  readonly quiet: number
  readonly rows: ReadonlyArray<readonly [at: number, cells: ReadonlyArray<Crossing>]>
}

/** Where there are none, it can't be told for how long. */
const none = { quiet: 0, content: [] }

export const readRecords = async (
  act: Act,
  place: Place,
  fields: ReadonlyArray<FieldOfRecord>
): Promise<Reading<TableText["rows"]>> => {
  const crossed = await lookAtAll(act, place, { look: readRecordsLook, arg: { fields, most: bounds } })
  if (crossed === null) return none
  if (crossed === "typed") throw secretRead()
  if (crossed === "large") throw tooManyCells()
  const { quiet, rows }: CrossedRecords = JSON.parse(crossed)
  return { quiet, content: rows.map(([at, cells]) => ({ at, cells: cells.map(asRead) })) }
}
