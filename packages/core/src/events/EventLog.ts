/**
 * Facts about accounts, written in the transaction of the change and read by the realtime stream and the notifications.
 */
import { Context, DateTime, Effect, Layer, Option, PubSub, Stream } from "effect"
import { notificationBody, notificationOf } from "@counterfoil/domain"
import { openPrivate } from "../accounts/privateCells.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { Vault } from "../security/Vault.ts"
import { Transactor } from "../Transactor.ts"
import { type AppendedEvent, EventRepository } from "./EventRepository.ts"
import { followEvents } from "./followEvents.ts"
import type { AccountEvent, ToldEvent } from "./Event.ts"
import { AccountRepository } from "../accounts/AccountRepository.ts"

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
>()("@counterfoil/core/events/EventLog") {
  static readonly layer: Layer.Layer<
    EventLog,
    never,
    EventRepository | AccountRepository | Outbox | Transactor | Vault
  > = Layer.effect(
    EventLog,
    Effect.suspend(() => makeEventLog)
  )
}

const recent = 1000

/** Events that wait for a slow reader of the feed; then reading the table waits for it. */
const feedCapacity = 4096

const makeEventLog = Effect.gen(function* () {
  const repository = yield* EventRepository
  const settings = yield* AccountRepository
  const vault = yield* Vault
  const outbox = yield* Outbox
  const transactor = yield* Transactor
  const events = yield* Effect.acquireRelease(PubSub.bounded<AccountEvent>(feedCapacity), PubSub.shutdown)
  yield* Effect.forkScoped(yield* followEvents((batch) => Effect.asVoid(PubSub.publishAll(events, batch))))

  const queueNotification = Effect.fnUntraced(function* (event: AppendedEvent, assistanceId: string | undefined) {
    const type = Option.getOrUndefined(notificationOf(event.type))
    if (type === undefined || !event.notifications.includes(type)) return
    const stored = yield* settings.findSettings(event.accountId)
    yield* outbox.put({
      accountId: event.accountId,
      lane: "notification",
      event: type,
      ...(assistanceId === undefined ? {} : { assistanceId }),
      body: notificationBody(
        {
          type,
          accountId: event.accountId,
          bank: event.bank,
          accountName: event.accountName,
          occurredAt: event.occurredAt.epochMilliseconds,
          data: event.data
        },
        stored === null ? null : (yield* openPrivate(vault, stored)).webhookExtraFields
      )
    })
  })

  return EventLog.of({
    append: Effect.fn("EventLog.append")(function* ({ assistanceId, notify = true, ...event }) {
      const occurredAt = yield* DateTime.now
      // The event and its notification are one fact.
      yield* transactor.transact(
        Effect.flatMap(repository.append({ ...event, occurredAt }), (appended) =>
          notify ? queueNotification(appended, assistanceId) : Effect.void
        )
      )
    }),
    feed: Stream.fromPubSub(events),
    recentIds: repository.latestIds(recent)
  })
})
