/** What is to be told, in the commit of what happened. `DeliveryWorker` sends it. */
import type { Steps } from "@counterfoil/domain"
import { Context, Effect, Layer } from "effect"
import { cooperatively } from "../cooperatively.ts"
import { uuid, withIds } from "../ids.ts"
import { Vault } from "../security/Vault.ts"
import { Transactor } from "../Transactor.ts"
import { messageIdOf } from "./messageId.ts"
import { OutboxNotifier } from "./OutboxNotifier.ts"
import { type OutboxMessage, OutboxRepository, type Replayed, type Unsent } from "./OutboxRepository.ts"
import { bodyPlace } from "./sealedBody.ts"

export interface OutboxEntry {
  readonly accountId: string
  readonly lane: "result" | "notification"
  /** `matched`, `ambiguous`, `expired`, `movement`, or a notification kind. */
  readonly event: string
  readonly requestId?: string
  readonly movementId?: string
  readonly assistanceId?: string
  /** JSON text, serialised once; every attempt sends these bytes. */
  readonly body: string
}

export class Outbox extends Context.Service<
  Outbox,
  {
    /**
     * Call inside the transaction of the change. Wakes the worker after the commit. Of the same request, earlier results that
     * have not been delivered are not sent any more.
     */
    readonly put: (entry: OutboxEntry) => Effect.Effect<void>
    /** The same of many, in one statement. */
    readonly putAll: (entries: ReadonlyArray<OutboxEntry>) => Effect.Effect<void>
    /** The same in two: what takes the processor at once, and what takes the database when the answer is run. */
    readonly prepareAll: (entries: ReadonlyArray<OutboxEntry>) => Effect.Effect<Effect.Effect<void>>
    /**
     * A new delivery of the latest message of the request or movement, same id and bytes; enables the account's endpoint if a
     * person asks for it. False: there never was one.
     */
    readonly replay: (of: Replayed) => Effect.Effect<boolean>
    /**
     * Cancels messages that were not sent yet: all of an account, the notification of an assistance request that ended, a
     * result that is no longer true of its conciliation request, or movements that were excluded or that the bank took back, and
     * `matched` of orders that these pay.
     */
    readonly cancel: (of: Unsent) => Effect.Effect<void>
    /**
     * Called in the transaction that saves settings: enables the account's endpoint, releases what is held for it, and
     * makes waiting retries due at once, and those of attempts in flight, since the settings may have been the fault.
     */
    readonly enable: (accountId: string) => Effect.Effect<void>
  }
>()("@counterfoil/core/outbox/Outbox") {
  static readonly layer: Layer.Layer<Outbox, never, OutboxRepository | OutboxNotifier | Transactor | Vault> =
    Layer.effect(
      Outbox,
      Effect.suspend(() => make)
    )
}

const make = Effect.gen(function* () {
  const repository = yield* OutboxRepository
  const notifier = yield* OutboxNotifier
  const vault = yield* Vault
  const transactor = yield* Transactor
  const wakeWorker = transactor.afterCommit(notifier.notify)

  const sealed = Effect.fnUntraced(function* (entries: ReadonlyArray<OutboxEntry>) {
    const identified = yield* withIds(entries, identify)
    const sealers = new Map<string, Sealer>()
    for (const { accountId } of entries) {
      if (!sealers.has(accountId)) sealers.set(accountId, yield* vault.sealer(accountId))
    }
    const named = yield* withIds(identified, name)
    return yield* cooperatively(sealing(named, sealers))
  })

  const putSealed = Effect.fnUntraced(function* (messages: ReadonlyArray<OutboxMessage>) {
    if (messages.length === 0) return
    yield* repository.add(messages)
    yield* wakeWorker
  })

  const prepareAll = (entries: ReadonlyArray<OutboxEntry>) => Effect.map(sealed(entries), putSealed)
  const putAll = (entries: ReadonlyArray<OutboxEntry>) => Effect.flatten(prepareAll(entries))

  return Outbox.of({
    put: Effect.fn("Outbox.put")((entry) => putAll([entry])),
    putAll: Effect.fn("Outbox.putAll")(putAll),
    prepareAll: Effect.fn("Outbox.prepareAll")(prepareAll),
    replay: Effect.fn("Outbox.replay")(function* (of) {
      const latest = yield* repository.latestResult(of)
      if (latest === null) return false
      // The endpoint first, then its messages: the order in which the worker takes them too.
      if (!("byItself" in of)) yield* repository.release(latest.accountId)
      yield* repository.copy(latest.id, yield* uuid)
      yield* wakeWorker
      return true
    }, transactor.transact),
    cancel: Effect.fn("Outbox.cancel")(repository.cancel),
    enable: Effect.fn("Outbox.enable")(function* (accountId) {
      yield* repository.release(accountId)
      yield* repository.hastenResults(accountId)
      yield* wakeWorker
    }, transactor.transact)
  })
})

type Sealer = Effect.Success<ReturnType<Vault["Service"]["sealer"]>>

interface Identified {
  readonly entry: OutboxEntry
  readonly id: string
}

interface Named extends Identified {
  readonly messageId: string
}

const identify = (entry: OutboxEntry, id: string): Identified => ({ entry, id })
const name = ({ entry, id }: Identified, other: string): Named => ({ entry, id, messageId: messageIdOf(other) })

function* sealing(
  named: ReadonlyArray<Named>,
  sealers: ReadonlyMap<string, Sealer>
): Steps<ReadonlyArray<OutboxMessage>> {
  const messages: Array<OutboxMessage> = []
  for (const { entry, id, messageId } of named) {
    const seal = sealers.get(entry.accountId)
    if (seal !== undefined) messages.push(messageOf(entry, id, messageId, seal))
    yield
  }
  return messages
}

const messageOf = (entry: OutboxEntry, id: string, messageId: string, seal: Sealer): OutboxMessage => ({
  id,
  messageId,
  accountId: entry.accountId,
  lane: entry.lane,
  event: entry.event,
  requestId: entry.requestId ?? null,
  movementId: entry.movementId ?? null,
  assistanceId: entry.assistanceId ?? null,
  body: seal(bodyPlace({ accountId: entry.accountId, messageId }), entry.body)
})
