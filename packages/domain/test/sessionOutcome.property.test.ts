import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  type AccountStamp,
  afterSession,
  type FailureKind,
  isFatal,
  scrapeFailureKinds,
  type SessionOutcome
} from "@counterfoil/domain"

const stamp: fc.Arbitrary<AccountStamp> = fc.record({
  loginGrant: fc.integer({ min: 0, max: 3 }),
  credentialsVersion: fc.integer({ min: 1, max: 3 }),
  scriptId: fc.constantFrom("first", "second"),
  failureKind: fc.option(fc.constantFrom(...scrapeFailureKinds), { nil: null }),
  failureCount: fc.integer({ min: 0, max: 9 })
})
const kind = fc.constantFrom(...scrapeFailureKinds)
const pace = { intervalMs: 600_000, jitter: 0, assisted: false }

const failed = (kind: FailureKind, phase: "login" | "scrape" = "login"): SessionOutcome => ({
  _tag: "Failed",
  phase,
  kind
})
const restarted = (begun: AccountStamp, present: AccountStamp) =>
  present.loginGrant !== begun.loginGrant || present.credentialsVersion !== begun.credentialsVersion

describe("what becomes of an account after a session", () => {
  it("never blocks what a person has restarted, or given another password, meanwhile", () => {
    fc.assert(
      fc.property(kind, stamp, stamp, (kind, begun, present) => {
        fc.pre(restarted(begun, present))
        const { block, schedule } = afterSession(failed(kind), begun, present, pace)
        expect([block, schedule]).toEqual([false, null])
      })
    )
  })

  it("backs off after a read that failed, though somebody restarted before it: it has answered them", () => {
    fc.assert(
      fc.property(kind, stamp, stamp, (kind, begun, other) => {
        fc.pre(!isFatal(kind))
        const present = { ...begun, loginGrant: begun.loginGrant + 1, failureCount: other.failureCount }
        const { answersWaiting, schedule } = afterSession(failed(kind, "scrape"), begun, present, pace)
        expect([schedule?.failureCount, answersWaiting]).toEqual([other.failureCount + 1, false])
      })
    )
  })

  it("blocks at once what trying again could only harm, where nobody has intervened", () => {
    fc.assert(
      fc.property(kind, stamp, (kind, begun) => {
        expect(afterSession(failed(kind), begun, begun, pace).block).toBe(isFatal(kind))
      })
    )
  })

  it("counts the failure from what the row says now, and keeps a schedule that a promotion has set", () => {
    fc.assert(
      fc.property(kind, stamp, stamp, (kind, begun, other) => {
        const present = { ...begun, scriptId: "promoted", failureCount: other.failureCount }
        const { schedule } = afterSession(failed(kind), begun, present, pace)
        // Another version can't change who is logged in, whether a code comes, or what the bank refused.
        const outlives = isFatal(kind) || kind === "session_elsewhere" || kind === "otp_timeout"
        expect(schedule?.failureCount ?? null).toBe(outlives ? other.failureCount + 1 : null)
      })
    )
  })

  it("answers those who asked meanwhile only with what still holds", () => {
    fc.assert(
      fc.property(kind, stamp, stamp, (kind, begun, present) => {
        fc.pre(restarted(begun, present))
        expect(afterSession(failed(kind), begun, present, pace).answersWaiting).toBe(false)
      })
    )
  })

  it("notifies once per spell", () => {
    fc.assert(
      fc.property(kind, stamp, (kind, begun) => {
        const again = { ...begun, failureKind: kind }
        expect(afterSession(failed(kind), again, again, pace).notify).toBe(isFatal(kind))
      })
    )
  })

  it("counts nothing while the login rests, and keeps to what it said of the next one, unless somebody restarted", () => {
    fc.assert(
      fc.property(kind, stamp, stamp, fc.integer({ min: 1, max: 1_800_000 }), (kind, begun, present, restMs) => {
        const { failureCount, failureKind } = present
        const kept = { delayMs: restMs, failureKind: failureKind ?? kind, failureCount: Math.max(1, failureCount) }
        const { block, notify, schedule } = afterSession({ _tag: "Rests", kind, restMs }, begun, present, pace)
        const isLeft = restarted(begun, present)
        expect([block, schedule]).toEqual([false, isLeft ? null : kept])
        expect(notify).toBe(!isLeft && failureKind === null)
      })
    )
  })

  it("ends the spell with a read, and schedules the next one", () => {
    fc.assert(
      fc.property(stamp, stamp, (begun, present) => {
        expect(afterSession({ _tag: "Read" }, begun, present, pace)).toEqual({
          block: false,
          schedule: { delayMs: 600_000, failureKind: null, failureCount: 0 },
          notify: false,
          answersWaiting: false
        })
      })
    )
  })
})
