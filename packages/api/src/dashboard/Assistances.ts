/** What a login asks besides a code, and how it is answered; ours. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, Conflict, NotFound, TooManyRequestsAnswer } from "../errors.ts"
import { body, pathId, required, wholeNumber } from "../fields.ts"
import { HasOwnLimit } from "../ownLimit.ts"
import { Submitted } from "./Otp.ts"

const answerMessage = "answer must be 1 to 200 characters"

export const AssistanceAnswer = body(
  {
    answer: required(
      Schema.String.check(Schema.isMinLength(1, { message: answerMessage }), Schema.isMaxCodePoints(200)),
      "answer is required",
      answerMessage
    )
  },
  "answer is required"
)

export const AssistancePicture = Schema.Struct({
  media_type: Schema.Literal("image/png").annotate({ description: "It may move (APNG)" }),
  data: Schema.String.annotate({ description: "In base64; fields and secrets are covered" })
}).annotate({ identifier: "AssistancePicture" })

export const pictureQuery = {
  steps_per_second: Schema.optionalKey(
    wholeNumber("steps_per_second", 2, 40, "How fast chipTAN's bars flicker: 2 to 40. (Default: 20)")
  )
}

const params = { accountId: pathId("Account"), assistanceId: pathId("Assistance request") }

export class AssistancesGroup extends HttpApiGroup.make("assistances")
  .add(
    HttpApiEndpoint.post("answer", "/accounts/:accountId/assistances/:assistanceId/answer", {
      params,
      payload: AssistanceAnswer,
      success: Submitted.pipe(HttpApiSchema.status(202)),
      error: [BadRequest, NotFound, Conflict, TooManyRequestsAnswer]
    })
      .annotate(HasOwnLimit, true)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Answer a request of any type (extension)",
          description:
            "The code, the words or the choice, what the picture says. 202: it was handed to the login in progress, not that the " +
            "bank accepted it. 400: it can't be the answer, and the request stays pending. 409: this request isn't pending (any " +
            "more). Approvals are given in the bank's app."
        })
      ),
    HttpApiEndpoint.get("picture", "/accounts/:accountId/assistances/:assistanceId/picture", {
      params,
      query: pictureQuery,
      success: AssistancePicture,
      error: [BadRequest, NotFound, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "What a request of type picture shows (extension)",
        description: "Kept in memory while it is pending, and nowhere else."
      })
    ),
    HttpApiEndpoint.delete("withdraw", "/accounts/:accountId/assistances/:assistanceId", {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Cancel a pending request of any type (extension)",
        description: "204: no answer of it is used any more, and the login ends. 409: it isn't pending (any more)."
      })
    )
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "What banks ask besides codes",
      description: "Approvals with a number, questions, pictures: shown, answered, cancelled (extension)."
    })
  ) {}
