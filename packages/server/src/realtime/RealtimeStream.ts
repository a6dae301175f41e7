/** The stream of events to a user's browsers: a ticket opens it, then each event of the user's accounts is sent. */
import { codeHeader, realtimePath, realtimeProtocol, refusalCodeOf } from "@counterfoil/api"
import { type AccountEvent, EventLog, logFailure, QuotaLimits, RealtimeTickets, Users } from "@counterfoil/core"
import { isContractEvent } from "@counterfoil/domain"
import { type Ending, RealtimeHub, Rejected } from "@counterfoil/uws"
import { mayOpen } from "./originRule.ts"
import { Sent } from "./Sent.ts"
import { streamHolders } from "./streamHolders.ts"
import { DateTime, Effect, Fiber, Layer, Redacted, Stream } from "effect"

const topicOf = (userId: string): string => `user:${userId}`
/** Of streams that hear all types, each message with its id. */
const fullTopicOf = (userId: string): string => `user:${userId}:all`

/** All that the user's streams hear, whichever they are. */
export const topicsOf = (userId: string): ReadonlyArray<string> => [topicOf(userId), fullTopicOf(userId)]

/** All streams hear it. Nothing is said on it: by it they are ended. */
const everyone = "everyone"

/** Clients take it for a lost connection: they come back, and ask for what they missed. */
const comeBack: Ending = { code: 1011, reason: "An event could not be sent: connect again" }

/** How long a stream outlives a change of the password on another node, at the longest. */
const holdersAsked = "10 seconds"

/** How long the end of the stream waits for the last events. */
const patience = "2 seconds"

export interface StreamOptions {
  /** Whose pages may open it beside the server's own, each as browsers write it: `https://app.example`. (Default: nobody's) */
  readonly origins?: ReadonlyArray<string> | undefined
}

/**
 * Serves the stream and feeds it for as long as the layer lives. What is committed by its end is still sent: those who write
 * events are to end before.
 */
export const realtimeStream = ({ origins = [] }: StreamOptions = {}) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const hub = yield* RealtimeHub
      const tickets = yield* RealtimeTickets
      const events = yield* EventLog
      const { realtimeStreams } = yield* QuotaLimits
      const sent = new Sent(yield* events.recentIds)
      const users = yield* Users
      const holders = streamHolders(hub, users.find)

      const publish = Effect.fnUntraced(function* (event: AccountEvent) {
        if (isContractEvent(event.type)) yield* hub.publish(topicOf(event.userId), JSON.stringify(messageOf(event)))
        yield* hub.publish(fullTopicOf(event.userId), JSON.stringify(numberedMessageOf(event)))
      })

      /** Whoever doesn't get it is ended, and asks for it: one event that can't be sent holds up no other. */
      const tell = (event: AccountEvent) =>
        publish(event).pipe(
          Effect.catchCause((cause) =>
            Effect.andThen(
              logFailure("An event could not be sent to its user's realtime streams, which are ended", cause),
              Effect.forEach(topicsOf(event.userId), (topic) => hub.close(topic, comeBack), { discard: true })
            )
          ),
          Effect.andThen(Effect.sync(() => sent.add(event.id)))
        )

      const feed = Effect.gen(function* () {
        const feeding = yield* Effect.forkChild(Stream.runForEach(events.feed, tell), { startImmediately: true })
        // It hears from here on. What came between an earlier one and this, open streams were not sent.
        yield* hub.close(everyone, comeBack)
        yield* Fiber.join(feeding)
      })
      const fanOut = feed.pipe(
        Effect.tapCause((cause) => logFailure("The realtime feed broke off, it starts again", cause)),
        Effect.exit,
        Effect.andThen(Effect.sleep("1 second")),
        Effect.forever
      )
      yield* Effect.forkScoped(fanOut)
      const look = holders.look.pipe(
        Effect.tapCause((cause) =>
          logFailure("Whose streams are over could not be looked up, it is tried again", cause)
        ),
        Effect.exit
      )
      yield* Effect.sleep(holdersAsked).pipe(Effect.andThen(look), Effect.forever, Effect.forkScoped)
      yield* hub.serve({
        path: realtimePath,
        protocol: realtimeProtocol,
        refusalBody: inJson,
        unsupportedProtocol: rejected(400, `Sec-WebSocket-Protocol must be ${realtimeProtocol}, <ticket>`),
        authenticate: Effect.fnUntraced(function* ({ headers: { host, origin }, protocols }) {
          // Before the ticket is looked at, so that a page that may not open a stream doesn't use one up either.
          if (!mayOpen({ host, origin }, origins)) return yield* foreignPage
          const offered = protocols.filter((protocol) => protocol !== realtimeProtocol)
          const [ticket] = offered
          if (ticket === undefined || offered.length > 1) return yield* badTicket
          const holder = yield* tickets.redeem(Redacted.make(ticket))
          if (holder === null) return yield* badTicket
          const [topic, fullTopic] = [topicOf(holder.userId), fullTopicOf(holder.userId)]
          // Nothing is waited for between this and the connection's beginning.
          const open = (yield* hub.subscribers(topic)) + (yield* hub.subscribers(fullTopic))
          if (open >= realtimeStreams) return yield* tooManyStreams(realtimeStreams)
          return { topics: [holder.allTypes ? fullTopic : topic, holders.enter(holder), everyone] }
        })
      })
      // Added last, so that it runs while the feed and the connections are there.
      yield* Effect.addFinalizer(() =>
        events.recentIds.pipe(
          Effect.flatMap((ids) => sent.all(ids)),
          Effect.interruptible,
          Effect.timeoutOption(patience),
          Effect.catchCause((cause) =>
            Effect.logWarning("The last events may not have reached the realtime streams", cause)
          )
        )
      )
    })
  )

const inJson = (error: string, status: number) => ({
  body: JSON.stringify({ error }),
  contentType: "application/json",
  headers: { [codeHeader]: refusalCodeOf(status, error) }
})

const rejected = (status: 400 | 401 | 403 | 429, error: string) => new Rejected({ status, ...inJson(error, status) })

const badTicket = rejected(401, "Invalid or expired ticket")

const tooManyStreams = (most: number) =>
  rejected(
    429,
    `${most} of your streams are open, the most that each user may have: close one, or ask the server's operator to raise REALTIME_STREAMS_PER_USER`
  )

const foreignPage = rejected(403, "Pages of this origin may not open a stream")

/** The contract's message. */
const messageOf = (event: AccountEvent) => ({
  type: event.type,
  userId: event.userId,
  accountId: event.accountId,
  data: event.data,
  occurredAt: DateTime.formatIso(event.occurredAt)
})

/** The contract's message with the event's id before it: by that a reader who comes back asks for what it missed. */
export const numberedMessageOf = (event: AccountEvent) => ({ id: String(event.id), ...messageOf(event) })
