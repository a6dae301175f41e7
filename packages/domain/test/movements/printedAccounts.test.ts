import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ScrapedMovement } from "@counterfoil/domain"
import { afterScrapes, day, row, rowsOf, rules, statement } from "../intake.ts"

const iban = "ES91 2100 0418 4502 0005 1332"
const other = "DE89 3704 0044 0532 0130 00"

const accountsOf = ({ movements }: ReturnType<typeof afterScrapes>) =>
  movements.map(({ counterpartyAccount }) => counterpartyAccount)

const scraped = fc.record({
  date: fc.integer({ min: -6, max: 0 }).map(day),
  amount: fc.constantFrom("120.00", "35.50", "-9.90"),
  currency: fc.constant("EUR"),
  description: fc.constantFrom("TRANSFERENCIA DE ANA RUIZ", "TRANSFERENCIA", "BIZUM"),
  time: fc.constantFrom("10:00", "12:30")
})

describe("a bank that begins to print the payer's account", () => {
  it("tells no movement twice, whichever rows it prints it in", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(scraped, fc.constantFrom(undefined, iban, other, "**** 1332")), { maxLength: 12 }),
        fc.boolean(),
        fc.boolean(),
        (all, uniqueIds, stops) => {
          const before = all.map(([movement], nth): ScrapedMovement => ({ ...movement, id: `B${nth}` }))
          const after = all.map(([movement, counterpartyAccount], nth): ScrapedMovement => ({
            ...movement,
            id: `B${nth}`,
            ...(counterpartyAccount === undefined ? {} : { counterpartyAccount })
          }))
          const own = { ...rules, uniqueIds }
          expect(rowsOf(statement(after), own).map(({ key }) => key)).toEqual(
            rowsOf(statement(before), own).map(({ key }) => key)
          )
          const ledger = afterScrapes(
            ...(stops ? [after, before, after] : [before, after, before]).map((each) => statement(each))
          )
          expect(ledger.movements).toHaveLength(all.length)
          expect(ledger.last?.inserts).toEqual([])
          expect(ledger.last?.updates).toEqual([])
        }
      )
    )
  })

  it("has it kept with the movement that it belongs to, however alike they are", () => {
    const alike = [row({ time: "10:00" }), row({ time: "11:00" })]
    const [first = row(), second = row()] = alike
    const printed = [
      { ...second, counterpartyAccount: other },
      { ...first, counterpartyAccount: iban }
    ]
    const ledger = afterScrapes(statement(alike), statement(printed))
    expect(accountsOf(ledger)).toEqual(["ES9121000418450200051332", "DE89370400440532013000"])
    // Equal in all but it.
    const twins = [row({ counterpartyAccount: iban }), row({ counterpartyAccount: other })]
    const turned = afterScrapes(statement(twins), statement([...twins].reverse()))
    expect(turned.last?.updates).toEqual([])
  })

  it("loses nothing of it where a list prints less, and corrects it where a list prints another", () => {
    const whole = statement([row({ counterpartyAccount: iban })])
    const less = statement([row({ counterpartyAccount: "**** 1332" })])
    expect(accountsOf(afterScrapes(whole, statement([row()])))).toEqual(["ES9121000418450200051332"])
    expect(accountsOf(afterScrapes(whole, less))).toEqual(["ES9121000418450200051332"])
    expect(accountsOf(afterScrapes(less, whole))).toEqual(["ES9121000418450200051332"])
    expect(accountsOf(afterScrapes(whole, statement([row({ counterpartyAccount: other })])))).toEqual([
      "DE89370400440532013000"
    ])
  })

  it("has it kept through a pending movement's booking", () => {
    const pending = row({ date: day(-3), description: "EN CURSO", pending: true, counterpartyAccount: iban })
    const ledger = afterScrapes(statement([pending]), statement([row({ date: day(0) })]))
    expect(accountsOf(ledger)).toEqual(["ES9121000418450200051332"])
  })

  it("may print no account at all, or what is none", () => {
    expect(
      accountsOf(afterScrapes(statement([row({ counterpartyAccount: " " }), row({ counterpartyAccount: "n/a" })])))
    ).toEqual([undefined, "n/a"])
  })
})
