import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  type AccountFacts,
  type Doing,
  heldBackMillis,
  nextActions,
  nextRead,
  openingSpreadMillis
} from "@counterfoil/domain"

const minute = 60_000
const hour = 60 * minute
const noon = Date.UTC(2026, 10, 22, 12)

const quiet: AccountFacts = {
  now: noon,
  impediment: null,
  jobQueued: false,
  nextRunAt: noon + hour,
  bankPausedUntil: null,
  heldBackUntil: null,
  assisted: null,
  pollAt: null,
  workQueued: false,
  workAt: null,
  unattempted: false,
  expiryAt: null
}

const idle: Doing = {
  sessionOpen: false,
  sessionBusy: false,
  codeAwaited: false,
  ordersBusy: false,
  sessionNotBefore: 0,
  pollNotBefore: 0,
  ordersNotBefore: 0,
  attemptsNotBefore: 0,
  expiryNotBefore: 0
}

const madrid = (spread: number) => ({ zone: "Europe/Madrid", hours: { from: "07:00", to: "22:00" }, spread })

const time = fc.integer({ min: noon - 48 * hour, max: noon + 48 * hour })
const timeOrNull = fc.option(time, { nil: null })
const never = Number.POSITIVE_INFINITY
const facts: fc.Arbitrary<AccountFacts> = fc.record({
  now: fc.constant(noon),
  impediment: fc.option(fc.constantFrom("the account is paused", "no settings are saved"), { nil: null }),
  jobQueued: fc.boolean(),
  nextRunAt: timeOrNull,
  bankPausedUntil: timeOrNull,
  heldBackUntil: fc.constant(null),
  assisted: fc.option(fc.double({ min: 0, max: 1, noNaN: true }).map(madrid), { nil: null }),
  pollAt: timeOrNull,
  workQueued: fc.boolean(),
  workAt: fc.option(fc.integer({ min: noon + 1, max: noon + 48 * hour }), { nil: null }),
  unattempted: fc.boolean(),
  expiryAt: timeOrNull,
  leaveAt: timeOrNull
})
const anything: fc.Arbitrary<Doing> = fc.record({
  sessionOpen: fc.boolean(),
  sessionBusy: fc.boolean(),
  codeAwaited: fc.boolean(),
  ordersBusy: fc.boolean(),
  sessionNotBefore: time,
  pollNotBefore: time,
  ordersNotBefore: time,
  attemptsNotBefore: time,
  expiryNotBefore: time
})

/** A code is waited for by a login alone. */
const doing = anything.map((some) => (some.codeAwaited ? { ...some, sessionBusy: true, sessionOpen: false } : some))

const holds = (claim: (facts: AccountFacts, doing: Doing) => void) => fc.assert(fc.property(facts, doing, claim))

