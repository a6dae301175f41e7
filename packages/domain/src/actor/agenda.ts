/**
 * What an account's actor does next: one pure function of what it is doing, what the account's rows say, and the time. The rules
 * stand in order; the first that applies decides. `docs/state-machines.md` is drawn from them.
 */
import type { AskPause } from "./askPause.ts"
import { nextAssistedStart, withinAssistedHours, type AssistedHours } from "../policy.ts"

/** When somebody may be called for a code, and how far after the opening this account's login comes. */
export interface AssistedLogin {
  /** IANA zone of the bank. */
  readonly zone: string
  readonly hours: AssistedHours
  /** Between 0 and 1, always the same for an account: so that not all of a bank log in at the opening minute. */
  readonly spread: number
  /** Absent: none. */
  readonly pause?: AskPause | null
}

/** What the account's rows say. All times are epoch milliseconds of the database's clock. */
export interface AccountFacts {
  readonly now: number
  /** Why no session may run, in a sentence; null: one may. */
  readonly impediment: string | null
  /** Somebody asked for a scrape. */
  readonly jobQueued: boolean
  /** When the schedule wants the next read; null: at once. */
  readonly nextRunAt: number | null
  /** Logins of the bank pause until then. */
  readonly bankPausedUntil: number | null
  /** Its last cycles ended with their node: the next one waits until then. */
  readonly heldBackUntil: number | null
  /** Null: a login needs no person. */
  readonly assisted: AssistedLogin | null
  /** When the pending orders are to be asked for; null: never by itself. */
  readonly pollAt: number | null
  /** Something a person did waits: movements to match, orders to poll, a request to run. */
  readonly workQueued: boolean
  /** When the first of what was left for later is to be done; null: nothing was. */
  readonly workAt: number | null
  /** Orders that were seen and have had no attempt yet. */
  readonly unattempted: boolean
  /** When the oldest open order expires. */
  readonly expiryAt: number | null
  /** When a session that is open at the bank, and that nobody holds, is to be logged out. Absent, null: there is none. */
  readonly leaveAt?: number | null
}

/** What the actor is doing. */
export interface Doing {
  readonly sessionOpen: boolean
  /** A session lane action is under way: opening, reading, closing. */
  readonly sessionBusy: boolean
  /** The login that is under way waits for a code. */
  readonly codeAwaited: boolean
  /** A poll, a pass or an expiry is under way. */
  readonly ordersBusy: boolean
  /** After a fault of ours, the lane's next action waits until then. */
  readonly sessionNotBefore: number
  readonly ordersNotBefore: number
  /** Lately done: not again before then, whatever the rows say. */
  readonly pollNotBefore: number
  readonly attemptsNotBefore: number
  readonly expiryNotBefore: number
}

/** What a lane, or an account at rest, waits for. */
export const waitReasons = [
  "busy",
  "schedule",
  "bank_pause",
  "held_back",
  "assisted_hours",
  "snoozed",
  "asked_enough",
  "impediment",
  "fault",
  "nothing"
] as const
export type WaitReason = (typeof waitReasons)[number]

export type SessionAction =
  | { readonly _tag: "Scrape" }
  /** Nobody need answer any more: the login ends. */
  | { readonly _tag: "WithdrawCode" }
  /** Logs out and closes what may not stay open. */
  | { readonly _tag: "CloseSession" }
  /** Finds the session that was left open for others of the login, and logs out. */
  | { readonly _tag: "LeaveAtLast" }
  /** Answers the job that waits with the reason why nothing runs. */
  | { readonly _tag: "SkipJob"; readonly reason: string }
  /** Null: for something new alone. */
  | { readonly _tag: "Wait"; readonly until: number | null; readonly because: WaitReason }

export type OrdersAction =
  | { readonly _tag: "DoWork" }
  | { readonly _tag: "Poll" }
  | { readonly _tag: "FirstAttempts" }
  | { readonly _tag: "Expire" }
  | { readonly _tag: "Wait"; readonly until: number | null; readonly because: WaitReason }

interface Rule<Action> {
  /** In words, for the diagram. */
  readonly when: string
  readonly does: string
  /** Undefined: the rule doesn't apply. */
  readonly decide: (facts: AccountFacts, doing: Doing) => Action | undefined
}

const wait = (until: number | null, because: WaitReason) => ({ _tag: "Wait", until, because }) as const

