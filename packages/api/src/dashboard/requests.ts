/** What requests and rehearsals share. */
import { Schema } from "effect"
import { AttemptResult } from "@counterfoil/domain"
import { Id, Timestamp } from "../fields.ts"

export const Attempt = Schema.Struct({
  id: Id,
  request_id: Id,
  attempt_number: Schema.Int,
  result: AttemptResult,
  reason: Schema.NullOr(Schema.String),
  created_at: Timestamp
}).annotate({ identifier: "Attempt" })
