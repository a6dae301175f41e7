import { Api, channelBodies, ChannelKind, CurrentUser } from "@counterfoil/api"
import { NoticeChannels, type ShownChannel } from "@counterfoil/core"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { jsonBody } from "../http/jsonBody.ts"
import { WebhookTestLimits } from "../limits/WebhookTestLimits.ts"
import { badRequest, conflict, notFound, pathUuid, tooMany } from "../refusals.ts"

const present = ({ createdAt, lastFault, lastSuccessAt, pageOrigin, ...rest }: ShownChannel) => ({
  ...rest,
  page_origin: pageOrigin,
  created_at: createdAt,
  last_success_at: lastSuccessAt,
  last_fault: lastFault
})

export const ChannelsHandlers = HttpApiBuilder.group(
  Api,
  "channels",
  Effect.fnUntraced(function* (handlers) {
    const channels = yield* NoticeChannels
    const limits = yield* WebhookTestLimits

    return (
      handlers
        .handleAll({
          list: Effect.fnUntraced(function* () {
            const user = yield* CurrentUser
            return (yield* channels.list(user.id)).map(present)
          }),

          remove: Effect.fnUntraced(
            function* ({ params }) {
              const user = yield* CurrentUser
              yield* channels.remove(user.id, yield* pathUuid(params.channelId, notFound))
            },
            Effect.catchTag("ChannelNotFound", notFound)
          ),

          test: Effect.fnUntraced(
            function* ({ params }) {
              const user = yield* CurrentUser
              const id = yield* pathUuid(params.channelId, notFound)
              yield* limits.take(user.id)
              return yield* channels.test(user.id, id).pipe(
                Effect.as({ sent: true, problem: null }),
                Effect.catchTag("NoticeNotSent", ({ message }) => Effect.succeed({ sent: false, problem: message }))
              )
            },
            Effect.catchTags({ ChannelNotFound: notFound, LimitReached: tooMany })
          )
        })
        // Raw, so that a refusal speaks of the one kind that was meant.
        .handleRaw(
          "add",
          Effect.fnUntraced(
            function* ({ request }) {
              const user = yield* CurrentUser
              const { kind } = yield* jsonBody(ChannelKind, request)
              const body = yield* jsonBody(channelBodies[kind], request)
              const { language = "en", name, page_origin: pageOrigin = null, ...config } = body
              return present(
                yield* channels.add(user.id, { name, language, pageOrigin, config: Redacted.make(config) })
              )
            },
            Effect.catchTags({ TooManyChannels: conflict, InvalidChannel: badRequest })
          )
        )
    )
  })
)
