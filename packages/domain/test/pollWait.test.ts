import { describe, expect, it } from "vitest"
import { pollWaitMillis } from "@counterfoil/domain"

const minute = 60_000

describe("the wait after a failed poll", () => {
  it("doubles from the interval to half an hour", () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 2_000].map((failures) => pollWaitMillis({ failures, intervalMs: minute }))
    expect(waits.map((wait) => wait / minute)).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
  })

  it("is never shorter than the interval", () => {
    expect(pollWaitMillis({ failures: 1, intervalMs: 45 * minute })).toBe(45 * minute)
    expect(pollWaitMillis({ failures: 5, intervalMs: 45 * minute })).toBe(45 * minute)
  })

  it("is as long as the endpoint asks for, up to half an hour", () => {
    const wait = (failures: number, retryAfterMs: number) =>
      pollWaitMillis({ failures, intervalMs: minute, retryAfterMs }) / minute
    expect([wait(1, 10 * minute), wait(1, 24 * 60 * minute), wait(5, minute), wait(1, 0)]).toEqual([10, 30, 16, 1])
  })
})
