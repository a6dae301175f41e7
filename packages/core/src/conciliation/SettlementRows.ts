/** Settling orders by hand, as rows. */
import type { Effect } from "effect"
import type { RequestStatus } from "@counterfoil/domain"

export interface RequestToSettle {
  readonly id: string
  readonly accountId: string
  readonly externalId: string
  readonly status: RequestStatus
  readonly amountMinor: bigint
  readonly currency: string
  readonly name: string
  readonly attemptsMade: number
  /** The movements that pay it now, the first one first. */
  readonly paidBy: ReadonlyArray<string>
  /** The place of a further one. */
  readonly nextPayment: number
}

export interface MovementToSettle {
  readonly id: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly booked: boolean
  readonly excluded: boolean
  readonly removed: boolean
  readonly reversed: boolean
  /** The external ids of the orders that it pays. */
  readonly paysOrders: ReadonlyArray<string>
  /** The place of a further one. */
  readonly nextOrder: number
}

/** One of the matches that a person chooses together. Orders count their payments, and payments their orders, from 0 on. */
export interface ChosenMatch {
  readonly id: string
  readonly requestId: string
  readonly movementId: string
  readonly nthPayment: number
  readonly nthOrder: number
}

/** `waiting`: for another payment, as long as it is listed; `closed`: nobody waits for it any more. */
export type LeftAs = "waiting" | "closed"

/** What settling an order by hand reads and writes. All of it runs in one transaction, under the lock of matching. */
export interface SettlementRows {
  /** As they are now, locked; those that the account has. */
  readonly lockToSettle: (
    accountId: string,
    requestIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<RequestToSettle>>
  readonly lockMovements: (
    accountId: string,
    movementIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<MovementToSettle>>
  /** Stores the matches that a person chose. Pairs that were separated before may match again, and the movements count as no duplicates. */
  readonly chooseMatches: (userId: string, matches: ReadonlyArray<ChosenMatch>) => Effect.Effect<void>
  /** Ends the active matches of the request and bars the pairs; the other orders of its payments keep theirs. */
  readonly separateMatches: (requestId: string, userId: string) => Effect.Effect<void>
  /** Marks a separated request as decided: it needs no person any more. False: it didn't need one. */
  readonly leaveSeparated: (requestId: string, as: LeftAs) => Effect.Effect<boolean>
  /** Takes `leaveSeparated` back: the request needs a person again. False: it wasn't left, or has been settled since. */
  readonly reopenLeft: (requestId: string) => Effect.Effect<boolean>
  /** What choosing and separating the request's payments has taught of their payers' names counts no more; false: nothing did. */
  readonly forgetTaught: (requestId: string) => Effect.Effect<boolean>
}
