import { Api, AssistanceAnswer, OtpSubmission, V1BadRequest, V1TooManyRequests } from "@counterfoil/api"
import {
  AccountCommands,
  type AccountStatus,
  type CodeDoesNotFit,
  CodeSettings,
  makeLimiter,
  type MessageOutcome,
  ReceivedCodes
} from "@counterfoil/core"
import { type Swallowed, swallowedMessages } from "@counterfoil/domain"
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { isMessageType, readSms } from "../codes/readSms.ts"
import { jsonBody } from "../http/jsonBody.ts"
import { RequestRefused } from "../http/RequestRefused.ts"
import { presentPicture } from "./AssistancesHandlers.ts"
import { presentAssistance } from "./CodesHandlers.ts"
import { nothingPendingV1, permittedKey, tooManyCodes } from "./permittedKey.ts"
import { submissions } from "./submissions.ts"
import { OtpLimits } from "../limits/OtpLimits.ts"

/** More than any phone gets. Each is remembered for two days, so that it answers no later login when it is handed on again. */
const messagesPerHour = 600
const messageLimit = `at most ${messagesPerHour} messages an hour for one account`

export const V1Handlers = HttpApiBuilder.group(
  Api,
  "v1",
  Effect.fnUntraced(function* (handlers) {
    const commands = yield* AccountCommands
    const limits = yield* OtpLimits
    const received = yield* ReceivedCodes
    const codeSettings = yield* CodeSettings

    const messages = makeLimiter([{ limit: messagesPerHour, window: Duration.hours(1) }])
    const takeMessage = (id: string) =>
      Effect.mapError(
        messages.take(id),
        ({ retryAfterSeconds }) => new V1TooManyRequests({ retryAfterSeconds, limit: messageLimit })
      )

    const permitted = yield* permittedKey
    const give = yield* submissions

    return (
      handlers
        .handleAll({
          status: Effect.fnUntraced(function* ({ params }) {
            const { id } = yield* permitted("status:read", params.accountId)
            return presentStatus(id, yield* commands.status(id))
          }),

          assistances: Effect.fnUntraced(function* ({ params, query }) {
            const { id } = yield* permitted("status:read", params.accountId, "all")
            // It names no row to read on from, so none can be unknown.
            return (yield* Effect.orDie(codeSettings.assistances(id, query))).map(presentAssistance)
          }),

          picture: Effect.fnUntraced(
            function* ({ params, query: { steps_per_second: pace } }) {
              const { id } = yield* permitted("status:read", params.accountId, "all")
              return presentPicture(yield* commands.picture(id, params.assistanceId.toLowerCase()), pace)
            },
            Effect.catchTag("NoPendingAssistance", nothingPendingV1)
          ),

          withdraw: Effect.fnUntraced(
            function* ({ params }) {
              const { id } = yield* permitted("otp:write", params.accountId, "all")
              yield* commands.withdraw(id, params.assistanceId.toLowerCase())
            },
            Effect.catchTag("NoPendingAssistance", nothingPendingV1)
          )
        })
        // Raw, since the rate is counted before the body is read.
        .handleRaw(
          "submitOtp",
          Effect.fnUntraced(function* ({ params, request }) {
            const { id } = yield* permitted("otp:write", params.accountId)
            yield* limits.take(id)
            return yield* give.code(id, "api", yield* jsonBody(OtpSubmission, request))
          }, Effect.catchTags(refusals))
        )
        .handleRaw(
          "answer",
          Effect.fnUntraced(function* ({ params, request }) {
            const { id } = yield* permitted("otp:write", params.accountId, "all")
            yield* limits.take(id)
            const { answer } = yield* jsonBody(AssistanceAnswer, request)
            return yield* give.answer(id, "api", params.assistanceId, answer)
          }, Effect.catchTags(refusals))
        )
        // Raw, since forwarders have bodies of their own.
        .handleRaw(
          "sms",
          Effect.fnUntraced(
            function* ({ params, request }) {
              const { id } = yield* permitted("otp:write", params.accountId)
              yield* takeMessage(id)
              const contentType = request.headers["content-type"] ?? "application/json"
              if (!isMessageType(contentType)) return yield* Effect.die(RequestRefused.messageType)
              const read = readSms(contentType, yield* Effect.orDie(request.text))
              if (read._tag === "Other") return presentSms("not_a_message")
              if (read._tag === "Unreadable") return yield* unreadableSms
              const rules = yield* codeSettings.sms(id)
              const forwarded = { accountId: id, channel: "sms" as const, message: read.message, rules }
              return presentSms(yield* received.take(forwarded, limits.take(id)))
            },
            Effect.catchTag("LimitReached", tooManyCodes)
          )
        )
    )
  })
)

/** What is said to whoever gives a code or an answer. */
const refusals = {
  LimitReached: tooManyCodes,
  NoPendingAssistance: nothingPendingV1,
  CodeDoesNotFit: ({ message }: CodeDoesNotFit) =>
    Effect.fail(new V1BadRequest({ error: { code: "INVALID_REQUEST", message } }))
}

const unreadableSms = Effect.fail(
  new V1BadRequest({
    error: { code: "INVALID_REQUEST", message: "text is required: no message was found in the body (docs/codes.md)" }
  })
)

const swallowedSms = (reason: Swallowed) => ({
  submitted: false,
  reason,
  message: `Not used: ${swallowedMessages[reason]}`
})

const presentSms = (outcome: MessageOutcome) => {
  if (outcome === "submitted") return { submitted: true }
  return outcome === "held" ? { submitted: false, held: true as const } : swallowedSms(outcome)
}

export const presentStatus = (accountId: string, { pendingAssistance, sessionRunning }: AccountStatus) => ({
  account_id: accountId,
  session_running: sessionRunning,
  pending_assistance: pendingAssistance
})
