/** The worker on a real database and real sockets, with schedules that are short or never come. */
import {
  type DeliveryOptions,
  deliveryWorkerLayer,
  Outbox,
  OutboxNotifier,
  type OutboxEntry,
  outboundHttpLayer
} from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { Duration, Effect, Layer, Option } from "effect"
import { CheckedMoves } from "../checkedMoves.ts"
import { TestVault } from "../vault.ts"
import { GivenAccounts } from "./world.ts"

export const Base = Layer.mergeAll(Outbox.layer, GivenAccounts, outboundHttpLayer({ allow: ["127.0.0.0/8"] })).pipe(
  Layer.provideMerge(TestVault),
  Layer.provideMerge(Layer.mergeAll(StoreLayers, OutboxNotifier.layer)),
  Layer.provideMerge(CheckedMoves)
)

export const quick: Partial<DeliveryOptions> = {
  pollInterval: Duration.millis(20),
  stopGrace: Duration.zero,
  resultDelay: () => Option.some(10),
  notificationDelay: () => Option.some(10)
}

/** A worker of its own while the effect runs. */
export const withWorker = (options: Partial<DeliveryOptions> = {}) =>
  Effect.provide(Layer.fresh(deliveryWorkerLayer({ ...quick, ...options })))

/** A retry that this test doesn't wait for. */
export const inAnHour = () => Option.some(3_600_000)

let count = 0

/** Queues a result of the account; the body differs from all others. */
export const put = Effect.fnUntraced(function* (accountId: string, entry: Partial<OutboxEntry> = {}) {
  const { put } = yield* Outbox
  const body = entry.body ?? `{"n":${++count}}`
  yield* put({ accountId, lane: "result", event: "matched", ...entry, body })
  return body
})
