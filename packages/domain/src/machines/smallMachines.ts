/** The machines with few states: assistance, script, outbox message, API key, scraping. */
import type { Machine } from "./Machine.ts"

export const assistanceStates = ["pending", "submitted", "fulfilled", "cancelled"] as const
export type AssistanceState = (typeof assistanceStates)[number]
export const assistanceEvents = [
  "submit",
  "accept",
  "reject",
  "reject_finally",
  "time_out",
  "cancel",
  "end_session"
] as const
export type AssistanceEvent = (typeof assistanceEvents)[number]

const endings = { time_out: "cancelled", cancel: "cancelled", end_session: "cancelled" } as const

/** The question for a code. While one is submitted, no second one is taken. */
export const assistanceMachine: Machine<AssistanceState, AssistanceEvent> = {
  name: "assistance request",
  initial: "pending",
  states: assistanceStates,
  events: assistanceEvents,
  table: {
    pending: { submit: "submitted", ...endings },
    submitted: { accept: "fulfilled", reject: "pending", reject_finally: "cancelled", ...endings },
    fulfilled: {},
    cancelled: {}
  }
}

export const scriptStates = ["review", "active"] as const
export type ScriptState = (typeof scriptStates)[number]
export const scriptEvents = ["promote", "supersede"] as const
export type ScriptEvent = (typeof scriptEvents)[number]

/** A version of a bank's script; promoting one supersedes the bank's active one in the same commit. */
export const scriptMachine: Machine<ScriptState, ScriptEvent> = {
  name: "script",
  initial: "review",
  states: scriptStates,
  events: scriptEvents,
  table: { review: { promote: "active" }, active: { promote: "active", supersede: "review" } }
}

export const outboxStates = ["pending", "delivering", "delivered", "exhausted", "cancelled", "held"] as const
export type OutboxState = (typeof outboxStates)[number]
export const outboxEvents = [
  "claim",
  "succeed",
  /** Failed, with attempts left; also an attempt that a crash cut off. */
  "retry",
  "exhaust",
  /** The endpoint is disabled. */
  "hold",
  "release",
  /**
   * What it tells of no longer matters: the account is gone, the question for a code is answered, a later result of the same
   * order replaced it (one in flight: if its attempt fails).
   */
  "cancel",
  "replay"
] as const
export type OutboxEvent = (typeof outboxEvents)[number]

/** A message on its way out, from the commit that made it to its delivery. */
export const outboxMachine: Machine<OutboxState, OutboxEvent> = {
  name: "outbox message",
  initial: "pending",
  states: outboxStates,
  events: outboxEvents,
  table: {
    pending: { claim: "delivering", hold: "held", cancel: "cancelled" },
    delivering: { succeed: "delivered", retry: "pending", exhaust: "exhausted", hold: "held", cancel: "cancelled" },
    delivered: { replay: "pending" },
    exhausted: { replay: "pending", cancel: "cancelled" },
    cancelled: {},
    held: { release: "pending", replay: "pending", cancel: "cancelled" }
  }
}

export const apiKeyStates = ["active", "revoked"] as const
export type ApiKeyState = (typeof apiKeyStates)[number]
export const apiKeyEvents = ["revoke"] as const
export type ApiKeyEvent = (typeof apiKeyEvents)[number]

/** Revoking a revoked key changes nothing and is no error. */
export const apiKeyMachine: Machine<ApiKeyState, ApiKeyEvent> = {
  name: "API key",
  initial: "active",
  states: apiKeyStates,
  events: apiKeyEvents,
  table: { active: { revoke: "revoked" }, revoked: { revoke: "revoked" } }
}

export const scrapingStates = ["running", "blocked"] as const
export type ScrapingState = (typeof scrapingStates)[number]
export const scrapingEvents = ["fail_fatally", "restart"] as const
export type ScrapingEvent = (typeof scrapingEvents)[number]

/** Whether an account may be scraped at all. */
export const scrapingMachine: Machine<ScrapingState, ScrapingEvent> = {
  name: "account scraping",
  initial: "running",
  states: scrapingStates,
  events: scrapingEvents,
  table: {
    running: { fail_fatally: "blocked", restart: "running" },
    blocked: { fail_fatally: "blocked", restart: "running" }
  }
}
