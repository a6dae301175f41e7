import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { movements } from "@counterfoil/script-sdk"
import { add, isEqual } from "../src/movements/amount.ts"

const { amount, checkBalances, csv, date, ofx, printDate } = movements

const groups = (digits: string, sign: string) => digits.replace(/\B(?=(\d{3})+$)/g, sign)

/** Cents as a bank prints them. */
const printed = (cents: bigint, decimal: string, thousands: string) => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0")
  return `${groups(digits.slice(0, -2), thousands)}${decimal}${digits.slice(-2)}`
}
const plain = (cents: bigint) => `${cents < 0n ? "-" : ""}${printed(cents, ".", "")}`

const cents = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })

describe("amount", () => {
  it("reads every amount in every style that banks print", () => {
    const styles = fc.constantFrom(
      { decimal: ",", thousands: "." },
      { decimal: ".", thousands: "," },
      { decimal: ".", thousands: "'" },
      { decimal: ",", thousands: "\u00a0" },
      { decimal: ",", thousands: "" }
    )
    const marks = fc.constantFrom(
      (text: string) => `-${text}`,
      (text: string) => `\u2212 ${text} €`,
      (text: string) => `${text}-`,
      (text: string) => `(${text})`,
      (text: string) => `EUR -${text}`
    )
    fc.assert(
      fc.property(cents, styles, marks, (value, { decimal, thousands }, mark) => {
        const text = printed(value, decimal, thousands)
        const read = amount(value < 0n ? mark(text) : `+${text} EUR`, { decimal: decimal === "," ? "," : "." })
        assert.strictEqual(read, plain(value))
      })
    )
  })

  it("reads marks for debit and credit beside the amount", () => {
    assert.strictEqual(amount("1.234,50 D", { decimal: ",", sign: "DC" }), "-1234.50")
    assert.strictEqual(amount("12,00 CR", { decimal: ",", sign: "DC" }), "12.00")
    assert.throws(() => amount("12,00", { decimal: ",", sign: "DC" }), /no mark for debit or credit/)
  })

  it("keeps decimals as printed and zero without a sign", () => {
    assert.deepStrictEqual(
      [amount("1000"), amount("007.5"), amount("-0,00"), amount("1.234.567,891")],
      ["1000", "7.5", "0.00", "1234567.891"]
    )
  })

  it("refuses what is no amount, or could be two", () => {
    for (const text of ["", "abc", "1.234", "1,2,3.4.5", "12.34.56,7", "1,23,456.78.9", "1 x 2"]) {
      assert.throws(() => amount(text), RangeError, JSON.stringify(text))
    }
    assert.strictEqual(amount("1.234", { decimal: "," }), "1234")
    assert.strictEqual(amount("1.234", { decimal: "." }), "1.234")
  })

  it("refuses what stands between digits and groups no thousands: cents set apart, a date, a range, a foreign digit", () => {
    for (const text of ["12 50", "1.234 56", "1'23", "1 234 5", "USD1 12.50", "12,5 0"]) {
      assert.throws(() => amount(text, { decimal: "," }), RangeError, JSON.stringify(text))
    }
    for (const text of ["12-50", "12+50", "5 - 6", "2026-11-24", "12\u00bd", "5\u00b2", "\u096723", "12\u0969"]) {
      assert.throws(() => amount(text), RangeError, JSON.stringify(text))
    }
    assert.deepStrictEqual(
      ["1 234 567", "12 34 567,00", "1\u202f234 ,56", "1.234 , 56", "EUR 12 500"].map((text) => amount(text)),
      ["1234567", "1234567.00", "1234.56", "1234.56", "12500"]
    )
  })

  it("refuses more digits than the service keeps", () => {
    assert.strictEqual(amount("0999999999999999999,99", { decimal: "," }), "999999999999999999.99")
    assert.throws(() => amount("1.000.000.000.000.000.000,00", { decimal: "," }), /more than 18 digits/)
  })

  it("refuses letters at the digits that are no currency, and two signs, but no words that stand apart", () => {
    for (const text of ["12,5x", "abc5", "+-5,00", "5,00 -x", "-5,00-", "-+5", "5,00o", "1e3", "x-5,00"]) {
      assert.throws(() => amount(text, { decimal: "," }), RangeError, JSON.stringify(text))
    }
    assert.deepStrictEqual(
      ["Saldo: 5,00", "e-banking 5,00", "Rs.500", "12,50EUR", "-kr 5,00", "100zł", "US$5", "S/ 12,50", "Kč-5"].map(
        (text) => amount(text, { decimal: "," })
      ),
      ["5.00", "5.00", "500", "12.50", "-5.00", "100", "5", "12.50", "-5"]
    )
  })

  it("refuses money out that is marked as it doesn't know, contradictions, and thousands in letters", () => {
    const out = ["Cargo 12,50", "12,50 Débito", "12.50 Soll", "minus 12,50", "OUT 12,50", "支出 12,50", "Расход 12,50"]
    const signs = ["▲12,50", "△ 12,50", "\u02d712,50", "\u207b12,50", "12,50 \u2796", "<12,50>", "[12,50]", "12,50 %"]
    const contradictions = ["(12,50", "12,50)", "-12,50 CR", "(12,50) CR", "12,50- CR", "12,50 DR CR", "CR 12,50 DB"]
    const thousands = ["12k", "12,5 Mio", "12,50 K", "12,5 млн", "1,5 lakh", "12万"]
    for (const text of [...out, ...signs, ...contradictions, ...thousands]) {
      assert.throws(() => amount(text), RangeError, JSON.stringify(text))
    }
    assert.throws(() => amount("-12,50", { sign: "trailing" }), /its sign is not trailing/)
    assert.throws(() => amount("12,50-", { sign: "leading" }), /its sign is not leading/)
    assert.deepStrictEqual(
      ["12.500,00 DB", "S/ 12,50 CR", "K 12,50", "(EUR) 12,50 CR", "-12,50 Cargo", "Haben 12,50"].map((text) =>
        amount(text)
      ),
      ["-12500.00", "12.50", "12.50", "12.50", "-12.50", "12.50"]
    )
  })

  it("adds exactly", () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        assert.strictEqual(add(plain(a), plain(b)), plain(a + b))
        assert.strictEqual(isEqual(plain(a), plain(b)), a === b)
      })
    )
  })
})

