/** The days that the overview's charts show, by the reader's calendar and by the banks'. */
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { formatsFor } from "../src/i18n/format.ts"
import { banksDays, daysWith, readersDays } from "../src/pages/home/days.ts"

const zone = process.env["TZ"]
/** Half past five in the afternoon there, half past eleven in the evening at Greenwich: in Madrid the next day has begun. */
const evening = new Date("2026-11-20T23:30:00Z")

describe("of a reader whose zone is behind the bank's", () => {
  beforeAll(() => {
    process.env["TZ"] = "America/Chicago"
  })
  afterAll(() => {
    if (zone === undefined) delete process.env["TZ"]
    else process.env["TZ"] = zone
  })

  test("the charts have the bank's newest day, which has not begun where it is read", () => {
    expect(evening.getHours()).toBe(17)
    expect(readersDays(evening).at(-1)).toBe("2026-11-20")
    const { from, to } = banksDays(evening)
    expect([from, to]).toEqual(["2026-10-22", "2026-11-22"])
    const days = daysWith(evening, ["2026-11-19", "2026-11-21"])
    expect([days.length, days[0], days.at(-1)]).toEqual([30, "2026-10-23", "2026-11-21"])
  })

  test("an empty day of tomorrow is not shown", () => {
    expect(daysWith(evening, ["2026-11-19"])).toEqual(readersDays(evening))
  })

  test("a month and a clock change are counted by the calendar", () => {
    const days = readersDays(new Date("2026-11-02T05:30:00Z"))
    expect(days.slice(-3)).toEqual(["2026-10-30", "2026-10-31", "2026-11-01"])
    expect(new Set(days).size).toBe(30)
  })
})

test("yesterday is the day before, whatever the hours between", () => {
  const { ago } = formatsFor("en-US")
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()
  expect(ago(at(27, 20), at(29, 2))).toBe("2 days ago")
  expect(ago(at(28, 1), at(29, 23))).toBe("yesterday")
  expect(ago(at(28, 20), at(29, 2))).toBe("6 hours ago")
  expect(ago(at(30, 23), at(29, 1))).toBe("tomorrow")
})
