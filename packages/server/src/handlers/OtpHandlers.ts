import { Api, BadRequest, Conflict, OtpSubmission } from "@counterfoil/api"
import { AccountCommands, ReceivedCodes } from "@counterfoil/core"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { jsonBody } from "../http/jsonBody.ts"
import { OtpLimits } from "../limits/OtpLimits.ts"
import { tooMany } from "../refusals.ts"
import { codeAnswer } from "./codeAnswer.ts"
import { ownAccount } from "./ownAccount.ts"

export const OtpHandlers = HttpApiBuilder.group(
  Api,
  "otp",
  Effect.fnUntraced(function* (handlers) {
    const commands = yield* AccountCommands
    const limits = yield* OtpLimits
    const received = yield* ReceivedCodes
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
              const { assistance_id, code } = yield* jsonBody(OtpSubmission, request)
              yield* commands.submitOtp(id, Redacted.make(code), codeAnswer("dashboard", assistance_id))
              yield* received.noteSpent(id, Redacted.make(code))
              return { submitted: true as const }
            },
            Effect.catchTags({
              LimitReached: tooMany,
              NoPendingAssistance: nothingPending,
              CodeDoesNotFit: ({ message }) => Effect.fail(new BadRequest({ error: message }))
            })
          )
        )
    )
  })
)

function nothingPending() {
  return Effect.fail(new Conflict({ error: "No pending assistance for this account" }))
}
