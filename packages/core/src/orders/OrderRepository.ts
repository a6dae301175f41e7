/** Conciliation requests as the poller keeps them in step with the user's pending orders. */
import { Context, type DateTime, type Effect } from "effect"
import type { PolledOrder } from "@counterfoil/domain"
import type { RequestStatus } from "../conciliation/ConciliationRequests.ts"

export interface PollState {
  readonly lastSuccessAt: DateTime.Utc | null
  /** Whether the last successful answer was empty; null before the first. */
  readonly wasEmpty: boolean | null
  readonly failures: number
}

export interface ListedRequest {
  readonly id: string
  readonly externalId: string
  readonly status: RequestStatus
  readonly missedPolls: number
  readonly order: Omit<PolledOrder, "createdAt"> & { readonly createdAt?: number | undefined }
}

export class OrderRepository extends Context.Service<
  OrderRepository,
  {
    /** Whether the account's user reconciles; inside a transaction: until it ends, the mode doesn't change. */
    readonly holdReconciling: (accountId: string) => Effect.Effect<boolean>
    readonly pollState: (accountId: string) => Effect.Effect<PollState>
    readonly saveSuccess: (accountId: string, empty: boolean) => Effect.Effect<void>
    readonly saveFailure: (accountId: string) => Effect.Effect<void>
    /** The account's requests that are open, or that one of the external ids names. Locked for the transaction. */
    readonly lock: (
      accountId: string,
      externalIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<ListedRequest>>
    readonly create: (
      accountId: string,
      userId: string,
      absentAt: DateTime.Utc | null,
      orders: ReadonlyArray<{ readonly id: string; readonly order: PolledOrder }>
    ) => Effect.Effect<void>
    /** What the shop says now; the status is left. */
    readonly change: (
      changes: ReadonlyArray<{ readonly id: string; readonly order: PolledOrder }>
    ) => Effect.Effect<void>
    readonly setMissed: (
      missed: ReadonlyArray<{ readonly id: string; readonly missedPolls: number }>
    ) => Effect.Effect<void>
    readonly cancel: (ids: ReadonlyArray<string>) => Effect.Effect<void>
    readonly reopen: (ids: ReadonlyArray<string>) => Effect.Effect<void>
  }
>()("@counterfoil/core/orders/OrderRepository") {}
