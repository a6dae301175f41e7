import { Api, BadRequest, CurrentUser } from "@counterfoil/api"
import { UserDeletion, Users } from "@counterfoil/core"
import { RealtimeHub } from "@counterfoil/uws"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Tokens } from "../authentication/Tokens.ts"
import { AuthLimits } from "../limits/AuthLimits.ts"
import { topicsOf } from "../realtime/RealtimeStream.ts"
import { badRequest, conflict, overloaded, tooMany } from "../refusals.ts"
import { addressOf } from "./AuthHandlers.ts"

export const MeHandlers = HttpApiBuilder.group(
  Api,
  "me",
  Effect.fnUntraced(function* (handlers) {
    const users = yield* Users
    const tokens = yield* Tokens
    const limits = yield* AuthLimits
    const deletion = yield* UserDeletion
    const hub = yield* RealtimeHub
    const endStreams = (userId: string, reason: string) =>
      Effect.forEach(topicsOf(userId), (topic) => hub.close(topic, { code: 4401, reason }), { discard: true })
    const passwordIsWrong = () => Effect.fail(new BadRequest({ error: "current_password is wrong" }))

    return handlers.handleAll({
      get: () =>
        Effect.map(CurrentUser, ({ email, id, name, operationMode }) => ({
          id,
          email,
          ...(name === null ? {} : { name }),
          operation_mode: operationMode
        })),

      setOperationMode: Effect.fnUntraced(function* ({ payload: { mode } }) {
        const user = yield* CurrentUser
        yield* users.setOperationMode(user.id, mode)
        return { operation_mode: mode }
      }),

      changePassword: Effect.fnUntraced(
        function* ({ payload, request }) {
          const user = yield* CurrentUser
          const { current_password, new_password } = payload
          yield* limits.admitChange(user.id)
          const changed = yield* limits.guard({ email: user.email, address: addressOf(request) })(
            users.changePassword(user.id, Redacted.make(current_password), Redacted.make(new_password)),
            (error) => error._tag === "InvalidCredentials"
          )
          // Streams that were opened with an earlier token end with it.
          yield* endStreams(user.id, "The password has changed")
          return { token: yield* tokens.issue(changed) }
        },
        Effect.catchTags({
          LimitReached: tooMany,
          InvalidCredentials: passwordIsWrong,
          InvalidRegistration: badRequest,
          Overloaded: overloaded
        })
      ),

      remove: Effect.fnUntraced(
        function* ({ payload, request }) {
          const user = yield* CurrentUser
          yield* limits.admitChange(user.id)
          yield* limits.guard({ email: user.email, address: addressOf(request) })(
            deletion.deleteMe(user.id, Redacted.make(payload.current_password)),
            (error) => error._tag === "InvalidCredentials"
          )
          yield* endStreams(user.id, "The user was deleted")
        },
        Effect.catchTags({
          LimitReached: tooMany,
          InvalidCredentials: passwordIsWrong,
          LastAdministrator: conflict,
          Overloaded: overloaded
        })
      )
    })
  })
)
