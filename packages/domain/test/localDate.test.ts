import { DateTime } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  minuteOfDayAt,
  addDays,
  businessDaysBetween,
  daysBetween,
  instantOf,
  isLocalDate,
  isTimeZone,
  isUuid,
  localDateAt
} from "@counterfoil/domain"

const iso = (millis: number) => new Date(millis).toISOString()

describe("a local date", () => {
  it("is a day of the calendar", () => {
    expect(["2026-11-20", "2024-02-29"].every(isLocalDate)).toBe(true)
    expect(["2026-02-29", "0000-01-01", "2026-13-01", "2026-1-1", "20/11/2026", ""].some(isLocalDate)).toBe(false)
  })

  it("counts business days from Friday to Monday as one", () => {
    expect(businessDaysBetween("2026-11-20", "2026-11-23")).toBe(1)
    expect(businessDaysBetween("2026-11-20", "2026-11-22")).toBe(0)
    expect(businessDaysBetween("2026-11-23", "2026-11-20")).toBe(-1)
    expect(businessDaysBetween("2026-11-20", "2026-12-04")).toBe(10)
  })

  it("counts business days as one by one counting does", () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 20_000 }), fc.integer({ min: 0, max: 40 }), (start, length) => {
        const from = addDays("2026-11-20", start)
        const days = Array.from({ length }, (_, index) => addDays(from, index + 1))
        const weekdays = days.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
        expect(businessDaysBetween(from, addDays(from, length))).toBe(weekdays.length)
        expect(daysBetween(from, addDays(from, length))).toBe(length)
      })
    )
  })
})

describe("the date at an instant", () => {
  it("is the one on the calendar of the zone, whatever was asked before", () => {
    const zones = ["Europe/Madrid", "America/Santiago", "Asia/Kolkata", "Pacific/Apia", "America/St_Johns", "UTC"]
    const calendars = new Map(zones.map((zone) => [zone, new Intl.DateTimeFormat("sv-SE", { timeZone: zone })]))
    // Around the midnights of these zones, and on the days when their clocks change.
    const instant = fc
      .tuple(fc.integer({ min: 16_000, max: 23_000 }), fc.integer({ min: 0, max: 96 }), fc.integer({ min: -5, max: 5 }))
      .map(([day, quarter, off]) => day * 86_400_000 + quarter * 900_000 + off)
    fc.assert(
      fc.property(instant, fc.constantFrom(...zones), (millis, zone) => {
        expect(localDateAt(millis, zone)).toBe(calendars.get(zone)?.format(millis))
      }),
      { numRuns: 500 }
    )
  })
})

describe("the instant of a bank's date", () => {
  it("is what the clocks of the zone say, on every day and at every time", () => {
    const zones = ["Europe/Madrid", "America/Santiago", "Pacific/Apia", "America/St_Johns", "Africa/Casablanca", "UTC"]
    const two = (part: number) => String(part).padStart(2, "0")
    const time = fc.tuple(fc.nat(23), fc.nat(59)).map(([hour, minute]) => `${two(hour)}:${two(minute)}`)
    fc.assert(
      fc.property(fc.nat(7_000), fc.option(time, { nil: undefined }), fc.constantFrom(...zones), (days, at, zone) => {
        const date = addDays("2010-01-01", days)
        const asked = DateTime.makeZonedUnsafe(Date.parse(`${date}T${at ?? "00:00"}Z`), {
          timeZone: DateTime.zoneMakeNamedUnsafe(zone),
          adjustForTimeZone: true,
          disambiguation: "compatible"
        })
        expect(instantOf(date, at, zone)).toBe(DateTime.toEpochMillis(asked))
      }),
      { numRuns: 500 }
    )
    expect(iso(instantOf("9999-12-31", "23:59", "UTC"))).toBe("9999-12-31T23:59:00.000Z")
  })

  it("is midnight in the bank's zone where no time is printed", () => {
    expect(iso(instantOf("2026-11-20", undefined, "Europe/Madrid"))).toBe("2026-11-19T23:00:00.000Z")
    expect(iso(instantOf("2026-07-01", "10:30", "Europe/Madrid"))).toBe("2026-07-01T08:30:00.000Z")
    expect(iso(instantOf("2026-07-01", "10:30:15", "America/New_York"))).toBe("2026-07-01T14:30:15.000Z")
  })

  it("moves a time that the clocks skip forward, and takes the first of one that happens twice", () => {
    expect(iso(instantOf("2026-03-29", "02:30", "Europe/Madrid"))).toBe("2026-03-29T01:30:00.000Z")
    expect(iso(instantOf("2026-10-25", "02:30", "Europe/Madrid"))).toBe("2026-10-25T00:30:00.000Z")
    // Clocks that change at midnight: the day begins at one.
    expect(iso(instantOf("2026-09-06", undefined, "America/Santiago"))).toBe("2026-09-06T04:00:00.000Z")
  })

  it("is on that date by the bank's clock", () => {
    const zone = fc.constantFrom("Europe/Madrid", "America/Santiago", "Asia/Tokyo", "Pacific/Apia", "UTC")
    fc.assert(
      fc.property(fc.integer({ min: -5_000, max: 5_000 }), zone, (offset, name) => {
        const date = addDays("2026-11-20", offset)
        fc.pre(!(name === "Pacific/Apia" && date === "2011-12-30"))
        expect(localDateAt(instantOf(date, undefined, name), name)).toBe(date)
      }),
      { numRuns: 50 }
    )
  })

  it("is UTC's where the zone isn't known", () => {
    const instant = instantOf("2026-11-20", "23:30", "Nowhere/Never")
    expect(instant).toBe(Date.UTC(2026, 10, 20, 23, 30))
    expect(localDateAt(instant, "Nowhere/Never")).toBe("2026-11-20")
    expect(minuteOfDayAt(instant, "Nowhere/Never")).toBe(23 * 60 + 30)
  })

  it("knows which zones there are", () => {
    expect([isTimeZone("Europe/Madrid"), isTimeZone("Europe/Nowhere")]).toEqual([true, false])
  })
})

describe("an id", () => {
  it("is a UUID in either case of letters", () => {
    expect(isUuid("0190f3c2-7a54-7b1e-8f7e-1f0a8f6d9c11")).toBe(true)
    expect(isUuid("0190F3C2-7A54-7B1E-8F7E-1F0A8F6D9C11")).toBe(true)
    expect(["", "1", "0190f3c27a547b1e8f7e1f0a8f6d9c11", "0190f3c2-7a54-7b1e-8f7e-1f0a8f6d9c1g"].some(isUuid)).toBe(
      false
    )
  })
})