/**
 * When a login may begin that the schedule wants at `due`. Within the hours: then. Outside: some time after the next opening, so
 * that the logins of a bank are spread.
 */
const assistedStart = (due: number, now: number, { hours, spread, zone }: AssistedLogin): number => {
  const spreadOver = (at: number) => at + Math.floor(spread * spreadMillis(hours))
  const within = (at: number) => withinAssistedHours(at, zone, hours)
  const planned = within(due) ? due : spreadOver(nextAssistedStart(due, zone, hours))
  if (planned > now) return planned
  return within(now) ? now : spreadOver(nextAssistedStart(now, zone, hours))
}

/** The logins that waited for the opening come within this time after it. */
export const openingSpreadMillis = 30 * 60_000

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  return hours * 60 + minutes
}

/** Never more than a quarter of the hours. */
const spreadMillis = ({ from, to }: AssistedHours): number => {
  const minutes = (minutesOf(to) - minutesOf(from) + 1_440) % 1_440 || 1_440
  return Math.min(openingSpreadMillis, minutes * 15_000)
}

/** When the next read can begin, and what it waits for. Of an account that may run. */
export const nextRead = (
  facts: AccountFacts,
  sessionOpen: boolean
): { readonly at: number; readonly because: WaitReason } => {
  const due = facts.nextRunAt ?? facts.now
  // Asked for by hand or not: an account whose cycles end with their node waits, so that it doesn't take node after node down.
  if ((facts.heldBackUntil ?? 0) > facts.now) return { at: facts.heldBackUntil ?? 0, because: "held_back" }
  if (sessionOpen) return { at: facts.jobQueued ? facts.now : due, because: "schedule" }
  const paused = Math.max(facts.bankPausedUntil ?? 0, facts.now)
  // What a person asks for waits for the bank's pause alone.
  if (facts.jobQueued) return { at: paused, because: "bank_pause" }
  const free = Math.max(due, paused)
  if (facts.assisted === null)
    return { at: free, because: paused > due && paused > facts.now ? "bank_pause" : "schedule" }
  const { pause = null } = facts.assisted
  const at = assistedStart(Math.max(due, facts.bankPausedUntil ?? 0, pause?.until ?? 0), facts.now, facts.assisted)
  if (at > free) return { at, because: pause !== null && pause.until > free ? pause.because : "assisted_hours" }
  return { at: free, because: paused > due && paused > facts.now ? "bank_pause" : "schedule" }
}

export const sessionRules: ReadonlyArray<Rule<SessionAction>> = [
  {
    when: "nothing may run, and a login waits for a code",
    does: "withdraw the request, which ends the login",
    decide: ({ impediment }, { codeAwaited }) =>
      impediment !== null && codeAwaited ? { _tag: "WithdrawCode" } : undefined
  },
  {
    when: "a session action is under way",
    does: "wait for it",
    decide: (_, { sessionBusy }) => (sessionBusy ? wait(null, "busy") : undefined)
  },
  {
    when: "a fault of ours was just met",
    does: "wait a moment",
    decide: ({ now }, { sessionNotBefore }) => (sessionNotBefore > now ? wait(sessionNotBefore, "fault") : undefined)
  },
  {
    when: "a session is open at the bank that nobody holds, others of the login did not come for it in time or nothing may run, and no read would find it now",
    does: "find it again and log out",
    decide: (facts, { sessionOpen }) => {
      const isOver = facts.leaveAt != null && facts.leaveAt <= facts.now && !sessionOpen
      const reads = facts.impediment === null && nextRead(facts, false).at <= facts.now
      return isOver && !reads ? { _tag: "LeaveAtLast" } : undefined
    }
  },
  {
    when: "nothing may run, and a session is open",
    does: "log out and close it",
    decide: ({ impediment }, { sessionOpen }) =>
      impediment !== null && sessionOpen ? { _tag: "CloseSession" } : undefined
  },
  {
    when: "nothing may run, and a scrape was asked for",
    does: "answer it with the reason",
    decide: ({ impediment, jobQueued }) =>
      impediment !== null && jobQueued ? { _tag: "SkipJob", reason: impediment } : undefined
  },
  {
    when: "nothing may run",
    does: "wait for a change",
    decide: ({ impediment }) => (impediment === null ? undefined : wait(null, "impediment"))
  },
  {
    when: "the next read is due (asked for, or by the schedule, the bank's pause and the hours)",
    does: "scrape",
    decide: (facts, { sessionOpen }) => {
      const { at, because } = nextRead(facts, sessionOpen)
      return at <= facts.now ? { _tag: "Scrape" } : wait(at, because)
    }
  }
]

