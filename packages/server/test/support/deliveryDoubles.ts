/** Doubles of the services about deliveries. */
import {
  Deliveries,
  DeliveryCancelled,
  type DeliveryDetail,
  DeliveryNotFound,
  type Endpoint,
  Endpoints,
  NoEndpoint,
  UnknownCursor,
  WebhookTester
} from "@counterfoil/core"
import { DateTime, Effect, Layer } from "effect"
import type { World } from "./World.ts"

export const deliveryDoubles = (world: World) => Layer.mergeAll(deliveries(world), endpoints(world), tester(world))

const deliveries = (world: World) => {
  const owned = (userId: string) =>
    [...world.deliveries.values()].filter(({ accountId }) => world.accounts.get(accountId)?.userId === userId)
  const get = Effect.fnUntraced(function* (userId: string, deliveryId: string) {
    return owned(userId).find(({ id }) => id === deliveryId) ?? (yield* new DeliveryNotFound())
  })
  return Layer.succeed(Deliveries, {
    list: Effect.fnUntraced(function* (userId, { before, limit, offset, ...filter }) {
      world.asked.push(`deliveries ${limit} ${offset} ${JSON.stringify(filter)}`)
      if (before !== undefined && !owned(userId).some(({ id }) => id === before)) return yield* new UnknownCursor()
      const fits = (delivery: DeliveryDetail) =>
        (filter.accountId ?? delivery.accountId) === delivery.accountId &&
        (filter.status ?? delivery.status) === delivery.status
      return owned(userId)
        .filter(fits)
        .slice(offset, offset + limit)
    }),
    get,
    replay: Effect.fnUntraced(function* (userId, deliveryId) {
      if ((yield* get(userId, deliveryId)).status === "cancelled") return yield* new DeliveryCancelled()
      world.asked.push(`replay ${deliveryId}`)
    }),
    replayMany: (userId, { accountId, since, status }) =>
      Effect.sync(() => {
        world.asked.push(
          `replay ${status} ${accountId ?? "any"} ${since === undefined ? "ever" : DateTime.formatIso(since)}`
        )
        return owned(userId).filter((delivery) => delivery.status === status).length
      })
  })
}

const endpoints = (world: World) => {
  const find = (accountId: string) => Effect.sync(() => world.endpoints.get(accountId) ?? null)
  const become = (accountId: string, state: Endpoint["state"]) =>
    Effect.flatMap(find(accountId), (endpoint) => {
      if (endpoint === null) return Effect.fail(new NoEndpoint())
      world.endpoints.set(accountId, { ...endpoint, state })
      return Effect.succeed({ ...endpoint, state })
    })
  return Layer.succeed(Endpoints, {
    find,
    pause: (accountId) => become(accountId, "paused"),
    resume: (accountId) => become(accountId, "active")
  })
}

const tester = (world: World) =>
  Layer.succeed(WebhookTester, {
    warnings: ({ webhookUrl }, { lookUp }) =>
      Effect.succeed(
        webhookUrl.includes("//10.0.0.8") || (lookUp && webhookUrl.includes("//inside."))
          ? [{ field: "webhook_url", message: "10.0.0.8 may not be called: it is a private address" }]
          : []
      ),
    test: ({ id }) =>
      world.endpoints.has(id)
        ? Effect.succeed({
            outcome: "egress_refused",
            httpStatus: null,
            durationMs: 3,
            response: null,
            fault: "shop.example may not be called: 10.0.0.8 is a private address",
            advice: "EGRESS_ALLOW opens private ranges"
          })
        : Effect.fail(new NoEndpoint())
  })
