/** What deciding who pays whom reads and writes. All of a pass runs in one transaction. */
import { Context, type DateTime, type Effect, type Schema } from "effect"
import type { DateRange, MovementFacts } from "@counterfoil/domain"
import type { RequestStatus } from "./Request.ts"

export interface OpenRequest {
  readonly id: string
  readonly externalId: string
  readonly status: RequestStatus
  readonly amountMinor: bigint
  readonly currency: string
  readonly name: string
  readonly reference: string | null
  readonly taxId: string | null
  readonly payerAccount: string | null
  readonly orderedAt: DateTime.Utc | null
  readonly firstSeenAt: DateTime.Utc
  /** Our last successful poll before it first appeared; null on the account's first poll. */
  readonly absentAt: DateTime.Utc | null
  readonly attemptsMade: number
  /** Attempts without a candidate so far. */
  readonly misses: number
  /** The candidates that were told as ambiguous last. */
  readonly toldCandidates: string | null
  /** The code of the latest attempt. */
  readonly lastCode: string | null
}

/** What can be read of a request even if its order can't. */
export interface RequestInBrief {
  readonly id: string
  readonly externalId: string
  readonly status: RequestStatus
  /** Attempts in a row that could not be carried out. */
  readonly errors: number
  /** The highest number of an attempt; 0: none. */
  readonly lastAttempt: number
}

export interface NewAttempt {
  readonly id: string
  readonly requestId: string
  readonly number: number
  readonly result: "matched" | "ambiguous" | "not_found" | "skipped" | "error"
  readonly code: string
  readonly reason: string
  readonly explanation: Schema.Json
}

export interface RequestChange {
  readonly id: string
  readonly status: RequestStatus
  readonly misses: number
  readonly toldCandidates: string | null
  readonly expired: boolean
  /** The attempt that led to it; null: it was none. */
  readonly attempt: { readonly number: number; readonly code: string } | null
}

export interface NewMatch {
  readonly id: string
  readonly requestId: string
  readonly movementId: string
}

/** Which requests a pass is about; all others of the same amounts come along, for they compete for the movements. */
export type PassScope =
  | { readonly _tag: "All" }
  /** Those that wait, and those of an amount that the scrape saw as a credit. */
  | { readonly _tag: "Scrape"; readonly scrapeId: string }
  | { readonly _tag: "Requests"; readonly requestIds: ReadonlyArray<string> }

/** Movements of an amount (minor units, any currency), booked on `from` or later. */
export interface WantedAmount {
  readonly amountMinor: bigint
  readonly from: string
}

/** A movement as stored; how its bank prints names is the script's to say. */
export type StoredFacts = Omit<MovementFacts, "bankCutsNamesAt" | "namePrefixes">

export class ConciliationRepository extends Context.Service<
  ConciliationRepository,
  {
    /** Waits until nobody else decides for this account; holds until the transaction ends. */
    readonly takeTurn: (accountId: string) => Effect.Effect<void>
    /** The open requests of the scope, and those of it that expired in the last month. Locked for the transaction. */
    readonly lock: (
      accountId: string,
      scope: PassScope,
      without?: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<OpenRequest>>
    /** Those that `lock` would give. Locked for the transaction. */
    readonly inBrief: (accountId: string, scope: PassScope) => Effect.Effect<ReadonlyArray<RequestInBrief>>
    /** One request of each amount of the scope. */
    readonly oneOfEachAmount: (accountId: string, scope: PassScope) => Effect.Effect<ReadonlyArray<string>>
    /** Of the account; each amount once. */
    readonly movements: (
      accountId: string,
      wanted: ReadonlyArray<WantedAmount>
    ) => Effect.Effect<ReadonlyArray<StoredFacts>>
    readonly barredPairs: (
      requestIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<{ readonly orderId: string; readonly movementId: string }>>
    /** Sender names that a person chose as the payment of an order of that name. */
    readonly aliases: (
      accountId: string
    ) => Effect.Effect<ReadonlyArray<{ readonly name: string; readonly senderName: string }>>
    /** The stretches of days that complete scrapes covered, earliest first; between two lies a day that was not read. */
    readonly coveredDays: (accountId: string) => Effect.Effect<ReadonlyArray<DateRange>>
    /** `change` tells their requests. */
    readonly addAttempts: (attempts: ReadonlyArray<NewAttempt>) => Effect.Effect<void>
    /** After attempts that were carried out, or another move: errors are counted anew. */
    readonly change: (changes: ReadonlyArray<RequestChange>) => Effect.Effect<void>
    readonly changeAfterError: (change: {
      readonly id: string
      readonly status: RequestStatus
      readonly errors: number
      readonly attempt: { readonly number: number; readonly code: string }
    }) => Effect.Effect<void>
    readonly addMatches: (matches: ReadonlyArray<NewMatch>) => Effect.Effect<void>
  }
>()("@counterfoil/core/conciliation/ConciliationRepository") {}
