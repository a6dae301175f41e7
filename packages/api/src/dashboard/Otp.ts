/** The open question for a one-time code, and its answer. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, Conflict, NotFound, TooManyRequestsAnswer } from "../errors.ts"
import { body, pathId, required, withMessage, Timestamp } from "../fields.ts"
import { HasOwnLimit } from "../ownLimit.ts"

export const Assistance = Schema.Struct({
  id: Schema.String,
  type: Schema.Literal("otp"),
  descriptor: Schema.Struct({
    length: Schema.Int.annotate({ description: "Number of characters of the code" }),
    type: Schema.Literals(["numeric", "alphanumeric"]),
    purpose: Schema.optionalKey(
      Schema.String.annotate({ description: "In the script's words: don't show it as yours" })
    )
  }),
  prompt: Schema.optionalKey(
    Schema.String.annotate({
      description: "What to ask the owner with, in the service's own words; the script's are marked as such (extension)"
    })
  ),
  attempts: Schema.Int.annotate({ description: "Codes already tried for this request" }),
  expires_at: Schema.optionalKey(Timestamp).annotateKey({
    description: "When the login stops waiting for a code (extension)"
  })
}).annotate({ identifier: "AssistanceRequest" })

const codeMessage = "code must be 1 to 32 characters"
/** A number loses the zeros that a code may begin with. */
const codeKind = 'code must be a string, in quotes: "code": "123456"'

export const OtpSubmission = body(
  {
    // The last check's message is the one of another type, too.
    code: required(
      Schema.String.check(
        Schema.isMinLength(1, { message: codeMessage }),
        Schema.isMaxCodePoints(32, { message: codeMessage }),
        Schema.makeFilter(() => true)
      ),
      "code is required",
      codeKind
    ),
    assistance_id: Schema.optionalKey(
      withMessage(Schema.String.check(Schema.isMaxLength(64)), "assistance_id must be the id of a request")
    ).annotateKey({
      description: "For this request only: 409 where another one, or none, is pending (extension)"
    })
  },
  "code is required"
)

export const Submitted = Schema.Struct({ submitted: Schema.Literal(true) })

const params = { accountId: pathId("Account") }

export class OtpGroup extends HttpApiGroup.make("otp")
  .add(
    HttpApiEndpoint.get("pending", "/accounts/:accountId/otp", {
      params,
      success: Schema.NullOr(Assistance),
      error: NotFound
    }).annotateMerge(
      OpenApi.annotations({
        summary: "The pending request for a code, or null",
        description:
          "Null too while a submitted code is with the bank: then no other is taken. If the bank rejects it, the request is " +
          "pending again, with the same id and one more of `attempts`."
      })
    ),
    HttpApiEndpoint.post("submit", "/accounts/:accountId/otp", {
      params,
      payload: OtpSubmission,
      success: Submitted.pipe(HttpApiSchema.status(202)),
      error: [BadRequest, NotFound, Conflict, TooManyRequestsAnswer]
    })
      .annotate(HasOwnLimit, true)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Submit a code",
          description: "202: the code was forwarded to the login in progress, not that the bank accepted it."
        })
      ),
    HttpApiEndpoint.delete("cancel", "/accounts/:accountId/otp", {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Cancel the pending request (extension)",
        description:
          "204: no code of it is used any more, and the login ends. 409: nothing is pending, for example since a code was " +
          "handed over to the login, which nobody can take back."
      })
    )
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "One-time codes",
      description: "The open question of a login for a code, at most one per account, and its answer."
    })
  ) {}
