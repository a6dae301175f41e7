import { describe, expect, it } from "vitest"
import { type Batch, type Decision, deciding, type MovementFacts, type OrderFacts } from "@counterfoil/domain"
import { batchOf, minutes, movement, order } from "./facts.ts"

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

const milliseconds = (before: NodeJS.CpuUsage): number => {
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1_000
}

/** What is decided, in how long on a processor, and the piece in the middle: single ones may have a collection of garbage in them. */
const measured = (batch: Batch) => {
  const [start, steps, pieces] = [process.cpuUsage(), deciding(batch), new Array<number>()]
  for (;;) {
    const before = process.cpuUsage()
    const step = steps.next()
    pieces.push(milliseconds(before))
    if (step.done !== true) continue
    pieces.sort((a, b) => a - b)
    return { decisions: step.value, all: milliseconds(start), usual: pieces[Math.floor(pieces.length * 0.99)] ?? 0 }
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
  it.each(crowds)("are decided in two seconds and in pieces of ten milliseconds: $about", ({ batch, says }) => {
    const { all, decisions, usual } = measured(batch)
    expect(codes(decisions)).toEqual([says])
    expect(all).toBeLessThanOrEqual(2_000)
    expect(usual).toBeLessThanOrEqual(10)
  })

  it("pair in order of time where there are as many", () => {
    const { decisions } = measured(
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
