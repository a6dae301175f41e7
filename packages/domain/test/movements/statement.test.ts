import { Result, Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { formatDecimal, readStatement, Statement } from "@counterfoil/domain"
import { day, read, row, rowsOf, rules, statement } from "../intake.ts"

const faultsOf = (from: Statement): ReadonlyArray<string> => {
  const result = read(from)
  return Result.isFailure(result) && result.failure._tag === "Quarantine" ? result.failure.faults : []
}

/** Of a file whose movements begin on these lines. */
const messageOf = (from: Statement, lines: ReadonlyArray<number>): string => {
  const result = readStatement(from, { accountId: "a", rules, today: day(0), knownCurrencies: [], isFile: true, lines })
  return Result.isFailure(result) ? result.failure.message : ""
}

/** Rows with the balance after each, oldest first. */
const chain = (amounts: ReadonlyArray<bigint>, start = 100_000n) => {
  let balance = start
  return amounts.map((amount) => {
    balance += amount
    return row({ amount: formatDecimal(amount, "EUR"), balance: formatDecimal(balance, "EUR") })
  })
}

describe("a statement", () => {
  it("is read with instants in the bank's zone, names and flags", () => {
    const context = {
      accountId: "a",
      rules: { ...rules, namePrefixes: ["TRANSFERENCIA DE"] },
      today: day(0),
      knownCurrencies: ["EUR"]
    }
    const movements = [
      row({ time: "10:30", valueDate: day(1), id: " 77 ", balance: "1.00" }),
      row({ amount: "0.00", currency: "USD", date: day(1) })
    ]
    const rows = Result.getOrThrow(readStatement(statement(movements), context))
    expect(rows).toMatchObject([
      {
        index: 0,
        amountMinor: 12_000n,
        receivedAt: Date.parse("2026-11-20T09:30:00Z"),
        status: "booked",
        senderName: "MARIA GARCIA LOPEZ",
        valueDate: day(1),
        bankId: "77",
        balanceMinor: 100n,
        flags: []
      },
      { status: "pending", senderName: "", flags: ["zero_amount", "future_date", "unknown_currency"] }
    ])
  })

  it("finds no currency odd on an account's first scrape", () => {
    expect(rowsOf(statement([row({ currency: "USD" })]))[0]?.flags).toEqual([])
  })

  it("is refused by its schema when dates, amounts or currencies aren't any", () => {
    const accepts = (facts: object) => Schema.is(Statement)(statement([{ ...row(), ...facts }]))
    expect(accepts({})).toBe(true)
    const broken = [
      { date: "2026-02-30" },
      { date: "20/11/2026" },
      { amount: "1,5" },
      { amount: 1.5 },
      { currency: "eur" },
      { time: "25:00" }
    ]
    expect(broken.filter(accepts)).toEqual([])
  })

  it("counts a unique id that stands on two pages once, and all rows of one page", () => {
    const unique = { ...rules, uniqueIds: true }
    const same = row({ id: "77" })
    const onTwoPages = { ...statement([same, same]), pages: [{ rows: 1 }, { rows: 1 }] }
    const onOnePage = { ...statement([same, same]), pages: [{ rows: 2 }] }
    expect(rowsOf(onTwoPages, unique)).toHaveLength(1)
    expect(rowsOf(onOnePage, unique)).toHaveLength(2)
    expect(rowsOf(onTwoPages)).toHaveLength(2)
  })

  it("isn't read by rules that can't be used", () => {
    const messageOf = (broken: object) => {
      const result = read(statement([row()]), { ...rules, ...broken })
      return Result.isFailure(result) && result.failure._tag === "UnusableRules" ? result.failure.message : "read"
    }
    expect(messageOf({ volatileText: [{ regex: "a(?=b)", flags: "" }] })).toBe(
      "The volatile text /a(?=b)/ looks around."
    )
    expect(messageOf({ zone: "Europe/Nowhere" })).toBe("The zone Europe/Nowhere is not an IANA time zone.")
  })
})

describe("a structural fault", () => {
  it.each([
    [
      "Page 2 has 3 rows, but 1 were read.",
      {
        pages: [
          { rows: 1, stated: 1 },
          { rows: 1, stated: 3 }
        ]
      }
    ],
    ["The table of page 1 ended before its end.", { pages: [{ rows: 2, truncated: true }] }],
    ["The pages had 3 rows, but the statement has 2.", { pages: [{ rows: 3 }] }],
    ["The bank says that there are 40 movements, but 2 were read.", { stated: 40 }],
    ["The scrape ends before it begins.", { coverage: { from: day(0), to: day(-1), complete: true } }]
  ] as const)("quarantines: %s", (sentence, facts) => {
    expect(faultsOf({ ...statement([row(), row()]), ...facts })).toEqual([sentence])
  })

  it("of a file is told with its line, of several up to ten, in their order", () => {
    const yen = (amount: string) => row({ amount, currency: "JPY" })
    const told = (amounts: ReadonlyArray<string>) =>
      messageOf(
        statement(amounts.map(yen)),
        amounts.map((_, index) => 40 - index)
      )
    expect(told(["1", "1.5", "2", "2.25"])).toBe(
      ["Line 37", "Line 39"].map((line) => `${line}: the amount has more decimals than JPY has (0)`).join("\n")
    )
    const [last, ...others] = told(Array.from({ length: 12 }, () => "1.5"))
      .split("\n")
      .toReversed()
    expect([last, others.length]).toEqual(["More lines can't be read either", 10])
  })

  it("is an amount with more decimals than its currency", () => {
    expect(faultsOf(statement([row(), row({ amount: "1.5", currency: "JPY" })]))).toEqual([
      "The amount of row 2 has more decimals than JPY has (0)."
    ])
  })

  it("is a running balance that a row is missing from", () => {
    const rows = chain([1_000n, -500n, 2_500n, -100n])
    const kept = rows.filter((_, index) => index !== 1)
    const said = "The balances in EUR do not follow from the amounts: a row is missing or was misread."
    const first = "with the amount 25.00 and the balance 1030.00."
    // Of a scrape, which operators and the log are told of, without figures.
    expect(faultsOf(statement(kept))).toEqual([said])
    expect(messageOf(statement(kept.toReversed()), [7, 4, 2])).toBe(
      `${said} It begins at line 4 of ${day(0)}, ${first}`
    )
    expect(messageOf(statement(kept), [2, 4, 7])).toBe(`${said} It begins at line 4 of ${day(0)}, ${first}`)
  })

  it("is signs that contradict the balance", () => {
    const flipped = chain([1_000n, -500n, 2_500n]).map((each) => ({
      ...each,
      amount: each.amount.startsWith("-") ? each.amount.slice(1) : `-${each.amount}`
    }))
    expect(faultsOf(statement(flipped))).toEqual([
      "The signs of the amounts in EUR contradict the balances beside them."
    ])
  })

  it("is let pass once a person has accepted the scrape", () => {
    const context = { accountId: "a", rules, today: day(0), knownCurrencies: [], accepted: true }
    expect(Result.isSuccess(readStatement({ ...statement([row()]), stated: 40 }, context))).toBe(true)
  })
})

describe("a running balance", () => {
  const amounts = fc.array(fc.bigInt({ min: -9_999n, max: 9_999n }), { minLength: 1, maxLength: 12 })

  it("is whole in whatever order the bank prints its rows", () => {
    fc.assert(
      fc.property(amounts, fc.nat(), (all, seed) => {
        const rows = chain(all).map((each, index) => ({
          each,
          rank: Math.imul(seed + index * 7919, 2_654_435_761) >>> 0
        }))
        expect(faultsOf(statement(rows.sort((a, b) => a.rank - b.rank).map(({ each }) => each)))).toEqual([])
      })
    )
  })

  it("is broken when any row between the ends is left out", () => {
    const positive = fc.array(fc.bigInt({ min: 1n, max: 9_999n }), { minLength: 3, maxLength: 12 })
    fc.assert(
      fc.property(positive, fc.nat(), (all, pick) => {
        const missing = 1 + (pick % (all.length - 2))
        expect(faultsOf(statement(chain(all).filter((_, index) => index !== missing)))).toHaveLength(1)
      })
    )
  })

  it("is checked only where every booked row has one", () => {
    const rows = chain([1_000n, -500n, 2_500n]).filter((_, index) => index !== 1)
    expect(faultsOf(statement([...rows, row()]))).toEqual([])
    expect(faultsOf(statement([...chain([1_000n]), row({ pending: true })]))).toEqual([])
  })
})
