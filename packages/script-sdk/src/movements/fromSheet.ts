/** Statements as workbooks (XLSX), from the parts of the file. */
import { Retryable } from "../errors.ts"
import { columnIndex } from "../Row.ts"
import type { Text } from "../steps.ts"
import { readXml, type XmlElement } from "../statements/xml.ts"
import { type Columns, movementOf, type RowOptions } from "./columns.ts"
import { addDays } from "./date.ts"
import { valueRow } from "./fields.ts"
import type { Statement } from "./Statement.ts"

export interface SheetOptions extends RowOptions {
  /** The days that the file was asked for. */
  readonly since: string
  readonly today: string
  /** The sheet's name. (Default: the first) */
  readonly sheet?: string
  /** (Default: newest) */
  readonly first?: "newest" | "oldest"
}

type Parts = Readonly<Record<string, string>>

const within = (element: XmlElement | undefined, name: string): ReadonlyArray<XmlElement> =>
  element?.children.filter((child) => child.name === name) ?? []

const part = (parts: Parts, name: string): XmlElement | undefined => {
  const text = parts[name]
  return text === undefined ? undefined : readXml(text)
}

/** All the text below: a string of a workbook may be in several runs. */
const allText = (element: XmlElement): string =>
  element.name === "t" ? element.text : element.name === "rPh" ? "" : element.children.map(allText).join("")

/** Numbers of formats that are days, as the standard has them (ECMA-376, 18.8.30): everywhere, and in East Asia. */
const isDayFormat = (id: number, code: string | undefined): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 50 && id <= 58) ||
  (code !== undefined && /[dy]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, "")))

/** For each style of a cell: whether it shows a day. */
const dayStyles = (styles: XmlElement | undefined): ReadonlyArray<boolean> => {
  const codes = new Map(
    within(within(styles, "numFmts")[0], "numFmt").map(({ attributes }) => [
      Number(attributes["numFmtId"]),
      attributes["formatCode"]
    ])
  )
  return within(within(styles, "cellXfs")[0], "xf").map(({ attributes }) => {
    const id = Number(attributes["numFmtId"] ?? 0)
    return isDayFormat(id, codes.get(id))
  })
}

/** Day 1 is the first of 1900, and there is a 29th of February of that year that never was. */
const usualStart = "1899-12-30"
/** Of workbooks that a Mac began. */
const start1904 = "1904-01-01"

const startOf = (parts: Parts): string => {
  const said = within(part(parts, "xl/workbook.xml"), "workbookPr")[0]?.attributes["date1904"]
  return said === "1" || said === "true" ? start1904 : usualStart
}

/** A workbook keeps doubles and shows fifteen digits of them: 6.0199999999999996 is 6.02. */
const decimalOf = (value: string): string =>
  /e|\.\d{7}/i.test(value)
    ? Number(Number(value).toPrecision(15))
        .toFixed(6)
        .replace(/\.?0+$/, "")
    : value

/** "C7" is in column 2. */
const columnOf = (reference: string): number =>
  [...reference.replace(/\d+$/, "")].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

interface Book {
  readonly strings: ReadonlyArray<string>
  readonly isDay: ReadonlyArray<boolean>
  /** From which its days are counted. */
  readonly start: string
  /** How numbers are written, as the texts beside them are. */
  readonly decimal: string
}

const cellText = (cell: XmlElement, { decimal, isDay, start, strings }: Book): string => {
  const value = within(cell, "v")[0]?.text ?? ""
  const type = cell.attributes["t"]
  if (type === "s") return strings[Number(value)] ?? ""
  if (type === "inlineStr") return within(cell, "is").map(allText).join("")
  if (type === "str" || type === "e" || type === "b" || value === "") return value
  return isDay[Number(cell.attributes["s"] ?? 0)] === true
    ? addDays(start, Math.floor(Number(value)))
    : decimalOf(value).replace(".", decimal)
}

const sheetPath = (parts: Parts, name: string | undefined): string => {
  const sheets = within(within(part(parts, "xl/workbook.xml"), "sheets")[0], "sheet")
  const sheet = name === undefined ? sheets[0] : sheets.find(({ attributes }) => attributes["name"] === name)
  const relation = within(part(parts, "xl/_rels/workbook.xml.rels"), "Relationship").find(
    ({ attributes }) => attributes["Id"] === sheet?.attributes["id"]
  )
  const target = relation?.attributes["Target"]
  if (target === undefined) throw new Retryable("layout_changed", `the file has no sheet ${name ?? ""}`)
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`
}

/** The cells of a sheet as texts: numbers with a point, days as `YYYY-MM-DD`. */
export const sheetRows = (parts: Parts, name?: string): ReadonlyArray<ReadonlyArray<string>> => rowsOf(parts, name, ".")

const rowsOf = (parts: Parts, name: string | undefined, decimal: string): ReadonlyArray<ReadonlyArray<string>> => {
  const book: Book = {
    strings: within(part(parts, "xl/sharedStrings.xml"), "si").map(allText),
    isDay: dayStyles(part(parts, "xl/styles.xml")),
    start: startOf(parts),
    decimal
  }
  const data = within(part(parts, sheetPath(parts, name)), "sheetData")[0]
  return within(data, "row").map((row) => {
    const cells: Array<string> = []
    for (const [index, cell] of within(row, "c").entries()) {
      const at = cell.attributes["r"] === undefined ? index : columnOf(cell.attributes["r"])
      while (cells.length < at) cells.push("")
      cells[at] = cellText(cell, book)
    }
    return cells
  })
}

const wantedHeaders = ({ amount, credit, date, debit, description }: Columns): ReadonlyArray<Text> => [
  date,
  ...(typeof description === "string" || description instanceof RegExp ? [description] : description),
  ...[amount, credit, debit].filter((each) => each !== undefined)
]

/**
 * Reads the rows below the first line that has all headers. `parts` are those of a download (`download.parts()`); a line
 * without a date ends the list: totals stand below it.
 */
export const fromSheet = (parts: Parts, columns: Columns, options: SheetOptions): Statement => {
  const lines = rowsOf(parts, options.sheet, options.decimal ?? ".")
  const wanted = wantedHeaders(columns)
  const at = lines.findIndex((cells) => wanted.every((header) => columnIndex(cells, header) >= 0))
  const headers = lines[at]?.map((header) => header.trim())
  if (headers === undefined) {
    throw new Retryable("layout_changed", `no line of the sheet has the headers ${wanted.join(", ")}`)
  }
  const dateAt = columnIndex(headers, columns.date)
  const below = lines.slice(at + 1)
  const end = below.findIndex((cells) => (cells[dateAt] ?? "").trim() === "")
  const listed = end < 0 ? below : below.slice(0, end)
  const stray = below.slice(listed.length).find((cells) => /\d/.test(cells[dateAt] ?? ""))
  if (stray !== undefined) throw new Retryable("layout_changed", "the sheet goes on after a line without a date")
  const full = (cells: ReadonlyArray<string>) => headers.map((_, column) => cells[column] ?? "")
  const rows = listed.map((cells, index) =>
    movementOf(valueRow(index, headers, full(cells), `line ${at + index + 2}`), columns, options)
  )
  return {
    movements: options.first === "oldest" ? rows.toReversed() : rows,
    coverage: { from: options.since, to: options.today, complete: true },
    pages: [{ rows: rows.length }]
  }
}
