/** Realtime tickets as rows, by the hash of the ticket; the database's clock decides. */
import { Context, type Duration, type Effect } from "effect"

export interface TicketHolder {
  readonly userId: string
  readonly allTypes: boolean
}

export class TicketRepository extends Context.Service<
  TicketRepository,
  {
    /** Expired tickets are deleted on the way. */
    readonly insert: (
      ticketHash: Uint8Array,
      owner: { readonly id: string; readonly sessionVersion: number; readonly allTypes: boolean },
      ttl: Duration.Duration
    ) => Effect.Effect<void>
    /**
     * Deletes the ticket; its holder if it had not expired and the user's session version is still that of the ticket. Of
     * several at once only one gets it.
     */
    readonly take: (ticketHash: Uint8Array) => Effect.Effect<TicketHolder | null>
  }
>()("@counterfoil/core/users/TicketRepository") {}
