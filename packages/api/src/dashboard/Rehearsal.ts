/** What another preset would have done with the stored orders and movements. */
import { presetNames, RequestStatus } from "@counterfoil/domain"
import { Schema } from "effect"
import { body, Id, withMessage, Timestamp } from "../fields.ts"
import { Attempt } from "./requests.ts"

const Preset = Schema.Literals(presetNames)
const presetMessage = `preset must be one of ${presetNames.join(", ")}`
const sinceMessage = "since must be a time in ISO 8601, such as 2026-11-20T09:30:00.000Z"

export const RehearsalPlan = body(
  {
    preset: withMessage(Preset, presetMessage),
    account_id: Schema.optionalKey(withMessage(Schema.String, "account_id must be the id of an account")).annotateKey({
      description: "Only this account; all of yours without it"
    }),
    since: Schema.optionalKey(withMessage(Timestamp, sinceMessage)).annotateKey({
      description: "Only orders that were first seen at this time or later"
    })
  },
  presetMessage
).annotate({ identifier: "RehearsalPlan" })

const { result } = Attempt.fields
const MovementId = Schema.NullOr(Id).annotate({ description: "The movement that pays it" })

const Change = Schema.Struct({
  request_id: Id,
  account_id: Id,
  external_id: Schema.String.annotate({ description: "The order reference" }),
  change: Schema.Literals(["different", "lost", "gained"]),
  against_person: Schema.Boolean.annotate({ description: "A person has chosen or separated otherwise" }),
  before: Schema.Struct({
    status: RequestStatus,
    movement_id: MovementId,
    result: Schema.NullOr(result).annotate({ description: "Of the latest attempt" }),
    reason: Schema.NullOr(Schema.String)
  }),
  after: Schema.Struct({ movement_id: MovementId, result, reason: Schema.String })
}).annotate({ identifier: "RehearsedChange" })

export const RehearsalReport = Schema.Struct({
  preset: Preset,
  preset_in_force: Preset,
  ruleset: Schema.String.annotate({ description: "Version of the weights" }),
  orders: Schema.Int,
  movements: Schema.Int,
  matched_now: Schema.Int,
  matched_rehearsed: Schema.Int,
  same: Schema.Int.annotate({ description: "Matched in both, with the same movement" }),
  different: Schema.Int.annotate({ description: "Matched in both, with another movement" }),
  lost: Schema.Int.annotate({ description: "Matched now only" }),
  gained: Schema.Int.annotate({ description: "Matched in the rehearsal only" }),
  ambiguous_now: Schema.Int,
  ambiguous_rehearsed: Schema.Int,
  against_person: Schema.Int.annotate({
    description: "Matched in the rehearsal in spite of what a person has chosen or separated"
  }),
  changes: Schema.Array(Change).annotate({
    description: "What goes against a person first, then different, lost, gained; at most 200"
  }),
  changes_left_off: Schema.Int.annotate({ description: "How many more changes there are than those listed" })
}).annotate({ identifier: "RehearsalReport" })
