/** Every way in which a bank can fail, and what its account's owner must see of it: decisions.md, section 4. */
import type { FailureKind } from "@counterfoil/domain"
import { Effect, type Schema } from "effect"
import type { StepFailed } from "../../src/demo/Client.ts"
import { control, logInByHand, type Stage } from "./Stage.ts"

/** What an owner sees once all is quiet. */
export interface Outcome {
  /** Of the realtime stream, in their order; failures with their kind. */
  readonly events: ReadonlyArray<string>
  /** What the notification endpoint heard: event and kind. */
  readonly notified: ReadonlyArray<string>
  readonly account: string
  /** From the last event to the next run; null: it waits for a person. */
  readonly nextRun: "10 minutes" | "20 minutes" | "30 minutes" | "1 hour" | null
  /** Passwords that the bank was sent. */
  readonly logins: number
  readonly movements: number
}

export interface Enrolled {
  readonly accountId: string
  readonly customer: string
  readonly password: string
}

export interface Row {
  readonly title: string
  /** Switches of the demo bank, for this customer alone. */
  readonly switches?: Readonly<Record<string, Schema.Json>>
  /** What else is special about the customer. */
  readonly customer?: Readonly<Record<string, Schema.Json>>
  readonly settings?: Readonly<Record<string, Schema.Json>>
  /** Of today. (Default: 3) */
  readonly payments?: number
  /** How the odd bank's script goes wrong, where it isn't the demo bank's. */
  readonly odd?: "throws" | "waits" | "wanders" | "hoards"
  /** Before the account is enrolled. */
  readonly before?: (stage: Stage, customer: string, password: string) => Effect.Effect<unknown>
  /** Once so many events were told. */
  readonly after?: readonly [
    events: number,
    act: (stage: Stage, enrolled: Enrolled) => Effect.Effect<unknown, StepFailed>
  ]
  readonly outcome: Outcome
}

const codes = { customer: { asksSmsCode: true }, settings: { login_mode: "assisted" } }

const read = (more: Partial<Outcome> = {}): Outcome => ({
  events: ["session.started", "scrape.succeeded", "session.stopped"],
  notified: [],
  account: "active, idle",
  nextRun: "10 minutes",
  logins: 1,
  movements: 3,
  ...more
})

const readWithCode = (asked: number): Outcome =>
  read({
    events: [...Array.from({ length: asked }, () => "assistance.requested"), "assistance.fulfilled", ...read().events]
  })

const failed = (event: "login" | "scrape", kind: FailureKind, told: ReadonlyArray<string>): Outcome => ({
  events: [...told, `${event}.failed ${kind}`],
  notified: [`${event}_failed ${kind}`],
  account: "active, idle",
  nextRun: "10 minutes",
  logins: 1,
  movements: 0
})

const loginFails = (kind: FailureKind, told: ReadonlyArray<string> = []) => failed("login", kind, told)
const readFails = (kind: FailureKind) => failed("scrape", kind, ["session.started", "session.stopped"])

const blocks = (kind: FailureKind): Outcome => ({
  ...loginFails(kind),
  events: [`login.failed ${kind}, blocked`],
  notified: [`login_failed ${kind}, blocked`],
  account: `active, blocked: ${kind}`,
  nextRun: null
})

const askAgain = ({ person }: Stage, { accountId }: Enrolled) => person.scrape(accountId)

/** Its session has been idle for too long when the next read is asked for. */
const outliveSession = (stage: Stage, enrolled: Enrolled) => {
  const switches = `/customers/${enrolled.customer}/switches`
  return control(stage, "PATCH", switches, { idleMinutes: 0 }).pipe(
    Effect.andThen(control(stage, "GET", `/customers/${enrolled.customer}`)),
    Effect.andThen(control(stage, "DELETE", switches)),
    Effect.andThen(askAgain(stage, enrolled))
  )
}

/** It is longer silent than anything of a script waits. */
const fallSilent = (stage: Stage, enrolled: Enrolled) =>
  Effect.andThen(
    control(stage, "PATCH", `/customers/${enrolled.customer}/switches`, { slowMs: 60_000 }),
    askAgain(stage, enrolled)
  )

const killBrowser = ({ server }: Stage) =>
  Effect.sync(() => {
    for (const { command, pid } of server.command.children()) if (/chrom/i.test(command)) kill(pid)
  })

/** A browser's helpers may have ended with it. */
const kill = (pid: number) => {
  try {
    process.kill(pid, "SIGKILL")
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ESRCH")) throw cause
  }
}

