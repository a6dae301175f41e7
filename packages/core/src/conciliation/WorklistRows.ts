/** Movements and requests as people look for them, over all accounts of a user that are not deleted. */
import type { DateTime, Effect } from "effect"
import type { Coverage, RequestStatus } from "@counterfoil/domain"
import type { MovementRecord } from "../movements/Movement.ts"
import type { RequestRecord } from "./Request.ts"
import type { LeftAs } from "./SettlementRows.ts"

/** The minor units that an amount has in currencies of 0, 1, 2, 3 and 4 decimals; null where it has more decimals. */
export type AmountWanted = ReadonlyArray<bigint | null>

/** One of the words of a search, read as an amount. */
export interface WordAsAmount {
  readonly amount: AmountWanted
  /** All others; undefined: there are none, the amount is all that is asked for. */
  readonly others: string | undefined
}

export interface SearchFilter {
  readonly accountId?: string
  /** Inclusive. */
  readonly from?: DateTime.Utc
  /** Exclusive. */
  readonly to?: DateTime.Utc
  /** All of these words, or their beginnings. */
  readonly words?: string
  /** Words that may be amounts: a row that has all `words` but this one also fits if it has the amount. */
  readonly asAmounts?: ReadonlyArray<WordAsAmount>
  /** Whatever the sign. */
  readonly amount?: AmountWanted
  /** Only what comes after this row in the order of the list. */
  readonly before?: string
  readonly limit: number
}

export interface MovementFilter extends SearchFilter {
  readonly direction?: "in" | "out"
  readonly sent?: boolean
  /** Whether it pays an order; false: money that came in and pays nothing, and still could. */
  readonly pays?: boolean
  /** Held as a possible duplicate, and neither included nor excluded since. */
  readonly isHeld?: true
}

/** `withdrawn`: it is listed no longer; `mode`: its user no longer reconciles. */
export type CancelReason = "withdrawn" | "mode"

export interface RequestFilter extends SearchFilter {
  readonly id?: string
  /** Ambiguous, failed, separated by a person and neither settled nor left since, or paid by what is booked back; false: all others. */
  readonly needsPerson?: boolean
  /** Separated by a person, and neither settled nor left since. */
  readonly isSeparated?: boolean
  /** Whether a person has closed it. */
  readonly isClosed?: boolean
  /** Separated by a person and not matched again, and nobody is asked for it any more. */
  readonly isDecided?: boolean
  readonly statuses?: ReadonlyArray<RequestStatus>
}

export interface FoundMovement extends MovementRecord {
  readonly accountName: string
  /** The bank's code. */
  readonly bank: string
  /** The order that it is matched with. */
  readonly pays: { readonly requestId: string; readonly externalId: string } | null
}

/** One order that a movement pays, or paid. */
export interface PaidOrder {
  readonly requestId: string
  readonly externalId: string
  readonly senderName: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly at: DateTime.Utc
  /** The e-mail of the person who chose it; null: it was matched by itself. */
  readonly by: string | null
  /** Since when it pays it no longer; null: it does. */
  readonly endedAt: DateTime.Utc | null
  /** The e-mail of the person who undid it. */
  readonly endedBy: string | null
}

export interface FoundRequest extends RequestRecord {
  readonly reference: string | null
  /** As the shop says it. */
  readonly orderedAt: DateTime.Utc | null
  readonly firstSeenAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
  readonly attemptsMade: number
  /** Since a person separated its payment from it; null once it is settled, left as it is, or listed again. */
  readonly separatedAt: DateTime.Utc | null
  /** Matched requests: when the bank booked their payment back; null once a person has separated it, or left it as it is. */
  readonly reversedAt: DateTime.Utc | null
  /** Separated requests: whether the latest list that was read since has them; null: no list was read since. */
  readonly listed: boolean | null
  /** The match that a person took back last; null: none, or the request is matched again. */
  readonly unmatched: {
    readonly at: DateTime.Utc
    /** Whether that speaks against the payer's name; it doesn't where it was forgotten, or no name was there. */
    readonly taught: boolean
    readonly payments: ReadonlyArray<PaymentInBrief & { readonly movementId: string }>
  } | null
  /** What a person decided after taking the match back: to wait for another payment, or to close the request. */
  readonly left: { readonly at: DateTime.Utc; readonly as: LeftAs } | null
  /** Cancelled requests only. */
  readonly cancelledAt: DateTime.Utc | null
  /** Null: it is not cancelled, or nobody knows. */
  readonly cancelledBecause: CancelReason | null
  readonly lastAttempt: {
    readonly number: number
    readonly result: "matched" | "ambiguous" | "not_found" | "skipped" | "error"
    readonly code: string
    readonly reason: string | null
    readonly createdAt: DateTime.Utc
    /** The days that had been read whole. */
    readonly coverage: Coverage | null
    /** Whether what came of its amount, and was not certain enough, could pay it now. */
    readonly comesClose: boolean
  } | null
  readonly match: {
    readonly movementId: string
    readonly receivedAt: DateTime.Utc
    readonly senderName: string
    readonly byPerson: boolean
    readonly at: DateTime.Utc
    /** The e-mail of the person who chose it. */
    readonly by: string | null
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
  /** How many of them need a person. */
  readonly needsPerson: number
  /** How many of them a person has closed. */
  readonly closed: number
  readonly minor: bigint
}

export const timelineKinds = [
  "listed",
  "attempt",
  "matched",
  "unmatched",
  "expired",
  "left",
  "cancelled",
  "listed_again",
  "delivery",
  "delivery_attempt"
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** A movement as far as a sentence names it. */
export interface PaymentInBrief {
  readonly amountMinor: bigint
  readonly currency: string
  readonly senderName: string
  /** ISO local date. */
  readonly bookedDate: string
}

export interface TimelineRow {
  readonly at: DateTime.Utc
  readonly kind: TimelineKind
  readonly movementId: string | null
  readonly movement: PaymentInBrief | null
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

export interface WorklistRows {
  /** Newest first by `receivedAt`, then id. */
  readonly searchMovements: (userId: string, filter: MovementFilter) => Effect.Effect<ReadonlyArray<FoundMovement>>
  /** Newest first by `createdAt`, then id. */
  readonly searchRequests: (userId: string, filter: RequestFilter) => Effect.Effect<ReadonlyArray<FoundRequest>>
  /** What the movement pays first, then what it paid, the latest first; 50 at most. */
  readonly ordersOfMovement: (movementId: string) => Effect.Effect<ReadonlyArray<PaidOrder>>
  readonly ownsMovement: (userId: string, movementId: string) => Effect.Effect<boolean>
  readonly ownsRequest: (userId: string, requestId: string) => Effect.Effect<boolean>
  /**
   * By the bank's booking day, oldest first; days without any are left out, and so is what is held as a possible duplicate, taken
   * out or removed.
   */
  readonly moneyByDay: (userId: string, days: Days) => Effect.Effect<ReadonlyArray<MoneyOfDay>>
  /** By the day that the orders were made, in this IANA zone, and by their status now. */
  readonly ordersByDay: (userId: string, days: Days, zone: string) => Effect.Effect<ReadonlyArray<OrdersOfDay>>
  /** All that is known of a request, oldest first; of each kind the latest 200. */
  readonly timeline: (requestId: string) => Effect.Effect<ReadonlyArray<TimelineRow>>
}
