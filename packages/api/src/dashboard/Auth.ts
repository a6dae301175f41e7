/** Registration and log-in: the only endpoints of the dashboard API without a token. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  BadRequest,
  Conflict,
  Forbidden,
  ServiceUnavailableAnswer,
  TooManyRequestsAnswer,
  Unauthorized
} from "../errors.ts"
import { body, Id, withMessage, storable } from "../fields.ts"

const missing = "email and password required"

const credentials = {
  email: withMessage(Schema.String.check(storable("email"), Schema.isMinLength(1)), missing),
  password: withMessage(Schema.NonEmptyString, missing).annotateKey({ description: "8 to 256 characters" })
}

export const Registration = body(
  { ...credentials, name: Schema.optionalKey(withMessage(Schema.NullOr(Schema.String), "name must be a string")) },
  missing
)

export const LogIn = body(credentials, missing)

export const LoggedIn = Schema.Struct({
  token: Schema.String.annotate({ description: "A JWT, valid for 7 days" }),
  user: Schema.Struct({ id: Id, email: Schema.String, name: Schema.optionalKey(Schema.String) })
})

const RegistrationState = Schema.Struct({
  open: Schema.Boolean.annotate({ description: "Whether somebody may register" }),
  first_user: Schema.Boolean.annotate({
    description: "Whether nobody has registered yet: who comes first administers the installation"
  })
}).annotate({ identifier: "RegistrationState" })

export class AuthGroup extends HttpApiGroup.make("auth")
  .add(
    HttpApiEndpoint.get("registration", "/auth/registration", { success: RegistrationState }).annotateMerge(
      OpenApi.annotations({ summary: "Whether one can register here (extension)" })
    ),
    HttpApiEndpoint.post("register", "/auth/register", {
      payload: Registration,
      success: Schema.Struct({ id: Id, email: Schema.String }).pipe(HttpApiSchema.status(201)),
      error: [BadRequest, Forbidden, Conflict, TooManyRequestsAnswer, ServiceUnavailableAnswer]
    }).annotateMerge(OpenApi.annotations({ summary: "Register", description: "No token is returned: log in next." })),
    HttpApiEndpoint.post("logIn", "/auth/login", {
      payload: LogIn,
      success: LoggedIn,
      error: [BadRequest, Unauthorized, TooManyRequestsAnswer, ServiceUnavailableAnswer]
    }).annotateMerge(OpenApi.annotations({ summary: "Log in" }))
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Authentication",
      description: "Registration and log-in. The token of log-in opens everything but `/v1`, and lives for 7 days."
    })
  ) {}
