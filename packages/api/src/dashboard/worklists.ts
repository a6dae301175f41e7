/** Movements and orders as people work through them; ours. */
import { Schema } from "effect"
import { Amount, Currency, Id, LocalDate, withMessage, Timestamp, TimestampOrNull } from "../fields.ts"
import { Movement } from "./movementRecord.ts"
import { RequestStatus, requestStatuses } from "@counterfoil/domain"
import { Attempt } from "./requests.ts"
import { uuidOf } from "./search.ts"

const Coverage = Schema.Struct({ from: Schema.String, to: Schema.String, complete: Schema.Boolean })

export const FoundMovement = Schema.Struct({
  ...Movement.fields,
  account_id: Id,
  account_name: Schema.String,
  bank: Schema.String.annotate({ description: "The bank's code" }),
  pays: Schema.NullOr(Schema.Struct({ request_id: Id, external_id: Schema.String })).annotate({
    description: "The order that it is matched with"
  })
}).annotate({ identifier: "FoundMovement" })

export const LeftAs = Schema.Literals(["waiting", "closed"]).annotate({
  description: "waiting: for another payment, as long as it is listed; closed: nobody waits for it"
})

export const foundRequestFields = {
  reference: Schema.NullOr(Schema.String),
  ordered_at: TimestampOrNull.annotate({
    description: "When it was made, by your system; null: it doesn't say (extension)"
  }),
  first_seen_at: Timestamp,
  updated_at: Timestamp,
  attempts_made: Schema.Int,
  separated_at: TimestampOrNull.annotate({
    description:
      "When a person unmatched it; null once it is settled, left as it is, listed again after it was withdrawn, or expired"
  }),
  reversed_at: TimestampOrNull.annotate({
    description:
      "Of a matched one: since when the bank has booked back what pays it; null once it is unmatched or left as it is"
  }),
  listed: Schema.NullOr(Schema.Boolean).annotate({
    description:
      "Of one that a person unmatched: whether your system's latest list has it. Null: no list has been read since, or nobody waits to know"
  }),
  unmatched: Schema.NullOr(
    Schema.Struct({
      at: Timestamp,
      taught: Schema.Boolean.annotate({
        description: "Whether it speaks against the payer's name; false once forgotten"
      }),
      payments: Schema.Array(
        Schema.Struct({
          movement_id: Id,
          amount: Amount,
          currency: Currency,
          sender_name: Schema.String,
          booked_date: LocalDate
        })
      )
    })
  ).annotate({ description: "What a person took back last; it stays until the request is matched again" }),
  left: Schema.NullOr(Schema.Struct({ at: Timestamp, as: LeftAs })).annotate({
    description: "What a person decided of it after unmatching it"
  }),
  cancelled_at: TimestampOrNull.annotate({ description: "Null unless it is cancelled" }),
  cancelled_because: Schema.NullOr(Schema.Literals(["withdrawn", "mode"])).annotate({
    description: "Of a cancelled one: your system no longer lists it, or the mode was changed. Null: not known"
  }),
  last_attempt: Schema.NullOr(
    Schema.Struct({
      number: Schema.Int,
      result: Attempt.fields.result,
      code: Schema.String.annotate({ description: "Of the reason: one fixed sentence per code" }),
      reason: Schema.NullOr(Schema.String),
      created_at: Timestamp,
      coverage: Schema.NullOr(Coverage).annotate({ description: "The days that had been read whole" }),
      comes_close: Schema.Boolean.annotate({
        description: "Whether a payment of its amount that was not certain enough could pay it now (extension)"
      })
    })
  ).annotate({ description: "Why it is what it is, and how far was looked" }),
  match: Schema.NullOr(
    Schema.Struct({
      movement_id: Id,
      received_at: Timestamp,
      sender_name: Schema.String,
      by_person: Schema.Boolean.annotate({ description: "Whether a person chose it" }),
      at: Timestamp.annotate({ description: "When it was matched" }),
      by: Schema.NullOr(Schema.String).annotate({ description: "The e-mail of the person who chose it" })
    })
  ),
  last_delivery: Schema.NullOr(
    Schema.Struct({ id: Id, event: Schema.String, status: Schema.String, delivered_at: TimestampOrNull })
  ).annotate({ description: "What your system was told of it last" })
}

const statusMessage = `status must be one or several of ${requestStatuses.join(", ")}, separated by commas`
const isStatus = Schema.is(RequestStatus)

/** `ambiguous,not_found` */
const statuses = Schema.optionalKey(
  Schema.String.check(
    Schema.makeFilter((text: string) => text.split(",").every((status) => isStatus(status)), { message: statusMessage })
  ).annotate({ message: statusMessage })
).annotateKey({ description: "One or several, separated by commas" })

export const statusesIn = (text: string): ReadonlyArray<typeof RequestStatus.Type> => text.split(",").filter(isStatus)

const needsPerson = Schema.optionalKey(
  withMessage(Schema.Literals(["yes", "no"]), "needs_person must be yes or no")
).annotateKey({
  description:
    "yes: only what needs a person: ambiguous or failed and not closed, unmatched by a person and neither settled nor left since, or matched with what the bank has booked back; no: all else"
})

