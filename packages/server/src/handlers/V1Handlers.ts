import {
  Api,
  type ApiKeyScope,
  CurrentApiKey,
  OtpSubmission,
  V1BadRequest,
  V1Conflict,
  V1Forbidden,
  V1NotFound,
  V1TooManyRequests
} from "@counterfoil/api"
import {
  AccountCommands,
  Accounts,
  type AccountStatus,
  CodeSettings,
  type MessageOutcome,
  ReceivedCodes
} from "@counterfoil/core"
import { isUuid, type Swallowed, swallowedMessages } from "@counterfoil/domain"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { isMessageType, readSms } from "../codes/readSms.ts"
import { jsonBody } from "../http/jsonBody.ts"
import { RequestRefused } from "../http/RequestRefused.ts"
import { codeAnswer } from "./codeAnswer.ts"
import type { LimitReached } from "../limits/Limiter.ts"
import { OtpLimits, otpLimitInWords } from "../limits/OtpLimits.ts"

export const V1Handlers = HttpApiBuilder.group(
  Api,
  "v1",
  Effect.fnUntraced(function* (handlers) {
    const accounts = yield* Accounts
    const commands = yield* AccountCommands
    const limits = yield* OtpLimits
    const received = yield* ReceivedCodes
    const codeSettings = yield* CodeSettings

    /** Scope first, then the key's accounts, then whether the account is there at all. */
    const permitted = Effect.fnUntraced(
      function* (scope: ApiKeyScope, accountId: string) {
        const key = yield* CurrentApiKey
        const id = accountId.toLowerCase()
        if (!key.scopes.includes(scope)) return yield* forbidden(`The API key lacks the scope ${scope}`)
        if (key.accountIds !== null && !key.accountIds.includes(id)) {
          return yield* forbidden("The API key is not allowed for this account")
        }
        if (!isUuid(id)) return yield* accountNotFound()
        return yield* accounts.get(key.userId, id)
      },
      Effect.catchTag("AccountNotFound", accountNotFound)
    )

    return (
      handlers
        .handleAll({
          status: Effect.fnUntraced(function* ({ params }) {
            const { id } = yield* permitted("status:read", params.accountId)
            return presentStatus(id, yield* commands.status(id))
          })
        })
        // Raw, since the rate is counted before the body is read.
        .handleRaw(
          "submitOtp",
          Effect.fnUntraced(
            function* ({ params, request }) {
              const { id } = yield* permitted("otp:write", params.accountId)
              yield* limits.take(id)
              const { assistance_id, code } = yield* jsonBody(OtpSubmission, request)
              yield* commands.submitOtp(id, Redacted.make(code), codeAnswer("api", assistance_id))
              yield* received.noteSpent(id, Redacted.make(code))
              return { submitted: true as const }
            },
            Effect.catchTags({
              LimitReached: tooManyCodes,
              NoPendingAssistance: () =>
                Effect.fail(
                  new V1Conflict({
                    error: { code: "NO_PENDING_ASSISTANCE", message: "No pending assistance for this account" }
                  })
                ),
              CodeDoesNotFit: ({ message }) =>
                Effect.fail(new V1BadRequest({ error: { code: "INVALID_REQUEST", message } }))
            })
          )
        )
        // Raw, since forwarders have bodies of their own.
        .handleRaw(
          "sms",
          Effect.fnUntraced(
            function* ({ params, request }) {
              const { id } = yield* permitted("otp:write", params.accountId)
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

const tooManyCodes = ({ retryAfterSeconds, rule }: LimitReached) =>
  Effect.fail(new V1TooManyRequests({ retryAfterSeconds, limit: otpLimitInWords(rule) }))

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

function accountNotFound() {
  return Effect.fail(new V1NotFound({ error: { code: "NOT_FOUND", message: "Account not found" } }))
}

const forbidden = (message: string) => Effect.fail(new V1Forbidden({ error: { code: "FORBIDDEN", message } }))