describe("what an account's actor does next", () => {
  it("never begins a second action of a lane", () => {
    holds((facts, doing) => {
      const busy = { ...doing, sessionBusy: true, ordersBusy: true, codeAwaited: false }
      const { orders, session } = nextActions(facts, busy)
      expect([session._tag, orders._tag]).toEqual(["Wait", "Wait"])
    })
  })

  it("asks nobody for the code of a login that may not go on", () => {
    holds((facts, doing) => {
      const waiting = { ...doing, sessionBusy: true, codeAwaited: true }
      const { session } = nextActions(facts, waiting)
      expect(session._tag).toBe(facts.impediment === null ? "Wait" : "WithdrawCode")
    })
  })

  it("never reads an account that may not run, and never leaves its session open", () => {
    holds((facts, doing) => {
      const kept = { ...facts, impediment: "the account is paused" }
      const free = { ...doing, sessionOpen: true, sessionBusy: false, codeAwaited: false, sessionNotBefore: 0 }
      expect(nextActions(kept, doing).session._tag).not.toBe("Scrape")
      expect(nextActions(kept, free).session._tag).toBe("CloseSession")
    })
  })

  it("rests only with nothing open, nothing under way and nothing due, and never longer than until what comes first", () => {
    holds((given, drawn) => {
      const facts = { ...given, jobQueued: false, workQueued: false }
      const doing = { ...drawn, sessionNotBefore: 0, ordersNotBefore: 0 }
      const { orders, rest, session } = nextActions(facts, doing)
      fc.pre(rest !== undefined)
      expect([doing.sessionOpen, doing.sessionBusy, doing.ordersBusy]).toEqual([false, false, false])
      expect([session._tag, orders._tag]).toEqual(["Wait", "Wait"])
      const waits = [session, orders].flatMap((action) => (action._tag === "Wait" ? [action.until ?? never] : []))
      const leaving = facts.leaveAt != null && facts.leaveAt > facts.now ? facts.leaveAt : never
      expect(rest.until ?? never).toBe(Math.min(...waits, leaving))
    })
  })

  it("stays awake after a fault of ours, in whichever lane, so that it knows how often it has failed in a row", () => {
    holds((facts, doing) => {
      const soon = facts.now + minute
      expect(nextActions(facts, { ...doing, sessionBusy: false, sessionNotBefore: soon }).rest).toBeUndefined()
      expect(nextActions(facts, { ...doing, ordersBusy: false, ordersNotBefore: soon }).rest).toBeUndefined()
    })
  })

  it("does what was left for later at its time, whenever the orders are polled next", () => {
    const facts = { ...quiet, pollAt: noon + hour, workAt: noon + minute }
    const { orders, rest } = nextActions(facts, idle)
    expect([orders._tag, rest?.until]).toEqual(["Wait", noon + minute])
    expect(nextActions({ ...facts, now: noon + minute }, idle).orders._tag).toBe("DoWork")
  })

  it("always waits for a time to come, so that no loop spins", () => {
    holds((facts, doing) => {
      const { lookAgainAt, orders, session } = nextActions(facts, doing)
      fc.pre(session._tag === "Wait" && orders._tag === "Wait" && lookAgainAt !== null)
      expect(lookAgainAt).toBeGreaterThan(facts.now)
    })
  })

  it("does at its time whatever it waited for", () => {
    holds((facts, drawn) => {
      // After a fault of ours there may be nothing to do any more.
      const doing = { ...drawn, sessionNotBefore: 0, ordersNotBefore: 0 }
      const { lookAgainAt, orders, session } = nextActions(facts, doing)
      fc.pre(lookAgainAt !== null && session._tag === "Wait" && orders._tag === "Wait")
      const later = nextActions({ ...facts, now: lookAgainAt }, doing)
      const acts = later.session._tag !== "Wait" || later.orders._tag !== "Wait"
      const waitsOn = later.lookAgainAt !== null && later.lookAgainAt > lookAgainAt
      expect(acts || waitsOn || doing.sessionBusy || doing.ordersBusy).toBe(true)
    })
  })

  it("lets what a session waits for delay no order, nor the other way round", () => {
    holds((facts, doing) => {
      const sessionless = { ...doing, sessionBusy: !doing.sessionBusy, sessionOpen: !doing.sessionOpen }
      expect(nextActions(facts, sessionless).orders).toEqual(nextActions(facts, doing).orders)
      expect(nextActions(facts, { ...doing, ordersBusy: !doing.ordersBusy }).session).toEqual(
        nextActions(facts, doing).session
      )
    })
  })

  it("serves what a person asked for at once, but for the bank's pause", () => {
    holds((facts, doing) => {
      const asked = { ...facts, impediment: null, jobQueued: true, leaveAt: null }
      const free = { ...doing, sessionBusy: false, sessionNotBefore: 0 }
      const { session } = nextActions(asked, free)
      const paused = !free.sessionOpen && (facts.bankPausedUntil ?? 0) > facts.now
      expect(session).toEqual(
        paused ? { _tag: "Wait", until: facts.bankPausedUntil, because: "bank_pause" } : { _tag: "Scrape" }
      )
    })
  })
})