describe("date", () => {
  const days = fc
    .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10))

  it("reads back every day that it prints, in every order", () => {
    fc.assert(
      fc.property(
        days,
        fc.constantFrom("dmy", "mdy", "ymd"),
        fc.constantFrom("/", ".", "-", " "),
        (day, order, separator) => {
          assert.strictEqual(date(printDate(day, order, separator), { order }), day)
        }
      )
    )
  })

  it("reads short years and dates without a year, and refuses what is no day", () => {
    assert.strictEqual(date("3.1.26", { order: "dmy" }), "2026-01-03")
    assert.strictEqual(date("03/01", { order: "dmy", year: 2025 }), "2025-01-03")
    assert.throws(() => date("31/02/2026", { order: "dmy" }), /no day of the calendar/)
    assert.throws(
      () => date("2026-11-28", { order: "dmy" }),
      /^"2026-11-28" is not a date: it begins with its year, and the order is dmy: printDate\(day, "dmy"\) writes it in that order$/
    )
    assert.throws(() => date("28/11/2026", { order: "ymd" }), /it ends with its year, and the order is ymd$/)
    assert.throws(() => date("03/01", { order: "dmy" }), /three numbers/)
  })
})

describe("csv", () => {
  const columns = {
    date: "Date",
    description: ["Text", "More"],
    credit: "In",
    debit: "Out",
    balance: "Balance",
    id: { ifThere: "Id" }
  }
  const options = { currency: "EUR", dates: "dmy", decimal: ",", since: "2026-01-01", today: "2026-01-31" } as const

  it("reads quoted cells, both directions and the order of the file", () => {
    const text =
      "\uFEFFDate;Text;More;In;Out;Balance\r\n" +
      '01/01/2026;"A;B";"say ""hi""\nthere";10,00;;110,00\r\n02/01/2026;C;;;"1.000,50";-890,50\r\n\r\n'

    const { coverage, movements: rows } = csv(text, columns, { ...options, first: "oldest" })

    assert.deepStrictEqual(rows, [
      { date: "2026-01-02", amount: "-1000.50", currency: "EUR", description: "C", balance: "-890.50" },
      { date: "2026-01-01", amount: "10.00", currency: "EUR", description: 'A;B say "hi"\nthere', balance: "110.00" }
    ])
    assert.deepStrictEqual(coverage, { from: "2026-01-01", to: "2026-01-31", complete: true })
    assert.deepStrictEqual(checkBalances({ movements: rows }), [])
  })

  it("refuses a file without one of the columns, and a row that it can't read", () => {
    assert.throws(() => csv("Date;Text\n01/01/2026;x", columns, options), /line 2 has no column In: Date, Text/)
    const row = (line: string) => () => csv(`Date;Text;More;In;Out;Balance\n${line}`, columns, options)
    assert.throws(row("40/01/2026;x;;1,00;;1,00"), /row 1 can't be read: "40\/01\/2026" is not a date/)
    assert.throws(row(";x;;1,00;;1,00"), /row 1 can't be read: its date is empty: nothing stands there, or its place/)
    assert.throws(row("01/01/2026;x;;1,00;2,00;1,00"), /either no amount or two/)
  })
})

describe("ofx", () => {
  it("reads unclosed elements, entities, the bank's ids and balance", () => {
    const text =
      "OFXHEADER:100\r\n<OFX><CURDEF>EUR<BANKTRANLIST><DTSTART>20260101<DTEND>20260131\r\n" +
      "<STMTTRN>\r\n<TRNTYPE>DEBIT\r\n<DTPOSTED>20260102120000[-5:EST]\r\n<TRNAMT>-12,50\r\n<FITID>A1\r\n<NAME>Shop\r\n<MEMO>Card &amp; more\r\n</STMTTRN>\r\n" +
      "<STMTTRN><DTPOSTED>20260103<TRNAMT>100.00<FITID>A2<NAME>Ana &#243;</STMTTRN></BANKTRANLIST>" +
      "<LEDGERBAL><BALAMT>87.50<DTASOF>20260131</LEDGERBAL></OFX>"

    const statement = ofx(text, { since: "2026-01-01", today: "2026-02-01" })

    assert.deepStrictEqual(statement, {
      movements: [
        { date: "2026-01-03", amount: "100.00", currency: "EUR", description: "Ana ó", id: "A2" },
        {
          date: "2026-01-02",
          amount: "-12.50",
          currency: "EUR",
          description: "Card & more",
          id: "A1",
          counterparty: "Shop"
        }
      ],
      coverage: { from: "2026-01-01", to: "2026-01-31", complete: true },
      balance: "87.50"
    })
  })

  it("refuses a transaction without date or amount", () => {
    assert.throws(
      () => ofx("<CURDEF>EUR<STMTTRN><TRNAMT>1.00</STMTTRN>", { since: "2026-01-01", today: "2026-01-01" }),
      /no DTPOSTED/
    )
  })
})

describe("checkBalances", () => {
  it("finds the row that is missing, and nothing in a whole list", () => {
    fc.assert(
      fc.property(fc.array(cents, { minLength: 3, maxLength: 12 }), fc.nat(), (amounts, at) => {
        let balance = 0n
        const oldestFirst = amounts.map((value) => {
          balance += value
          return { date: "2026-01-01", amount: plain(value), currency: "EUR", description: "", balance: plain(balance) }
        })
        const rows = oldestFirst.reverse()
        assert.deepStrictEqual(checkBalances({ movements: rows }), [])

        const missing = 1 + (at % (rows.length - 2))
        const lost = rows.filter((_, index) => index !== missing)
        const isFelt = rows[missing]?.amount !== "0.00"
        assert.strictEqual(checkBalances({ movements: lost }).length, isFelt ? 1 : 0)
      })
    )
  })
})
