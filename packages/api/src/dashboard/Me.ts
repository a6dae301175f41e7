/** The caller: profile, operation mode, password. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, ServiceUnavailableAnswer, TooManyRequestsAnswer } from "../errors.ts"
import { body, Id, said } from "../fields.ts"

export const OperationMode = Schema.Literals(["reconcile", "passthrough"])

export const Profile = Schema.Struct({
  id: Id,
  email: Schema.String,
  name: Schema.optionalKey(Schema.String),
  operation_mode: Schema.NullOr(OperationMode).annotate({ description: "Null: not chosen yet" })
})

const modeMessage = "mode must be reconcile or passthrough"

export const ModeChoice = body({ mode: said(OperationMode, modeMessage) }, modeMessage)

const passwordsMessage = "current_password and new_password are required"

export const PasswordChange = body(
  {
    current_password: said(Schema.NonEmptyString, passwordsMessage),
    new_password: said(Schema.NonEmptyString, passwordsMessage).annotateKey({ description: "8 to 256 characters" })
  },
  passwordsMessage
)

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
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change the password (extension)",
        description: "All earlier tokens become invalid; the answer carries a new one."
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
