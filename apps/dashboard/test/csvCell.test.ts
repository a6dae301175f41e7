/** Files for spreadsheets. A payer who names themselves a formula: it is a name in the spreadsheet too, in both places that write one. */
import { csvCell as ofExports } from "@counterfoil/domain"
import { expect, it } from "vitest"
import { csvCell as ofThePage, regionOf } from "../src/export/csvCell.ts"

it.each([
  ["en-US", ",", "."],
  ["es-ES", ";", ","],
  ["de", ";", ","],
  ["de-CH", ",", "."],
  ["ja", ",", "."],
  // A browser on a machine without a locale says the first.
  ["en-US@posix,es-ES", ";", ","],
  ["en-US@posix,en-US", ",", "."]
])("a file for spreadsheets of %s parts its cells by %s and its amounts by %s", (languages, separator, decimal) => {
  expect(regionOf(languages.split(","))).toEqual({ separator, decimal })
})

it.each([
  ["=1+1", "'=1+1"],
  ["+1+1", "'+1+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
  ["-1-1", "'-1-1"],
  ["-", "'-"],
  ["\t=1+1", "'\t'=1+1"],
  ["\n=1+1", `"'\n'=1+1"`],
  ["＝1+1", "'＝1+1"],
  ['=HYPERLINK("x"), y', `"'=HYPERLINK(""x""), y"`],
  ["Luis;=cmd|'/C calc'!A0;z", `"Luis;'=cmd|'/C calc'!A0;z"`],
  ["Luis\t+1;\n@x|-y", `"Luis\t'+1;\n'@x|'-y"`],
  ["PAGO; REF 7", '"PAGO; REF 7"'],
  ["-12.50", "-12.50"],
  ["12.50", "12.50"],
  ["-12,50", '"-12,50"'],
  ["Ána Ruiz, S.L.", '"Ána Ruiz, S.L."'],
  ["", ""]
])("%j is written %j", (text, cell) => {
  expect([ofThePage(text), ofExports(text)]).toEqual([cell, cell])
})

it("a payer's text behind a comma is none either, where semicolons part the page's file and it is read by commas", () => {
  expect(ofThePage("Luis,=WEBSERVICE(A1),x")).toBe(`"Luis,'=WEBSERVICE(A1),x"`)
})
