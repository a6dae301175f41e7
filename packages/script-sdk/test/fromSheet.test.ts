/** Cells of workbooks that were read as other days and amounts. */
import { assert, describe, it } from "vitest"
import { movements } from "@counterfoil/script-sdk"

const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`

/** A sheet with one row: a day in a format, a text, and a number. */
const book = ({ amount = "12.5", format = 14, is1904 = false, serial = 46_329 } = {}) => ({
  "xl/workbook.xml": `<workbook>${is1904 ? '<workbookPr date1904="1"/>' : ""}<sheets><sheet name="S" id="r1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`,
  "xl/styles.xml": `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="${format}"/></cellXfs></styleSheet>`,
  "xl/worksheets/sheet1.xml": `<worksheet><sheetData><row>${cell("A1", "Day")}${cell("B1", "Text")}${cell("C1", "Sum")}</row>
    <row><c r="A2" s="1"><v>${serial}</v></c>${cell("B2", "a")}<c r="C2"><v>${amount}</v></c></row></sheetData></worksheet>`
})

const read = (parts: ReturnType<typeof book>, decimal: "," | "." = ".", currency = "EUR") =>
  movements
    .fromSheet(
      parts,
      { date: "Day", description: "Text", amount: "Sum" },
      { currency, dates: "ymd", decimal, since: "2026-01-01", today: "2026-12-31" }
    )
    .movements.map(({ amount, date }) => `${date} ${amount}`)

describe("a workbook", () => {
  it("has the days of 1904 where it counts from there, as those of a Mac do", () => {
    assert.deepStrictEqual(read(book()), ["2026-11-03 12.5"])
    assert.deepStrictEqual(read(book({ is1904: true, serial: 46_329 - 1462 })), ["2026-11-03 12.5"])
  })

  it("has days in the formats of East Asia", () => {
    for (const format of [27, 31, 36, 50, 58]) assert.deepStrictEqual(read(book({ format })), ["2026-11-03 12.5"])
  })

  it("has numbers with a point, whatever sign the bank's texts have: 12.125 dinars are no twelve thousand", () => {
    assert.deepStrictEqual(read(book({ amount: "-12.125" }), ",", "TND"), ["2026-11-03 -12.125"])
    assert.deepStrictEqual(read(book({ amount: "0.125" }), ",", "TND"), ["2026-11-03 0.125"])
    assert.deepStrictEqual(read(book({ amount: "1234.5" }), ","), ["2026-11-03 1234.5"])
  })
})

describe("an amount", () => {
  it("of less than one has no thousands", () => {
    assert.throws(() => movements.amount("0.125", { decimal: "," }), /no thousands; decimal is "," here/)
  })
})
