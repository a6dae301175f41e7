/** What requests and rehearsals share. */
import { Schema } from "effect"
import { Id, Timestamp } from "../fields.ts"

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

export const Attempt = Schema.Struct({
  id: Id,
  request_id: Id,
  attempt_number: Schema.Int,
  result: Schema.Literals(["matched", "ambiguous", "not_found", "skipped", "error"]),
  reason: Schema.NullOr(Schema.String),
  created_at: Timestamp
}).annotate({ identifier: "Attempt" })
