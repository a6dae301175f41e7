/** When the schedule may ask an account's owner: their hours, their snooze, and how often in a day. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type AccountFacts, askPauseOf, type AskPause, nextRead, withinAssistedHours } from "@counterfoil/domain"

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const zones = ["Europe/Madrid", "America/Mexico_City", "Asia/Kolkata", "UTC"] as const
const now = Date.UTC(2026, 2, 28, 12)

const two = (value: number) => String(value).padStart(2, "0")
/** Of two hours at least: shorter ones there may be none of in the night that clocks go forward. */
const hoursOfDay = fc
  .record({
    from: fc.integer({ min: 0, max: 23 }),
    lasts: fc.integer({ min: 2, max: 24 }),
    past: fc.constantFrom(0, 1, 30, 59)
  })
  .map(({ from, lasts, past }) => ({
    from: `${two(from)}:${two(past)}`,
    to: `${two((from + lasts) % 24)}:${two(past)}`
  }))
/** Over the nights that clocks change, too. */
const moment = fc.integer({ min: -30 * day, max: 30 * day }).map((shift) => now + shift)
const later = (at: number) =>
  fc.option(
    fc.integer({ min: -2 * day, max: 3 * day }).map((shift) => at + shift),
    { nil: null }
  )

interface Case {
  readonly now: number
  readonly nextRunAt: number | null
  readonly bankPausedUntil: number | null
  readonly hours: { readonly from: string; readonly to: string }
  readonly zone: string
  readonly snoozed: number | null
  readonly askedEnough: number | null
}
const cases: fc.Arbitrary<Case> = moment.chain((at) =>
  fc.record({
    now: fc.constant(at),
    nextRunAt: later(at),
    bankPausedUntil: later(at),
    hours: hoursOfDay,
    zone: fc.constantFrom(...zones),
    snoozed: later(at),
    askedEnough: later(at)
  })
)

const factsOf = (one: Case, pause: AskPause | null, jobQueued = false): AccountFacts => ({
  now: one.now,
  impediment: null,
  jobQueued,
  nextRunAt: one.nextRunAt,
  bankPausedUntil: one.bankPausedUntil,
  heldBackUntil: null,
  assisted: { zone: one.zone, hours: one.hours, spread: 0, pause },
  pollAt: null,
  workQueued: false,
  workAt: null,
  unattempted: false,
  expiryAt: null
})
const pauseIn = (one: Case) => askPauseOf(one.now, one)
const holds = (claim: (one: Case) => void) => fc.assert(fc.property(cases, claim))

describe("a login of the schedule that asks its owner", () => {
  it("comes within the hours, after the snooze, and after the day of the questions that were enough", () => {
    holds((one) => {
      const { at } = nextRead(factsOf(one, pauseIn(one)), false)
      const whenever = one.hours.from === one.hours.to
      expect(at).toBeGreaterThanOrEqual(Math.max(one.now, one.nextRunAt ?? 0, one.bankPausedUntil ?? 0))
      expect(at).toBeGreaterThanOrEqual(Math.max(one.snoozed ?? 0, one.askedEnough ?? 0))
      expect(whenever || withinAssistedHours(at, one.zone, one.hours)).toBe(true)
    })
  })

  it("comes as soon as all of them allow: not a minute of the hours is let pass", () => {
    holds((one) => {
      const { at } = nextRead(factsOf(one, pauseIn(one)), false)
      const allowed = Math.max(one.now, one.nextRunAt ?? 0, one.bankPausedUntil ?? 0, pauseIn(one)?.until ?? 0)
      expect(at).toBeLessThanOrEqual(allowed + day + 2 * hour)
      for (let before = Math.ceil(allowed / minute) * minute; before < at - minute; before += 17 * minute) {
        expect(withinAssistedHours(before, one.zone, one.hours)).toBe(false)
      }
    })
  })

  it("says what it waits for: a pause that binds longer than all else, by its name", () => {
    holds((one) => {
      const pause = pauseIn(one)
      const { at, because } = nextRead(factsOf(one, pause), false)
      const free = Math.max(one.now, one.nextRunAt ?? 0, one.bankPausedUntil ?? 0)
      const binds = pause !== null && pause.until > free
      expect([because === "snoozed", because === "asked_enough"]).toEqual([
        binds && pause.because === "snoozed",
        binds && pause.because === "asked_enough"
      ])
      expect(at).toBeGreaterThanOrEqual(binds ? pause.until : free)
    })
  })

  it("waits for none of it when a person asks for the scrape", () => {
    holds((one) => {
      const { at } = nextRead(factsOf(one, pauseIn(one), true), false)
      expect(at).toBe(Math.max(one.now, one.bankPausedUntil ?? 0))
    })
  })

  it("goes by no pause that is over", () => {
    holds((one) => {
      const pause = pauseIn(one)
      expect(pause === null || pause.until > one.now).toBe(true)
      expect(pause === null).toBe(Math.max(one.snoozed ?? 0, one.askedEnough ?? 0) <= one.now)
    })
  })
})
