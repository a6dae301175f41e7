/** Turns the bearer token of a request into its user. */
import { Authentication, CurrentUser, Unauthorized } from "@counterfoil/api"
import { type User, Users } from "@counterfoil/core"
import { readBy } from "@counterfoil/uws"
import { Effect, Layer, Redacted } from "effect"
import { bodyArrived, isUsualBody } from "../http/bodyArrived.ts"
import { ChangeLimits, isChange } from "../limits/ChangeLimits.ts"
import { changesAtOnce, RequestShare } from "../limits/RequestShare.ts"
import { Tokens } from "./Tokens.ts"

export const AuthenticationLive = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const tokens = yield* Tokens
    const users = yield* Users
    const share = yield* RequestShare
    const changes = yield* ChangeLimits
    return Authentication.of({
      token: Effect.fnUntraced(function* (handler, { credential, endpoint }) {
        if (Redacted.value(credential) === "") return yield* new Unauthorized({ error: "Bearer token required" })
        const subject = yield* tokens.verify(credential)
        if (subject === null) return yield* invalid
        const admitted = Effect.flatMap(users.find(subject.id), (user) =>
          user?.sessionVersion === subject.sessionVersion ? Effect.succeed(user) : invalid
        )
        const handled = (user: User) =>
          Effect.andThen(
            Effect.andThen(changes.admit(user.id, endpoint), readBy(user.id)),
            Effect.provideService(handler, CurrentUser, user)
          )
        // Asked once nothing is waited for any more: the session may have ended meanwhile.
        const afterWaiting = Effect.flatMap(admitted, handled)
        const isUsual = yield* isUsualBody
        const worked = (user: User) => share.inTurn(user.id)(handled(user), afterWaiting)
        // Files and scripts, which take longer, have limits of their own. First of all: what waits for its turn among the changes
        // takes no turn from what is read, nor from a code.
        const inTurn = Effect.flatMap(admitted, (user) =>
          isUsual && isChange(endpoint)
            ? share.inTurn(`${user.id} changes`, changesAtOnce)(worked(user), Effect.flatMap(admitted, worked))
            : worked(user)
        )
        // Not in the turn: who sends slowly holds up none of their user's other requests.
        if (isUsual) return yield* Effect.andThen(bodyArrived, inTurn)
        const { id } = yield* admitted
        return yield* share.inTurn(`${id} large`)(Effect.andThen(bodyArrived, inTurn))
      })
    })
  })
)

const invalid = Effect.fail(new Unauthorized({ error: "Invalid or expired token" }))
