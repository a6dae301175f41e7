import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ScrapedMovement } from "@counterfoil/domain"
import { day, emptyLedger, row, statement, taken, type Ledger } from "../intake.ts"

/** One booking, as the page prints it and as a statement file does: nothing but day and amount is shared. */
const booking = fc
  .record({
    date: fc.integer({ min: -6, max: 0 }).map(day),
    amount: fc.constantFrom("10.00", "25.00", "-10.00"),
    page: fc.constantFrom("TRANSFERENCIA DE ANA RUIZ", "BIZUM JUAN", "RECIBO LUZ"),
    file: fc.constantFrom("SEPA CREDIT 4711", "NTRF NONREF", "UTILITY")
  })
  .map(({ date, amount, page, file }) => ({
    page: row({ date, amount, description: page }),
    file: row({ date, amount, description: file, id: `${date}${file}` })
  }))

const bookings = fc.array(booking, { maxLength: 12 })
const seeds = fc.nat()

const shuffled = <Item>(items: ReadonlyArray<Item>, seed: number): ReadonlyArray<Item> =>
  items
    .map((item, index) => ({ item, rank: Math.imul(seed + index * 7919, 2_654_435_761) >>> 0 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)

const scrape = (ledger: Ledger, movements: ReadonlyArray<ScrapedMovement>) => taken(ledger, statement(movements))
const upload = (ledger: Ledger, movements: ReadonlyArray<ScrapedMovement>, complete = true) =>
  taken(ledger, statement(movements, { complete }), undefined, undefined, "statement")

describe("a statement and the bank's page", () => {
  it("double nothing and lose nothing, whichever comes first, however often, in whatever words and order", () => {
    fc.assert(
      fc.property(bookings, bookings, seeds, fc.array(fc.boolean(), { maxLength: 4 }), (first, later, seed, visits) => {
        const all = [...first, ...later]
        const [early, late] = [shuffled(first, seed), shuffled(all, seed + 1)]
        const begun =
          seed % 2 === 0
            ? scrape(
                emptyLedger,
                early.map(({ page }) => page)
              )
            : upload(
                emptyLedger,
                early.map(({ file }) => file)
              )
        const end = [...visits, true, false].reduce(
          (ledger, isPage) =>
            isPage
              ? scrape(
                  ledger,
                  late.map(({ page }) => page)
                )
              : upload(
                  ledger,
                  late.map(({ file }) => file)
                ),
          begun
        )
        expect(end.movements.length).toBe(all.length)
        expect(end.movements.filter(({ heldFor, removed }) => removed || heldFor.length > 0)).toEqual([])
      })
    )
  })

  it("leave what a statement doesn't show as it was", () => {
    const known = scrape(emptyLedger, [row(), row({ amount: "7.00" })])
    const after = upload(upload(known, [row({ description: "SEPA 1" })]), [row({ description: "SEPA 1" })])
    expect(after.movements.map(({ removed, missedScrapes }) => [removed, missedScrapes])).toEqual([
      [false, 0],
      [false, 0]
    ])
    expect(after.movements[0]?.description).toBe("TRANSFERENCIA DE MARIA GARCIA LOPEZ")
  })

  it("leave to a person what is a day apart in other words, and recognise it in the same ones", () => {
    const known = scrape(emptyLedger, [row({ date: "2026-11-18" })])
    const other = upload(known, [row({ date: "2026-11-19", description: "SEPA 4711" })])
    const same = upload(known, [row({ date: "2026-11-19", description: "TRANSFERENCIA DE MARIA GARCIA LOPEZ REF 1" })])
    expect(other.movements.map(({ heldFor }) => heldFor.length)).toEqual([0, 1])
    expect(same.movements.length).toBe(1)
  })

  it("take a part of a list for no proof: other words of the same day are left to a person", () => {
    const known = scrape(emptyLedger, [row()])
    expect(upload(known, [row({ description: "SEPA 4711" })], false).movements[1]?.heldFor.length).toBe(1)
  })
})
