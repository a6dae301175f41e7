/** A bank transaction, as the bank reports it. */
import { Schema } from "effect"
import { Amount, Currency, Id, Timestamp, TimestampOrNull } from "../fields.ts"

export const Movement = Schema.Struct({
  id: Id,
  external_id: Schema.String,
  amount: Amount,
  currency: Currency,
  sender_name: Schema.String.annotate({ description: "Empty when the bank names nobody" }),
  received_at: Timestamp,
  notified_at: TimestampOrNull,
  excluded_at: TimestampOrNull.annotate({ description: "Taken out by a person: neither matches nor is sent" }),
  possible_duplicate_of: Schema.optionalKey(Schema.Array(Id)).annotate({
    description:
      "Only where it may be one of these movements (extension): neither matched nor sent until a complete scrape or a person (`include`, `exclude`) settles it"
  })
}).annotate({ identifier: "Movement" })
