/** A text as a cell of a CSV file: what a spreadsheet would take for a formula is only a text there. */
import { isLocale } from "../i18n/isLocale.ts"

/** Signs by which Excel and others know a formula, in the wide forms of East Asian keyboards too; of a plain number it is none. */
const looksLikeFormula = (text: string): boolean =>
  /^[-=+@\t\r\n－＝＋＠]/.test(text) && !/^-?\d+(?:[.,]\d+)?$/.test(text)

/** Programs set to another separator begin a cell behind it, also within quotes that don't begin their own cell. */
const elsewhere = /([,;\t\n\r|])(\s*)(?=[-=+@－＝＋＠])/g

export const csvCell = (text: string): string => {
  const harmless = (looksLikeFormula(text) ? `'${text}` : text).replaceAll(elsewhere, "$1$2'")
  return /[",;\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A spreadsheet parts cells and reads amounts as its machine's region does, and that is mostly the browser's. */
export interface Region {
  readonly separator: "," | ";"
  readonly decimal: "," | "."
}

/** Of the first of a browser's languages that is one. */
export const regionOf = (languages: ReadonlyArray<string>): Region =>
  new Intl.NumberFormat(languages.find(isLocale)).format(1.5).includes(",")
    ? { separator: ";", decimal: "," }
    : { separator: ",", decimal: "." }
