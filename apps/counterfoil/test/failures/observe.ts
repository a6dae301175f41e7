/** Enrols the account of a row, and sees what its owner sees of it. */
import { Effect, Schema } from "effect"
import { settingsFor } from "../../src/demo/cast.ts"
import { until } from "../../src/demo/Client.ts"
import type { Message } from "../../src/demo/Stream.ts"
import type { Enrolled, Outcome, Row } from "./rows.ts"
import { control, type Stage } from "./Stage.ts"

const State = Schema.Struct({
  status: Schema.String,
  state: Schema.String,
  next_run_at: Schema.NullOr(Schema.String),
  scrape_blocked_reason: Schema.NullOr(Schema.String)
})

const Notification = Schema.fromJsonString(
  Schema.Struct({
    type: Schema.String,
    data: Schema.Struct({ kind: Schema.String, blocked: Schema.Boolean })
  })
)

export interface Enrolment extends Enrolled {
  readonly row: Row
}

const password = "right-password-1"

const payments = (customer: string, count: number) =>
  Array.from({ length: count }, (_, nth) => ({ customer, amount: `${nth + 1}.50`, payer: `Payer ${nth}` }))

export const enrol = Effect.fnUntraced(function* (stage: Stage, row: Row, customer: string) {
  const { bank, banks, person, shop } = stage
  const { locked, ...traits } = row.customer ?? {}
  yield* control(stage, "POST", "/customers", { id: customer, password, ...traits })
  if (locked !== undefined) yield* control(stage, "PATCH", `/customers/${customer}`, { locked })
  yield* bank.pay(payments(customer, row.payments ?? 3))
  yield* control(stage, "PATCH", `/customers/${customer}/switches`, row.switches ?? {})
  yield* row.before?.(stage, customer, password) ?? Effect.void
  const code = row.odd === undefined ? "demo-bank" : "odd-bank"
  const { id: accountId } = yield* person.createAccount(banks[code], row.odd ?? row.title)
  const settings = {
    session_type: "one-shot",
    login_mode: "simple",
    notification_events: ["login_failed", "scrape_failed"]
  }
  yield* person.configure(
    accountId,
    settingsFor(shop, { username: customer, password }, { ...settings, ...row.settings })
  )
  const enrolled: Enrolment = { row, accountId, customer, password }
  return enrolled
})

const messagesOf = ({ stream }: Stage, { accountId }: Enrolled) =>
  stream.messages.filter((message) => message.accountId === accountId)

/** "login.failed invalid_credentials, blocked" */
const withKind = (what: string, kind: Schema.Json | undefined, blocked: Schema.Json | undefined): string =>
  `${what}${typeof kind === "string" ? ` ${kind}` : ""}${blocked === true ? ", blocked" : ""}`

const eventOf = ({ data, type }: Message): string => withKind(type, data["kind"] ?? data["reason"], data["blocked"])

const minutesOf = { "10 minutes": 10, "20 minutes": 20, "30 minutes": 30, "1 hour": 60 } as const

/** By the service's own clock: the span that is wanted, give or take 20 % and a minute for the work before; else what it is. */
const spanFrom = (occurredAt: string, nextRunAt: string, wanted: Outcome["nextRun"]): string => {
  const minutes = (Date.parse(nextRunAt) - Date.parse(occurredAt)) / 60_000
  const middle = wanted === null ? 0 : minutesOf[wanted]
  const fits = minutes > middle * 0.8 - 1 && minutes < middle * 1.2 + 1
  return wanted !== null && fits ? wanted : `${minutes} minutes`
}

/** Each message once, however often it came. */
const notificationsOf = ({ shop }: Stage, { customer }: Enrolled) =>
  Effect.map(shop.received("notification", customer), (entries) => {
    const bodies = new Map(entries.map(({ headers, rawBody }) => [headers["webhook-id"], rawBody]))
    return [...bodies.values()].map((body) => {
      const { data, type } = Schema.decodeUnknownSync(Notification)(body)
      return withKind(type, data.kind, data.blocked)
    })
  })

/** What is still on its way to the notification endpoint counts too. */
const queuedFor = ({ person }: Stage, { accountId }: Enrolled) =>
  Effect.map(
    person.ask(`/deliveries?account_id=${accountId}`, 200, Schema.Array(Schema.Struct({ lane: Schema.String }))),
    (deliveries) => deliveries.filter(({ lane }) => lane === "notification").length
  )

export const observe = Effect.fnUntraced(function* (stage: Stage, enrolled: Enrolment) {
  const { bank, person } = stage
  const { accountId, customer, row } = enrolled
  const messages = messagesOf(stage, enrolled)
  const seen = yield* person.ask(`/accounts/${accountId}/state`, 200, State)
  const notified = yield* notificationsOf(stage, enrolled)
  const queued = yield* queuedFor(stage, enrolled)
  const entries = yield* bank.journal(customer)
  const movements = yield* person.movements(accountId)
  const last = messages.at(-1)?.occurredAt
  const reason = seen.scrape_blocked_reason
  return {
    events: messages.map(eventOf),
    notified: queued === notified.length ? notified : [...notified, `${queued} were queued`],
    account: `${seen.status}, ${reason === null ? seen.state : `${seen.state}: ${reason.split(":")[0]}`}`,
    nextRun:
      seen.next_run_at === null || last === undefined
        ? seen.next_run_at
        : spanFrom(last, seen.next_run_at, row.outcome.nextRun),
    logins: entries.filter(({ event }) => event === "login-attempt").length,
    movements: movements.length
  }
})

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const toldAtLeast = (stage: Stage, enrolled: Enrolled, count: number) =>
  until(
    `${count} events of ${enrolled.customer}`,
    Effect.sync(() => messagesOf(stage, enrolled).map(eventOf)),
    (events) => events.length >= count,
    300
  )

/** Lets the row's story happen, and answers what its owner sees in the end: as soon as that is what they should see. */
export const live = Effect.fnUntraced(function* (stage: Stage, enrolment: Enrolment) {
  const { after, outcome } = enrolment.row
  const seen = observe(stage, enrolment)
  const story = Effect.gen(function* () {
    if (after !== undefined) {
      const [events, act] = after
      yield* toldAtLeast(stage, enrolment, events)
      yield* act(stage, enrolment)
    }
    yield* toldAtLeast(stage, enrolment, outcome.events.length)
    return yield* until(enrolment.row.title, seen, (now) => same(now, outcome), 60)
  })
  return yield* Effect.catch(story, () => seen)
})
