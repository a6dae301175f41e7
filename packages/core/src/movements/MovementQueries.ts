/** Movements as rows that people look at, and the two things that people may change of them. */
import { Context, type DateTime, type Effect } from "effect"
import type { MovementRecord } from "./Movement.ts"

export class MovementQueries extends Context.Service<
  MovementQueries,
  {
    /** Newest first by `receivedAt`, then id; what the bank took back before anybody was told of it is left out. */
    readonly list: (
      accountId: string,
      page: { readonly limit: number; readonly offset: number; readonly before?: string }
    ) => Effect.Effect<ReadonlyArray<MovementRecord>>
    readonly find: (accountId: string, movementId: string) => Effect.Effect<MovementRecord | null>
    /** Inside a transaction: keeps the row from being changed until it ends. */
    readonly lock: (accountId: string, movementId: string) => Effect.Effect<MovementRecord | null>
    /**
     * A time takes it out (an earlier one is kept); null takes it in again, also as a movement of its own where it was held
     * as a possible duplicate. Null: the account has no such movement.
     */
    readonly setExcluded: (
      accountId: string,
      movementId: string,
      at: DateTime.Utc | null
    ) => Effect.Effect<MovementRecord | null>
    /** Its webhook was queued, and cancelled before it left. */
    readonly wasHeldBack: (movementId: string) => Effect.Effect<boolean>
    /** Its webhook was queued: intake doesn't queue it once more. */
    readonly markQueued: (movementId: string) => Effect.Effect<void>
  }
>()("@counterfoil/core/movements/MovementQueries") {}
