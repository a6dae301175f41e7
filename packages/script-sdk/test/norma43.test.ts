import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { statements } from "@counterfoil/script-sdk"

const { read, StatementProblem } = statements
const options = { today: "2026-11-26" } as const
const account = "004915000123456789"

const money = (cents: number) => `${cents < 0 ? 1 : 2}${String(Math.abs(cents)).padStart(14, "0")}`
const head = (opening: number, currency = "978") => `11${account}261101261126${money(opening)}${currency}3LA TIENDA SL`
/** Free, branch, both days, the bank's two concepts, the side and the amount, the document, and two references. */
const row = (cents: number, reference = "") =>
  `22${" ".repeat(4)}150026111826111912016${money(cents)}${"0".repeat(22)}${reference}`
const words = (first: string, second = "", code = "01") => `23${code}${first.padEnd(38)}${second}`
const end = (closing: number, debits: number, credits: number, currency = "978") =>
  `33${account}${String(debits).padStart(5, "0")}${"0".repeat(14)}${String(credits).padStart(5, "0")}${"0".repeat(14)}${money(closing)}${currency}`
const file = (...lines: ReadonlyArray<string>) => [...lines, `88${"9".repeat(18)}000007`].join("\r\n")

const problemOf = (text: string): string => {
  try {
    read(text, options)
  } catch (error) {
    if (error instanceof StatementProblem) return error.message
    throw error
  }
  return assert.fail("it was read")
}

describe("a Norma 43 file", () => {
  it("is read with its words, references, days and sides", () => {
    const long = "TRANSFERENCIA DE MARIA DE LOS ANGELES F"
    const text = file(
      head(100_000),
      row(12_050, "PED-10021"),
      words(long.slice(0, 38), `${long.slice(38)}ERNANDEZ`),
      words("PEDIDO 10021", "", "02"),
      row(-4_560),
      words("RECIBO LUZ"),
      end(107_490, 1, 1)
    )
    assert.deepStrictEqual(read(text, options), {
      format: "norma43",
      account: "004915000123456789",
      lines: [5, 2],
      statement: {
        movements: [
          {
            date: "2026-11-18",
            amount: "-45.60",
            currency: "EUR",
            description: "RECIBO LUZ",
            valueDate: "2026-11-19"
          },
          {
            date: "2026-11-18",
            amount: "120.50",
            currency: "EUR",
            description: "TRANSFERENCIA DE MARIA DE LOS ANGELES FERNANDEZ PEDIDO 10021 PED-10021",
            valueDate: "2026-11-19"
          }
        ],
        coverage: { from: "2026-11-01", to: "2026-11-26", complete: true }
      }
    })
  })

  it("is read where spaces at the ends of lines, and the end of the file, were cut off", () => {
    const { statement } = read(
      [head(0), row(100).trimEnd(), words("ANA").trimEnd(), end(100, 0, 1)].join("\n"),
      options
    )
    assert.deepStrictEqual(
      statement.movements.map(({ amount, description }) => [amount, description]),
      [["1.00", "ANA"]]
    )
  })

  it("is refused with its line where something of it is missing or wrong", () => {
    assert.deepStrictEqual(
      [
        file(head(0), row(100), words("ANA")),
        file(head(0), row(100), words("ANA"), end(200, 0, 1)),
        file(head(0), row(100), row(-100), end(0, 0, 1)),
        file(head(0, "999"), end(0, 0, 0)),
        file(head(0), row(100).replace(/2(0{11}100)/, "3$1"), end(100, 0, 1)),
        file(head(0), "44 something", end(0, 0, 0)),
        file(head(0), end(0, 0, 0).replace("0049", "0050")),
        file(head(0), end(0, 0, 0), head(0).replace("0049", "0050"), end(0, 0, 0).replace("0049", "0050"))
      ].map(problemOf),
      [
        "Line 1: the account has no end (record 33): the file is cut off",
        "Line 1: the movements lead from 0.00 to 1.00, but the closing balance is 2.00",
        "Line 4: there are 1 debits and 1 credits, but the account's end says 0 and 1",
        'Line 1: "999" is no number of a currency that is known here',
        'Line 2: "3" is neither 1 (debit) nor 2 (credit)',
        'Line 2: "44" begins no record of Norma 43',
        "Line 2: the account ends with another number than it began with",
        "The file has statements of 2 accounts: upload those of one account"
      ]
    )
  })

  it("keeps every cent of any amounts", () => {
    const cents = fc.integer({ min: -99_999_999, max: 99_999_999 })
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 20 }), cents, (amounts, opening) => {
        const credits = amounts.filter((amount) => amount >= 0).length
        const closing = amounts.reduce((sum, amount) => sum + amount, opening)
        const text = file(
          head(opening),
          ...amounts.map((amount) => row(amount)),
          end(closing, amounts.length - credits, credits)
        )
        assert.deepStrictEqual(
          read(text, options).statement.movements.map(({ amount }) => Math.round(Number(amount) * 100)),
          amounts.toReversed()
        )
      })
    )
  })
})
