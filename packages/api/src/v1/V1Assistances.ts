/** What a machine does with what isn't a code, if its key's owner wanted that; ours. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { AssistanceAnswer, AssistancePicture, pictureQuery } from "../dashboard/Assistances.ts"
import { AssistanceEntry } from "../dashboard/Codes.ts"
import { Submitted } from "../dashboard/Otp.ts"
import { V1BadRequest, V1Conflict, V1NotFound, V1TooManyRequestsAnswer } from "../errors.ts"
import { limit, pathId } from "../fields.ts"

const ofAccount = { accountId: pathId("Account") }
const ofRequest = { ...ofAccount, assistanceId: pathId("Assistance request") }
const only = "For keys made with `types: all` only: 403 for all others."

export const v1Assistances = HttpApiEndpoint.get("assistances", "/v1/accounts/:accountId/assistances", {
  params: ofAccount,
  query: { limit: limit(50, 200) },
  success: Schema.Array(AssistanceEntry),
  error: [V1BadRequest, V1NotFound]
}).annotateMerge(
  OpenApi.annotations({
    summary: "What was asked, newest first; the one that waits comes first (scope status:read, extension)",
    description: only
  })
)

export const v1Answer = HttpApiEndpoint.post("answer", "/v1/accounts/:accountId/assistances/:assistanceId/answer", {
  params: ofRequest,
  payload: AssistanceAnswer,
  success: Submitted.pipe(HttpApiSchema.status(202)),
  error: [V1BadRequest, V1NotFound, V1Conflict, V1TooManyRequestsAnswer]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Answer a request of any type (scope otp:write, extension)",
    description: `${only} As on the dashboard API. Approvals are given in the bank's app, by a person.`
  })
)

export const v1Picture = HttpApiEndpoint.get("picture", "/v1/accounts/:accountId/assistances/:assistanceId/picture", {
  params: ofRequest,
  query: pictureQuery,
  success: AssistancePicture,
  error: [V1BadRequest, V1NotFound, V1Conflict]
}).annotateMerge(
  OpenApi.annotations({
    summary: "What a request of type picture shows (scope status:read, extension)",
    description: only
  })
)

export const v1Withdraw = HttpApiEndpoint.delete("withdraw", "/v1/accounts/:accountId/assistances/:assistanceId", {
  params: ofRequest,
  success: HttpApiSchema.NoContent,
  error: [V1NotFound, V1Conflict]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Cancel a pending request of any type; the login ends (scope otp:write, extension)",
    description: only
  })
)
