/** The external API: what a machine does with an API key. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ApiKeyAuthentication } from "../Authentication.ts"
import { Assistance, OtpSubmission, Submitted } from "../dashboard/Otp.ts"
import { V1BadRequest, V1Conflict, V1NotFound, V1TooManyRequestsAnswer } from "../errors.ts"
import { Id, pathId } from "../fields.ts"

const params = { accountId: pathId("Account") }

export const V1Status = Schema.Struct({
  account_id: Id,
  session_running: Schema.Boolean,
  pending_assistance: Schema.NullOr(Assistance)
}).annotate({ identifier: "AccountStatus" })

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
    HttpApiEndpoint.get("status", "/v1/accounts/:accountId/status", {
      params,
      success: V1Status,
      error: V1NotFound
    }).annotateMerge(OpenApi.annotations({ summary: "Session and pending request (scope status:read)" }))
  )
  .middleware(ApiKeyAuthentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "External API v1",
      description: "What a machine does with an API key: submit codes, read status. A token is never accepted here."
    })
  ) {}
