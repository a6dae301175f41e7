import { describe, expect, it } from "vitest"
import { type Sample, slopeOf, violationsOf } from "../soak/judge.ts"

const calm: Sample = {
  minute: 0,
  rss: 300,
  liveHeap: 90,
  handles: 80,
  processes: 40,
  browser: 800,
  reads: 50,
  webhooks: 20,
  rows: 400,
  logged: 300
}

/** An hour in which something may be different each minute. */
const hour = (change: (minute: number) => Partial<Sample> = () => ({})): ReadonlyArray<Sample> =>
  Array.from({ length: 60 }, (_, index) => ({ ...calm, minute: index + 1, ...change(index + 1) }))

describe("the verdict of a soak", () => {
  it("has nothing against an hour that ends as it began, with memory that goes up and down", () => {
    expect(violationsOf(hour((minute) => ({ rss: 300 + (minute % 2) * 40, handles: 80 + (minute % 7) })))).toEqual([])
  })

  it("allows memory to grow at first", () => {
    expect(violationsOf(hour((minute) => ({ liveHeap: Math.min(120, 80 + 2 * minute) })))).toEqual([])
  })

  it("names memory that still grows in the last half, and how fast", () => {
    expect(violationsOf(hour((minute) => ({ liveHeap: 90 + minute, rss: 240 + 14 * minute })))).toEqual([
      "liveHeap grew by 1.00 MiB a minute in the last half; 0.5 is allowed",
      "rss grew by 14.00 MiB a minute in the last half; 1 is allowed"
    ])
  })

  it("names handles and processes that become more", () => {
    expect(violationsOf(hour((minute) => ({ handles: 80 + minute, processes: 40 + Math.floor(minute / 2) })))).toEqual([
      "handles grew from 103 to 133",
      "processes grew from 51 to 66"
    ])
  })

  it("names rows and log lines that become more with the same work, and allows what always comes", () => {
    expect(violationsOf(hour((minute) => ({ rows: 400 + 40 * minute, logged: 300 + 20 * minute })))).toEqual([
      "rows a minute rose from 1320 to 2520",
      "logged a minute rose from 760 to 1360"
    ])
    expect(
      violationsOf(hour((minute) => ({ rows: 400 + (minute % 5) * 60, logged: 300 + (minute % 3) * 40 })))
    ).toEqual([])
  })

  it("names minutes in which nothing was read: who does nothing doesn't grow either", () => {
    expect(violationsOf(hour((minute) => ({ reads: minute === 41 || minute === 59 ? 0 : 50 })))).toEqual([
      "nothing was read in the minutes 41, 59"
    ])
  })

  it("names the time in which the shop was told nothing: pages that are read in vain are no work", () => {
    const silent = (minute: number) => (minute >= 32 && minute <= 40) || minute === 50 || minute > 55
    expect(violationsOf(hour((minute) => (silent(minute) ? { webhooks: 0 } : {})))).toEqual([
      "the shop was told nothing from minute 32 to 40",
      "the shop was told nothing from minute 56 to 60"
    ])
  })

  it("takes the slope of all samples, not of the first and the last", () => {
    expect(
      slopeOf(
        hour((minute) => (minute === 60 ? { rss: 900 } : {})),
        "rss"
      )
    ).toBeLessThan(1)
  })
})
