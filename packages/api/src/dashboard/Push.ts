/** The browsers that ring when a bank wants a code. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, Conflict, NotFound, TooManyRequestsAnswer } from "../errors.ts"
import { body, Id, pathId, withMessage, storable, Timestamp, TimestampOrNull } from "../fields.ts"
import { HasOwnLimit } from "../ownLimit.ts"

const PushKind = Schema.Literal("web_push")

export const PushChannel = Schema.Struct({
  id: Id,
  kind: PushKind,
  label: Schema.String,
  created_at: Timestamp,
  last_success_at: TimestampOrNull,
  last_fault: Schema.NullOr(Schema.String).annotate({ description: "Why the last try failed; null after a success" })
}).annotate({ identifier: "PushChannel" })

const kindMessage = "kind must be web_push: an ntfy topic is a channel (POST /me/channels)"
const endpointMessage = "endpoint must be an absolute http or https URL without credentials"
const keysMessage = "keys must be what the browser's subscription has: p256dh and auth"
const originMessage = "page_origin must be an origin such as https://counterfoil.example"

export const PushSubscriptionRequest = body(
  {
    kind: withMessage(PushKind, kindMessage),
    endpoint: withMessage(Schema.NonEmptyString.check(storable("endpoint")), endpointMessage).annotateKey({
      description: "Of the browser's subscription"
    }),
    keys: withMessage(Schema.Struct({ p256dh: Schema.String, auth: Schema.String }), keysMessage).annotateKey({
      description: "Of the browser's subscription"
    }),
    label: withMessage(Schema.NonEmptyString.check(storable("label")), "label must be 1 to 100 characters"),
    page_origin: withMessage(Schema.String, originMessage).annotateKey({ description: "Where a tap leads" }),
    language: withMessage(Schema.Literals(["en", "es"]), "language must be en or es")
  },
  kindMessage
)

const PushTest = Schema.Struct({
  outcome: Schema.Literals(["sent", "gone", "failed"]).annotate({
    description: "gone: the browser has unsubscribed, and the channel was removed"
  }),
  fault: Schema.NullOr(Schema.String)
}).annotate({ identifier: "PushTest" })

const params = { id: pathId("Channel") }

export class PushGroup extends HttpApiGroup.make("push")
  .add(
    HttpApiEndpoint.get("list", "/me/push", {
      success: Schema.Struct({
        public_key: Schema.String.annotate({ description: "The applicationServerKey that browsers subscribe with" }),
        channels: Schema.Array(PushChannel)
      })
    }).annotateMerge(
      OpenApi.annotations({ summary: "The browsers that ring when a bank wants a code, newest first (extension)" })
    ),
    HttpApiEndpoint.post("put", "/me/push", {
      payload: PushSubscriptionRequest,
      success: PushChannel.pipe(HttpApiSchema.status(201)),
      error: [BadRequest, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Ring this browser too (extension)",
        description:
          "When a bank wants a code, and when the reading of an account has stopped for good. What is sent holds no code, " +
          "amount or name. The endpoint must be one that the egress rules allow. The same endpoint is one channel."
      })
    ),
    HttpApiEndpoint.delete("remove", "/me/push/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: NotFound
    }).annotateMerge(OpenApi.annotations({ summary: "Ring it no more (extension)" })),
    HttpApiEndpoint.post("test", "/me/push/:id/test", {
      params,
      success: PushTest,
      error: [NotFound, TooManyRequestsAnswer]
    })
      .annotate(HasOwnLimit, true)
      .annotateMerge(OpenApi.annotations({ summary: "Ring it now (extension)", description: "At most 10 a minute." }))
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({ title: "Push", description: "The browsers that ring when a bank wants a code." })
  ) {}
