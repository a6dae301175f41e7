/** What happened to a user's accounts, for readers of the stream who come back. */
import { Context, Effect, Layer } from "effect"
import { EventRepository } from "./EventRepository.ts"
import type { AccountEvent } from "./Event.ts"

export class EventHistory extends Context.Service<
  EventHistory,
  {
    /**
     * By growing id: those after this id, or the last ones. Ids are taken before their commit, so an event with a lower id
     * than one that was read already may still appear.
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
