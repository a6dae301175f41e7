import { describe, expect, it } from "vitest"
import { addDays, type Batch, type Decision, deciding, type MovementFacts, type OrderFacts } from "@counterfoil/domain"
import { batchOf, minutes, movement, order } from "../facts.ts"

const at = Date.parse("2026-11-20T12:00:00Z")
const count = 2_000
const text = (number: number) => String(number).padStart(5, "0")

/** All within one second, at one price. */
const crowd = (
  orderOf: (at: number) => Partial<OrderFacts>,
  movementOf: (at: number) => Partial<MovementFacts>
): Batch =>
  batchOf(
    Array.from({ length: count }, (_, i) => order({ id: `o${text(i)}`, existsFrom: at + (i % 1_000), ...orderOf(i) })),
    Array.from({ length: count }, (_, i) =>
      movement({ id: `m${text(i)}`, firstKnownAt: at + minutes(10) + (i % 1_000), ...movementOf(i) })
    )
  )

/** What is decided, and in how many steps: between any two of them others may have their turn. */
const worked = (batch: Batch) => {
  const steps = deciding(batch)
  for (let taken = 1; ; taken += 1) {
    const step = steps.next()
    if (step.done === true) return { decisions: step.value, taken }
  }
}

const codes = (decisions: ReadonlyArray<Decision>) => [...new Set(decisions.map(({ code }) => code))]

const crowds = [
  {
    about: "of one name",
    batch: crowd(
      () => ({}),
      () => ({})
    ),
    says: "matched_equal_set"
  },
  {
    about: "of one name, one payment fewer than orders",
    batch: crowd(
      () => ({}),
      (i) => (i === 0 ? { amountMinor: 1n } : {})
    ),
    says: "ambiguous_movements"
  },
  {
    about: "of one reference, all of other names",
    batch: crowd(
      (i) => ({ name: `Cliente Numero${i}`, reference: "PED-10001" }),
      (i) => ({ senderName: `PAGADOR X${i}`, text: "PED-10001" })
    ),
    says: "not_found_name"
  }
]

describe("two thousand payments for two thousand orders of one price, all within a second", () => {
  it.each(crowds)("are decided without a look at every pair, in many small steps: $about", ({ batch, says }) => {
    const { decisions, taken } = worked(batch)
    expect(codes(decisions)).toEqual([says])
    expect(taken).toBeGreaterThan(30)
    expect(taken).toBeLessThan(4 * count)
  })

  it("pair in order of time where there are as many", () => {
    const { decisions } = worked(
      crowd(
        () => ({}),
        () => ({})
      )
    )
    // Two of each millisecond: their ids say which comes first.
    const movements = decisions.map(({ movementId, orderId }) => [movementId?.slice(1), orderId.slice(1)])
    expect(movements.every(([paying, paid]) => paying === paid)).toBe(true)
  })
})

/** Of one family: given names that are letters apart. */
const sibling = (i: number): string => {
  const letter = (place: number): string => String.fromCharCode(97 + (Math.floor(i / 13 ** place) % 13))
  return `An${letter(0)}on${letter(1)}l${letter(2)} García López`
}

const apart = [
  {
    about: "of a family",
    batch: () =>
      crowd(
        (i) => ({ name: sibling(i) }),
        (i) => ({ senderName: sibling(i).toUpperCase() })
      ),
    says: "matched_name"
  },
  {
    about: "of one name, each with its own reference",
    batch: () =>
      crowd(
        (i) => ({ reference: `PED-${10_000 + i}` }),
        (i) => ({ text: `PED-${10_000 + i}` })
      ),
    says: "matched_reference"
  }
]

describe("a payment that may be any order's of two thousand", () => {
  it("is looked at in several steps, not in one", () => {
    const family = (payments: number) =>
      crowd(
        (i) => ({ name: sibling(i) }),
        (i) => (i < payments ? { senderName: sibling(i).toUpperCase() } : { amountMinor: 1n })
      )
    expect(worked(family(11)).taken - worked(family(1)).taken).toBeGreaterThan(10 * 5)
  })
})

describe.runIf(process.env["VERIFY"] === "1")("two thousand that differ a little", () => {
  it.each(apart)("are decided in a few seconds of CPU: $about", ({ batch, says }) => {
    const facts = batch()
    const before = process.cpuUsage()
    const { decisions, taken } = worked(facts)
    const { system, user } = process.cpuUsage(before)
    expect(codes(decisions)).toEqual([says])
    expect(taken).toBeGreaterThan(1_000)
    expect((system + user) / 1_000).toBeLessThan(4_000)
  })
})

it.runIf(process.env["VERIFY"] === "1")(
  "those of one name that come over five days are decided in a few seconds of CPU",
  () => {
    const step = (5 * 86_400_000) / count
    const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)
    const batch = batchOf(
      Array.from({ length: count }, (_, i) => {
        const existsFrom = at + i * step
        const orderDate = dayOf(existsFrom)
        return order({ id: `o${text(i)}`, existsFrom, orderDate, expiryDate: addDays(orderDate, 5) })
      }),
      Array.from({ length: count }, (_, i) => {
        const firstKnownAt = at + i * step + minutes(10 + ((i * 7_919) % 1_440))
        return movement({ id: `m${text(i)}`, firstKnownAt, bookedDate: dayOf(firstKnownAt) })
      })
    )
    const before = process.cpuUsage()
    const { decisions } = worked(batch)
    const { system, user } = process.cpuUsage(before)
    expect(codes(decisions)).toEqual(["matched_equal_set"])
    expect((system + user) / 1_000).toBeLessThan(5_000)
  }
)
