/**
 * The sheets of a workbook (XLSX, XLS, ODS, a web page of tables) as texts, read in the isolate. A workbook keeps numbers as
 * doubles and shows fifteen digits of them: these are taken, and 6.0199999999999996 is 6.02.
 */
import { statements } from "@counterfoil/script-sdk"
import { read, SSF, type CellObject, type WorkBook, type WorkSheet } from "@e965/xlsx"

const digitsShown = 15
const millisOfDay = 86_400_000

/** Days are counted from the end of 1899, with a 29th of February 1900 that never was; old ones of Macs from 1904. */
const dayOf = (serial: number, isFrom1904: boolean): string =>
  new Date((isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)) + Math.floor(serial) * millisOfDay)
    .toISOString()
    .slice(0, 10)

/** The fewest digits that tell the number, without an exponent; a fraction of one digit has a zero behind it, as in money. */
const decimalOf = (value: number): string => {
  const text = String(Number(value.toPrecision(digitsShown)))
  if (text.includes("e")) return value.toFixed(10)
  return /\.\d$/.test(text) ? `${text}0` : text
}

const marks: Readonly<Record<string, string>> = {
  acute: "\u0301",
  grave: "\u0300",
  circ: "\u0302",
  uml: "\u0308",
  tilde: "\u0303",
  cedil: "\u0327",
  ring: "\u030A"
}

/**
 * Letters that a web page names (`&Eacute;`), of which the library knows none, and characters that a workbook can't hold as they
 * are (`_x000D_`). Lines are joined: what is told by lines is the row.
 */
const plainText = (text: string): string =>
  text
    .replaceAll(/&([A-Za-z])(acute|grave|circ|uml|tilde|cedil|ring);/g, (_, letter: string, mark: string) =>
      `${letter}${marks[mark] ?? ""}`.normalize("NFC")
    )
    .replaceAll(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\s+/g, " ")

const textOf = (cell: CellObject | undefined, isFrom1904: boolean): string => {
  if (cell === undefined) return ""
  const { t: type, v: value, z: format } = cell
  if (type === "n" && typeof value === "number") {
    const isDay = typeof format === "string" && SSF.is_date(format) && value >= 1
    return isDay ? dayOf(value, isFrom1904) : decimalOf(value)
  }
  return type === "s" && typeof value === "string" ? plainText(value) : ""
}

/** Up to the last row that has a text: what a workbook says of its size is often all that a sheet can have. */
const rowsOf = (sheet: WorkSheet, isFrom1904: boolean): statements.Sheet => {
  const rows = Array.isArray(sheet["!data"]) ? sheet["!data"] : []
  const texts = Array.from(rows, (row) =>
    Array.from({ length: Math.min(row?.length ?? 0, mostColumns) }, (_, column) => textOf(row?.[column], isFrom1904))
  )
  return texts.slice(0, texts.findLastIndex((row) => row.some((text) => text !== "")) + 1)
}

const mostColumns = 200
const mostRows = 60_000

const open = (file: { readonly base64: string } | { readonly text: string }): WorkBook => {
  const options = {
    dense: true,
    raw: true,
    cellNF: true,
    cellText: false,
    cellHTML: false,
    sheetRows: mostRows + 1
  } as const
  return "text" in file
    ? read(file.text, { ...options, type: "string" })
    : read(file.base64, { ...options, type: "base64" })
}

export const sheetsOf = (file: Parameters<typeof open>[0]): ReadonlyArray<statements.Sheet> => {
  let book: WorkBook
  try {
    book = open(file)
  } catch (error) {
    const isLocked = error instanceof Error && /password|encrypt/i.test(error.message)
    throw new statements.StatementProblem(
      isLocked ? "The workbook is locked with a password: save it without one" : "The workbook is damaged, or is none"
    )
  }
  const isFrom1904 = book.Workbook?.WBProps?.date1904 === true
  const sheets = book.SheetNames.map((name) => rowsOf(book.Sheets[name] ?? {}, isFrom1904))
  if (sheets.some(({ length }) => length > mostRows)) {
    throw new statements.StatementProblem(`The workbook has more than ${mostRows} rows: a shorter period may do`)
  }
  return sheets
}
