/** Turns the bearer token of a request into its user. */
import { Authentication, CurrentUser, Unauthorized } from "@counterfoil/api"
import { Users } from "@counterfoil/core"
import { Effect, Layer, Redacted } from "effect"
import { RequestShare } from "../limits/RequestShare.ts"
import { Tokens } from "./Tokens.ts"

export const AuthenticationLive = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const tokens = yield* Tokens
    const users = yield* Users
    const share = yield* RequestShare
    return Authentication.of({
      token: Effect.fnUntraced(function* (handler, { credential }) {
        if (Redacted.value(credential) === "") return yield* new Unauthorized({ error: "Bearer token required" })
        const subject = yield* tokens.verify(credential)
        const user = subject === null ? null : yield* users.find(subject.id)
        if (user === null || user.sessionVersion !== subject?.sessionVersion) {
          return yield* new Unauthorized({ error: "Invalid or expired token" })
        }
        return yield* share.inTurn(user.id)(Effect.provideService(handler, CurrentUser, user))
      })
    })
  })
)
