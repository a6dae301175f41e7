/** The caller: profile, operation mode, password. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, Conflict, ServiceUnavailableAnswer, TooManyRequestsAnswer } from "../errors.ts"
import { body, Id, withMessage } from "../fields.ts"
import { HasOwnLimit } from "../ownLimit.ts"

export const OperationMode = Schema.Literals(["reconcile", "passthrough"])

export const Profile = Schema.Struct({
  id: Id,
  email: Schema.String,
  name: Schema.optionalKey(Schema.String),
  operation_mode: Schema.NullOr(OperationMode).annotate({ description: "Null: not chosen yet" })
})

const modeMessage = "mode must be reconcile or passthrough"

export const ModeChoice = body({ mode: withMessage(OperationMode, modeMessage) }, modeMessage)

const passwordsMessage = "current_password and new_password are required"

export const PasswordChange = body(
  {
    current_password: withMessage(Schema.NonEmptyString, passwordsMessage),
    new_password: withMessage(Schema.NonEmptyString, passwordsMessage).annotateKey({
      description: "8 to 256 characters"
    })
  },
  passwordsMessage
)

const passwordMessage = "current_password is required"

export const Farewell = body({ current_password: withMessage(Schema.NonEmptyString, passwordMessage) }, passwordMessage)

export class MeGroup extends HttpApiGroup.make("me")
  .add(
    HttpApiEndpoint.get("get", "/me", { success: Profile }).annotateMerge(OpenApi.annotations({ summary: "Who am I" })),
    HttpApiEndpoint.put("setOperationMode", "/me/operation-mode", {
      payload: ModeChoice,
      success: Schema.Struct({ operation_mode: OperationMode }),
      error: BadRequest
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Choose the operation mode",
        description: "Applies to every account of the user from the next cycle."
      })
    ),
    HttpApiEndpoint.post("changePassword", "/me/password", {
      payload: PasswordChange,
      success: Schema.Struct({ token: Schema.String }).annotate({
        description: "A new token; earlier ones are invalid"
      }),
      error: [BadRequest, TooManyRequestsAnswer, ServiceUnavailableAnswer]
    })
      .annotate(HasOwnLimit, true)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Change the password (extension)",
          description: "All earlier tokens become invalid; the answer carries a new one."
        })
      ),
    HttpApiEndpoint.delete("remove", "/me", {
      payload: Farewell,
      success: HttpApiSchema.NoContent,
      error: [BadRequest, Conflict, TooManyRequestsAnswer, ServiceUnavailableAnswer]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete the caller (extension)",
        description:
          "Deletes the caller's accounts as `DELETE /accounts/:accountId` does, and their keys, channels, name and e-mail. What the accounts had read is erased after the time that the operator set (30 days by default): amounts, dates and keyed hashes stay. The last administrator is refused with 409."
      })
    )
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "Me",
      description: "The caller: profile, operation mode, password."
    })
  ) {}
