import { assert, describe, it } from "@effect/vitest"
import { csvFile } from "../src/statements/csvFile.ts"

const read = (lines: ReadonlyArray<string>) => csvFile(lines.join("\n"), { today: "2026-11-25" })

describe("a CSV file that nobody has said the currency of", () => {
  it("is refused with how many cells it has where a line is cut off before its currency", () => {
    const lines = ["Fecha;Concepto;Importe;Ordenante;Divisa;Saldo", "18/11/2026;a;1,25;Ana;EUR;1,25", "19/11/2026;b"]
    assert.throws(() => read(lines), /^Line 3: it has 2 of 6 cells$/)
    const [headers = "", whole = "", cut = ""] = lines
    assert.throws(() => read([headers, whole, `${cut};2,50`]), /^Line 3: it has 3 of 6 cells$/)
    assert.throws(() => read([headers, whole, `${cut};2,50;Ana;;3,75`]), /^Line 3: there is no currency/)
  })

  it("has the currency of the sign beside each amount, unless the sign is several currencies'", () => {
    const currencies = (...amounts: ReadonlyArray<string>) =>
      read(["Fecha;Importe", ...amounts.map((text) => `18/11/2026;${text}`)])
        .movements.map(({ amount, currency }) => `${amount} ${currency}`)
        .toSorted()
    assert.deepStrictEqual(currencies("10,00 €", "-3,50€", "£4,00", "EUR 7,00", "8,00 euros", "9,00 USD"), [
      "-3.50 EUR",
      "10.00 EUR",
      "4.00 GBP",
      "7.00 EUR",
      "8.00 EUR",
      "9.00 USD"
    ])
    const inEnglish = ["Date,Description,Amount", "05/06/2026,ANA LEE,USD 10.00"]
    assert.throws(() => read(inEnglish), /may be two days/)
    const yen = ["Date,Amount", '2026-11-20,"1,250 JPY"', '2026-11-21,"3,000 JPY"']
    assert.sameMembers(
      read(yen).movements.map(({ amount }) => amount),
      ["1250", "3000"]
    )
    assert.throws(() => currencies("10,00 $"), /^Line 2: there is no currency/)
    assert.throws(() => currencies("10,00 €", "2,00"), /^Line 3: there is no currency/)
  })

  it("has it in columns of their own for money in and out", () => {
    const { movements } = read(["Fecha;Haber;Debe", "18/11/2026;10,00 €;", "18/11/2026;;2,00 €"])
    assert.deepStrictEqual(movements.map(({ amount, currency }) => `${amount} ${currency}`).toSorted(), [
      "-2.00 EUR",
      "10.00 EUR"
    ])
  })
})
