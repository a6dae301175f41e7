/** The rows of a table, read in one call. */
import type { Json } from "./bridge.ts"
import { Retryable } from "./errors.ts"
import type { Locator, TableRow } from "./locators.ts"
import { columnIndex } from "./Row.ts"
import type { Text } from "./steps.ts"

interface Cell {
  readonly text: string
  readonly href: string | null
}

const field = (value: Json | undefined, name: string): Json | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

const list = (value: Json | undefined): ReadonlyArray<Json> => (Array.isArray(value) ? value : [])

const readCell = (value: Json): Cell => {
  const href = field(value, "href")
  return { text: String(field(value, "text") ?? ""), href: typeof href === "string" ? href : null }
}

const makeRow = (
  index: number,
  headers: ReadonlyArray<string>,
  cells: ReadonlyArray<Cell>,
  locator: Locator
): TableRow => {
  const find = (wanted: Text | number): Cell | undefined => cells[columnIndex(headers, wanted)]
  const get = (wanted: Text | number): Cell => {
    const cell = find(wanted)
    if (cell !== undefined) return cell
    const known = headers.length === 0 ? `${cells.length} cells without headers` : headers.join(", ")
    throw new Retryable("layout_changed", `row ${index + 1} has no column ${String(wanted)}; it has ${known}`)
  }
  return {
    index,
    headers,
    isHeading: headers.length > 1 && cells.length === 1,
    locator,
    has: (wanted) => find(wanted) !== undefined,
    cell: (wanted) => get(wanted).text.trim(),
    link: (wanted) => get(wanted).href
  }
}

/** From the host's answer to `locator.rows` or `locator.records`; `nth` gives the element at a place. */
export const readRows = (
  answer: { readonly [key: string]: Json },
  nth: (place: number) => Locator
): ReadonlyArray<TableRow> => {
  const headers = list(answer["headers"]).map(String)
  return list(answer["rows"]).map((row, index) =>
    makeRow(index, headers, list(field(row, "cells")).map(readCell), nth(Number(field(row, "at") ?? index)))
  )
}
