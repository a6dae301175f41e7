import { Api, AssistanceAnswer } from "@counterfoil/api"
import { AccountCommands, atPace } from "@counterfoil/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { jsonBody } from "../http/jsonBody.ts"
import { OtpLimits } from "../limits/OtpLimits.ts"
import { badRequest, nothingPending, tooMany } from "../refusals.ts"
import { ownAccount } from "./ownAccount.ts"
import { submissions } from "./submissions.ts"

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
    const give = yield* submissions
    const own = yield* ownAccount

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
              return yield* give.answer(id, "dashboard", params.assistanceId, answer)
            },
            Effect.catchTags({ LimitReached: tooMany, NoPendingAssistance: nothingPending, CodeDoesNotFit: badRequest })
          )
        )
    )
  })
)
