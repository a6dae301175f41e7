import { Api, CurrentUser } from "@counterfoil/api"
import { type PushChannel, PushChannels } from "@counterfoil/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { WebhookTestLimits } from "../limits/WebhookTestLimits.ts"
import { badRequest, conflict, notFound, tooMany } from "../refusals.ts"

export const PushHandlers = HttpApiBuilder.group(
  Api,
  "push",
  Effect.fnUntraced(function* (handlers) {
    const channels = yield* PushChannels
    const limits = yield* WebhookTestLimits

    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const user = yield* CurrentUser
        const known = yield* channels.list(user.id)
        return { public_key: yield* channels.publicKey, channels: known.map(present) }
      }),

      put: Effect.fnUntraced(
        function* ({ payload: { endpoint, keys, label, language, page_origin } }) {
          const user = yield* CurrentUser
          return present(yield* channels.put(user.id, { endpoint, keys, label, language, pageOrigin: page_origin }))
        },
        Effect.catchTags({ InvalidSubscription: badRequest, TooManyDevices: conflict })
      ),

      remove: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          yield* channels.remove(user.id, params.id)
        },
        Effect.catchTag("PushChannelNotFound", notFound)
      ),

      test: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          yield* limits.take(user.id)
          const end = yield* channels.test(user.id, params.id)
          return { outcome: end._tag, fault: end._tag === "failed" ? end.fault : null }
        },
        Effect.catchTags({ PushChannelNotFound: notFound, LimitReached: tooMany })
      )
    })
  })
)

const present = (channel: PushChannel) => ({
  id: channel.id,
  kind: "web_push" as const,
  label: channel.label,
  created_at: channel.createdAt,
  last_success_at: channel.lastSuccessAt,
  last_fault: channel.lastFault
})
