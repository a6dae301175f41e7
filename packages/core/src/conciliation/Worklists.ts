/** What people work through: movements and orders searched, counted by day, and the story of one order. */
import { Context, Effect, Layer } from "effect"
import { isUuid } from "@counterfoil/domain"
import type {
  Days,
  FoundMovement,
  FoundRequest,
  MoneyOfDay,
  MovementFilter,
  OrdersOfDay,
  PaidOrder,
  RequestFilter,
  TimelineRow
} from "./WorklistRows.ts"
import { ConciliationRepository } from "./ConciliationRepository.ts"
import { MovementNotFound } from "../movements/Movement.ts"
import { UnknownCursor } from "../refusals.ts"
import { RequestNotFound } from "./Request.ts"

export class Worklists extends Context.Service<
  Worklists,
  {
    readonly movements: (
      userId: string,
      filter: MovementFilter
    ) => Effect.Effect<ReadonlyArray<FoundMovement>, UnknownCursor>
    readonly requests: (
      userId: string,
      filter: RequestFilter
    ) => Effect.Effect<ReadonlyArray<FoundRequest>, UnknownCursor>
    /** What the movement pays, and paid. */
    readonly ordersOfMovement: (
      userId: string,
      movementId: string
    ) => Effect.Effect<ReadonlyArray<PaidOrder>, MovementNotFound>
    readonly moneyByDay: (userId: string, days: Days) => Effect.Effect<ReadonlyArray<MoneyOfDay>>
    readonly ordersByDay: (userId: string, days: Days, zone: string) => Effect.Effect<ReadonlyArray<OrdersOfDay>>
    readonly timeline: (userId: string, requestId: string) => Effect.Effect<ReadonlyArray<TimelineRow>, RequestNotFound>
  }
>()("@counterfoil/core/conciliation/Worklists") {
  static readonly layer: Layer.Layer<Worklists, never, ConciliationRepository> = Layer.effect(
    Worklists,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const orders = yield* ConciliationRepository

  const known = Effect.fnUntraced(function* (
    owns: typeof orders.ownsMovement,
    userId: string,
    before: string | undefined
  ) {
    if (before === undefined) return
    if (!isUuid(before) || !(yield* owns(userId, before))) return yield* new UnknownCursor({})
  })

  return Worklists.of({
    movements: Effect.fn("Worklists.movements")(function* (userId, filter) {
      yield* known(orders.ownsMovement, userId, filter.before)
      return yield* orders.searchMovements(userId, filter)
    }),
    requests: Effect.fn("Worklists.requests")(function* (userId, filter) {
      yield* known(orders.ownsRequest, userId, filter.before)
      return yield* orders.searchRequests(userId, filter)
    }),
    ordersOfMovement: Effect.fn("Worklists.ordersOfMovement")(function* (userId, movementId) {
      const owned = isUuid(movementId) && (yield* orders.ownsMovement(userId, movementId))
      return owned ? yield* orders.ordersOfMovement(movementId) : yield* new MovementNotFound({})
    }),
    moneyByDay: Effect.fn("Worklists.moneyByDay")((userId, days) => orders.moneyByDay(userId, days)),
    ordersByDay: Effect.fn("Worklists.ordersByDay")((userId, days, zone) => orders.ordersByDay(userId, days, zone)),
    timeline: Effect.fn("Worklists.timeline")(function* (userId, requestId) {
      const owned = isUuid(requestId) && (yield* orders.ownsRequest(userId, requestId))
      return owned ? yield* orders.timeline(requestId) : yield* new RequestNotFound({})
    })
  })
})