describe("when the next login comes", () => {
  const at = (given: Partial<AccountFacts>, open = false) => nextRead({ ...quiet, ...given }, open)
  const night = Date.UTC(2026, 10, 21, 23, 30)
  // Madrid is an hour ahead of UTC.
  const opening = Date.UTC(2026, 10, 22, 6)

  it("is when the schedule wants it, or the bank's pause ends", () => {
    expect(at({})).toEqual({ at: noon + hour, because: "schedule" })
    expect(at({ nextRunAt: null })).toEqual({ at: noon, because: "schedule" })
    expect(at({ nextRunAt: noon - hour, bankPausedUntil: noon + minute })).toEqual({
      at: noon + minute,
      because: "bank_pause"
    })
    expect(at({ nextRunAt: noon - hour, bankPausedUntil: noon + minute }, true).at).toBeLessThanOrEqual(noon)
  })

  it("calls nobody at night: it waits for the hours, each account for its own moment after their beginning", () => {
    const early = (spread: number) => at({ now: night, nextRunAt: night - hour, assisted: madrid(spread) })
    expect(early(0)).toEqual({ at: opening, because: "assisted_hours" })
    expect(early(0.5).at).toBe(opening + openingSpreadMillis / 2)
    expect(early(1).at).toBe(opening + openingSpreadMillis)
  })

  it("keeps an account's moment when the hours have begun, and comes at once after it", () => {
    const later = (now: number) => at({ now, nextRunAt: night, assisted: madrid(0.5) })
    expect(later(opening + minute).at).toBe(opening + openingSpreadMillis / 2)
    expect(later(opening + hour)).toEqual({ at: opening + hour, because: "schedule" })
  })

  it("stays within the hours whatever was missed, and within a scrape's wish where they are open", () => {
    fc.assert(
      fc.property(time, timeOrNull, fc.double({ min: 0, max: 1, noNaN: true }), (now, nextRunAt, spread) => {
        const { at: start } = at({ now, nextRunAt, assisted: madrid(spread) })
        const inMadrid = new Date(start + hour).getUTCHours()
        expect(start).toBeGreaterThanOrEqual(now)
        expect(inMadrid).toBeGreaterThanOrEqual(7)
        expect(inMadrid).toBeLessThan(22)
      })
    )
  })
})

describe("an account whose cycles ended with their node", () => {
  const heldBack = { ...quiet, heldBackUntil: noon + minute }

  it("waits, whoever asks, and goes on with its orders", () => {
    const { orders, rest, session } = nextActions({ ...heldBack, jobQueued: true, workQueued: true }, idle)
    expect(session).toEqual({ _tag: "Wait", until: noon + minute, because: "held_back" })
    expect(orders).toEqual({ _tag: "DoWork" })
    expect(rest).toBeUndefined()
    expect(nextActions({ ...heldBack, now: noon + minute, jobQueued: true }, idle).session._tag).toBe("Scrape")
  })

  it("is answered at once where nothing may run anyway", () => {
    const facts = { ...heldBack, jobQueued: true, impediment: "the account is paused" }
    expect(nextActions(facts, idle).session._tag).toBe("SkipJob")
  })

  it("waits longer each time, and never more than an hour; once is nothing", () => {
    expect([0, 1, 2, 3, 4, 30].map((lost) => heldBackMillis(lost, 1))).toEqual([
      0,
      0,
      minute,
      2 * minute,
      4 * minute,
      hour
    ])
  })
})

describe("an account that left its session open for others of its login", () => {
  const left = { ...quiet, leaveAt: noon + minute }

  it("rests until they had their time, and then logs it out, whatever keeps it from reading", () => {
    expect(nextActions(left, idle).rest).toEqual({ until: noon + minute, because: "schedule" })
    for (const impediment of [null, "the account is paused"]) {
      expect(nextActions({ ...left, impediment }, idle).rest?.until).toBe(noon + minute)
      expect(nextActions({ ...left, impediment, now: noon + minute }, idle).session).toEqual({ _tag: "LeaveAtLast" })
    }
  })

  it("reads instead where a read is due, which finds that session and ends it", () => {
    const due = { ...left, now: noon + minute, jobQueued: true }
    expect(nextActions(due, idle).session._tag).toBe("Scrape")
    expect(nextActions({ ...due, bankPausedUntil: noon + hour }, idle).session._tag).toBe("LeaveAtLast")
  })

  it("does nothing of it while it has a session of its own open", () => {
    const held = { ...idle, sessionOpen: true }
    expect(nextActions({ ...left, now: noon + minute }, held).session._tag).toBe("Wait")
  })
})
