import { Api, BadRequest, Conflict, CurrentUser } from "@counterfoil/api"
import { Deliveries, type DeliveryAttempt, type DeliveryRecord } from "@counterfoil/core"
import { isUuid } from "@counterfoil/domain"
import { DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { notFound, pathUuid } from "../refusals.ts"
import { shownUrl } from "./shownUrl.ts"

export const DeliveriesHandlers = HttpApiBuilder.group(
  Api,
  "deliveries",
  Effect.fnUntraced(function* (handlers) {
    const deliveries = yield* Deliveries

    return handlers.handleAll({
      list: Effect.fnUntraced(
        function* ({ query: { account_id, before, event, limit, movement_id, offset, request_id, status } }) {
          const user = yield* CurrentUser
          if (before !== undefined && !isUuid(before)) return yield* unknownCursor()
          const rows = yield* deliveries.list(user.id, {
            limit,
            offset,
            ...(before === undefined ? {} : { before: before.toLowerCase() }),
            ...(account_id === undefined ? {} : { accountId: account_id.toLowerCase() }),
            ...(request_id === undefined ? {} : { requestId: request_id.toLowerCase() }),
            ...(movement_id === undefined ? {} : { movementId: movement_id.toLowerCase() }),
            ...(event === undefined ? {} : { event }),
            ...(status === undefined ? {} : { status })
          })
          return rows.map(present)
        },
        Effect.catchTag("UnknownCursor", unknownCursor)
      ),

      get: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          const delivery = yield* deliveries.get(user.id, yield* pathUuid(params.deliveryId, notFound))
          return { ...present(delivery), body: delivery.body, attempts: delivery.attempts.map(presentAttempt) }
        },
        Effect.catchTag("DeliveryNotFound", notFound)
      ),

      replay: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          yield* deliveries.replay(user.id, yield* pathUuid(params.deliveryId, notFound))
          return { queued: true as const }
        },
        Effect.catchTags({
          DeliveryNotFound: notFound,
          DeliveryTakenOut: () => Effect.fail(new Conflict({ error: "The movement is excluded: include it first" })),
          DeliveryCancelled: () =>
            Effect.fail(
              new Conflict({
                error:
                  "A delivery that was cancelled, or tells of a match that was undone, is not sent again: what it tells of is over"
              })
            )
        })
      ),

      replayMany: Effect.fnUntraced(function* ({ payload: { account_id, since, status } }) {
        const user = yield* CurrentUser
        const queued = yield* deliveries.replayMany(user.id, {
          status,
          ...(account_id === undefined ? {} : { accountId: account_id.toLowerCase() }),
          ...(since === undefined ? {} : { since })
        })
        return { queued }
      })
    })
  })
)

function unknownCursor() {
  return Effect.fail(new BadRequest({ error: "before must be the id of a delivery" }))
}

const present = (delivery: DeliveryRecord) => ({
  id: delivery.id,
  webhook_id: delivery.messageId,
  account_id: delivery.accountId,
  lane: delivery.lane,
  event: delivery.event,
  request_id: delivery.requestId,
  movement_id: delivery.movementId,
  external_id: delivery.externalId,
  sender_name: delivery.senderName,
  sequence: delivery.sequence,
  status: delivery.status,
  attempts_made: delivery.attemptsMade,
  last_outcome: delivery.lastOutcome,
  created_at: delivery.createdAt,
  next_attempt_at: delivery.nextAttemptAt,
  delivered_at: delivery.deliveredAt,
  stopped_because: delivery.stoppedBecause,
  stopped_code: delivery.stoppedCode
})

const millisBetween = (from: DateTime.Utc, to: DateTime.Utc): number =>
  DateTime.toEpochMillis(to) - DateTime.toEpochMillis(from)

const presentAttempt = (attempt: DeliveryAttempt) => ({
  number: attempt.number,
  url: shownUrl(attempt.url),
  started_at: attempt.startedAt,
  finished_at: attempt.finishedAt,
  duration_ms: attempt.finishedAt === null ? null : millisBetween(attempt.startedAt, attempt.finishedAt),
  early: attempt.early,
  outcome: attempt.outcome,
  http_status: attempt.httpStatus,
  response: attempt.response,
  fault: attempt.fault
})
