/** An account's endpoint: how it does, and a person's hold on it. */
import { Context, Effect, Layer, Schema } from "effect"
import { ActivityLog } from "../events/ActivityLog.ts"
import { OutboxBell } from "../outbox/OutboxBell.ts"
import { OutboxRepository } from "../outbox/OutboxRepository.ts"
import { Transactor } from "../Transactor.ts"
import { type Endpoint, EndpointRepository } from "./EndpointRepository.ts"

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
    EndpointRepository | OutboxRepository | OutboxBell | ActivityLog | Transactor
  > = Layer.effect(
    Endpoints,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const repository = yield* EndpointRepository
  const outbox = yield* OutboxRepository
  const activity = yield* ActivityLog
  const bell = yield* OutboxBell
  const transactor = yield* Transactor

  const existing = Effect.fnUntraced(function* (accountId: string) {
    return (yield* repository.find(accountId)) ?? (yield* new NoEndpoint({}))
  })

  const pause = Effect.fnUntraced(function* (accountId: string) {
    if ((yield* existing(accountId)).state !== "paused") {
      const message = "The webhook endpoint was paused: results are held until it is resumed"
      yield* activity.add({ accountId, kind: "endpoint.paused", message })
    }
    yield* repository.pause(accountId)
    return yield* existing(accountId)
  })

  const resume = Effect.fnUntraced(function* (accountId: string) {
    const { state } = yield* existing(accountId)
    if (state !== "active") {
      const message = "The webhook endpoint was resumed: what was held is tried again"
      yield* activity.add({ accountId, kind: "endpoint.resumed", message })
      yield* repository.resume(accountId)
      yield* outbox.release(accountId)
      yield* transactor.afterCommit(bell.ring)
    }
    return yield* existing(accountId)
  })

  return Endpoints.of({
    find: Effect.fn("Endpoints.find")(repository.find),
    pause: Effect.fn("Endpoints.pause")((accountId) => transactor.transact(pause(accountId))),
    resume: Effect.fn("Endpoints.resume")((accountId) => transactor.transact(resume(accountId)))
  })
})