export const ordersRules: ReadonlyArray<Rule<OrdersAction>> = [
  {
    when: "an orders action is under way",
    does: "wait for it",
    decide: (_, { ordersBusy }) => (ordersBusy ? wait(null, "busy") : undefined)
  },
  {
    when: "a fault of ours was just met",
    does: "wait a moment",
    decide: ({ now }, { ordersNotBefore }) => (ordersNotBefore > now ? wait(ordersNotBefore, "fault") : undefined)
  },
  {
    when: "movements wait to be matched, or a person asked for something",
    does: "do it",
    decide: ({ now, workAt, workQueued }) =>
      workQueued || (workAt !== null && workAt <= now) ? { _tag: "DoWork" } : undefined
  },
  {
    when: "the pending orders are due",
    does: "poll",
    decide: ({ now, pollAt }, { pollNotBefore }) =>
      pollAt !== null && Math.max(pollAt, pollNotBefore) <= now ? { _tag: "Poll" } : undefined
  },
  {
    when: "an order has had no attempt yet",
    does: "match it",
    decide: ({ now, unattempted }, { attemptsNotBefore }) =>
      unattempted && attemptsNotBefore <= now ? { _tag: "FirstAttempts" } : undefined
  },
  {
    when: "an open order is too old",
    does: "expire it",
    decide: ({ expiryAt, now }, { expiryNotBefore }) =>
      expiryAt !== null && Math.max(expiryAt, expiryNotBefore) <= now ? { _tag: "Expire" } : undefined
  },
  {
    when: "otherwise",
    does: "wait for the next poll, the next expiry, or what was left for later",
    decide: ({ expiryAt, pollAt, unattempted, workAt }, { attemptsNotBefore, expiryNotBefore, pollNotBefore }) =>
      wait(
        earliest([
          pollAt === null ? null : Math.max(pollAt, pollNotBefore),
          expiryAt === null ? null : Math.max(expiryAt, expiryNotBefore),
          unattempted ? attemptsNotBefore : null,
          workAt
        ]),
        "schedule"
      )
  }
]

const earliest = (times: ReadonlyArray<number | null>): number | null =>
  times.reduce<number | null>((least, at) => (at === null || (least !== null && least <= at) ? least : at), null)

const first = <Action>(rules: ReadonlyArray<Rule<Action>>, facts: AccountFacts, doing: Doing): Action | undefined => {
  for (const { decide } of rules) {
    const action = decide(facts, doing)
    if (action !== undefined) return action
  }
  return undefined
}

export interface NextActions {
  readonly session: SessionAction
  readonly orders: OrdersAction
  /** Nothing is under way, open or due: the account needs no actor until then. Null: until something changes. */
  readonly rest: { readonly until: number | null; readonly because: WaitReason } | undefined
  /** When to look again, unless something changes before; null: only then. */
  readonly lookAgainAt: number | null
}

/** Whatever is waited for, a session that was left open for others is not forgotten. */
const leavingAt = ({ _tag }: SessionAction, { leaveAt = null, now }: AccountFacts, doing: Doing): number | null =>
  _tag === "Wait" && !doing.sessionBusy && !doing.sessionOpen && leaveAt !== null && leaveAt > now ? leaveAt : null

/** The two lanes never delay each other. After a fault of ours the actor stays awake: at rest it would forget how often it has failed. */
export const nextActions = (facts: AccountFacts, doing: Doing): NextActions => {
  const session = first(sessionRules, facts, doing) ?? wait(null, "nothing")
  const orders = first(ordersRules, facts, doing) ?? wait(null, "nothing")
  const lookAgainAt = earliest([
    leavingAt(session, facts, doing),
    session._tag === "Wait" ? session.until : null,
    orders._tag === "Wait" ? orders.until : null
  ])
  const waitsFor = (action: SessionAction | OrdersAction) => (action._tag === "Wait" ? action.because : null)
  const [because, other] = [waitsFor(session), waitsFor(orders)]
  const isUnderWay = doing.sessionOpen || doing.sessionBusy || doing.ordersBusy || because === null || other === null
  const rests = !isUnderWay && because !== "fault" && other !== "fault"
  return { session, orders, lookAgainAt, rest: rests ? { until: lookAgainAt, because } : undefined }
}
