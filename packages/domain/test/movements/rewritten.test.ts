/** What a bank may do to rows that were told already: nobody is told of them again, and nothing is lost. */
import { describe, expect, it } from "vitest"
import type { RowRules, ScrapedMovement, Statement } from "@counterfoil/domain"
import { day, emptyLedger, reconciled, row, rules, statement, taken, type Ledger } from "../intake.ts"

const payers = ["MARIA GARCIA LOPEZ", "JUAN PEREZ RUIZ", "ANA SANZ GIL", "LUIS MORA VEGA", "EVA RIOS SOTO"]
const rows = payers.map((payer, index) =>
  row({
    date: day(-index),
    amount: `${120 + index}.00`,
    description: `TRANSFERENCIA DE ${payer}`,
    id: `OP-${index}`
  })
)
/** The balances after them, the newest first, from one on. */
const balances = (newest: number) => rows.map((_, index) => newest - index * 120 - (index * (index - 1)) / 2)
const withBalances = (newest: number) =>
  rows.map((one, index) => ({ ...one, balance: `${balances(newest)[index] ?? 0}.00` }))
const unique: RowRules = { ...rules, uniqueIds: true }

/** How many movements there are to tell of, beyond those of the first scrape. */
const after = (ledger: Ledger) => ({
  told: ledger.movements.slice(rows.length).filter(({ heldFor }) => heldFor.length === 0).length,
  held: ledger.movements.filter(({ heldFor }) => heldFor.length > 0).length
})

const scraped = (
  change: (one: ScrapedMovement, index: number) => ScrapedMovement,
  coverage: Partial<Statement["coverage"]> = {},
  declared: RowRules = rules
): Ledger => {
  const first = taken(emptyLedger, statement(rows), declared)
  const changed = rows.map(change)
  // Read twice: what is held stays so.
  return [changed, changed].reduce((ledger, each) => taken(ledger, statement(each, coverage), declared), first)
}

describe("a bank that shows otherwise what was told is not told of again", () => {
  it.each<readonly [string, (one: ScrapedMovement, index: number) => ScrapedMovement]>([
    ["all dates a day earlier", (one, index) => ({ ...one, date: day(-index - 1) })],
    ["the signs turned", (one) => ({ ...one, amount: `-${one.amount}` })],
    ["the currency renamed", (one) => ({ ...one, currency: "USD" })],
    ["ids renumbered", (one, index) => ({ ...one, id: `N-${index}` })]
  ])("%s", (_, change) => {
    expect(after(scraped(change)).told).toBe(0)
    expect(after(scraped(change, {}, unique)).told).toBe(0)
  })

  it("a booking dated tomorrow whose running balance moves on: the same movement", () => {
    const [today, tomorrow] = [row({ date: day(0) }), row({ date: day(1), amount: "77.00" })]
    const first = taken(emptyLedger, statement([today, { ...tomorrow, balance: "1000.00" }]), rules)

    const again = ["990.00", "985.00"].reduce(
      (ledger, balance) => taken(ledger, statement([today, { ...tomorrow, balance }]), rules),
      first
    )

    expect(first.movements).toHaveLength(2)
    expect(again.movements).toHaveLength(2)
  })

  it("the counterparty moved out of the text: the same movements", () => {
    const apart = scraped((one, index) => ({
      ...one,
      description: "TRANSFERENCIA RECIBIDA",
      counterparty: payers[index] ?? ""
    }))
    expect(after(apart)).toEqual({ told: 0, held: 0 })
    expect(apart.movements).toHaveLength(rows.length)
  })

  it("every text written anew: the same movements, by day and amount", () => {
    const anew = scraped((one, index) => ({ ...one, description: `ABONO ${index} EN CUENTA` }))
    expect(after(anew)).toEqual({ told: 0, held: 0 })
  })

  it("another payer of that day and amount in the place of one that is gone, named behind the bank's words: held", () => {
    const declared: RowRules = { ...rules, namePrefixes: ["TRF DE"] }
    const of = (name: string) => row({ description: `TRF DE ${name}` })
    const first = taken(emptyLedger, statement([of("NOVOTNY PAVEL")]), declared)
    const { movements } = taken(first, statement([of("LANG PETRA")]), declared)
    expect(movements).toMatchObject([
      { description: "TRF DE NOVOTNY PAVEL", heldFor: [] },
      { description: "TRF DE LANG PETRA", heldFor: ["m0000"] }
    ])
  })

  it.each([true, false])("ids renumbered and balances reckoned anew (a complete list: %s)", (complete) => {
    const anew = withBalances(9_000).map((one, index) => ({ ...one, id: `N-${index}` }))
    const ledger = [anew, anew].reduce(
      (known, each) => taken(known, statement(each, { complete }), unique),
      taken(emptyLedger, statement(withBalances(5_000)), unique)
    )
    expect(after(ledger).told).toBe(0)
  })

  it("a list that is not complete, with other ids and later dates", () => {
    const later = (one: ScrapedMovement, index: number) => ({
      ...one,
      id: `N-${index}`,
      date: day(-index + (index === 0 ? 0 : 1))
    })
    expect(after(scraped(later, { complete: false }, unique)).told).toBe(0)
    expect(after(scraped(later, { complete: false })).told).toBe(0)
  })
})

