/** Amounts as banks print them that used to be read as other ones, or not at all. */
import { assert, describe, it } from "vitest"
import { movements } from "@counterfoil/script-sdk"

const { amount, csv } = movements
const point = (text: string) => amount(text, { decimal: "." })

describe("amounts", () => {
  it("that end in the rupee's /- or the shilling's /= are whole, and no debits", () => {
    assert.deepStrictEqual(
      ["Rs 500/-", "500/-", "₹ 1,23,456/-", "1,500.00/-", "Ksh 500/=", "-500/-", "500/- CR", "500/- Dr"].map(point),
      ["500", "500", "123456", "1500.00", "500", "-500", "500", "-500"]
    )
  })

  it("whose empty decimals contradict the decimal sign are refused, and else say it", () => {
    assert.throws(() => point("1.234,--"), /"," stands behind the decimal sign/)
    assert.throws(() => amount("1,234.-", { decimal: "," }), /"." stands behind the decimal sign/)
    assert.deepStrictEqual(
      ["1.234,--", "1'234.–", "12.-"].map((text) => amount(text)),
      ["1234", "1234", "12"]
    )
  })

  it("in full-width signs are the same, parentheses and all", () => {
    assert.deepStrictEqual(
      ["（1,234.00）", "１，２３４円", "－１，２３４．５０", "￥１，２３４", "＋１２"].map(point),
      ["-1234.00", "1234", "-1234.50", "1234", "12"]
    )
    assert.throws(() => point("ー１２"), /say what "ー" means/)
  })

  it("in the digits of any one script are read, in a mix of scripts refused", () => {
    assert.deepStrictEqual(["१,२३४.५०", "๑,๒๓๔.๕๐ บาท", "১২৩.৪৫", "١٬٢٣٤٫٥٦", "(১২৩.৪৫)"].map(point), [
      "1234.50",
      "1234.50",
      "123.45",
      "1234.56",
      "-123.45"
    ])
    assert.throws(() => point("१2.50"), /no plain digits/)
  })

  it("before a currency that is written with dots are read", () => {
    assert.deepStrictEqual(
      ["\u200f-١٬٢٣٤٫٥٦ ر.س.\u200f", "12.50 د.ك", "ر.س 12", "12.50 Kč.", "1 234,50 руб.", "12. €"].map((text) =>
        amount(text)
      ),
      ["-1234.56", "12.50", "12", "12.50", "1234.50", "12"]
    )
  })

  it("beside further words for money out are refused without a sign, and say how to go on", () => {
    const words = ["Debited", "Withdrawn", "Spent", "Sent", "OD", "Sortie", "Retrait", "Uttag", "Borç", "سحب", "برداشت"]
    for (const word of [...words, "بدهکار", "ถอนเงิน", "出", "引落", "お引出し"]) {
      assert.throws(() => point(`${word} 12.50`), /say what its word .* transform could put a minus there/, word)
    }
    assert.throws(() => point("Soll 12.50"), /say what its word "Soll" means: sign "DC"\?/)
    assert.throws(() => point("▲1,234"), /say what "▲" means: transform could put a minus there, or leave it out/)
    assert.strictEqual(point("-12.50 Sent"), "-12.50")
  })

  it("with a letter in parentheses, as Turkish banks mark money out, are refused without a sign", () => {
    for (const text of ["1,234.56 TL (B)", "1,234.56 TL(A)", "(B) 1,234.56", "1,234.56 (İ)"]) {
      assert.throws(() => point(text), /say what \(.\) means: transform could put a minus there, or leave it out/, text)
    }
    assert.strictEqual(point("-1,234.56 TL (B)"), "-1234.56")
    assert.strictEqual(amount("1,234.56 TL (A)", { decimal: ".", sign: "leading" }), "1234.56")
  })
})

describe("a column for money in and one for money out", () => {
  const columns = { date: "Date", description: "Text", credit: "In", debit: "Out", balance: "Balance" }
  const days = { since: "2026-01-01", today: "2026-01-31" }
  const read = (rows: string) =>
    csv(`Date;Text;In;Out;Balance\n${rows}`, columns, { currency: "EUR", dates: "dmy", decimal: ".", ...days })
      .movements

  it("may say zero, or a dash, where there is nothing", () => {
    assert.deepStrictEqual(
      read(
        "02/01/2026;A;12.50;0.00;-\n02/01/2026;B;-;3.00;9.50\n01/01/2026;C;–;(4.00);12.50\n01/01/2026;D;0.00;0;—"
      ).map((row) => [row.amount, row.balance]),
      [
        ["12.50", undefined],
        ["-3.00", "9.50"],
        ["-4.00", "12.50"],
        ["0.00", undefined]
      ]
    )
    assert.throws(() => read("02/01/2026;A;1.00;2.00;"), /either no amount or two/)
    assert.throws(() => read("02/01/2026;A;-;-;"), /either no amount or two/)
  })
})
