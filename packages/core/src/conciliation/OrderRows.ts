/** What the poller of the pending orders keeps of its answers and of the conciliation requests that they list. */
import type { DateTime, Effect } from "effect"
import type { PolledOrder, RequestStatus } from "@counterfoil/domain"

export interface PollState {
  readonly lastSuccessAt: DateTime.Utc | null
  /** Whether the last successful answer was empty; null before the first. */
  readonly wasEmpty: boolean | null
  /**
   * The stamp of the settings that the rest belongs to. Under other settings the poll begins from nothing. Null: none are
   * saved.
   */
  readonly settings: string | null
  /** In a row. */
  readonly failures: number
  /** After a failure: not before. */
  readonly nextPollAt: DateTime.Utc | null
  /** Of the last answer that was read. */
  readonly validators: Validators | null
  readonly readAt: DateTime.Utc | null
  /** What was told of items that can't be read. */
  readonly toldFaults: ReadonlyArray<string>
}

/** Why the list could not be read. */
export interface PollFailure {
  readonly message: string
  /** Of an answer that is none of ours to read. */
  readonly httpStatus: number | null
  /** Why there was no answer. */
  readonly reason: string | null
}

/** An answer that was read and has been brought in step with. */
export interface ReadAnswer {
  readonly empty: boolean
  readonly validators: Validators | null
  /** External ids of the open orders afterwards. */
  readonly appliedTo: ReadonlyArray<string>
  readonly toldFaults: ReadonlyArray<string>
}

export interface ListedRequest {
  readonly id: string
  readonly externalId: string
  readonly status: RequestStatus
  readonly missedPolls: number
  readonly order: Omit<PolledOrder, "createdAt"> & { readonly createdAt?: number | undefined }
}

/** What applying a poll of the pending orders reads and writes. */
export interface OrderRows {
  /**
   * Whether the account's user reconciles, under these settings of the account; inside a transaction: until it ends, neither
   * changes.
   */
  readonly lockReconciling: (accountId: string, settings: string | null) => Effect.Effect<boolean>
  readonly pollState: (accountId: string) => Effect.Effect<PollState>
  /** `settings`: of the state that the poll began with. */
  readonly saveReadAnswer: (accountId: string, settings: string | null, answer: ReadAnswer) => Effect.Effect<void>
  /** The last answer that was read still holds. */
  readonly saveUnchangedAnswer: (accountId: string) => Effect.Effect<void>
  readonly savePollFailure: (
    accountId: string,
    settings: string | null,
    /** `nextPollAt` is by this node's clock in so many milliseconds. */
    failure: {
      readonly failures: number
      readonly nextPollAt: DateTime.Utc
      readonly waitMs: number
      readonly why: PollFailure
    }
  ) => Effect.Effect<void>
  /** External ids of the open orders that the last answer was applied to. */
  readonly appliedTo: (accountId: string) => Effect.Effect<ReadonlyArray<string>>
  /** The account's requests that are open, or that one of the external ids names. Locked for the transaction. */
  readonly lockListed: (
    accountId: string,
    externalIds: ReadonlySet<string>
  ) => Effect.Effect<ReadonlyArray<ListedRequest>>
  readonly createRequests: (
    accountId: string,
    userId: string,
    absentAt: DateTime.Utc | null,
    orders: ReadonlyArray<{ readonly id: string; readonly order: PolledOrder }>
  ) => Effect.Effect<void>
  /** What the shop says now; the status is left. */
  readonly changeOrders: (
    changes: ReadonlyArray<{ readonly id: string; readonly order: PolledOrder }>
  ) => Effect.Effect<void>
  readonly setMissedPolls: (
    missed: ReadonlyArray<{ readonly id: string; readonly missedPolls: number }>
  ) => Effect.Effect<void>
  readonly cancelRequests: (ids: ReadonlyArray<string>) => Effect.Effect<void>
  readonly reopenRequests: (ids: ReadonlyArray<string>) => Effect.Effect<void>
}

export interface Validators {
  /** As it was sent, with quotes. */
  readonly etag: string | null
  readonly lastModified: string | null
}
