import { Api, AssistanceAnswer, BadRequest, Conflict } from "@counterfoil/api"
import { AccountCommands, atPace, ReceivedCodes } from "@counterfoil/core"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { jsonBody } from "../http/jsonBody.ts"
import { OtpLimits } from "../limits/OtpLimits.ts"
import { tooMany } from "../refusals.ts"
import { ownAccount } from "./ownAccount.ts"

export const presentPicture = (png: Uint8Array, pace: number | undefined) => ({
  media_type: "image/png" as const,
  data: (pace === undefined ? Buffer.from(png) : atPace(png, pace)).toString("base64")
})

export const AssistancesHandlers = HttpApiBuilder.group(
  Api,
  "assistances",
  Effect.fnUntraced(function* (handlers) {
    const commands = yield* AccountCommands
    const limits = yield* OtpLimits
    const received = yield* ReceivedCodes
    const own = yield* ownAccount

    const submit = Effect.fnUntraced(function* (id: string, assistanceId: string, answer: Redacted.Redacted<string>) {
      const { pendingAssistance } = yield* commands.status(id)
      yield* commands.submitOtp(id, answer, { assistanceId, channel: "dashboard", answers: "all" })
      if (pendingAssistance?.id === assistanceId) yield* received.noteSpent(id, answer)
    })

    return (
      handlers
        .handleAll({
          picture: ({ params, query: { steps_per_second: pace } }) =>
            Effect.flatMap(own(params.accountId), ({ id }) =>
              commands.picture(id, params.assistanceId.toLowerCase())
            ).pipe(
              Effect.map((png) => presentPicture(png, pace)),
              Effect.catchTag("NoPendingAssistance", nothingPending)
            ),

          withdraw: ({ params }) =>
            Effect.flatMap(own(params.accountId), ({ id }) =>
              commands.withdraw(id, params.assistanceId.toLowerCase())
            ).pipe(Effect.catchTag("NoPendingAssistance", nothingPending))
        })
        // Raw, since the rate is counted before the body is read.
        .handleRaw(
          "answer",
          Effect.fnUntraced(
            function* ({ params, request }) {
              const { id } = yield* own(params.accountId)
              yield* limits.take(id)
              const { answer } = yield* jsonBody(AssistanceAnswer, request)
              yield* submit(id, params.assistanceId.toLowerCase(), Redacted.make(answer))
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
