/** Deliveries as rows that their owner looks at and sends again. */
import type { OutboxState } from "@counterfoil/domain"
import { Context, type DateTime, type Effect } from "effect"

export interface DeliveryRow {
  readonly id: string
  readonly messageId: string
  readonly accountId: string
  readonly lane: "result" | "notification"
  readonly event: string
  readonly requestId: string | null
  readonly movementId: string | null
  /** Rises over the account's messages. */
  readonly sequence: number
  readonly status: OutboxState
  /** A later result of the same request was committed before this one was delivered. */
  readonly superseded: boolean
  readonly attemptsMade: number
  readonly createdAt: DateTime.Utc
  /** Null: none is planned, or one is under way. */
  readonly nextAttemptAt: DateTime.Utc | null
  readonly deliveredAt: DateTime.Utc | null
  /** Of the latest attempt; null: none was made, it hasn't ended, or it is forgotten. */
  readonly lastOutcome: string | null
  readonly lastHttpStatus: number | null
  readonly lastFault: string | null
  /** How things stand now where it goes. */
  readonly receiver: "open" | "none" | "paused" | "disabled"
}

export interface StoredAttempt {
  readonly number: number
  /** What the tables know the URL by. */
  readonly address: string
  /** Sealed; null: of an attempt that was made before addresses were. */
  readonly url: Uint8Array | null
  readonly startedAt: DateTime.Utc
  readonly finishedAt: DateTime.Utc | null
  /** Null: under way, or cut off. */
  readonly outcome: string | null
  readonly httpStatus: number | null
  readonly response: string | null
  readonly fault: string | null
  readonly early: boolean
}

export interface DeliveryFilter {
  readonly accountId?: string
  readonly status?: OutboxState
  readonly event?: string
  readonly requestId?: string
  readonly movementId?: string
}

export interface BulkReplay {
  readonly accountId?: string
  readonly status: "exhausted" | "held"
  readonly since?: DateTime.Utc
  readonly limit: number
}

export class DeliveryLogRepository extends Context.Service<
  DeliveryLogRepository,
  {
    /** Over the user's accounts that are not deleted, newest first, then by id. `before`: an id of this list. */
    readonly list: (
      userId: string,
      page: DeliveryFilter & { readonly limit: number; readonly offset: number; readonly before?: string }
    ) => Effect.Effect<ReadonlyArray<DeliveryRow>>
    readonly find: (
      userId: string,
      id: string
    ) => Effect.Effect<(DeliveryRow & { readonly body: Uint8Array /* sealed */ }) | null>
    /** The latest ones, in the order they were made. */
    readonly attempts: (id: string, limit: number) => Effect.Effect<ReadonlyArray<StoredAttempt>>
    /** Inside a transaction: what it is now, kept so until the end. */
    readonly lock: (id: string) => Effect.Effect<Pick<DeliveryRow, "status" | "superseded"> | null>
    /** An exhausted one is due now, its schedule begins anew. */
    readonly restart: (id: string) => Effect.Effect<void>
    /** One that waits for a retry goes before its turn. */
    readonly hasten: (id: string) => Effect.Effect<void>
    /**
     * Inside a transaction: many are due now with their schedule from the start, oldest first, behind live traffic. Held
     * ones of a paused endpoint stay. Answers the account of each.
     */
    readonly restartMany: (userId: string, which: BulkReplay) => Effect.Effect<ReadonlyArray<string>>
  }
>()("@counterfoil/core/delivery/DeliveryLogRepository") {}
