/** Files that have several statements, as banks join their days, and people their downloads. */
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { statements } from "@counterfoil/script-sdk"

const { read, StatementProblem } = statements
const options = { today: "2026-11-21", currency: "EUR" } as const

const problemOf = (text: string): string => {
  try {
    read(text, options)
  } catch (error) {
    if (error instanceof StatementProblem) return error.message
    throw error
  }
  return assert.fail("it was read")
}

interface Day {
  readonly day: number
  readonly opening: number
  readonly amounts: ReadonlyArray<number>
  readonly currency?: string
}

const two = (value: number) => String(value).padStart(2, "0")
const cents = (value: number) => `${Math.floor(value / 100)},${two(value % 100)}`
const closingOf = ({ amounts, opening }: Day) => amounts.reduce((sum, amount) => sum + amount, opening)

/** A statement as MT940, each of its credits by another payer. */
const mt940 = (statement: Day): string => {
  const { amounts, currency = "EUR", day, opening } = statement
  const date = `2611${two(day)}`
  const lines = amounts.map(
    (amount, index) =>
      `:61:${date}11${two(day)}C${cents(amount)}NTRFNONREF\n:86:166?00GUTSCHRIFT?20NR ${day}-${index}\n`
  )
  const balance = (value: number) => `C${date}${currency}${cents(value)}`
  return `:20:ST${day}\n:25:12345678/0001\n:28C:${day}/1\n:60F:${balance(opening)}\n${lines.join("")}:62F:${balance(closingOf(statement))}\n`
}

const days = (...amounts: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<Day> => {
  let opening = 10_000
  return amounts.map((own, index) => {
    const day: Day = { day: index + 1, opening, amounts: own }
    opening = closingOf(day)
    return day
  })
}
const someDays = fc
  .array(fc.array(fc.integer({ min: 1, max: 99_999 }), { maxLength: 3 }), { minLength: 1, maxLength: 8 })
  .map((amounts) => days(...amounts))

describe("a file of several statements", () => {
  it("is read whole, in whatever order it has them, each once", () => {
    fc.assert(
      fc.property(
        someDays.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length }))
        ),
        ([all, some]) => {
          const joined = [...new Set([...some, ...all])]
          const texts = joined.map((day) => mt940(day).repeat(some.filter((each) => each === day).length || 1))
          const { statement } = read(texts.join(""), options)
          assert.deepStrictEqual(
            statement.movements.map(({ description }) => description).toSorted(),
            all.flatMap(({ amounts, day }) => amounts.map((_, index) => `GUTSCHRIFT NR ${day}-${index}`)).toSorted()
          )
        }
      )
    )
  })

  it("is refused where one between them is missing, whichever that is", () => {
    fc.assert(
      fc.property(
        someDays.filter((all) => all.slice(1, -1).some(({ amounts }) => amounts.length > 0)),
        fc.nat(),
        (all, chosen) => {
          const inner = all.slice(1, -1).filter(({ amounts }) => amounts.length > 0)
          const missing = inner[chosen % inner.length]
          const rest = all.filter((day) => day !== missing)
          assert.match(problemOf(rest.map(mt940).join("")), /one between them is missing/)
        }
      )
    )
  })

  it("says which two don't follow, and what to do", () => {
    const [first, , third] = days([1_000], [40_000], [500]).map(mt940)
    assert.strictEqual(
      problemOf(`${first}${third}`),
      "Line 8: the statement begins with a balance of 510.00, and no other of the file ends with that: one between them is missing, or some of it is in the file twice. Complete the file, or upload each statement by itself"
    )
  })

  it("is refused where two of them are of the same day, and say it otherwise", () => {
    const [day] = days([1_000, 2_000])
    assert.isDefined(day)
    const begun = { ...day, amounts: day.amounts.slice(0, 1) }
    assert.match(problemOf(`${mt940(begun)}${mt940(day)}`), /is in the file twice/)
  })

  it("follows by its balances where a page has a booking of an earlier day", () => {
    const pages = [
      { day: 5, opening: 10_000, amounts: [1_000] },
      { day: 5, opening: 11_000, amounts: [2_000] },
      { day: 4, opening: 9_000, amounts: [1_000] },
      { day: 3, opening: 8_500, amounts: [500] }
    ].map((page, index) => mt940(page).replace(":28C:", `:28C:${index}`))
    const backdated = pages.map((text, index) =>
      index === 1 ? text.replace(":61:2611051105C", ":61:2611051102C") : text
    )
    assert.lengthOf(read(backdated.join(""), options).statement.movements, 4)
  })

  it("counts equal payments of two statements, and those of a copy once", () => {
    const report = (id: string) =>
      `<Rpt>${id}<Acct><Id><IBAN>ES9121000418450200051332</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">20.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-12</Dt></BookgDt><AddtlNtryInf>BIZUM ANA</AddtlNtryInf></Ntry></Rpt>`
    const count = (...ids: ReadonlyArray<string>) =>
      read(
        `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"><BkToCstmrAcctRpt>${ids.map(report).join("")}</BkToCstmrAcctRpt></Document>`,
        options
      ).statement.movements.length
    assert.strictEqual(count("<Id>1</Id>", "<Id>2</Id>"), 2)
    assert.strictEqual(count("", ""), 2)
    assert.strictEqual(count("<Id>1</Id>", "<Id>1</Id>"), 1)
  })

  it("has a chain of balances for each currency", () => {
    const [first, second] = days([1_000], [2_000])
    assert.isDefined(first)
    assert.isDefined(second)
    const dollars = { ...first, opening: 77_700, currency: "USD" }
    assert.lengthOf(read([first, dollars, second].map(mt940).join(""), options).statement.movements, 3)
  })
})

