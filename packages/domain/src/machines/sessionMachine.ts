/** An account's actor: at most one bank session at a time, and what it is doing. */
import type { Machine } from "./Machine.ts"

export const sessionStates = [
  /** No session; the next run may be scheduled. */
  "idle",
  "opening",
  "awaiting-otp",
  "reading",
  /** Logged in and waiting for the next read; persistent sessions only. */
  "monitoring",
  "closing",
  /** A fatal failure; only a restart leads out. */
  "blocked",
  "paused"
] as const
export type SessionState = (typeof sessionStates)[number]

export const sessionEvents = [
  /** A run is due or asked for. */
  "start",
  "ask_code",
  /** The bank took the code, or the question ended and the login goes on without it. */
  "end_code",
  /** Logged in, or the stored session was resumed. */
  "open",
  /** A statement was read whole, and the session stays open. */
  "keep",
  "read_again",
  /** The work is done, failed, or the bank ended the session. */
  "close",
  "closed",
  /** Closed after a fatal failure. */
  "block",
  "restart",
  "pause",
  "resume"
] as const
export type SessionEvent = (typeof sessionEvents)[number]

export const sessionMachine: Machine<SessionState, SessionEvent> = {
  name: "bank session",
  initial: "idle",
  states: sessionStates,
  events: sessionEvents,
  table: {
    idle: { start: "opening", pause: "paused", block: "blocked", restart: "idle" },
    opening: { ask_code: "awaiting-otp", open: "reading", close: "closing" },
    "awaiting-otp": { end_code: "opening", close: "closing" },
    reading: { keep: "monitoring", close: "closing" },
    monitoring: { read_again: "reading", close: "closing" },
    closing: { closed: "idle", block: "blocked", pause: "paused" },
    blocked: { restart: "idle", pause: "paused" },
    paused: { resume: "idle", block: "blocked" }
  }
}
