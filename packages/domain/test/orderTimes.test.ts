/** When an order that doesn't say so may have been made, and so paid. */
import { describe, expect, it } from "vitest"
import { orderTimes } from "@counterfoil/domain"
import { decided, minutes, movement, order } from "./facts.ts"

const seen = Date.parse("2026-11-20T10:00:00Z")
const days = (count: number) => minutes(1_440 * count)

/** First listed on the 20th, by the first poll that succeeded for so many days. */
const afterDays = (count: number) =>
  orderTimes({
    firstSeenAt: seen,
    previousPollAt: seen - days(count),
    expiresAt: seen + days(5),
    zone: "Europe/Madrid"
  })
const paidOn = (times: ReturnType<typeof orderTimes>, bookedDate: string) =>
  decided([order({ id: "o", ...times })], [movement({ id: "m", bookedDate, firstKnownAt: seen - days(1) })])

describe("an order without created_at whose list could not be read for days", () => {
  it("may have been paid on any of them", () => {
    expect(paidOn(afterDays(4), "2026-11-17")).toEqual(["o matched_name m"])
    expect(paidOn(afterDays(0.01), "2026-11-17")).toEqual(["o not_found_window"])
  })

  it("was made no longer ago than an order waits, however long that was", () => {
    expect(afterDays(60).orderDate).toBe("2026-11-15")
    expect(paidOn(afterDays(60), "2026-11-13")).toEqual(["o not_found_window"])
  })

  it("was made by the time that it was first seen, whatever clock was set back", () => {
    expect(afterDays(-1).orderDate).toBe("2026-11-20")
  })
})
