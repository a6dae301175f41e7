import { Option } from "effect"
import { describe, expect, it } from "vitest"
import {
  bankPauseUntil,
  capRetryAfter,
  coverageGap,
  honoursRetryAfter,
  isFatal,
  nextAssistedStart,
  nextNotificationDelay,
  nextResultDelay,
  nextRun,
  parseRetryAfter,
  proofThatWeLooked,
  readBack,
  regularDelay,
  resultSchedule,
  scrapeFailureKinds,
  unbrokenCoverage,
  verdictOfStatus,
  withinAssistedHours,
  type Failure,
  type Rejection
} from "@counterfoil/domain"

const minute = 60_000
const hour = 60 * minute

describe("the next run after a failure", () => {
  const delay = (facts: Partial<Failure>) => {
    const failure = {
      kind: "timeout",
      consecutiveFailures: 1,
      intervalMs: 10 * minute,
      jitter: 0,
      assisted: false
    } as const
    const plan = nextRun({ ...failure, ...facts })
    return plan._tag === "Block" ? "blocked" : plan.delayMs / minute
  }

  it("waits twice as long each time, up to six hours", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 40].map((consecutiveFailures) => delay({ consecutiveFailures }))).toEqual([
      10, 20, 40, 80, 160, 320, 360, 360
    ])
  })

  it("leaves an owner alone for half an hour", () => {
    expect([1, 9].map((consecutiveFailures) => delay({ kind: "session_elsewhere", consecutiveFailures }))).toEqual([
      30, 30
    ])
  })

  it("waits ten minutes and more for a code that never came", () => {
    const assisted = { kind: "otp_timeout", assisted: true, intervalMs: minute } as const
    expect([1, 2, 8].map((consecutiveFailures) => delay({ ...assisted, consecutiveFailures }))).toEqual([10, 20, 360])
  })

  it("waits as long after wrong codes and after a refusal in the bank's app, whoever gave them", () => {
    for (const assisted of [true, false]) {
      const refused = { kind: "otp_rejected", assisted, intervalMs: minute } as const
      expect([1, 2].map((consecutiveFailures) => delay({ ...refused, consecutiveFailures }))).toEqual([10, 20])
    }
  })

  it("never comes where trying again could only do harm", () => {
    const fatal = scrapeFailureKinds.filter(isFatal)
    expect(fatal).toEqual(["invalid_credentials", "account_locked", "action_required"])
    expect(scrapeFailureKinds.filter((kind) => delay({ kind }) === "blocked")).toEqual(fatal)
  })

  it("is spread by a fifth either way", () => {
    expect([-1, 0, 1].map((jitter) => delay({ jitter }))).toEqual([8, 10, 12])
    expect(regularDelay(10 * minute, -0.5)).toBe(9 * minute)
  })
})

describe("assisted hours", () => {
  const hours = { from: "07:00", to: "22:00" }
  const madrid = (time: string) => Date.parse(`2026-11-20T${time}:00+01:00`)

  it("are by the bank's clock", () => {
    const within = (time: string) => withinAssistedHours(madrid(time), "Europe/Madrid", hours)
    expect(["06:59", "07:00", "21:59", "22:00"].map(within)).toEqual([false, true, true, false])
    expect(withinAssistedHours(madrid("06:59"), "Europe/Helsinki", hours)).toBe(true)
  })

  it("may lie over midnight, or be the whole day", () => {
    const night = { from: "20:00", to: "06:00" }
    expect(
      ["05:59", "06:00", "19:59", "23:00"].map((time) => withinAssistedHours(madrid(time), "Europe/Madrid", night))
    ).toEqual([true, false, false, true])
    expect(withinAssistedHours(madrid("03:00"), "Europe/Madrid", { from: "00:00", to: "00:00" })).toBe(true)
  })

  it("open next at their first minute, on days when the clocks change too", () => {
    expect(nextAssistedStart(madrid("12:00"), "Europe/Madrid", hours)).toBe(madrid("12:00"))
    expect(nextAssistedStart(madrid("22:00"), "Europe/Madrid", hours)).toBe(madrid("22:00") + 9 * hour)
    expect(nextAssistedStart(madrid("06:59") + 30_000, "Europe/Madrid", hours)).toBe(madrid("07:00"))
    const nights = ["2026-03-28T22:30:00Z", "2026-10-24T21:30:00Z"].map((at) => Date.parse(at))
    expect(nights.map((at) => new Date(nextAssistedStart(at, "Europe/Madrid", hours)).toISOString())).toEqual([
      "2026-03-29T05:00:00.000Z",
      "2026-10-25T06:00:00.000Z"
    ])
  })
})

