/** Conciliation requests as rows that people look at: those of accounts that are not deleted. */
import { Context, type Effect } from "effect"
import type { CandidateMovement, ExplainedAttempt } from "./Explanation.ts"
import type { AttemptRecord, MatchRecord, RequestRecord, RequestStatus } from "./Request.ts"

export class RequestQueries extends Context.Service<
  RequestQueries,
  {
    /** Newest first by `createdAt`, then id. Nothing comes after a `before` that isn't the user's. */
    readonly list: (
      userId: string,
      page: {
        readonly limit: number
        readonly offset: number
        readonly status?: RequestStatus
        readonly before?: string
      }
    ) => Effect.Effect<ReadonlyArray<RequestRecord>>
    readonly find: (userId: string, requestId: string) => Effect.Effect<RequestRecord | null>
    /** In the order they were made. */
    readonly attempts: (requestId: string) => Effect.Effect<ReadonlyArray<AttemptRecord>>
    readonly activeMatch: (requestId: string) => Effect.Effect<MatchRecord | null>
    /** Of the latest attempt; null before the first. */
    readonly explanation: (requestId: string) => Effect.Effect<ExplainedAttempt | null>
    readonly candidates: (
      accountId: string,
      movementIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<CandidateMovement>>
    /** Statuses that no request has are left out. */
    readonly countByStatus: (
      userId: string
    ) => Effect.Effect<ReadonlyArray<{ readonly status: RequestStatus; readonly count: number }>>
  }
>()("@counterfoil/core/conciliation/RequestQueries") {}
