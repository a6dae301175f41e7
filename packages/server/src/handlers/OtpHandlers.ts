import { Api, OtpSubmission } from "@counterfoil/api"
import { AccountCommands } from "@counterfoil/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { jsonBody } from "../http/jsonBody.ts"
import { OtpLimits } from "../limits/OtpLimits.ts"
import { badRequest, nothingPending, tooMany } from "../refusals.ts"
import { ownAccount } from "./ownAccount.ts"
import { submissions } from "./submissions.ts"

export const OtpHandlers = HttpApiBuilder.group(
  Api,
  "otp",
  Effect.fnUntraced(function* (handlers) {
    const commands = yield* AccountCommands
    const limits = yield* OtpLimits
    const give = yield* submissions
    const own = yield* ownAccount

    return (
      handlers
        .handleAll({
          pending: ({ params }) =>
            Effect.flatMap(own(params.accountId), ({ id }) => commands.status(id)).pipe(
              Effect.map((status) => status.pendingAssistance)
            ),

          cancel: ({ params }) =>
            Effect.flatMap(own(params.accountId), ({ id }) => commands.cancelAssistance(id)).pipe(
              Effect.catchTag("NoPendingAssistance", nothingPending)
            )
        })
        // Raw, since the rate is counted before the body is read.
        .handleRaw(
          "submit",
          Effect.fnUntraced(
            function* ({ params, request }) {
              const { id } = yield* own(params.accountId)
              yield* limits.take(id)
              return yield* give.code(id, "dashboard", yield* jsonBody(OtpSubmission, request))
            },
            Effect.catchTags({ LimitReached: tooMany, NoPendingAssistance: nothingPending, CodeDoesNotFit: badRequest })
          )
        )
    )
  })
)
