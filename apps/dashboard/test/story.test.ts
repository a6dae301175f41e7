import type { Schemas } from "@counterfoil/client"
import { describe, expect, test } from "vitest"
import { atTheirPlaces } from "../src/pages/orders/places.ts"
import { storyOf } from "../src/pages/orders/story.ts"

type Entry = Schemas["TimelineEntry"]

const nothing: Omit<Entry, "at" | "kind"> = {
  movement_id: null,
  movement: null,
  by_person: null,
  number: null,
  result: null,
  code: null,
  reason: null,
  delivery_id: null,
  event: null,
  status: null,
  http_status: null
}
const entry = (minute: number, kind: Entry["kind"], has: Partial<Entry> = {}): Entry => ({
  ...nothing,
  at: `2026-11-20T09:${String(minute).padStart(2, "0")}:00.000Z`,
  kind,
  ...has
})
const attempt = (minute: number, code: string, result = "not_found") => entry(minute, "attempt", { code, result })
const paying = (amount: string) => ({ amount, currency: "EUR", sender_name: "WEBER", booked_date: "2026-11-20" })
const told = (entries: ReadonlyArray<Entry>) =>
  storyOf(entries).map(({ count, decision, entry: { at, kind }, payments, taken }) =>
    [
      kind,
      count === 1 ? "" : `×${count}`,
      at.slice(14, 16),
      payments.map(({ amount }) => amount).join("+"),
      decision?.code ?? "",
      taken === undefined ? "" : "taken"
    ]
      .filter(Boolean)
      .join(" ")
  )

describe("an order's story", () => {
  test("tells a match and the attempt that made it once, with all payments that were chosen together", () => {
    const chosen = (amount: string) => entry(3, "matched", { movement: paying(amount), by_person: true })
    expect(
      told([
        entry(0, "listed"),
        attempt(3, "matched_by_person", "matched"),
        chosen("40.00"),
        chosen("25.00"),
        entry(4, "unmatched", { movement: paying("40.00") }),
        entry(4, "unmatched", { movement: paying("25.00") }),
        attempt(6, "matched_name", "matched"),
        entry(6, "matched", { movement: paying("65.00"), by_person: false })
      ])
    ).toEqual([
      "listed 00",
      "matched ×2 03 40.00+25.00 matched_by_person",
      "unmatched ×2 04 40.00+25.00",
      "matched 06 65.00 matched_name"
    ])
  })

  test("counts looks that ended alike, and keeps those apart that did not", () => {
    expect(
      told([
        attempt(1, "not_found_amount"),
        attempt(2, "not_found_amount"),
        attempt(3, "not_found_name"),
        entry(4, "cancelled", { code: "withdrawn" }),
        entry(5, "listed_again"),
        attempt(6, "not_found_name")
      ])
    ).toEqual(["attempt ×2 02", "attempt 03", "cancelled 04", "listed_again 05", "attempt 06"])
  })

  test("tells a message that was taken at once as one thing, and every try of another", () => {
    const tried = (minute: number, id: string, result: string) =>
      entry(minute, "delivery_attempt", { delivery_id: id, result })
    expect(
      told([
        entry(1, "delivery", { delivery_id: "a" }),
        tried(1, "a", "delivered"),
        entry(2, "delivery", { delivery_id: "b" }),
        tried(2, "b", "rejected"),
        tried(3, "b", "delivered")
      ])
    ).toEqual(["delivery 01 taken", "delivery 02", "delivery_attempt 02", "delivery_attempt 03"])
  })
})

describe("what is offered for an order", () => {
  const placed = (order: string, ids: ReadonlyArray<string>) =>
    atTheirPlaces(
      order,
      ids.map((id) => ({ id }))
    ).map(({ id }) => id)

  test("keeps its numbers when one of them is undone, or another comes, and has them for each order anew", () => {
    expect(placed("A", ["x", "y"])).toEqual(["x", "y"])
    expect(placed("A", ["y", "x"])).toEqual(["x", "y"])
    expect(placed("A", ["z", "y", "x"])).toEqual(["x", "y", "z"])
    expect(placed("A", ["z", "x"])).toEqual(["x", "z"])
    expect(placed("B", ["y", "x"])).toEqual(["y", "x"])
  })
})
