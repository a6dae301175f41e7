import { Api, CurrentUser } from "@counterfoil/api"
import { RealtimeTickets } from "@counterfoil/core"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const RealtimeHandlers = HttpApiBuilder.group(
  Api,
  "realtime",
  Effect.fnUntraced(function* (handlers) {
    const tickets = yield* RealtimeTickets

    return handlers.handleAll({
      ticket: Effect.fnUntraced(function* () {
        const user = yield* CurrentUser
        const { ticket, ttlSeconds } = yield* tickets.issue(user)
        return { ticket: Redacted.value(ticket), ttl_seconds: ttlSeconds }
      })
    })
  })
)
