/** An outbox message, from the commit that made it to its delivery. */
import type { Machine } from "./Machine.ts"

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
  /** It was on its way when it was cancelled, and its receiver has taken it all the same. */
  "take",
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
    cancelled: { take: "delivered" },
    held: { release: "pending", replay: "pending", cancel: "cancelled" }
  }
}