const unmatched = Schema.optionalKey(
  withMessage(Schema.Literals(["yes", "decided"]), "unmatched must be yes or decided")
).annotateKey({
  description:
    "yes: only what a person unmatched and nobody has settled or left since; decided: only what was unmatched, is not matched again, and needs nobody any more"
})

const closed = Schema.optionalKey(withMessage(Schema.Literals(["yes", "no"]), "closed must be yes or no")).annotateKey({
  description: "yes: only what a person unmatched and closed, and what is not matched again; no: all else"
})

/** What a list of requests is filtered by, beside what every search takes. */
export const worklistQuery = { status: statuses, id: uuidOf("id"), needs_person: needsPerson, unmatched, closed }

export const PaidOrder = Schema.Struct({
  request_id: Id,
  external_id: Schema.String,
  sender_name: Schema.String.annotate({ description: "The order's" }),
  amount: Amount,
  currency: Currency,
  at: Timestamp,
  by: Schema.NullOr(Schema.String).annotate({ description: "Who chose it: an e-mail; null: it was matched by itself" }),
  ended_at: TimestampOrNull.annotate({ description: "Since then it pays the order no longer; null: it does" }),
  ended_by: Schema.NullOr(Schema.String).annotate({ description: "Who undid it: an e-mail" })
}).annotate({ identifier: "PaidOrder" })

export const MoneyOfDay = Schema.Struct({
  date: LocalDate,
  currency: Currency,
  in_count: Schema.Int,
  in_sum: Amount,
  out_count: Schema.Int,
  out_sum: Amount.annotate({ description: "Negative, or 0.00" })
}).annotate({ identifier: "MoneyOfDay" })

export const OrdersOfDay = Schema.Struct({
  date: Schema.String.annotate({ description: "YYYY-MM-DD, in the zone that was asked for", format: "date" }),
  currency: Currency,
  status: RequestStatus,
  count: Schema.Int,
  needs_person: Schema.Int.annotate({ description: "How many of them need a person, as needs_person of the summary" }),
  closed: Schema.Int.annotate({ description: "How many of them a person has closed, as closed_of of the summary" }),
  sum: Amount
}).annotate({ identifier: "OrdersOfDay" })

export const TimelineEntry = Schema.Struct({
  at: Timestamp,
  kind: Schema.Literals([
    "listed",
    "attempt",
    "matched",
    "unmatched",
    "expired",
    "left",
    "cancelled",
    "listed_again",
    "delivery",
    "delivery_attempt"
  ]).annotate({ description: "Of left, cancelled and listed_again the latest" }),
  movement_id: Schema.NullOr(Id).annotate({ description: "Of matched and unmatched" }),
  movement: Schema.NullOr(
    Schema.Struct({ amount: Amount, currency: Currency, sender_name: Schema.String, booked_date: LocalDate })
  ).annotate({ description: "Of matched and unmatched" }),
  by_person: Schema.NullOr(Schema.Boolean).annotate({ description: "Of matched and unmatched" }),
  number: Schema.NullOr(Schema.Int).annotate({ description: "Of attempt and delivery_attempt" }),
  result: Schema.NullOr(Schema.String).annotate({
    description: "Of an attempt; of a delivery_attempt its outcome, null while it is under way"
  }),
  code: Schema.NullOr(Schema.String).annotate({
    description:
      "Of an attempt's reason; of cancelled withdrawn or mode_changed, null where it is not known; of left waiting or closed"
  }),
  reason: Schema.NullOr(Schema.String).annotate({ description: "Of an attempt; of a delivery_attempt its fault" }),
  delivery_id: Schema.NullOr(Id).annotate({ description: "Of delivery and delivery_attempt" }),
  event: Schema.NullOr(Schema.String).annotate({ description: "Of a delivery" }),
  status: Schema.NullOr(Schema.String).annotate({ description: "Of a delivery, as it is now" }),
  http_status: Schema.NullOr(Schema.Int).annotate({ description: "Of a delivery_attempt" })
}).annotate({ identifier: "TimelineEntry" })

const countsByStatus = {
  pending: Schema.Int,
  processing: Schema.Int,
  matched: Schema.Int,
  ambiguous: Schema.Int,
  not_found: Schema.Int,
  expired: Schema.Int,
  cancelled: Schema.Int,
  failed: Schema.Int
}

export const Summary = Schema.Struct({
  ...countsByStatus,
  needs_person: Schema.Int.annotate({
    description:
      "Ambiguous or failed and not closed, unmatched by a person and neither settled nor left since, or matched with what the bank has booked back"
  }),
  needs_person_of: Schema.Struct(countsByStatus).annotate({
    description: "How many of each status need a person; together they are needs_person"
  }),
  closed_of: Schema.Struct(countsByStatus).annotate({
    description: "How many of each status a person has unmatched and closed: nobody waits for them"
  }),
  taken_back: Schema.Int.annotate({
    description: "Unmatched by a person and not matched again: what unmatched=yes and unmatched=decided list together"
  })
}).annotate({ identifier: "ConciliationSummary" })
