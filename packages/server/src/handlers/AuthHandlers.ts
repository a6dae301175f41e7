import { Api, Conflict, Forbidden, Unauthorized } from "@counterfoil/api"
import { Users } from "@counterfoil/core"
import { Effect, Option, Redacted } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Tokens } from "../authentication/Tokens.ts"
import { foreignRegistration, PageRules } from "../http/pageRule.ts"
import { AuthLimits } from "../limits/AuthLimits.ts"
import { badRequest, overloaded, tooMany } from "../refusals.ts"

export const AuthHandlers = HttpApiBuilder.group(
  Api,
  "auth",
  Effect.fnUntraced(function* (handlers) {
    const users = yield* Users
    const tokens = yield* Tokens
    const limits = yield* AuthLimits
    const pages = yield* PageRules

    return handlers.handleAll({
      registration: () =>
        Effect.map(users.registration, ({ isFirst, isOpen }) => ({ open: isOpen, first_user: isFirst })),

      register: Effect.fnUntraced(
        function* ({ payload: { email, name, password }, request }) {
          const foreign = foreignRegistration(request, pages)
          if (foreign !== undefined) return yield* Effect.die(foreign)
          yield* limits.admit(addressOf(request))
          const named = name == null || name === "" ? {} : { name }
          const user = yield* users.register({ email, password: Redacted.make(password), ...named })
          return { id: user.id, email: user.email }
        },
        Effect.catchTags({
          LimitReached: tooMany,
          InvalidRegistration: badRequest,
          EmailAlreadyExists: () => Effect.fail(new Conflict({ error: "Email already exists" })),
          RegistrationClosed: () => Effect.fail(new Forbidden({ error: "Registration is closed" })),
          Overloaded: overloaded
        })
      ),

      logIn: Effect.fnUntraced(
        function* ({ payload: { email, password }, request }) {
          const address = addressOf(request)
          yield* limits.admitLogIn({ email, address })
          const user = yield* limits.guard({ email, address })(
            users.logIn(email, Redacted.make(password)),
            (error) => error._tag === "InvalidCredentials"
          )
          const token = yield* tokens.issue(user)
          return { token, user: { id: user.id, email: user.email, ...(user.name === null ? {} : { name: user.name }) } }
        },
        Effect.catchTags({
          LimitReached: tooMany,
          InvalidCredentials: () => Effect.fail(new Unauthorized({ error: "Invalid credentials" })),
          Overloaded: overloaded
        })
      )
    })
  })
)

export const addressOf = (request: HttpServerRequest.HttpServerRequest): string =>
  Option.getOrElse(request.remoteAddress, () => "unknown")
