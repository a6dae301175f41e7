/** The external API: what a machine does with an API key. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ApiKeyAuthentication } from "../Authentication.ts"
import { Assistance, OtpSubmission, Submitted } from "../dashboard/Otp.ts"
import { V1BadRequest, V1Conflict, V1NotFound, V1TooManyRequestsAnswer } from "../errors.ts"
import { Id, pathId } from "../fields.ts"
import { v1Answer, v1Assistances, v1Picture, v1Withdraw } from "./V1Assistances.ts"
import { swallowedReasons } from "@counterfoil/domain"

const params = { accountId: pathId("Account") }

export const V1Status = Schema.Struct({
  account_id: Id,
  session_running: Schema.Boolean,
  pending_assistance: Schema.NullOr(Assistance)
}).annotate({ identifier: "AccountStatus" })

const textMessage = "text is required: the message's words"

/** What a forwarder sends whose body can be chosen; those of the known ones are read too. */
const ForwardedSms = Schema.Struct({
  text: Schema.String.annotate({ description: textMessage }),
  from: Schema.optionalKey(Schema.String.annotate({ description: "Its sender, as the phone names it" })),
  sent_at: Schema.optionalKey(
    Schema.String.annotate({ description: "When it was sent: ISO 8601 with a zone, or Unix time" })
  )
}).annotate({ identifier: "ForwardedSms" })

export const SmsAnswer = Schema.Struct({
  submitted: Schema.Boolean,
  held: Schema.optionalKey(Schema.Literal(true)).annotateKey({
    description: "The login has not asked yet, and gets the code when it does"
  }),
  reason: Schema.optionalKey(Schema.Literals(swallowedReasons)).annotateKey({
    description: "Why the message was not used"
  }),
  message: Schema.optionalKey(Schema.String).annotateKey({ description: "The same, in one sentence" })
}).annotate({ identifier: "ForwardedSmsAnswer" })

export class V1Group extends HttpApiGroup.make("v1")
  .add(
    HttpApiEndpoint.post("submitOtp", "/v1/accounts/:accountId/otp", {
      params,
      payload: OtpSubmission,
      success: Submitted.pipe(HttpApiSchema.status(202)),
      error: [V1BadRequest, V1NotFound, V1Conflict, V1TooManyRequestsAnswer]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Submit a code (scope otp:write)",
        description: "202: accepted for delivery to the login. The outcome shows in status, notification and realtime."
      })
    ),
    HttpApiEndpoint.post("sms", "/v1/accounts/:accountId/sms", {
      params,
      payload: ForwardedSms,
      success: SmsAnswer.pipe(HttpApiSchema.status(202)),
      error: [V1BadRequest, V1NotFound, V1TooManyRequestsAnswer]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Forward a message that may hold a code (scope otp:write, extension)",
        description:
          "JSON or a form, also in the words of the well-known forwarders and gateways (docs/codes.md). The code is picked out " +
          "of it; what is late, doubled or of no use is answered 202 as well, so that nobody sends it again, and `reason` says why."
      })
    ),
    HttpApiEndpoint.get("status", "/v1/accounts/:accountId/status", {
      params,
      success: V1Status,
      error: V1NotFound
    }).annotateMerge(OpenApi.annotations({ summary: "Session and pending request (scope status:read)" })),
    v1Assistances,
    v1Answer,
    v1Picture,
    v1Withdraw
  )
  .middleware(ApiKeyAuthentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "External API v1",
      description: "What a machine does with an API key: submit codes, read status. A token is never accepted here."
    })
  ) {}
