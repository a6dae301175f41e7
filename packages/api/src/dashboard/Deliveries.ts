/** What was sent, what came back, and sending it again. */
import { outboxStates } from "@counterfoil/domain"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, Conflict, NotFound } from "../errors.ts"
import {
  before,
  body,
  Id,
  limit,
  offset,
  pathId,
  withMessage,
  storable,
  Timestamp,
  TimestampOrNull
} from "../fields.ts"
import { Queued } from "./Movements.ts"
import { time, uuidOf } from "./search.ts"

const Status = Schema.Literals(outboxStates)

const deliveryFields = {
  id: Id,
  webhook_id: Schema.String.annotate({ description: "The header `webhook-id`: the same over retries and replays" }),
  account_id: Id,
  lane: Schema.Literals(["result", "notification"]).annotate({
    description: "To `webhook_url`, or to `notification_endpoint_url`"
  }),
  event: Schema.String.annotate({ description: "`matched`, `ambiguous`, `expired`, `movement`, or a notification" }),
  request_id: Schema.NullOr(Id),
  movement_id: Schema.NullOr(Id),
  external_id: Schema.NullOr(Schema.String).annotate({ description: "The order's, of a result" }),
  sender_name: Schema.NullOr(Schema.String).annotate({
    description: "The payer: of the order, or of the movement that is passed on"
  }),
  sequence: Schema.Int.annotate({
    description: "The header `counterfoil-sequence`: the same over retries and replays"
  }),
  status: Status.annotate({
    description:
      "held: its endpoint is paused, disabled or missing. exhausted: the schedule is used up. cancelled: what it tells of " +
      "is over, or a later result of the same order replaced it"
  }),
  attempts_made: Schema.Int,
  last_outcome: Schema.NullOr(Schema.String).annotate({ description: "Of the latest attempt that ended" }),
  created_at: Timestamp,
  next_attempt_at: TimestampOrNull,
  delivered_at: TimestampOrNull,
  stopped_because: Schema.NullOr(Schema.String).annotate({ description: "One sentence; null while it goes on" }),
  stopped_code: Schema.NullOr(Schema.String).annotate({
    description:
      "The same as a word: gone, exhausted, no_address, paused, disabled, about_to_be_sent, superseded or over"
  })
}

export const Delivery = Schema.Struct(deliveryFields).annotate({ identifier: "Delivery" })

export const DeliveryAttempt = Schema.Struct({
  number: Schema.Int.annotate({ description: "The header `counterfoil-attempt`" }),
  url: Schema.String.annotate({ description: "Without its query" }),
  started_at: Timestamp,
  finished_at: TimestampOrNull,
  duration_ms: Schema.NullOr(Schema.Int),
  early: Schema.Boolean.annotate({ description: "Before its turn: it used up nothing of the schedule" }),
  outcome: Schema.NullOr(Schema.String).annotate({
    description:
      "delivered, rejected (another status), redirected, gone (410), egress_refused, dns_failed, connect_failed, " +
      "tls_failed, timeout, broken; null while it is under way, or when it was cut off"
  }),
  http_status: Schema.NullOr(Schema.Int),
  response: Schema.NullOr(Schema.String).annotate({
    description: "At most 16 KiB; your token, the webhook secret and signatures masked"
  }),
  fault: Schema.NullOr(Schema.String).annotate({ description: "Why there was no answer, in one sentence" })
}).annotate({ identifier: "DeliveryAttempt" })

export const DeliveryDetail = Schema.Struct({
  ...deliveryFields,
  body: Schema.String.annotate({ description: "The bytes that every attempt sends, as text" }),
  attempts: Schema.Array(DeliveryAttempt).annotate({ description: "The latest 50, in the order they were made" })
}).annotate({ identifier: "DeliveryDetail" })

export const BulkReplay = body(
  {
    status: withMessage(Schema.Literals(["exhausted", "held"]), "status must be exhausted or held"),
    account_id: Schema.optionalKey(withMessage(Schema.String.check(Schema.isUUID()), "account_id must be a UUID")),
    since: time("since", "Only what was made then or later")
  },
  "status must be exhausted or held"
)

const eventMessage = "event must be 1 to 100 characters"

const params = { deliveryId: pathId("Delivery") }
const queued = Queued.pipe(HttpApiSchema.status(202))
const summary = (text: string, description?: string) =>
  OpenApi.annotations(description === undefined ? { summary: text } : { summary: text, description })

export class DeliveriesGroup extends HttpApiGroup.make("deliveries")
  .add(
    HttpApiEndpoint.get("list", "/deliveries", {
      query: {
        limit: limit(50, 200),
        offset,
        before: before("a delivery"),
        account_id: uuidOf("account_id"),
        status: Schema.optionalKey(withMessage(Status, `status must be one of ${outboxStates.join(", ")}`)),
        event: Schema.optionalKey(
          withMessage(
            Schema.String.check(
              storable("event"),
              Schema.isMinLength(1, { message: eventMessage }),
              Schema.isMaxLength(100, { message: eventMessage })
            ),
            eventMessage
          )
        ),
        request_id: uuidOf("request_id"),
        movement_id: uuidOf("movement_id")
      },
      success: Schema.Array(Delivery),
      error: BadRequest
    }).annotateMerge(summary("List deliveries over all accounts, newest first (extension)")),
    HttpApiEndpoint.get("get", "/deliveries/:deliveryId", {
      params,
      success: DeliveryDetail,
      error: NotFound
    }).annotateMerge(summary("Read a delivery with its body and its attempts (extension)")),
    HttpApiEndpoint.post("replay", "/deliveries/:deliveryId/replay", {
      params,
      success: queued,
      error: [NotFound, Conflict]
    }).annotateMerge(
      summary(
        "Send a delivery again (extension)",
        "The same body under the same `webhook-id` and `counterfoil-sequence`: a delivered one, or one that a later result " +
          "replaced, as a new delivery, an exhausted one with its schedule from the start, a waiting one at once. Enables " +
          "an endpoint that answered 410; a paused one holds it until it is resumed. 409: it was cancelled, for what it " +
          "tells of is over, or the movement that it tells of is excluded: include it first."
      )
    ),
    HttpApiEndpoint.post("replayMany", "/deliveries/replay", {
      payload: BulkReplay,
      success: Schema.Struct({ queued: Schema.Int }).pipe(HttpApiSchema.status(202)),
      error: BadRequest
    }).annotateMerge(
      summary(
        "Send many deliveries again (extension)",
        "The oldest 10,000 at most; asked again, it goes on. They are sent behind what is new. Those of a paused endpoint " +
          "stay held."
      )
    )
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "Deliveries",
      description: "The log of webhooks: what was sent, what came back, and sending it again."
    })
  ) {}
