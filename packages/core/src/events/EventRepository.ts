/** Events as rows, and the news that there are new ones. */
import { Context, type DateTime, type Effect, type Stream } from "effect"
import type { NotificationEvent } from "@counterfoil/domain"
import type { AccountEvent, ToldEvent } from "./Event.ts"

export type NewEvent = ToldEvent & {
  readonly accountId: string
  readonly occurredAt: DateTime.Utc
}

export interface AppendedEvent extends AccountEvent {
  /** The bank's code. */
  readonly bank: string
  readonly accountName: string
  /** What the account's owner wants to be notified of; empty without an address for it. */
  readonly notifications: ReadonlyArray<NotificationEvent>
}

/** `Listening`: from now on every commit is announced; what was committed before is to be read from the table. */
export type Announcement =
  | { readonly _tag: "Listening" }
  | { readonly _tag: "Appended"; readonly ids: ReadonlyArray<bigint> }

export class EventRepository extends Context.Service<
  EventRepository,
  {
    /** One of the contract's types with the account's next version; announced when the transaction commits. Dies if there is no such account. */
    readonly append: (event: NewEvent) => Effect.Effect<AppendedEvent>
    /** By growing id, from after this one. */
    readonly after: (id: bigint, limit: number) => Effect.Effect<ReadonlyArray<AccountEvent>>
    /** By growing id. */
    readonly some: (ids: ReadonlyArray<bigint>) => Effect.Effect<ReadonlyArray<AccountEvent>>
    /** The user's, by growing id: from after this one, or the last ones. */
    readonly ofUser: (
      userId: string,
      page: { readonly after?: bigint; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<AccountEvent>>
    /** The greatest ids, growing. */
    readonly latestIds: (count: number) => Effect.Effect<ReadonlyArray<bigint>>
    /** Begins with `Listening`. Dies when the connection is lost. */
    readonly announcements: Stream.Stream<Announcement>
  }
>()("@counterfoil/core/events/EventRepository") {}
