/** A conciliation request with its attempts and its match, as people look at them. */
import { type DateTime, Schema } from "effect"
import type { AttemptResult, RequestStatus } from "@counterfoil/domain"

export interface RequestRecord {
  readonly id: string
  readonly accountId: string
  readonly externalId: string
  readonly status: RequestStatus
  readonly amountMinor: bigint
  readonly currency: string
  readonly senderName: string
  readonly createdAt: DateTime.Utc
  /** The bank's code. */
  readonly bank: string
  readonly accountName: string
}

export interface RequestsPage {
  readonly limit: number
  readonly offset: number
  readonly status?: RequestStatus
  readonly before?: string
}

export interface AttemptRecord {
  readonly id: string
  readonly requestId: string
  readonly attemptNumber: number
  readonly result: AttemptResult
  readonly reason: string | null
  readonly createdAt: DateTime.Utc
}

export interface MatchRecord {
  readonly id: string
  readonly requestId: string
  readonly bankTransactionId: string
  /** True for the first of the active matches; there is one, unless a person chose several. */
  readonly isPrimary: boolean
  readonly amountMinor: bigint
  readonly currency: string
  readonly senderName: string
  readonly receivedAt: DateTime.Utc
  /** The other orders that the same payment pays: a person gave it to several. */
  readonly alsoPays: ReadonlyArray<{ readonly id: string; readonly externalId: string }>
}

export interface RequestDetail extends RequestRecord {
  readonly attempts: ReadonlyArray<AttemptRecord>
  /** The first of `matches`. */
  readonly match: MatchRecord | null
  /** All payments of the order. */
  readonly matches: ReadonlyArray<MatchRecord>
}

export class RequestNotFound extends Schema.TaggedError<RequestNotFound>()("RequestNotFound", {}) {}