export const rows: ReadonlyArray<Row> = [
  { title: "its pages are slow", switches: { slowMs: 200 }, outcome: read() },
  {
    title: "it is out of order, and still is when a person asks again",
    switches: { unavailable: true },
    after: [1, askAgain],
    // The password was sent, and the bank may have counted it.
    outcome: blocks("action_required")
  },
  { title: "it is being maintained", switches: { maintenance: true }, outcome: blocks("action_required") },
  {
    title: "it doesn't answer a later login",
    after: [3, fallSilent],
    outcome: {
      ...loginFails("bank_unavailable", read().events),
      // The bank may have counted the password: it rests.
      nextRun: "30 minutes",
      logins: 2,
      movements: 3
    }
  },
  { title: "its pages have other words", switches: { layout: "renamed" }, outcome: readFails("layout_changed") },
  { title: "rows are missing", switches: { truncateRows: 1 }, outcome: readFails("layout_changed") },
  { title: "a balance is wrong", switches: { breakBalance: true }, outcome: readFails("layout_changed") },
  {
    title: "a payment comes while its pages are turned",
    switches: { shiftWhilePaging: 1 },
    payments: 12,
    outcome: read({ movements: 13 })
  },
  {
    title: "it ends the session while it is read",
    switches: { expireAfterPages: 1 },
    outcome: readFails("bank_unavailable")
  },
  { title: "it refuses one code", ...codes, switches: { rejectNextCodes: 1 }, outcome: readWithCode(2) },
  {
    title: "it refuses two codes",
    ...codes,
    switches: { rejectNextCodes: 2 },
    outcome: loginFails("otp_rejected", [
      "assistance.requested",
      "assistance.requested",
      "assistance.cancelled rejected"
    ])
  },
  { title: "its code comes late", ...codes, switches: { codeDelaySeconds: 1 }, outcome: readWithCode(1) },
  {
    title: "its code is good for no time",
    ...codes,
    switches: { codeTtlSeconds: 0 },
    outcome: loginFails("otp_timeout", ["assistance.requested", "assistance.cancelled session_ended"])
  },
  {
    title: "it wants a new password, and goes on wanting it when a person asks again",
    switches: { actionRequired: true },
    after: [1, askAgain],
    outcome: blocks("action_required")
  },
  {
    title: "its customer is logged in elsewhere",
    switches: { loggedInElsewhere: true },
    outcome: { ...loginFails("session_elsewhere"), nextRun: "30 minutes" }
  },
  {
    title: "it has a session of its customer already",
    switches: { secondLogin: "refuse" },
    before: logInByHand,
    outcome: { ...loginFails("session_elsewhere"), nextRun: "30 minutes", logins: 2 }
  },
  {
    title: "it ends its customer's own session for ours",
    switches: { secondLogin: "takeover" },
    before: logInByHand,
    outcome: read({ logins: 2 })
  },
  { title: "it takes us for a robot", switches: { suspectsRobots: true }, outcome: loginFails("automation_blocked") },
  {
    title: "it ends a session that was idle for long",
    switches: { idleMinutes: 10 },
    settings: { session_type: "persistent" },
    after: [2, outliveSession],
    outcome: read({
      events: ["session.started", "scrape.succeeded", "session.stopped", "session.started", "scrape.succeeded"],
      account: "active, monitoring",
      nextRun: "1 hour",
      logins: 2
    })
  },
  {
    title: "it refuses the password",
    settings: { bank_password: "not the password" },
    after: [1, askAgain],
    outcome: blocks("invalid_credentials")
  },
  { title: "it has locked its customer out", customer: { locked: true }, outcome: blocks("account_locked") },
  {
    title: "it asks for a code though nobody is there",
    customer: { asksSmsCode: true },
    outcome: blocks("action_required")
  },
  { title: "its script throws", odd: "throws", outcome: { ...readFails("script_error"), logins: 0 } },
  { title: "its script goes elsewhere", odd: "wanders", outcome: { ...readFails("navigation_refused"), logins: 0 } },
  { title: "its script takes all memory", odd: "hoards", outcome: { ...readFails("out_of_memory"), logins: 0 } }
]

/** Alone at the end: there is one browser for all. */
export const lastRows: ReadonlyArray<Row> = [
  {
    title: "the browser is killed while it is read",
    odd: "waits",
    after: [1, killBrowser],
    outcome: { ...readFails("browser_crashed"), logins: 0 }
  }
]

/** Of a service that waits for nothing long. */
export const impatientRows: ReadonlyArray<Row> = [
  {
    title: "its code never comes",
    ...codes,
    switches: { codeNeverSent: true },
    outcome: loginFails("otp_timeout", ["assistance.requested", "assistance.cancelled timed_out"])
  },
  { title: "its script never ends", odd: "waits", outcome: { ...readFails("timeout"), logins: 0 } }
]