describe("a bank's circuit breaker", () => {
  const rejection = (accountId: string, userId: string, minutesAgo = 0, hadLoggedIn = true): Rejection => ({
    accountId,
    userId,
    at: hour - minutesAgo * minute,
    hadLoggedIn
  })

  it("holds for half an hour once three accounts of two users are refused", () => {
    expect(bankPauseUntil([rejection("a", "u", 9), rejection("b", "u"), rejection("c", "v")], hour)).toBe(
      hour + 30 * minute
    )
  })

  it.each([
    ["two accounts", [rejection("a", "u"), rejection("a", "v"), rejection("b", "v")]],
    ["one user", [rejection("a", "u"), rejection("b", "u"), rejection("c", "u")]],
    ["credentials that never worked", [rejection("a", "u"), rejection("b", "u"), rejection("c", "v", 0, false)]],
    ["rejections long ago", [rejection("a", "u", 10), rejection("b", "u"), rejection("c", "v")]]
  ])("doesn't hold for %s", (_, rejections) => {
    expect(bankPauseUntil(rejections, hour)).toBeUndefined()
  })
})

describe("a delivery that failed", () => {
  const result = (attempts: number, retryAfterMs?: number) => nextResultDelay({ attempts, jitter: 0, retryAfterMs })

  it("is tried ten times over about three days", () => {
    const delays = Array.from({ length: 10 }, (_, index) => Option.getOrNull(result(index + 1)))
    expect(delays).toEqual([...resultSchedule, null])
    const total = delays.reduce<number>((sum, each) => sum + (each ?? 0), 0)
    expect(total / hour).toBeCloseTo(75.6, 1)
  })

  it("waits as long as the receiver asks, within reason", () => {
    expect(Option.getOrNull(result(1, 20 * minute))).toBe(20 * minute)
    expect(Option.getOrNull(result(1, 5 * hour))).toBe(hour)
    expect(Option.getOrNull(result(4, 9 * hour))).toBe(4 * hour)
    expect(Option.getOrNull(result(4, 1))).toBe(2 * hour)
    expect(capRetryAfter(-5, 1)).toBe(0)
  })

  it("reads Retry-After as seconds or as a date", () => {
    const now = Date.parse("2026-11-20T10:00:00Z")
    expect(parseRetryAfter(" 120 ", now)).toEqual(Option.some(120_000))
    expect(parseRetryAfter("Fri, 20 Nov 2026 10:05:00 GMT", now)).toEqual(Option.some(5 * minute))
    expect(parseRetryAfter("Fri, 20 Nov 2026 09:05:00 GMT", now)).toEqual(Option.some(0))
    expect(["soon", "-1", "", "1.5"].map((text) => Option.isNone(parseRetryAfter(text, now)))).toEqual([
      true,
      true,
      true,
      true
    ])
    expect([429, 503, 500].map(honoursRetryAfter)).toEqual([true, true, false])
  })

  it("is a success for 2xx only, and the end of the endpoint for 410", () => {
    expect([200, 204, 301, 307, 400, 404, 410, 500].map(verdictOfStatus)).toEqual([
      "delivered",
      "delivered",
      "retry",
      "retry",
      "retry",
      "retry",
      "gone",
      "retry"
    ])
  })

  it("is tried every minute for an hour if it is a notification", () => {
    const delays: Array<number> = []
    for (let elapsedMs = 0, attempts = 1; ; attempts++) {
      const next = Option.getOrUndefined(nextNotificationDelay({ attempts, elapsedMs, jitter: 0 }))
      if (next === undefined) break
      delays.push(next / 1_000)
      elapsedMs += next
    }
    expect(delays.slice(0, 7)).toEqual([2, 5, 15, 30, 60, 60, 60])
    expect(delays.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(3_600)
    expect(delays.length).toBeGreaterThan(60)
  })
})

describe("how far a scrape reads back", () => {
  const today = "2026-11-20"
  const read = (facts: Partial<Parameters<typeof readBack>[0]>) =>
    readBack({ today, initialWindowDays: 1, overlapDays: 7, ...facts })

  it("is a day at first, or to the oldest pending order within a week", () => {
    const first = (oldestPendingOrder?: string) => read({ oldestPendingOrder }).since
    expect([first(), first("2026-11-20"), first("2026-11-16"), first("2026-10-01")]).toEqual([
      "2026-11-19",
      "2026-11-19",
      "2026-11-16",
      "2026-11-13"
    ])
  })

  it("overlaps by a week, also after a gap, up to ninety days", () => {
    expect(read({ highWater: "2026-11-20" })).toEqual({ since: "2026-11-13" })
    expect(read({ highWater: "2026-10-20" })).toEqual({ since: "2026-10-13" })
    expect(read({ highWater: "2026-07-01" })).toEqual({
      since: "2026-08-22",
      gap: { from: "2026-07-02", to: "2026-08-21" }
    })
    expect(read({ highWater: "2026-12-24" })).toEqual({ since: "2026-11-13" })
  })

  it("never overlaps beyond the first day that was asked for, but for an older pending order within a week", () => {
    const facts = { today, highWater: today, watchedFrom: "2026-11-19" }
    expect(read(facts)).toEqual({ since: "2026-11-19" })
    expect(read({ ...facts, oldestPendingOrder: "2026-11-17" })).toEqual({ since: "2026-11-17" })
    expect(read({ ...facts, oldestPendingOrder: "2026-10-01" })).toEqual({ since: "2026-11-13" })
    expect(read({ ...facts, oldestPendingOrder: "2026-11-20" })).toEqual({ since: "2026-11-19" })
    expect(read({ ...facts, watchedFrom: "2026-01-01" })).toEqual({ since: "2026-11-13" })
  })

  it("begins again at the first day that was asked for until a scrape was whole", () => {
    expect(read({ today, watchedFrom: "2026-11-12" })).toEqual({ since: "2026-11-12" })
    expect(read({ today, watchedFrom: "2026-07-01" })).toEqual({
      since: "2026-08-22",
      gap: { from: "2026-07-01", to: "2026-08-21" }
    })
  })

  it("leaves a gap where the bank shows less", () => {
    const coverage = { from: "2026-11-10", to: today, complete: true }
    expect(coverageGap("2026-11-01", coverage)).toEqual({ from: "2026-11-02", to: "2026-11-09" })
    expect([coverageGap("2026-11-09", coverage), coverageGap(undefined, coverage)]).toEqual([undefined, undefined])
  })
})

describe("the proof that we looked", () => {
  const days = (from: string, to: string) => ({ from, to })
  const proof = (...covered: ReadonlyArray<ReturnType<typeof days>>) =>
    proofThatWeLooked({ orderDate: "2026-11-10", until: "2026-11-15", covered })

  it("is one stretch over all days of the order", () => {
    expect(proof(days("2026-11-01", "2026-11-03"), days("2026-11-09", "2026-11-15"))).toEqual({ looked: true })
    expect(proof(days("2026-11-10", "2026-11-16"), days("2026-11-20", "2026-11-21"))).toEqual({ looked: true })
  })

  it("names the first day that was not read", () => {
    const sentence = (day: string) => ({
      looked: false,
      unreadSince: day,
      sentence: `The bank account could not be read since ${day}.`
    })
    expect(proof()).toEqual(sentence("2026-11-10"))
    expect(proof(days("2026-11-01", "2026-11-12"), days("2026-11-14", "2026-11-16"))).toEqual(sentence("2026-11-13"))
    expect(proof(days("2026-11-11", "2026-11-16"))).toEqual(sentence("2026-11-10"))
  })

  it("is the latest stretch, for matching", () => {
    const covered = [days("2026-11-01", "2026-11-03"), days("2026-11-05", "2026-11-12")]
    expect(unbrokenCoverage(covered)).toEqual({ from: "2026-11-05", to: "2026-11-12", complete: true })
    expect(unbrokenCoverage([])).toBeNull()
  })
})
