import { Api, CurrentUser } from "@counterfoil/api"
import { Accounts, Demo } from "@counterfoil/core"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { WebhookTestLimits } from "../limits/WebhookTestLimits.ts"
import { accountNotFound, badRequest, conflict, notFound, pathUuid, tooMany } from "../refusals.ts"

export const DemoHandlers = HttpApiBuilder.group(
  Api,
  "demo",
  Effect.fnUntraced(function* (handlers) {
    const { connect, introduce, visit } = yield* Demo
    const accounts = yield* Accounts
    const limits = yield* WebhookTestLimits

    return handlers.handleAll({
      get: Effect.fnUntraced(function* () {
        const user = yield* CurrentUser
        const found = yield* visit(user.id)
        return {
          available: connect !== undefined,
          connected: found === null ? null : { bank: found.bank, phone_page: found.phonePage }
        }
      }),

      connect: Effect.fnUntraced(
        function* () {
          const user = yield* CurrentUser
          if (connect === undefined) return yield* notFound()
          yield* limits.take(user.id)
          const demo = yield* connect(user.id)
          return {
            bank_id: demo.bankId,
            bank_username: demo.bankUsername,
            bank_password: Redacted.value(demo.bankPassword),
            pending_orders_endpoint: demo.pendingOrdersEndpoint,
            webhook_url: demo.webhookUrl,
            bank_page: demo.bankPage,
            shop_page: demo.shopPage
          }
        },
        Effect.catchTags({ DemoUnavailable: conflict, LimitReached: tooMany })
      ),

      introduce: Effect.fnUntraced(
        function* ({ payload }) {
          const user = yield* CurrentUser
          if (connect === undefined) return yield* notFound()
          const accountId = yield* pathUuid(payload.account_id, accountNotFound)
          yield* limits.take(user.id)
          const secret = yield* accounts.webhookSecret(user.id, accountId)
          if (secret === null) return yield* badRequest({ message: "The account has no settings yet" })
          yield* introduce(user.id, secret)
        },
        Effect.catchTags({ AccountNotFound: accountNotFound, DemoUnavailable: conflict, LimitReached: tooMany })
      )
    })
  })
)
