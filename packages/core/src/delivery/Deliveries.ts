/** The delivery log, for the owner of the accounts: what was sent, what came back, and sending it again. */
import { Context, type DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { isUuid } from "@counterfoil/domain"
import { endpointPlace } from "../accounts/privateCells.ts"
import { uuid } from "../ids.ts"
import { OutboxNotifier } from "../outbox/OutboxNotifier.ts"
import { OutboxRepository } from "../outbox/OutboxRepository.ts"
import { bodyText, openBody } from "../outbox/sealedBody.ts"
import { Vault } from "../security/Vault.ts"
import { Transactor } from "../Transactor.ts"
import { stoppedBecause, type StoppedCode, stoppedCode } from "./stoppedBecause.ts"
import { UnknownCursor } from "../refusals.ts"
import type { BulkReplay, DeliveryFilter, DeliveryRow, StoredAttempt } from "../outbox/DeliveryRows.ts"

export interface DeliveryRecord extends DeliveryRow {
  /** One sentence; null while it goes on, and of a delivered one. */
  readonly stoppedBecause: string | null
  readonly stoppedCode: StoppedCode | null
}

export interface DeliveryAttempt extends Omit<StoredAttempt, "address" | "url"> {
  /** Empty: it is not known any more. */
  readonly url: string
}

export interface DeliveryDetail extends DeliveryRecord {
  /** As every attempt sends it. */
  readonly body: string
  /** The latest 50, in the order they were made. */
  readonly attempts: ReadonlyArray<DeliveryAttempt>
}

/** Absent, or of another user. */
export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", {}) {}
/** What it tells of is over: it is not sent again. */
export class DeliveryCancelled extends Schema.TaggedError<DeliveryCancelled>()("DeliveryCancelled", {}) {}
/** The movement that it tells of is taken out by a person: it isn't sent until it is taken in again. */
export class DeliveryTakenOut extends Schema.TaggedError<DeliveryTakenOut>()("DeliveryTakenOut", {}) {}

export class Deliveries extends Context.Service<
  Deliveries,
  {
    /** Over all accounts of the user, newest first. */
    readonly list: (
      userId: string,
      page: DeliveryFilter & { readonly limit: number; readonly offset: number; readonly before?: string }
    ) => Effect.Effect<ReadonlyArray<DeliveryRecord>, UnknownCursor>
    readonly get: (userId: string, deliveryId: string) => Effect.Effect<DeliveryDetail, DeliveryNotFound>
    /**
     * Sends it again, same id, sequence and bytes: a delivered or superseded one as a new delivery, an exhausted one with its
     * schedule from the start, a waiting or held one at once, and so one in flight, if that fails; but none that tells of a
     * match that was undone, or of a movement that is taken out. Enables the account's endpoint; a paused one holds it until
     * resumed.
     */
    readonly replay: (
      userId: string,
      deliveryId: string
    ) => Effect.Effect<void, DeliveryNotFound | DeliveryCancelled | DeliveryTakenOut>
    /** The oldest 10,000 at most, behind live traffic. Answers how many. */
    readonly replayMany: (
      userId: string,
      which: { readonly accountId?: string; readonly status: BulkReplay["status"]; readonly since?: DateTime.Utc }
    ) => Effect.Effect<number>
  }
>()("@counterfoil/core/delivery/Deliveries") {
  static readonly layer: Layer.Layer<Deliveries, never, OutboxRepository | OutboxNotifier | Transactor | Vault> =
    Layer.effect(
      Deliveries,
      Effect.suspend(() => make)
    )
}

const attemptsShown = 50
const replayedAtOnce = 10_000

const recordOf = <Row extends DeliveryRow>(row: Row) => ({
  ...row,
  stoppedBecause: stoppedBecause(row),
  stoppedCode: stoppedCode(row)
})

const make = Effect.gen(function* () {
  const outbox = yield* OutboxRepository
  const notifier = yield* OutboxNotifier
  const vault = yield* Vault
  const transactor = yield* Transactor
  const wakeWorker = transactor.afterCommit(notifier.notify)

  const opened = Effect.fnUntraced(function* (accountId: string, { address, url, ...attempt }: StoredAttempt) {
    const made: DeliveryAttempt = {
      ...attempt,
      url: url === null ? "" : Redacted.value(yield* vault.decrypt(endpointPlace(accountId, address), url))
    }
    return made
  }, Effect.orDie)

  const find = (userId: string, deliveryId: string) =>
    isUuid(deliveryId) ? outbox.findDelivery(userId, deliveryId) : Effect.succeed(null)

  const again = Effect.fnUntraced(function* (
    deliveryId: string,
    { status, superseded }: Pick<DeliveryRow, "status" | "superseded">
  ) {
    switch (status) {
      case "delivered":
        return yield* outbox.copy(deliveryId, yield* uuid)
      case "exhausted":
        return yield* outbox.restartDelivery(deliveryId)
      case "pending":
      case "delivering":
        return yield* outbox.hastenDelivery(deliveryId)
      case "held":
        return
      case "cancelled":
        // True when it was made, and its sequence says that it is the older one: a person may still want it.
        if (!superseded) return yield* new DeliveryCancelled({})
        return yield* outbox.copy(deliveryId, yield* uuid)
    }
  })

  return Deliveries.of({
    list: Effect.fn("Deliveries.list")(function* (userId, page) {
      if (page.before !== undefined && (yield* find(userId, page.before)) === null) return yield* new UnknownCursor({})
      return (yield* outbox.listDeliveries(userId, page)).map(recordOf)
    }),

    get: Effect.fn("Deliveries.get")(function* (userId, deliveryId) {
      const row = yield* find(userId, deliveryId)
      if (row === null) return yield* new DeliveryNotFound({})
      const stored = yield* outbox.listAttempts(row.id, attemptsShown)
      const attempts = yield* Effect.forEach(stored, (attempt) => opened(row.accountId, attempt))
      return { ...recordOf(row), body: bodyText(yield* Effect.orDie(openBody(vault, row))), attempts }
    }),

    replay: Effect.fn("Deliveries.replay")((userId, deliveryId) =>
      transactor.transact(
        Effect.gen(function* () {
          const found = yield* find(userId, deliveryId)
          if (found === null) return yield* new DeliveryNotFound({})
          // After an unmatch, what was told of the match is no longer true; whoever undoes it meanwhile cancels what is queued by then.
          const ofMatch = found.event === "matched" ? found.requestId : null
          if (ofMatch !== null && (yield* outbox.isUndone(ofMatch))) return yield* new DeliveryCancelled({})
          const { accountId, movementId } = found
          const isOfMovement = found.event === "movement" && movementId !== null
          if (isOfMovement && (yield* outbox.isTakenOut(accountId, movementId))) return yield* new DeliveryTakenOut({})
          // The endpoint first, then its messages: the order in which the worker takes them too.
          yield* outbox.release(found.accountId)
          const now = yield* outbox.lockDelivery(found.id)
          if (now !== null) yield* again(found.id, now)
          yield* wakeWorker
        })
      )
    ),

    replayMany: Effect.fn("Deliveries.replayMany")((userId, which) =>
      transactor.transact(
        Effect.gen(function* () {
          const queued = yield* outbox.restartDeliveries(userId, { ...which, limit: replayedAtOnce })
          yield* Effect.forEach(new Set(queued), outbox.release, { discard: true })
          yield* wakeWorker
          return queued.length
        })
      )
    )
  })
})
