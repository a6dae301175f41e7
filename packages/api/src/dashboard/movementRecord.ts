/** A bank transaction, as the bank reports it. */
import { MovementStatus } from "@counterfoil/domain"
import { Schema } from "effect"
import { Amount, Currency, Id, LocalDate, Timestamp, TimestampOrNull } from "../fields.ts"

export const Movement = Schema.Struct({
  id: Id,
  external_id: Schema.String,
  amount: Amount,
  currency: Currency,
  sender_name: Schema.String.annotate({ description: "Empty when the bank names nobody" }),
  received_at: Timestamp,
  notified_at: TimestampOrNull,
  excluded_at: TimestampOrNull.annotate({ description: "Taken out by a person: neither matches nor is sent" }),
  bank_movement_id: Schema.NullOr(Schema.String).annotate({
    description: "The bank's own id as it prints it, which may repeat (extension)"
  }),
  booked_date: LocalDate.annotate({ description: "The bank's day (extension)" }),
  value_date: Schema.NullOr(LocalDate).annotate({ description: "Where the bank prints one (extension)" }),
  status: MovementStatus.annotate({
    description: "As the bank has it; only what is booked matches and is sent (extension)"
  }),
  description: Schema.String.annotate({ description: "As the bank shows it (extension)" }),
  counterparty: Schema.NullOr(Schema.String).annotate({
    description: "Who paid or was paid, where the bank prints it apart from the description (extension)"
  }),
  counterparty_account: Schema.NullOr(Schema.String).annotate({
    description:
      "The number of the other side's account, where the bank prints one: whole (an IBAN without spaces), or masked, or its end (extension)"
  }),
  balance: Schema.NullOr(Amount).annotate({
    description: "The account's balance after it, where the bank prints one (extension)"
  }),
  removed_at: TimestampOrNull.annotate({
    description: "Since when the bank no longer shows it: it pays nothing and is not sent any more (extension)"
  }),
  reversed_at: TimestampOrNull.annotate({
    description: "Since when it is known to be taken back, or to take one back (extension)"
  }),
  possible_duplicate_of: Schema.optionalKey(Schema.Array(Id)).annotate({
    description:
      "Only where it may be one of these movements (extension): neither matched nor sent until a complete scrape or a person (`include`, `exclude`) settles it"
  })
}).annotate({ identifier: "Movement" })
