/** The stream of events to a user's browsers: a ticket opens it, then each event of the user's accounts is sent. */
import { realtimePath, realtimeProtocol } from "@counterfoil/api"
import { type AccountEvent, EventLog, RealtimeTickets } from "@counterfoil/core"
import { RealtimeHub, Rejected } from "@counterfoil/uws"
import { DateTime, Effect, Layer, Redacted, Stream } from "effect"

export const topicOf = (userId: string): string => `user:${userId}`

/** Serves the stream and feeds it for as long as the layer lives. */
export const RealtimeStream = Layer.effectDiscard(
  Effect.gen(function* () {
    const hub = yield* RealtimeHub
    const tickets = yield* RealtimeTickets
    const events = yield* EventLog

    const fanOut = events.feed.pipe(
      Stream.runForEach((event) => hub.publish(topicOf(event.userId), messageOf(event))),
      Effect.tapCause((cause) => Effect.logError("The realtime feed broke off, it starts again", cause)),
      Effect.exit,
      Effect.andThen(Effect.sleep("1 second")),
      Effect.forever
    )
    yield* Effect.forkScoped(fanOut)
    yield* hub.serve({
      path: realtimePath,
      protocol: realtimeProtocol,
      unsupportedProtocol: rejected(400, `Sec-WebSocket-Protocol must be ${realtimeProtocol}, <ticket>`),
      authenticate: Effect.fnUntraced(function* ({ protocols }) {
        const offered = protocols.filter((protocol) => protocol !== realtimeProtocol)
        const [ticket] = offered
        if (ticket === undefined || offered.length > 1) return yield* badTicket
        const userId = yield* tickets.redeem(Redacted.make(ticket))
        return userId === null ? yield* badTicket : { topics: [topicOf(userId)] }
      })
    })
  })
)

const rejected = (status: 400 | 401, error: string) =>
  new Rejected({ status, body: JSON.stringify({ error }), contentType: "application/json" })

const badTicket = rejected(401, "Invalid or expired ticket")

/** The contract's message. */
const messageOf = (event: AccountEvent): string =>
  JSON.stringify({
    type: event.type,
    userId: event.userId,
    accountId: event.accountId,
    data: event.data,
    occurredAt: DateTime.formatIso(event.occurredAt)
  })
