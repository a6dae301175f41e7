/** Realtime tickets as rows, by the hash of the ticket; the database's clock decides. */
import { Context, type Duration, type Effect } from "effect"

export class TicketRepository extends Context.Service<
  TicketRepository,
  {
    /** Expired tickets are deleted on the way. */
    readonly insert: (ticketHash: Uint8Array, userId: string, ttl: Duration.Duration) => Effect.Effect<void>
    /** Deletes the ticket; its user if it had not expired. Of several at once only one gets it. */
    readonly take: (ticketHash: Uint8Array) => Effect.Effect<string | null>
  }
>()("@counterfoil/core/users/TicketRepository") {}
