/** Turns the bearer token of a request into its user. */
import { Authentication, CurrentUser, Unauthorized } from "@counterfoil/api"
import { Users } from "@counterfoil/core"
import { Effect, Layer, Redacted } from "effect"
import { bodyArrived, usualBodyArrived } from "../http/bodyArrived.ts"
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
        if (subject === null) return yield* invalid
        // Before the turn: who sends slowly holds up none of their user's other requests.
        yield* usualBodyArrived
        return yield* share.inTurn(subject.id)(
          Effect.gen(function* () {
            yield* bodyArrived
            // Only now, when nothing is waited for any more: the session may have ended meanwhile.
            const user = yield* users.find(subject.id)
            if (user?.sessionVersion !== subject.sessionVersion) return yield* invalid
            return yield* Effect.provideService(handler, CurrentUser, user)
          })
        )
      })
    })
  })
)

const invalid = Effect.fail(new Unauthorized({ error: "Invalid or expired token" }))