const camt = (entries: string, more = "") => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><CreDtTm>2026-11-15T06:00:00Z</CreDtTm></GrpHdr><Stmt>${more}
<FrToDt><FrDtTm>2026-11-01T00:00:00</FrDtTm><ToDtTm>2026-11-30T23:59:59</ToDtTm></FrToDt>
<Acct><Id><IBAN>ES9121000418450200051332</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`

const entry = (mark: string) =>
  `<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>${mark}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-12</Dt></BookgDt><AddtlNtryInf>LEO PAZ</AddtlNtryInf></Ntry>`

const ofx = (more: string, server = "20261115093000[1:CET]") => `OFXHEADER:100
<OFX><SIGNONMSGSRSV1><SONRS><DTSERVER>${server}</SONRS></SIGNONMSGSRSV1><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261105<TRNAMT>45.10<FITID>1<NAME>Ana Gomez<MEMO>Order 17${more}</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

describe("a statement of a month that isn't over", () => {
  it("covers the days until it was made", () => {
    const to = (text: string) => read(text, options).statement.coverage.to
    assert.strictEqual(to(camt("")), "2026-11-15")
    assert.strictEqual(to(camt("", "<CreDtTm>2026-11-16T01:00:00Z</CreDtTm>")), "2026-11-16")
    assert.strictEqual(to(ofx("")), "2026-11-15")
    // What isn't a day of it says nothing.
    assert.strictEqual(to(camt("", "<CreDtTm>2026-10-16T01:00:00Z</CreDtTm>")), "2026-11-30")
    assert.strictEqual(to(ofx("", "soon")), "2026-11-30")
  })
})

describe("what a bank says of a movement", () => {
  it("is in the statement's currency where it was converted (OFX), and in another where it is booked so", () => {
    const currencyOf = (more: string) => read(ofx(more), options).statement.movements[0]?.currency
    assert.strictEqual(currencyOf("<ORIGCURRENCY><CURRATE>0.902<CURSYM>USD</ORIGCURRENCY>"), "EUR")
    assert.strictEqual(currencyOf("<CURRENCY><CURRATE>0.902<CURSYM>USD</CURRENCY>"), "USD")
    assert.strictEqual(currencyOf(" &lt;CURSYM&gt;USD"), "EUR")
  })

  it("is a reversal by either way to say yes in XML", () => {
    const description = (mark: string) => read(camt(entry(mark)), options).statement.movements[0]?.description
    assert.strictEqual(description("<RvslInd>true</RvslInd>"), "LEO PAZ REVERSAL")
    assert.strictEqual(description("<RvslInd>1</RvslInd>"), "LEO PAZ REVERSAL")
    assert.strictEqual(description("<RvslInd>0</RvslInd>"), "LEO PAZ")
  })

  it("goes on behind a question mark (MT940)", () => {
    const text = mt940({ day: 1, opening: 100, amounts: [1_000] }).replace(
      "NR 1-0",
      "SVWZ+angekommen? Bestellung?21 RG-20177?32ANA GOMEZ"
    )
    const [movement] = read(text, options).statement.movements
    assert.strictEqual(movement?.description, "GUTSCHRIFT SVWZ+angekommen? Bestellung RG-20177")
    assert.strictEqual(movement?.counterparty, "ANA GOMEZ")
  })
})
