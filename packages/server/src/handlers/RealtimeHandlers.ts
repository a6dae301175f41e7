import { Api, CurrentUser, TicketWish } from "@counterfoil/api"
import { EventHistory, RealtimeTickets } from "@counterfoil/core"
import { Effect, Redacted } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { jsonBody } from "../http/jsonBody.ts"
import { numberedMessageOf } from "../realtime/RealtimeStream.ts"

export const RealtimeHandlers = HttpApiBuilder.group(
  Api,
  "realtime",
  Effect.fnUntraced(function* (handlers) {
    const history = yield* EventHistory
    const tickets = yield* RealtimeTickets

    return handlers.handleAll({
      ticket: Effect.fnUntraced(function* ({ request }) {
        const user = yield* CurrentUser
        const { types } = yield* wishOf(request)
        const { ticket, ttlSeconds } = yield* tickets.issue({ ...user, allTypes: types === "all" })
        return { ticket: Redacted.value(ticket), ttl_seconds: ttlSeconds }
      }),

      events: Effect.fnUntraced(function* ({ query: { after, limit } }) {
        const user = yield* CurrentUser
        const found = yield* history.list(user.id, { limit, ...(after === undefined ? {} : { after: BigInt(after) }) })
        // As they are stored: what an earlier release wrote of an event is told as it was then.
        return HttpServerResponse.text(JSON.stringify(found.map(numberedMessageOf)), {
          contentType: "application/json"
        })
      })
    })
  })
)

/** The contract asks without a body, whatever its content type says. */
const wishOf = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<typeof TicketWish.Type> =>
  Effect.flatMap(Effect.orDie(request.text), (text) =>
    text === "" ? Effect.succeed({}) : jsonBody(TicketWish, request)
  )
