/** What happened to a user's accounts, for readers of the stream who come back. */
import { Context, Effect, Layer } from "effect"
import { EventRepository } from "./EventRepository.ts"
import type { AccountEvent } from "./Event.ts"

export class EventHistory extends Context.Service<
  EventHistory,
  {
    /**
     * By growing id: from after this one, or the last ones. An id is taken before it is committed: one that is lower than what
     * was read already may still come.
     */
    readonly list: (
      userId: string,
      page: { readonly after?: bigint; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<AccountEvent>>
  }
>()("@counterfoil/core/events/EventHistory") {
  static readonly layer: Layer.Layer<EventHistory, never, EventRepository> = Layer.effect(
    EventHistory,
    Effect.map(EventRepository, ({ ofUser }) => EventHistory.of({ list: ofUser }))
  )
}
