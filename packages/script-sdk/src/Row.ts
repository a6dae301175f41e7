/** The rows of a table, read in one call. */
import { Retryable } from "./errors.ts"
import type { Json } from "./bridge.ts"
import type { Locator } from "./locators.ts"
import type { Text } from "./steps.ts"

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

/** A row of a page: its element can be clicked, or looked into. */
export interface TableRow extends Row {
  readonly locator: Locator
}

const same = (header: string, wanted: Text): boolean =>
  typeof wanted === "string" ? header.trim().toLowerCase() === wanted.trim().toLowerCase() : header.search(wanted) >= 0

/** The place of a column, -1 if there is none. */
export const columnIndex = (headers: ReadonlyArray<string>, wanted: Text | number): number =>
  typeof wanted === "number" ? wanted : headers.findIndex((header) => same(header, wanted))

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
