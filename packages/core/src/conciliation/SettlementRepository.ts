/** What settling an order by hand reads and writes. All of it runs in one transaction, in the account's turn. */
import { Context, type Effect } from "effect"
import type { RequestStatus } from "./Request.ts"

export interface RequestToSettle {
  readonly id: string
  readonly accountId: string
  readonly externalId: string
  readonly status: RequestStatus
  readonly amountMinor: bigint
  readonly currency: string
  readonly name: string
  readonly attemptsMade: number
  /** The movement that pays it now. */
  readonly paidBy: string | null
}

export interface MovementToSettle {
  readonly id: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly booked: boolean
  readonly excluded: boolean
  readonly removed: boolean
  readonly reversed: boolean
  /** The external id of the order that it pays. */
  readonly paysOrder: string | null
}

export class SettlementRepository extends Context.Service<
  SettlementRepository,
  {
    /** As it is now, locked. Null: the account has no such request. */
    readonly request: (accountId: string, requestId: string) => Effect.Effect<RequestToSettle | null>
    readonly movement: (accountId: string, movementId: string) => Effect.Effect<MovementToSettle | null>
    /** A match of a person's choice; lifts what barred the pair, and the doubt whether the movement is one of its own. */
    readonly choose: (match: {
      readonly id: string
      readonly requestId: string
      readonly movementId: string
      readonly userId: string
    }) => Effect.Effect<void>
    /** Ends the active match of the request and bars the pair. */
    readonly separate: (pair: {
      readonly requestId: string
      readonly movementId: string
      readonly userId: string
    }) => Effect.Effect<void>
  }
>()("@counterfoil/core/conciliation/SettlementRepository") {}
