/** What people upload that is no statement file that is read here, by how it begins. */
import { StatementProblem } from "./problem.ts"

/** A packed file, as workbooks are, and the workbook of old. */
const spreadsheets = ["PK\u0003\u0004", "\u00d0\u00cf\u0011\u00e0"]

const others: ReadonlyArray<readonly [begins: RegExp, is: string]> = [
  [/^%PDF-/, "a PDF: download it as CSV, Excel, OFX, CAMT.053, MT940 or Norma 43"],
  [
    /^\s*<(?:!doctype html|html|table|meta)\b/i,
    "a web page: open it in a spreadsheet, save it as CSV, and upload that"
  ],
  [/^!(?:Type|Account|Option)/i, "in QIF: download it as CSV, Excel, OFX, CAMT.053, MT940 or Norma 43"]
]

export const refuseOthers = (text: string): void => {
  if (spreadsheets.some((head) => text.startsWith(head))) {
    throw new StatementProblem("The file is a workbook, which is no text: send its bytes (content_base64)")
  }
  const found = others.find(([begins]) => begins.test(text.slice(0, 200)))
  if (found !== undefined) throw new StatementProblem(`The file is ${found[1]}`)
}
