/** What happens to all accounts, as it is committed, for the program that embeds Counterfoil. */
import { EventLog } from "@counterfoil/core"
import { isContractEvent, RealtimeMessage } from "@counterfoil/domain"
import { DateTime, Effect, Schema, Stream } from "effect"

const decode = Schema.decodeUnknownEffect(RealtimeMessage)

/**
 * The messages of the realtime stream, of all users and from all nodes, from now on: each at least once, those of one account
 * in their order. A slow reader holds up the realtime stream of this node; put a queue of your own before slow work.
 */
export const events: Stream.Stream<RealtimeMessage, never, EventLog> = Stream.unwrap(
  Effect.map(EventLog, ({ feed }) =>
    Stream.mapEffect(
      Stream.filter(feed, ({ type }) => isContractEvent(type)),
      ({ accountId, data, occurredAt, type, userId }) =>
        Effect.orDie(decode({ type, userId, accountId, data, occurredAt: DateTime.formatIso(occurredAt) }))
    )
  )
)
