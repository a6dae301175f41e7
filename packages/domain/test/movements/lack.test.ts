import { describe, expect, it } from "vitest"
import { type KnownMovement, lackOf, lackSentence, type MissingMovement } from "../../src/index.ts"

const days = { from: "2026-11-01", to: "2026-11-30" }

const known = (count: number, of: Partial<KnownMovement> = {}): ReadonlyArray<KnownMovement> =>
  Array.from({ length: count }, (_, index) => ({
    id: `${of.status ?? "booked"}-${of.bookedDate ?? ""}${of.origin ?? ""}${index}`,
    key: `key-${index}`,
    occurrence: 1,
    amountMinor: 1_000n,
    currency: "EUR",
    bookedDate: "2026-11-10",
    status: "booked",
    description: "TRF",
    senderName: "Ana",
    receivedAt: 0,
    missedScrapes: 0,
    removed: false,
    reversed: false,
    heldFor: [],
    ...of
  }))

const missing = (all: ReadonlyArray<KnownMovement>, missedScrapes = 1): ReadonlyArray<MissingMovement> =>
  all.map(({ id }) => ({ id, missedScrapes, removed: missedScrapes >= 2 }))

describe("a complete list that lacks many of the movements that are known of its days", () => {
  it("is told from one that lacks few: more than five, and more than a tenth", () => {
    const all = known(100)
    expect(lackOf(all, missing(all.slice(14)), days)).toEqual({ gone: 86, known: 100 })
    expect(lackOf(all, missing(all.slice(0, 10)), days)).toBeUndefined()
    expect(lackOf(all, missing(all.slice(0, 11)), days)).toEqual({ gone: 11, known: 100 })
    expect(lackOf(all.slice(0, 6), missing(all.slice(0, 5)), days)).toBeUndefined()
    expect(lackOf(all.slice(0, 6), missing(all.slice(0, 6)), days)).toEqual({ gone: 6, known: 6 })
  })

  it("is none for what was missing before, is pending, of other days, or of an uploaded file", () => {
    const all = known(20)
    expect(lackOf(all, missing(all, 2), days)).toBeUndefined()
    for (const other of [
      known(20, { status: "pending" }),
      known(20, { bookedDate: "2026-10-31" }),
      known(20, { origin: "camt053" })
    ]) {
      expect(lackOf([...all, ...other], missing(other), days)).toBeUndefined()
    }
  })

  it("is said with what to do", () => {
    expect(lackSentence({ gone: 86, known: 100 })).toBe(
      "86 of the 100 known movements of these days are missing: the list seems to have ended early. If the bank has taken them back, accept this read."
    )
  })
})
