import { Api, BadRequest } from "@counterfoil/api"
import { type AskRules, type AssistanceRecord, CodeSettings } from "@counterfoil/core"
import { isUuid } from "@counterfoil/domain"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accountNotFound, badRequest } from "../refusals.ts"
import { ownAccount } from "./ownAccount.ts"

export const presentAssistance = ({
  answeredAt,
  answeredBy,
  endedAt,
  expiresAt,
  requestedAt,
  ...rest
}: AssistanceRecord) => ({
  ...rest,
  requested_at: requestedAt,
  expires_at: expiresAt,
  ended_at: endedAt,
  answered_by: answeredBy,
  answered_at: answeredAt,
  answered_after_seconds:
    answeredAt === null
      ? null
      : Math.max(0, Math.round((answeredAt.epochMilliseconds - requestedAt.epochMilliseconds) / 1000))
})

export const CodesHandlers = HttpApiBuilder.group(
  Api,
  "codes",
  Effect.fnUntraced(function* (handlers) {
    const settings = yield* CodeSettings
    const own = yield* ownAccount

    const shown = Effect.fnUntraced(function* (accountId: string) {
      const sms = yield* settings.sms(accountId)
      const totp = yield* settings.totp(accountId)
      return {
        sms: { ...sms, path: `/v1/accounts/${accountId}/sms` },
        totp: totp === null ? null : presentTotp(totp)
      }
    })

    return handlers.handleAll({
      read: ({ params }) => Effect.flatMap(own(params.accountId), ({ id }) => shown(id)),

      save: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { id } = yield* own(params.accountId)
          yield* settings.saveSms(id, payload.sms)
          return yield* shown(id)
        },
        Effect.catchTags({ InvalidCodeSettings: badRequest, AccountNotFound: accountNotFound })
      ),

      saveTotp: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { id } = yield* own(params.accountId)
          yield* settings.saveTotp(id, Redacted.make(payload.secret))
          return yield* shown(id)
        },
        Effect.catchTags({ InvalidCodeSettings: badRequest, AccountNotFound: accountNotFound })
      ),

      forgetTotp: ({ params }) =>
        Effect.flatMap(own(params.accountId), ({ id }) => settings.forgetTotp(id)).pipe(
          Effect.catchTag("AccountNotFound", accountNotFound)
        ),

      asking: ({ params }) =>
        Effect.flatMap(own(params.accountId), ({ id }) => settings.asking(id)).pipe(Effect.map(presentAsking)),

      saveAsking: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { id } = yield* own(params.accountId)
          const { hours, most_per_day, snoozed_until, zone } = payload
          yield* settings.saveAsking(id, { hours, zone, mostPerDay: most_per_day, snoozedUntil: snoozed_until })
          return presentAsking(yield* settings.asking(id))
        },
        Effect.catchTags({ InvalidCodeSettings: badRequest, AccountNotFound: accountNotFound })
      ),

      assistances: Effect.fnUntraced(
        function* ({ params, query: { before, limit } }) {
          const { id } = yield* own(params.accountId)
          if (before !== undefined && !isUuid(before)) return yield* unknownCursor()
          const page = before === undefined ? { limit } : { limit, before: before.toLowerCase() }
          return (yield* settings.assistances(id, page)).map(presentAssistance)
        },
        Effect.catchTag("UnknownCursor", unknownCursor)
      )
    })
  })
)

function unknownCursor() {
  return Effect.fail(new BadRequest({ error: "before must be the id of an assistance request" }))
}

const presentAsking = ({ hours, mostPerDay, snoozedUntil, zone }: AskRules) => ({
  hours,
  zone,
  most_per_day: mostPerDay,
  snoozed_until: snoozedUntil
})

type Facts = NonNullable<Effect.Success<ReturnType<CodeSettings["Service"]["totp"]>>>

const presentTotp = ({ addedAt, ...rest }: Facts) => ({ ...rest, added_at: addedAt })
