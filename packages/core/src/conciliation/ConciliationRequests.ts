/** Conciliation requests (a user's pending orders) as people look at them. Deciding who pays whom is `Conciliator`'s. */
import { Context, Effect, Layer } from "effect"
import { isUuid, type RequestStatus } from "@counterfoil/domain"
import { ActivityLog } from "../events/ActivityLog.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { explainBeyondOne } from "./explainBeyondOne.ts"
import type { Explanation } from "./Explanation.ts"
import { UnknownCursor } from "../refusals.ts"
import { type RequestDetail, RequestNotFound, type RequestRecord } from "./Request.ts"
import { ConciliationRepository } from "./ConciliationRepository.ts"

export class ConciliationRequests extends Context.Service<
  ConciliationRequests,
  {
    /** Over all accounts of the user, newest first by `createdAt`, then id. */
    readonly list: (
      userId: string,
      page: {
        readonly limit: number
        readonly offset: number
        readonly status?: RequestStatus
        readonly before?: string
      }
    ) => Effect.Effect<ReadonlyArray<RequestRecord>, UnknownCursor>
    readonly get: (userId: string, requestId: string) => Effect.Effect<RequestDetail, RequestNotFound>
    /** Every candidate with each term of its score, of the latest attempt; null before the first. */
    readonly explanation: (userId: string, requestId: string) => Effect.Effect<Explanation | null, RequestNotFound>
    /** Counts by status. */
    readonly summary: (userId: string) => Effect.Effect<Readonly<Record<RequestStatus, number>>>
    /** Queues a fresh delivery of its latest webhook; without an outcome yet nothing is sent and the activity says so. */
    readonly notify: (userId: string, requestId: string) => Effect.Effect<void, RequestNotFound>
  }
>()("@counterfoil/core/conciliation/ConciliationRequests") {
  static readonly layer: Layer.Layer<ConciliationRequests, never, ConciliationRepository | ActivityLog | Outbox> =
    Layer.effect(
      ConciliationRequests,
      Effect.suspend(() => makeConciliationRequests)
    )
}

const noRequests: Readonly<Record<RequestStatus, number>> = {
  pending: 0,
  processing: 0,
  matched: 0,
  ambiguous: 0,
  not_found: 0,
  expired: 0,
  cancelled: 0,
  failed: 0
}

const makeConciliationRequests = Effect.gen(function* () {
  const queries = yield* ConciliationRepository
  const activity = yield* ActivityLog
  const outbox = yield* Outbox

  const own = Effect.fnUntraced(function* (userId: string, requestId: string) {
    const request = isUuid(requestId) ? yield* queries.findRequest(userId, requestId) : null
    return request ?? (yield* new RequestNotFound({}))
  })

  return ConciliationRequests.of({
    list: Effect.fn("ConciliationRequests.list")(function* (userId, page) {
      if (page.before !== undefined) {
        const cursor = isUuid(page.before) ? yield* queries.findRequest(userId, page.before) : null
        if (cursor === null) return yield* new UnknownCursor({})
      }
      return yield* queries.listRequests(userId, page)
    }),

    get: Effect.fn("ConciliationRequests.get")(function* (userId, requestId) {
      const request = yield* own(userId, requestId)
      const attempts = yield* queries.listAttempts(request.id)
      return { ...request, attempts, match: yield* queries.activeMatch(request.id) }
    }),

    explanation: Effect.fn("ConciliationRequests.explanation")(function* (userId, requestId) {
      const request = yield* own(userId, requestId)
      const attempt = yield* queries.explanation(request.id)
      if (attempt === null) return null
      const ids = attempt.explanation.candidates.map((candidate) => candidate.movement_id)
      const beyondOne = yield* Effect.provideService(explainBeyondOne(request), ConciliationRepository, queries)
      return { ...attempt, movements: yield* queries.listCandidates(request.accountId, ids), beyondOne }
    }),

    summary: Effect.fn("ConciliationRequests.summary")(function* (userId) {
      const counts = yield* queries.countByStatus(userId)
      return { ...noRequests, ...Object.fromEntries(counts.map(({ count, status }) => [status, count])) }
    }),

    notify: Effect.fn("ConciliationRequests.notify")(function* (userId, requestId) {
      const request = yield* own(userId, requestId)
      // After an unmatch, what was told of the match is no longer true.
      const but = request.status === "matched" ? {} : { but: "matched" }
      if (yield* outbox.replay({ requestId: request.id, ...but })) return
      yield* activity.add({
        accountId: request.accountId,
        kind: "notify.nothing_to_send",
        message: `The webhook of order ${request.externalId} was asked for, but it has no outcome yet`,
        data: { request_id: request.id, external_id: request.externalId, status: request.status }
      })
    })
  })
})
