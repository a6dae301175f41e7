/** Conciliation requests (a user's pending orders) as people look at them. Deciding who pays whom is `Conciliator`'s. */
import { Context, Effect, Layer } from "effect"
import { isUuid, type RequestStatus } from "@counterfoil/domain"
import { ActivityLog } from "../events/ActivityLog.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { explainBeyondOne } from "./explainBeyondOne.ts"
import type { Explanation, StoredExplanation } from "./Explanation.ts"
import { UnknownCursor } from "../refusals.ts"
import { Transactor } from "../Transactor.ts"
import { type RequestDetail, RequestNotFound, type RequestRecord, type RequestsPage } from "./Request.ts"
import { ConciliationRepository } from "./ConciliationRepository.ts"

export class ConciliationRequests extends Context.Service<
  ConciliationRequests,
  {
    /** Over all accounts of the user, newest first by `createdAt`, then id. */
    readonly list: (userId: string, page: RequestsPage) => Effect.Effect<ReadonlyArray<RequestRecord>, UnknownCursor>
    readonly get: (userId: string, requestId: string) => Effect.Effect<RequestDetail, RequestNotFound>
    /**
     * Every candidate with each term of its score, of the latest attempt; null before the first. What a person has separated
     * from the request is there as `separated`: at its place, or last where the attempt didn't look at it.
     */
    readonly explanation: (userId: string, requestId: string) => Effect.Effect<Explanation | null, RequestNotFound>
    /** Counts by status, and of those that need a person. */
    readonly summary: (userId: string) => Effect.Effect<
      Readonly<Record<RequestStatus, number>> & {
        readonly needsPerson: number
        /** How many of each status they are. */
        readonly needsPersonOf: Readonly<Record<RequestStatus, number>>
        /** Separated by a person and not matched again: those that need one, and those of which one has decided. */
        readonly takenBack: number
        /** How many of each status a person has closed: nobody waits for them. */
        readonly closedOf: Readonly<Record<RequestStatus, number>>
      }
    >
    /** Queues a fresh delivery of its latest webhook; without an outcome yet nothing is sent and the activity says so. */
    readonly notify: (userId: string, requestId: string) => Effect.Effect<void, RequestNotFound>
  }
>()("@counterfoil/core/conciliation/ConciliationRequests") {
  static readonly layer: Layer.Layer<
    ConciliationRequests,
    never,
    ConciliationRepository | ActivityLog | Outbox | Transactor
  > = Layer.effect(
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

/** They may still be chosen, but nothing speaks for them. Each keeps its place, by whose number people know it. */
const withSeparated = (
  candidates: StoredExplanation["candidates"],
  separated: ReadonlyArray<string>
): StoredExplanation["candidates"] => {
  const isSeparated = new Set(separated)
  const known = new Set(candidates.map(({ movement_id: id }) => id))
  return [
    ...candidates.map((candidate) =>
      isSeparated.has(candidate.movement_id) ? { ...candidate, score: null, role: "separated" } : candidate
    ),
    ...separated
      .filter((id) => !known.has(id))
      .map((id) => ({ movement_id: id, score: null, role: "separated", evidence: [] }))
  ]
}

const makeConciliationRequests = Effect.gen(function* () {
  const queries = yield* ConciliationRepository
  const activity = yield* ActivityLog
  const outbox = yield* Outbox
  const transactor = yield* Transactor

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
      const matches = yield* queries.activeMatches(request.id)
      return { ...request, attempts, match: matches[0] ?? null, matches }
    }),

    explanation: Effect.fn("ConciliationRequests.explanation")(function* (userId, requestId) {
      const request = yield* own(userId, requestId)
      const attempt = yield* queries.explanation(request.id)
      if (attempt === null) return null
      const separated = yield* queries.separatedMovements(request.id)
      const candidates = withSeparated(attempt.explanation.candidates, separated)
      const ids = candidates.map((candidate) => candidate.movement_id)
      const beyondOne = yield* Effect.provideService(explainBeyondOne(request), ConciliationRepository, queries)
      const explanation = { ...attempt.explanation, candidates }
      return { ...attempt, explanation, movements: yield* queries.listCandidates(request, ids), beyondOne }
    }),

    summary: Effect.fn("ConciliationRequests.summary")(function* (userId) {
      const counted = yield* queries.countByStatus(userId)
      const counts = { ...noRequests, ...Object.fromEntries(counted.map(({ count, status }) => [status, count])) }
      const separated = yield* queries.countSeparated(userId)
      const closed = yield* queries.countClosed(userId)
      const closedOf = { ...noRequests, ...Object.fromEntries(closed.map(({ count, status }) => [status, count])) }
      const needsPersonOf = {
        ...noRequests,
        ambiguous: counts.ambiguous - closedOf.ambiguous,
        failed: counts.failed - closedOf.failed,
        ...Object.fromEntries(separated.map(({ count, status }) => [status, count]))
      }
      return {
        ...counts,
        needsPerson: Object.values(needsPersonOf).reduce((sum, count) => sum + count, 0),
        needsPersonOf,
        takenBack: yield* queries.countTakenBack(userId),
        closedOf
      }
    }),

    notify: Effect.fn("ConciliationRequests.notify")(function* (userId, requestId) {
      const { accountId, id } = yield* own(userId, requestId)
      // As it is now, and stays until this is queued: whoever undoes its match meanwhile cancels what is queued by then.
      const [locked] = yield* queries.lockToSettle(accountId, [id])
      const request = locked ?? (yield* new RequestNotFound({}))
      // After an unmatch, what was told of the match is no longer true.
      const but = request.status === "matched" ? {} : { but: "matched" }
      if (yield* outbox.replay({ requestId: request.id, ...but })) return
      yield* activity.add({
        accountId: request.accountId,
        kind: "notify.nothing_to_send",
        message: `The webhook of order ${request.externalId} was asked for, but it has no outcome yet`,
        data: { request_id: request.id, external_id: request.externalId, status: request.status }
      })
    }, transactor.transact)
  })
})
