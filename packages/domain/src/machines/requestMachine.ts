/** A conciliation request: one order on its way to its payment. */
import { Schema } from "effect"
import type { Machine } from "./Machine.ts"

export const requestStatuses = [
  "pending",
  "processing",
  "matched",
  "ambiguous",
  "not_found",
  "expired",
  "cancelled",
  "failed"
] as const
export const RequestStatus = Schema.Literals(requestStatuses)
export type RequestStatus = typeof RequestStatus.Type

const isClosed = (status: RequestStatus): boolean =>
  status === "matched" || status === "expired" || status === "cancelled"

/** Of a request that still waits for its payment. */
export const openRequestStatuses = requestStatuses.filter((status) => !isClosed(status))

/** The statuses of requests that every scrape may pay. */
export const waitingRequestStatuses: ReadonlyArray<RequestStatus> = ["pending", "ambiguous"]

export const requestEvents = [
  /** An attempt takes it up. */
  "claim",
  /** A person asks for another look. */
  "run",
  "match",
  "find_several",
  /** Nothing found, attempts are left; also an attempt that was skipped or cut off by a crash. */
  "find_none",
  /** Nothing found by the last attempt. */
  "give_up",
  /** The attempt could not be carried out, as often as it is tried. */
  "fail",
  /** A new movement could pay it after all. */
  "wake",
  "expire",
  /** The user's system withdrew it, or the mode changed. */
  "cancel",
  /** It is listed again. */
  "reopen",
  /** A payment booked in time was seen after the expiry. */
  "match_late",
  /** A person chooses the movement. */
  "resolve",
  /** A person separates order and movement. */
  "unmatch"
] as const
export type RequestEvent = (typeof requestEvents)[number]

const ends = { expire: "expired", cancel: "cancelled", resolve: "matched", run: "processing" } as const

export const requestMachine: Machine<RequestStatus, RequestEvent> = {
  name: "conciliation request",
  initial: "pending",
  states: requestStatuses,
  events: requestEvents,
  table: {
    pending: { claim: "processing", ...ends },
    processing: {
      match: "matched",
      find_several: "ambiguous",
      find_none: "pending",
      give_up: "not_found",
      fail: "failed",
      // A run on an expired order that finds nothing.
      expire: "expired"
    },
    matched: { unmatch: "pending" },
    ambiguous: { claim: "processing", ...ends },
    not_found: { claim: "processing", wake: "pending", ...ends },
    expired: { run: "processing", match_late: "matched", resolve: "matched" },
    cancelled: { reopen: "pending", resolve: "matched" },
    failed: { ...ends }
  }
}
