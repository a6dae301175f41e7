/** An account's endpoint: how it does, and a person's hold on it. */
import { Context, Effect, Layer, Schema } from "effect"
import { openPrivate } from "../accounts/privateCells.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { OutboxNotifier } from "../outbox/OutboxNotifier.ts"
import { OutboxRepository } from "../outbox/OutboxRepository.ts"
import { Vault } from "../security/Vault.ts"
import { Transactor } from "../Transactor.ts"
import type { EndpointState } from "../outbox/DeliveryRows.ts"
import { AccountRepository } from "../accounts/AccountRepository.ts"

/** Where an account's results go, and what was learnt about it. */
export interface Endpoint extends EndpointState {
  readonly url: string
}

/** The account's settings name no webhook_url. */
export class NoEndpoint extends Schema.TaggedError<NoEndpoint>()("NoEndpoint", {}) {}

export class Endpoints extends Context.Service<
  Endpoints,
  {
    /** Null: the settings name none. */
    readonly find: (accountId: string) => Effect.Effect<Endpoint | null>
    /** Results are held from now on; one in flight ends. Saving settings and replays leave it paused. */
    readonly pause: (accountId: string) => Effect.Effect<Endpoint, NoEndpoint>
    /** Sends what was held, ramping up; enables one that was disabled too. */
    readonly resume: (accountId: string) => Effect.Effect<Endpoint, NoEndpoint>
  }
>()("@counterfoil/core/delivery/Endpoints") {
  static readonly layer: Layer.Layer<
    Endpoints,
    never,
    AccountRepository | OutboxRepository | OutboxNotifier | ActivityLog | Transactor | Vault
  > = Layer.effect(
    Endpoints,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const settings = yield* AccountRepository
  const vault = yield* Vault
  const outbox = yield* OutboxRepository
  const activity = yield* ActivityLog
  const notifier = yield* OutboxNotifier
  const transactor = yield* Transactor

  const find = Effect.fnUntraced(function* (accountId: string) {
    const [state, stored] = [yield* outbox.findEndpoint(accountId), yield* settings.findSettings(accountId)]
    if (state === null || stored === null) return null
    const endpoint: Endpoint = { ...state, url: (yield* openPrivate(vault, stored)).webhookUrl }
    return endpoint
  })

  const existing = Effect.fnUntraced(function* (accountId: string) {
    return (yield* find(accountId)) ?? (yield* new NoEndpoint({}))
  })

  /** Under the account's lock: of two who press the same at once, the second finds it done. */
  const locked = (accountId: string) => Effect.andThen(settings.lock(accountId), existing(accountId))

  const pause = Effect.fnUntraced(function* (accountId: string) {
    if ((yield* locked(accountId)).state !== "paused") {
      const message = "The webhook endpoint was paused: results are held until it is resumed"
      yield* activity.add({ accountId, kind: "endpoint.paused", message, data: {} })
    }
    yield* outbox.pauseEndpoint(accountId)
    return yield* existing(accountId)
  })

  const resume = Effect.fnUntraced(function* (accountId: string) {
    const { state } = yield* locked(accountId)
    if (state !== "active") {
      const message = "The webhook endpoint was resumed: what was held is tried again"
      yield* activity.add({ accountId, kind: "endpoint.resumed", message, data: {} })
      yield* outbox.resumeEndpoint(accountId)
      yield* outbox.release(accountId)
      yield* transactor.afterCommit(notifier.notify)
    }
    return yield* existing(accountId)
  })

  return Endpoints.of({
    find: Effect.fn("Endpoints.find")(find),
    pause: Effect.fn("Endpoints.pause")((accountId) => transactor.transact(pause(accountId))),
    resume: Effect.fn("Endpoints.resume")((accountId) => transactor.transact(resume(accountId)))
  })
})
