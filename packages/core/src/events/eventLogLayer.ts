import { DateTime, Effect, Layer, Option, PubSub, Stream } from "effect"
import { notificationBody, notificationOf } from "@counterfoil/domain"
import { AccountRepository } from "../accounts/AccountRepository.ts"
import { openPrivate } from "../accounts/privateCells.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { Vault } from "../security/Vault.ts"
import { Transactor } from "../Transactor.ts"
import type { AccountEvent } from "./Event.ts"
import { EventLog } from "./EventLog.ts"
import { type AppendedEvent, EventRepository } from "./EventRepository.ts"
import { followEvents } from "./followEvents.ts"

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

export const eventLogLayer: Layer.Layer<
  EventLog,
  never,
  EventRepository | AccountRepository | Outbox | Transactor | Vault
> = Layer.effect(EventLog, makeEventLog)
