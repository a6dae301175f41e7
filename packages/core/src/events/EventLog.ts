/**
 * Facts about accounts, written in the transaction of the change and read by the realtime stream and the notifications.
 */
import { Context, type Effect, type Stream } from "effect"
import type { AccountEvent, ToldEvent } from "./Event.ts"

export class EventLog extends Context.Service<
  EventLog,
  {
    /**
     * Appends an event of the account (the contract's types: version + 1), queues its notification where the settings ask for one, and wakes
     * the feeds of all nodes after the commit. Call it inside the transaction of the change.
     */
    readonly append: (
      event: ToldEvent & {
        readonly accountId: string
        /** False: no notification, whatever the settings ask for (a spell of failures is notified once). (Default: true) */
        readonly notify?: boolean
        /** The assistance request it belongs to: its notification stops when the request ends. */
        readonly assistanceId?: string
      }
    ) => Effect.Effect<void>
    /**
     * Events of all accounts and all nodes from now on, each at least once, as they are committed: those of one account in
     * the order of their versions, over accounts not always in the order of their ids.
     */
    readonly feed: Stream.Stream<AccountEvent>
    /** The ids of the last events that are committed, growing; at most a thousand. */
    readonly recentIds: Effect.Effect<ReadonlyArray<bigint>>
  }
>()("@counterfoil/core/events/EventLog") {}
