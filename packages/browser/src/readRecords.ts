/** The fields of all elements of a list, in one evaluation: what `rows()` is for tables. */
import type { RecordField } from "@counterfoil/core"
import type { TableText } from "./readTable.ts"

interface Part {
  readonly innerText?: string
  readonly textContent: string | null
  readonly href?: unknown
  readonly matches: (css: string) => boolean
  readonly getAttribute: (name: string) => string | null
  readonly querySelector: (css: string) => Part | null
  readonly getClientRects: () => { readonly length: number }
}

export interface FieldOfRecord {
  readonly css: string
  readonly attribute: string | null
}

interface RecordsToRead {
  readonly elements: ReadonlyArray<Part>
  readonly fields: ReadonlyArray<FieldOfRecord>
}

export const fieldOf = (field: RecordField): FieldOfRecord =>
  typeof field === "string" ? { css: field, attribute: null } : field

/** Runs in the page: self-contained. An empty selector means the element itself. */
export const readRecords = ({ elements, fields }: RecordsToRead): TableText["rows"] => {
  const linkOf = (part: Part): string | null => {
    const href = (part.matches("a[href]") ? part : part.querySelector("a[href]"))?.href
    return typeof href === "string" && /^https?:/.test(href) ? href : null
  }
  const read = (part: Part | null, attribute: string | null) => {
    if (part === null) return { text: "", href: null }
    const text = attribute === null ? (part.innerText ?? part.textContent) : part.getAttribute(attribute)
    return { text: (text ?? "").replaceAll(/\s+/g, " ").trim(), href: linkOf(part) }
  }
  return elements.flatMap((element, at) => {
    if (element.getClientRects().length === 0) return []
    const cells = fields.map(({ attribute, css }) => read(css === "" ? element : element.querySelector(css), attribute))
    return [{ at, cells }]
  })
}
