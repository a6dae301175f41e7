/** Banks that print amounts without a sign say in a column of their own which of them are money out. */
import { assert, describe, it } from "vitest"
import { statements } from "@counterfoil/script-sdk"

const { read, StatementProblem } = statements
const options = { dates: "dmy", today: "2026-11-26", currency: "EUR" } as const

const amountsOf = (text: string): ReadonlyArray<string> | string => {
  try {
    return read(text, options).statement.movements.map(({ amount }) => amount)
  } catch (error) {
    if (error instanceof StatementProblem) return error.message
    throw error
  }
}

const file = (header: string, ...rows: ReadonlyArray<readonly [amount: string, direction: string]>) =>
  [
    `Buchungstag;Verwendungszweck;Betrag;${header}`,
    ...rows.map(([amount, direction], nth) => `${26 - nth}.11.2026;Text ${nth};${amount};${direction}`)
  ].join("\n")

describe("a column of a CSV that says what is money out", () => {
  it.each([
    ["S/H", "S", "H"],
    ["Soll/Haben", "Soll", "Haben"],
    ["Soll/Haben", "S", "H"],
    ["Soll-/Haben-Kennzeichen", "S", "H"],
    ["Kennzeichen", "S", "H"],
    ["Debit/Credit", "Debit", "Credit"],
    ["D/C", "D", "C"],
    ["CrDr", "DBIT", "CRDT"],
    ["Credit Debit Indicator", "DBIT", "CRDT"],
    ["Umsatzart", "Lastschrift", "Gutschrift"],
    ["Art", "Belastung", "Gutschrift"],
    ["Tipo", "Cargo", "Abono"],
    ["Debe/Haber", "D", "H"],
    ["Cargo/Abono", "C", "A"],
    ["Dare/Avere", "D", "A"],
    ["Af Bij", "Af", "Bij"],
    ["Af Bij", "A", "B"],
    ["Sens", "Débit", "Crédit"],
    ["Vorzeichen", "-", "+"],
    ["+/-", "-", "+"]
  ])("%s: %s goes out, %s comes in", (header, out, come) => {
    assert.deepStrictEqual(amountsOf(file(header, ["1.100,00", out], ["89,90", come], ["0,00", ""])), [
      "-1100.00",
      "89.90",
      "0.00"
    ])
    assert.deepStrictEqual(amountsOf(file(header, ["89,90", come])), ["89.90"])
    // Where the amounts have their signs, the column says the same.
    assert.deepStrictEqual(amountsOf(file(header, ["-1.100,00", out], ["89,90", come])), ["-1100.00", "89.90"])
  })

  it("is never passed over: what it says isn't known, missing, or contradicts the amount, or its header isn't known", () => {
    assert.strictEqual(
      amountsOf(file("Soll/Haben", ["1,00", "S"], ["2,00", "Vielleicht"], ["3,00", ""])),
      `Line 3: "Vielleicht" in the column "Soll/Haben" is neither money in nor money out\nLine 4: the column "Soll/Haben" is empty, which says whether this is money in or out`
    )
    assert.strictEqual(
      amountsOf(file("Soll/Haben", ["-1,00", "S"], ["-2,00", "H"])),
      `Line 3: the amount and the column "Soll/Haben" contradict each other`
    )
    assert.strictEqual(
      amountsOf(file("Wohin", ["1,00", "Gutschrift"], ["2,00", "Lastschrift"])),
      `The column "Wohin" seems to say which amounts are money out ("Lastschrift"), and no amount has a sign: name it "Debit/Credit", or leave it out`
    )
    assert.match(String(amountsOf(file("Tipo", ["1,00", "C"], ["2,00", "A"]))), /^The column "Tipo" seems to say/)
    assert.match(
      String(amountsOf("Datum;Buchungstext;Betrag\n21.11.2026;Gutschrift;1,00\n20.11.2026;Lastschrift;2,00")),
      /^The column "Buchungstext" seems to say/
    )
  })

  it("is none where something else stands below the header, or the amounts have signs of their own", () => {
    const kinds = file("Umsatzart", ["1,00", "Gutschrift"], ["2,00", "Bizum"])
    assert.deepStrictEqual(amountsOf(kinds), ["1.00", "2.00"])
    assert.deepStrictEqual(amountsOf(file("Conciliado", ["1,00", "S"], ["2,00", "S"])), ["1.00", "2.00"])
    assert.deepStrictEqual(amountsOf(file("Grupo", ["1,00", "A"], ["2,00", "B"])), ["1.00", "2.00"])
    // A direct debit that was returned.
    const returned = file("Umsatzart", ["-1,00", "Lastschrift"], ["2,00", "Lastschrift"])
    assert.deepStrictEqual(amountsOf(returned), ["-1.00", "2.00"])
    // Of a shop that collects by direct debit.
    const collected = "Datum;Buchungstext;Betrag\n21.11.2026;LASTSCHRIFT;1,00\n20.11.2026;LASTSCHRIFT;2,00"
    assert.deepStrictEqual(amountsOf(collected), ["1.00", "2.00"])
  })

  it.each([
    ["Belastung", "Gutschrift"],
    ["Belastungen", "Gutschriften"],
    ["Ausgang", "Eingang"],
    ["Ausgaben", "Einnahmen"],
    ["Abbuchung", "Einzahlung"],
    ["Salidas", "Entradas"],
    ["Dare", "Avere"]
  ])("may be two columns of amounts: %s and %s", (out, come) => {
    const text = `Datum;Name;${out};${come}\n21.11.2026;Ana;5,00;\n20.11.2026;Leo;;7,00`
    assert.deepStrictEqual(amountsOf(text), ["-5.00", "7.00"])
  })
})
