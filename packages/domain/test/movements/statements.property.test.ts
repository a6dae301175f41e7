import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { MovementOrigin, ScrapedMovement } from "@counterfoil/domain"
import { day, emptyLedger, row, statement, taken, type Ledger } from "../intake.ts"

// Few values, so that equal days and amounts, and equal texts under different ids, are common.
const booking = fc
  .record({
    date: fc.integer({ min: -3, max: 0 }).map(day),
    amount: fc.constantFrom("10.00", "25.00"),
    description: fc.constantFrom("TRANSFERENCIA DE ANA RUIZ", "TRANSFERENCIA DE LEO PAZ", "BIZUM", "PAGO 4711"),
    counterparty: fc.constantFrom(undefined, "Ana Ruiz", "Leo Paz"),
    id: fc.option(fc.nat({ max: 3 }), { nil: undefined })
  })
  .map(({ counterparty, id, ...facts }) =>
    row({
      ...facts,
      ...(counterparty === undefined ? {} : { counterparty }),
      ...(id === undefined ? {} : { id: `F-${id}` })
    })
  )

/** A kind of file either prints ids or doesn't. */
const file = fc.array(booking, { maxLength: 5 })
const fileWithIds = file.map((rows) => rows.map((each) => ({ id: "F-9", ...each })))
const fileWithout = file.map((rows) => rows.map(({ id: _, ...each }) => each))
const filesOfOneKind = fc.oneof(
  ...[fileWithIds, fileWithout].map((kind) => fc.array(kind, { minLength: 1, maxLength: 4 }))
)
const formats: ReadonlyArray<MovementOrigin> = ["csv", "ofx"]

const upload = (ledger: Ledger, movements: ReadonlyArray<ScrapedMovement>, origin: MovementOrigin = "csv") => {
  const days = movements.map(({ date }) => date).sort()
  const coverage = { from: days[0] ?? day(0), to: days.at(-1) ?? day(0) }
  return taken(ledger, statement(movements, coverage), undefined, undefined, origin)
}
const scrape = (ledger: Ledger, movements: ReadonlyArray<ScrapedMovement>) => taken(ledger, statement(movements))

const contentOf = (each: ScrapedMovement) =>
  [each.date, each.amount, each.description, each.counterparty ?? "", each.id ?? ""].join(" / ")
const storedContents = ({ movements }: Ledger) =>
  movements.map(({ amountMinor, bankId, bookedDate, counterparty, description }) =>
    [bookedDate, (Number(amountMinor) / 100).toFixed(2), description, counterparty ?? "", bankId ?? ""].join(" / ")
  )
const countOf = (all: ReadonlyArray<string>, wanted: string) => all.filter((each) => each === wanted).length

describe("statement files of one format, one after the other", () => {
  it("have every row they hold among the movements, whatever was known before", () => {
    fc.assert(
      fc.property(filesOfOneKind, (files) => {
        const end = files.reduce((ledger, each) => upload(ledger, each), emptyLedger)
        const stored = storedContents(end)
        for (const each of files) {
          const held = each.map(contentOf)
          for (const wanted of held) expect(countOf(stored, wanted)).toBeGreaterThanOrEqual(countOf(held, wanted))
        }
      }),
      { numRuns: 500 }
    )
  })

  it("are each taken for themselves where they name different people", () => {
    fc.assert(
      fc.property(fc.constantFrom(...formats), fc.integer({ min: -3, max: 0 }), (format, offset) => {
        const one = row({ date: day(offset), description: "TRANSFER 17", counterparty: "Ana Ruiz", id: "F-1" })
        const other = { ...one, description: "TRANSFER 23", counterparty: "Leo Paz", id: "F-2" }
        const end = upload(upload(emptyLedger, [one], format), [other], format)
        expect(end.movements.map(({ heldFor }) => heldFor)).toEqual([[], []])
      })
    )
  })
})

interface Visit {
  readonly movements: ReadonlyArray<ScrapedMovement>
  readonly origin: MovementOrigin
}

describe("any statement file", () => {
  const visit: fc.Arbitrary<Visit> = fc.record({
    movements: file,
    origin: fc.constantFrom<MovementOrigin>("page", ...formats)
  })
  const visits = fc.array(visit, { maxLength: 4 })
  const afterAll = (all: ReadonlyArray<Visit>) =>
    all.reduce(
      (ledger, { movements, origin }) =>
        origin === "page" ? scrape(ledger, movements) : upload(ledger, movements, origin),
      emptyLedger
    )

  it("adds nothing when it comes again, whatever a person has settled meanwhile", () => {
    const isSettled = fc.func(fc.boolean())
    fc.assert(
      fc.property(visits, file, fc.constantFrom(...formats), isSettled, (before, last, format, settled) => {
        const once = upload(afterAll(before), last, format)
        // What is gone is in no list of theirs.
        const isSettledNow = ({ id, removed }: Ledger["movements"][number]) => !removed && settled(id)
        const movements = once.movements.map((one) => (isSettledNow(one) ? { ...one, heldFor: [] } : one))
        const twice = upload({ ...once, movements }, last, format)
        expect(twice.last).toMatchObject({ inserts: [], updates: [] })
        expect(twice.movements.length).toBe(once.movements.length)
      }),
      { numRuns: 500 }
    )
  })

  it("accounts for each of its rows: as a known movement of its day's amount, or as a new one", () => {
    fc.assert(
      fc.property(visits, file, fc.constantFrom(...formats), (before, last, format) => {
        const { last: found } = upload(afterAll(before), last, format)
        const recognised = new Set([...(found?.unchanged ?? []), ...(found?.updates ?? []).map(({ id }) => id)])
        expect(recognised.size + (found?.inserts.length ?? 0)).toBe(last.length)
      }),
      { numRuns: 500 }
    )
  })
})

describe("a statement file and what the bank's page has shown", () => {
  const page = row({ description: "TRF 1", counterparty: "Ana Ruiz" })

  it("are of two payments where they name different people, until a complete list shows both", () => {
    const leo = row({ description: "SEPA 4711", counterparty: "Leo Paz" })
    const held = upload(scrape(emptyLedger, [page]), [leo])
    const settled = scrape(held, [page, row({ description: "TRF 2", counterparty: "Leo Paz" })])
    expect(held.movements.map(({ heldFor }) => heldFor.length)).toEqual([0, 1])
    expect(settled.movements.map(({ heldFor }) => heldFor.length)).toEqual([0, 0])
  })

  it("are of one payment in other words, and say so", () => {
    const other = upload(scrape(emptyLedger, [page]), [row({ description: "SEPA 4711" })])
    expect(other.movements.length).toBe(1)
    expect(other.last?.inOtherWords).toEqual([other.movements[0]?.id])
  })

  it("are of two payments where the file doesn't cover the page's day: the payer's next one may be told apart only by a person", () => {
    const monday = row({ date: "2026-11-16" })
    const tuesday = row({ date: "2026-11-17" })
    const after = upload(scrape(emptyLedger, [monday]), [tuesday])
    expect(after.movements.map(({ heldFor }) => heldFor.length)).toEqual([0, 1])
  })

  it("leave other people's payments of the days before out of it", () => {
    const monday = row({ date: "2026-11-16", description: "BIZUM LEO" })
    const tuesday = row({ date: "2026-11-17", description: "SEPA CREDIT 4711" })
    const after = upload(scrape(emptyLedger, [monday]), [tuesday])
    expect(after.movements.map(({ heldFor }) => heldFor.length)).toEqual([0, 0])
  })
})