describe("a list that is not complete, of a bank that changes its language", () => {
  const english = (one: ScrapedMovement, index: number) => ({
    ...one,
    description: `TRANSFER FROM ${payers[index] ?? ""}`
  })
  const apart = (one: ScrapedMovement, index: number) => ({ ...one, counterparty: payers[index] ?? "" })

  it("tells nothing twice where the names stay", () => {
    expect(after(scraped(english, { complete: false }))).toEqual({ told: 0, held: rows.length })
    const first = taken(emptyLedger, statement(rows.map(apart)))
    const later = rows.map(apart).map((one) => ({ ...one, description: "INCOMING TRANSFER" }))
    expect(after(taken(first, statement(later, { complete: false })))).toEqual({ told: 0, held: rows.length })
  })

  it("tells nothing twice where all words are others and the balance after it is the same", () => {
    const first = taken(emptyLedger, statement([row({ description: "ABONO 17", balance: "900.00" })]))
    const again = (balance: string) =>
      taken(first, statement([row({ description: "PAYMENT", balance })], { complete: false })).last?.inserts.map(
        ({ heldFor }) => heldFor.length
      )
    expect(again("900.00")).toEqual([1])
    expect(again("1020.00")).toEqual([0])
  })

  it("tells another payment of that day and amount: of another payer, or with another number", () => {
    const first = taken(emptyLedger, statement([row({ description: "TRANSFERENCIA 4711 DE ANA MORA RUIZ" })]))
    const others = [
      "TRANSFERENCIA 4711 DE EVA MORA RUIZ",
      "TRANSFER 4712 FROM ANA MORA RUIZ",
      "TRANSFER 4711 FROM ANA GIL"
    ]
    for (const description of others) {
      const { movements } = taken(first, statement([row({ description })], { complete: false }))
      expect(movements.map(({ heldFor }) => heldFor)).toEqual([[], []])
    }
  })
})

describe("a complete list in which most of what is known is gone, and as much of the same amounts is there", () => {
  const many = Array.from({ length: 12 }, (_, index) =>
    row({
      date: day(-(index % 6)),
      amount: `${100 + 7 * index}.00`,
      description: `TRANSFERENCIA DE ${payers[index % payers.length]} ${index}`,
      id: `OP-${index}`
    })
  )
  const news = row({ date: day(0), amount: "999.00", description: "TRANSFERENCIA DE QUIEN PAGA HOY" })
  const first = taken(emptyLedger, statement(many), unique)
  const upheavalOf = (rows: ReadonlyArray<ScrapedMovement>, coverage: Partial<Statement["coverage"]> = {}) =>
    reconciled(first, statement(rows, coverage), unique).upheaval

  it.each<readonly [string, number, (one: ScrapedMovement, index: number) => ScrapedMovement]>([
    ["all dates a day earlier", -1, (one, index) => ({ ...one, date: day(-(index % 6) - 1), id: `N-${index}` })],
    ["all dates two days earlier", -2, (one, index) => ({ ...one, date: day(-(index % 6) - 2), id: `N-${index}` })],
    ["the signs turned", 0, (one) => ({ ...one, amount: `-${one.amount}` })],
    ["the currency renamed", 0, (one) => ({ ...one, currency: "USD" })]
  ])("is set aside as a whole: %s", (_, daysLater, change) => {
    const changed = [...many.map(change), news]
    expect(upheavalOf(changed)).toEqual({ gone: 12, known: 12, alike: 12, daysLater })
    expect(upheavalOf([...changed.slice(3), ...many.slice(0, 3)])).toMatchObject({ gone: 9, daysLater })
  })

  it("is held row by row where a person accepts it after all", () => {
    const changed = statement(
      many.map((one, index) => ({ ...one, date: day(-(index % 6) - 1), id: `N-${index}` })),
      { complete: false }
    )
    const { inserts } = reconciled(first, changed, unique, { late: true })
    expect(inserts).toHaveLength(12)
    expect(inserts.every(({ heldFor }) => heldFor.length > 0)).toBe(true)
  })

  it("is none where it is half of them or fewer, where the amounts are others, or where the list isn't complete", () => {
    const earlier = (one: ScrapedMovement, index: number) => ({ ...one, date: day(-(index % 6) - 1), id: `N-${index}` })
    expect(upheavalOf([...many.slice(0, 6), ...many.slice(6).map(earlier)])).toBeUndefined()
    expect(
      upheavalOf(many.map((one, index) => ({ ...earlier(one, index), amount: `${200 + index}.50` })))
    ).toBeUndefined()
    expect(upheavalOf(many.map(earlier), { complete: false })).toBeUndefined()
    expect(upheavalOf(many)).toBeUndefined()
    expect(upheavalOf([])).toBeUndefined()
  })
})

describe("what is new is told", () => {
  it("also of an amount and a day that are known, as long as those are still listed", () => {
    const more = row({ ...rows[0], description: "TRANSFERENCIA DE OTRO", id: "OP-9" })
    const ledger = taken(taken(emptyLedger, statement(rows)), statement([more, ...rows]))
    expect(after(ledger)).toEqual({ told: 1, held: 0 })
  })

  it("in a list that is not complete too", () => {
    const more = row({ date: day(0), amount: "120.00", description: "TRANSFERENCIA DE OTRO CLIENTE" })
    const ledger = taken(taken(emptyLedger, statement(rows)), statement([more], { complete: false }))
    expect(after(ledger)).toEqual({ told: 1, held: 0 })
  })
})

describe("an id that the bank uses again on the same day, for the same amount", () => {
  const other = row({ ...rows[0], description: "INGRESO CAJERO SUCURSAL", counterparty: "Pedro Ramos" })

  it("is held for a person where the old movement isn't listed, and not lost", () => {
    const ledger = taken(
      taken(emptyLedger, statement(rows), unique),
      statement([other, ...rows.slice(1)], { complete: false }),
      unique
    )
    expect(after(ledger)).toEqual({ told: 0, held: 1 })
  })

  it("is another movement where both are listed", () => {
    const ledger = taken(taken(emptyLedger, statement(rows), unique), statement([other, ...rows]), unique)
    expect(after(ledger)).toEqual({ told: 1, held: 0 })
  })
})
