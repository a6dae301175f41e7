import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { addDays, fingerprintOf, finish, type KnownMovement, type ScrapedMovement } from "@counterfoil/domain"
import { day, emptyLedger, row, statement, taken, type Ledger } from "../intake.ts"

// Few values, so that equal movements are common.
const scraped = fc
  .record({
    date: fc.integer({ min: -6, max: 0 }).map(day),
    amount: fc.constantFrom("10.00", "25.00", "-10.00"),
    description: fc.constantFrom("TRANSFERENCIA DE ANA RUIZ", "BIZUM JUAN", "RECIBO LUZ")
  })
  .map((facts) => row(facts))

interface Visit {
  /** How many of the bank's movements exist by then. */
  readonly share: number
  readonly fromDay: number
  readonly order: number
  /** Only a part of the list was read. */
  readonly cut: boolean
  readonly keep: number
}

const visit: fc.Arbitrary<Visit> = fc.record({
  share: fc.nat(100),
  fromDay: fc.integer({ min: -6, max: 0 }),
  order: fc.nat(),
  cut: fc.boolean(),
  keep: fc.nat(100)
})

const shuffled = <Item>(items: ReadonlyArray<Item>, seed: number): ReadonlyArray<Item> =>
  items
    .map((item, index) => ({ item, rank: Math.imul(seed + index * 7919, 2_654_435_761) >>> 0 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)

const look = (
  ledger: Ledger,
  bank: ReadonlyArray<ScrapedMovement>,
  { share, fromDay, order, cut, keep }: Visit
): Ledger => {
  const from = day(fromDay)
  const visible = shuffled(
    bank.slice(0, Math.ceil((bank.length * share) / 100)).filter(({ date }) => date >= from),
    order
  )
  const shown = cut ? visible.slice(0, Math.floor((visible.length * keep) / 100)) : visible
  return taken(ledger, statement(shown, { from, complete: !cut }))
}

const contents = (movements: ReadonlyArray<ScrapedMovement | KnownMovement>): ReadonlyArray<string> =>
  movements
    .map((each) =>
      "date" in each ? [each.date, each.amount, each.description] : [each.bookedDate, amountOf(each), each.description]
    )
    .map((parts) => parts.join(" / "))
    .sort()

const amountOf = ({ amountMinor }: KnownMovement): string => (Number(amountMinor) / 100).toFixed(2)

const whole: Visit = { share: 100, fromDay: -6, order: 0, cut: false, keep: 100 }

describe("scrapes that are permuted, repeated, cut and overlapping", () => {
  it("lose no movement and double none", () => {
    fc.assert(
      fc.property(fc.array(scraped, { maxLength: 12 }), fc.array(visit, { maxLength: 6 }), (bank, visits) => {
        const growing = [...visits].sort((a, b) => a.share - b.share)
        const ledger = [...growing, whole].reduce((each, next) => look(each, bank, next), emptyLedger)
        expect(contents(ledger.movements)).toEqual(contents(bank))
        expect(ledger.movements.every(({ removed, heldFor }) => !removed && heldFor.length === 0)).toBe(true)
        expect(look(ledger, bank, { ...whole, order: 7 }).last).toMatchObject({
          inserts: [],
          updates: [],
          vanished: []
        })
      }),
      { numRuns: 200 }
    )
  })

  it("follow what was pending to its booking, whatever its text and day become", () => {
    const delayed = fc.record({
      start: fc.integer({ min: -6, max: -3 }),
      delay: fc.integer({ min: 0, max: 3 }),
      seed: fc.nat()
    })
    fc.assert(
      fc.property(fc.array(delayed, { maxLength: 8 }), fc.nat(), (all, order) => {
        const before = all.map(({ start, seed }, index) =>
          row({ date: day(start), amount: `${index + 1}.00`, description: `AUTORIZACION ${seed}`, pending: true })
        )
        const after = before.map(({ date, ...rest }, index) => {
          const booked = { ...rest, date: addDays(date, all[index]?.delay ?? 0), description: `COMPRA ${index}` }
          return { ...booked, pending: false }
        })
        const first = taken(emptyLedger, statement(shuffled(before, order)))
        const ledger = taken(first, statement(shuffled(after, order + 1)))
        expect(contents(ledger.movements)).toEqual(contents(after))
        expect(ledger.movements.every(({ status }) => status === "booked")).toBe(true)
      }),
      { numRuns: 150 }
    )
  })

  it("come to the same whatever the order of rows and of what is known", () => {
    const rewritten = fc
      .record({
        date: fc.integer({ min: -4, max: 0 }).map(day),
        amount: fc.constantFrom("10.00", "-10.00"),
        description: fc.constantFrom(
          "PAGO ANA RUIZ MAR ENERO",
          "PAGO ANA RUIZ MAR ABRIL",
          "PAGO ANA RUIZ MAR",
          "DEVOLUCION ANA"
        ),
        pending: fc.boolean()
      })
      .map((facts) => row(facts))
    const list = fc.array(rewritten, { maxLength: 6 })
    const told = ({ movements, last }: Ledger) => ({
      movements: movements
        .map(({ description, bookedDate, status, removed, missedScrapes, heldFor, amountMinor }) =>
          [description, bookedDate, status, removed, missedScrapes, heldFor.length, amountMinor].join(" / ")
        )
        .sort(),
      reversals: last?.reversals.length
    })
    fc.assert(
      fc.property(list, list, fc.nat(), (before, after, seed) => {
        const first = taken(emptyLedger, statement(before))
        const mixed = { ...first, movements: shuffled(first.movements, seed) }
        expect(told(taken(mixed, statement(shuffled(after, seed + 1))))).toEqual(told(taken(first, statement(after))))
      }),
      { numRuns: 200 }
    )
  })
})

describe("the words of a text", () => {
  it("are read alike whether or not another one has letters beyond ASCII", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((at) => String.fromCodePoint(at)) }),
        (text) => {
          const alone = finish(fingerprintOf(text, []))
          expect(finish(fingerprintOf(`${text} É`, []))).toBe(`${alone} E`.trim())
        }
      )
    )
  })
})
