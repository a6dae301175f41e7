/** Movements and requests as people look for them, over all accounts of a user that are not deleted. */
import { Context, type DateTime, type Effect } from "effect"
import type { Coverage, RequestStatus } from "@counterfoil/domain"
import type { MovementRecord } from "../movements/Movement.ts"
import type { RequestRecord } from "../conciliation/Request.ts"

/** The minor units that an amount has in currencies of 0, 1, 2, 3 and 4 decimals; null where it has more decimals. */
export type AmountWanted = ReadonlyArray<bigint | null>

export interface SearchFilter {
  readonly accountId?: string
  /** Inclusive. */
  readonly from?: DateTime.Utc
  /** Exclusive. */
  readonly to?: DateTime.Utc
  /** All of these words, or their beginnings. */
  readonly words?: string
  /** Of `words`: a row of this amount will do as well. */
  readonly wordsAsAmount?: AmountWanted
  /** Whatever the sign. */
  readonly amount?: AmountWanted
  /** Only what comes after this row in the order of the list. */
  readonly before?: string
  readonly limit: number
}

export interface MovementFilter extends SearchFilter {
  readonly direction?: "in" | "out"
  readonly sent?: boolean
}

export interface RequestFilter extends SearchFilter {
  readonly statuses?: ReadonlyArray<RequestStatus>
}

export interface FoundMovement extends MovementRecord {
  readonly accountName: string
  /** The bank's code. */
  readonly bank: string
  /** The order that it is matched with. */
  readonly pays: { readonly requestId: string; readonly externalId: string } | null
}

export interface FoundRequest extends RequestRecord {
  readonly reference: string | null
  readonly firstSeenAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
  readonly attemptsMade: number
  readonly lastAttempt: {
    readonly number: number
    readonly result: "matched" | "ambiguous" | "not_found" | "skipped" | "error"
    readonly code: string
    readonly reason: string | null
    readonly createdAt: DateTime.Utc
    /** The days that had been read whole. */
    readonly coverage: Coverage | null
  } | null
  readonly match: {
    readonly movementId: string
    readonly receivedAt: DateTime.Utc
    readonly senderName: string
    readonly byPerson: boolean
  } | null
  readonly lastDelivery: {
    readonly id: string
    readonly event: string
    readonly status: string
    readonly deliveredAt: DateTime.Utc | null
  } | null
}

/** ISO local dates, both inclusive. */
export interface Days {
  readonly accountId?: string
  readonly from: string
  readonly to: string
}

export interface MoneyOfDay {
  readonly date: string
  readonly currency: string
  readonly inCount: number
  readonly inMinor: bigint
  readonly outCount: number
  /** Negative, or 0. */
  readonly outMinor: bigint
}

export interface OrdersOfDay {
  readonly date: string
  readonly currency: string
  readonly status: RequestStatus
  readonly count: number
  readonly minor: bigint
}

export type TimelineKind = "listed" | "attempt" | "matched" | "unmatched" | "expired" | "delivery" | "delivery_attempt"

export interface TimelineRow {
  readonly at: DateTime.Utc
  readonly kind: TimelineKind
  readonly movementId: string | null
  readonly byPerson: boolean | null
  readonly number: number | null
  readonly result: string | null
  readonly code: string | null
  readonly reason: string | null
  readonly deliveryId: string | null
  readonly event: string | null
  readonly status: string | null
  readonly httpStatus: number | null
}

export class WorklistQueries extends Context.Service<
  WorklistQueries,
  {
    /** Newest first by `receivedAt`, then id. */
    readonly movements: (userId: string, filter: MovementFilter) => Effect.Effect<ReadonlyArray<FoundMovement>>
    /** Newest first by `createdAt`, then id. */
    readonly requests: (userId: string, filter: RequestFilter) => Effect.Effect<ReadonlyArray<FoundRequest>>
    readonly ownsMovement: (userId: string, movementId: string) => Effect.Effect<boolean>
    readonly ownsRequest: (userId: string, requestId: string) => Effect.Effect<boolean>
    /** By the bank's booking day, oldest first; days without any are left out. */
    readonly moneyByDay: (userId: string, days: Days) => Effect.Effect<ReadonlyArray<MoneyOfDay>>
    /** By the day that the orders were made, in this IANA zone, and by their status now. */
    readonly ordersByDay: (userId: string, days: Days, zone: string) => Effect.Effect<ReadonlyArray<OrdersOfDay>>
    /** All that is known of a request, oldest first; of each kind the latest 200. */
    readonly timeline: (requestId: string) => Effect.Effect<ReadonlyArray<TimelineRow>>
  }
>()("@counterfoil/core/worklists/WorklistQueries") {}
