/** Orders and who pays them, as rows: what a matching pass decides in its one transaction, what people look at and settle, and what a poll lists. */
import { Context, type DateTime, type Effect, type Schema } from "effect"
import type {
  AttemptResult,
  DateRange,
  MovementFacts,
  OrderReference,
  RequestStatus,
  SaidOfPayer
} from "@counterfoil/domain"
import type { AttemptRecord, MatchRecord, RequestRecord, RequestsPage } from "./Request.ts"
import type { CandidateMovement, ExplainedAttempt } from "./Explanation.ts"
import type { StoredOrder } from "./orderFacts.ts"
import type { OrderRows } from "./OrderRows.ts"
import type { SettlementRows } from "./SettlementRows.ts"
import type { WorklistRows } from "./WorklistRows.ts"

export interface OpenRequest extends StoredOrder {
  readonly externalId: string
  readonly status: RequestStatus
  readonly attemptsMade: number
  /** Attempts without a candidate so far. */
  readonly misses: number
  /** The candidates that were told as ambiguous last. */
  readonly toldCandidates: string | null
  /** The code of the latest attempt. */
  readonly lastCode: string | null
  /** A person has undone its match within the last quarter of an hour, and may choose another payment. */
  readonly isBeingSettled: boolean
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
  readonly result: AttemptResult
  readonly code: string
  readonly reason: string
  readonly explanation: Schema.Json
}

export interface RequestChange {
  readonly id: string
  readonly status: RequestStatus
  /** The movement of its only match, where there is one and it is known: it need not be looked up. */
  readonly paidBy?: string | undefined
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

/** What people have taught of a payer, as the account's owner sees it. */
export interface TaughtPayer extends Omit<SaidOfPayer, "taughtAt"> {
  /** Id of the match that taught it last. */
  readonly id: string
  readonly taughtAt: DateTime.Utc
}

/** What deciding who pays whom reads and writes. All of a pass runs in one transaction. */
export interface PassRows {
  /** An advisory lock: waits until nobody else matches for this account, and holds until the transaction ends. */
  readonly lockMatching: (accountId: string) => Effect.Effect<void>
  /** By the database's clock, which says when orders were first seen. */
  readonly now: Effect.Effect<DateTime.Utc>
  /** The open requests of the scope, and those of it that expired in the last month. Locked for the transaction. */
  readonly lockRequests: (
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
  /** References of orders that are open or were paid within a fortnight: the newest two thousand of each status. */
  readonly references: (accountId: string) => Effect.Effect<ReadonlyArray<OrderReference>>
  readonly barredPairs: (
    requestIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<{ readonly orderId: string; readonly movementId: string }>>
  /** The latest word of a person on each pair of names: the sender pays orders of that name, or doesn't. */
  readonly taughtOfPayers: (accountId: string) => Effect.Effect<ReadonlyArray<SaidOfPayer>>
  /** Under which names money came from these payers' accounts, as far back as tells. */
  readonly payersOfAccounts: (
    accountId: string,
    accounts: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<{ readonly account: string; readonly senderName: string }>>
  /** The stretches of days that complete scrapes covered, earliest first; between two lies a day that was not read. */
  readonly coveredDays: (accountId: string) => Effect.Effect<ReadonlyArray<DateRange>>
  /** `change` tells their requests. */
  readonly addAttempts: (attempts: ReadonlyArray<NewAttempt>) => Effect.Effect<void>
  /** After an attempt that was carried out, or another transition, errors are counted from zero. */
  readonly changeRequests: (changes: ReadonlyArray<RequestChange>) => Effect.Effect<void>
  readonly changeAfterError: (change: {
    readonly id: string
    readonly status: RequestStatus
    readonly errors: number
    readonly attempt: { readonly number: number; readonly code: string }
  }) => Effect.Effect<void>
  /** Fails as a conflict, after which the pass is made again, if one of the movements is removed or reversed by now. */
  readonly addMatches: (matches: ReadonlyArray<NewMatch>) => Effect.Effect<void>
}

/** Requests as people look at them: those of accounts that are not deleted. */
export interface RequestRows {
  /** Newest first by `createdAt`, then id. Nothing comes after a `before` that isn't the user's. */
  readonly listRequests: (userId: string, page: RequestsPage) => Effect.Effect<ReadonlyArray<RequestRecord>>
  readonly findRequest: (userId: string, requestId: string) => Effect.Effect<RequestRecord | null>
  /** In the order they were made. */
  readonly listAttempts: (requestId: string) => Effect.Effect<ReadonlyArray<AttemptRecord>>
  /** The first one first. */
  readonly activeMatches: (requestId: string) => Effect.Effect<ReadonlyArray<MatchRecord>>
  /**
   * Of the latest attempt; of a request that is not matched the latest in which nobody chose, if there is one, since what was
   * chosen holds no longer. Null before the first.
   */
  readonly explanation: (requestId: string) => Effect.Effect<ExplainedAttempt | null>
  /** Ids of the movements that a person has separated from the request, and not chosen since. */
  readonly separatedMovements: (requestId: string) => Effect.Effect<ReadonlyArray<string>>
  readonly listCandidates: (
    request: { readonly id: string; readonly accountId: string },
    movementIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<CandidateMovement>>
  /** Statuses that no request has are left out. */
  readonly countByStatus: (
    userId: string
  ) => Effect.Effect<ReadonlyArray<{ readonly status: RequestStatus; readonly count: number }>>
  /** Separated by a person and not matched again, whether anybody is asked for them or not. */
  readonly countTakenBack: (userId: string) => Effect.Effect<number>
  /** How many requests of each status a person has closed. */
  readonly countClosed: (
    userId: string
  ) => Effect.Effect<ReadonlyArray<{ readonly status: RequestStatus; readonly count: number }>>
  /**
   * Separated by a person and neither settled nor left since, or matched with what the bank has booked back since; but for those
   * that are ambiguous or failed.
   */
  readonly countSeparated: (
    userId: string
  ) => Effect.Effect<ReadonlyArray<{ readonly status: RequestStatus; readonly count: number }>>
}

/** An order with what has become of it. */
export interface PastRequest extends StoredOrder {
  readonly accountId: string
  readonly bankId: string
  readonly externalId: string
  readonly status: RequestStatus
  /** The movement that pays it now. */
  readonly paidBy: string | null
  readonly paidAt: DateTime.Utc | null
  /** A person chose that movement. */
  readonly chosen: boolean
  /** Of the latest attempt. */
  readonly result: AttemptResult | null
  readonly reason: string | null
}

/** The reference of an order that passes knew, and what tells for how long. */
export interface PastReference extends Pick<
  PastRequest,
  "amountMinor" | "currency" | "orderedAt" | "firstSeenAt" | "paidAt"
> {
  readonly reference: string
}

/** A payment that a person chose: the payer's name counts for later orders of the same name. */
export interface PastChoice {
  readonly requestId: string
  readonly name: string
  readonly senderName: string
  readonly account: string | null
  readonly chosenAt: DateTime.Utc
}

/** At most `limit` rows with ids after `after`, in their order. */
export interface Page {
  readonly after: string | null
  readonly limit: number
}

/** What a rehearsal reads, in pages by id, so that no answer of the database is big. Nothing is written. */
export interface RehearsalRows {
  /** Of the user's accounts that are not deleted, withdrawn ones left out; first seen at `since` or later. */
  readonly pastRequests: (
    userId: string,
    filter: { readonly accountId?: string; readonly since?: DateTime.Utc },
    page: Page
  ) => Effect.Effect<ReadonlyArray<PastRequest>>
  readonly pastMovements: (
    accountId: string,
    wanted: ReadonlyArray<WantedAmount>,
    page: Page
  ) => Effect.Effect<ReadonlyArray<StoredFacts>>
  /** References that a pass at that time would have known: of orders first seen before it, within the same limits of number and age. */
  readonly pastReferences: (accountId: string, before: DateTime.Utc) => Effect.Effect<ReadonlyArray<PastReference>>
  readonly pastChoices: (accountId: string) => Effect.Effect<ReadonlyArray<PastChoice>>
}

export interface OpenOrder extends StoredOrder {
  readonly externalId: string
  readonly status: RequestStatus
}

/** What people have taught of payers' names, for the account's owner. */
export interface TaughtRows {
  /** The latest first; five hundred at most. */
  readonly taughtPayers: (accountId: string) => Effect.Effect<ReadonlyArray<TaughtPayer>>
  /** All that was taught of the two names that this match taught something of. False: the account has nothing like it. */
  readonly forgetPayer: (accountId: string, id: string) => Effect.Effect<boolean>
}

/** So many credits that pay no order are read at a time. */
export const mostCredits = 1_000

/** What else an order's payer may owe and have paid. */
export interface PayerRows {
  /** Waiting for their payment, the latest first; five hundred at most. Of all currencies where none is named. */
  readonly openOrders: (accountId: string, currency?: string) => Effect.Effect<ReadonlyArray<OpenOrder>>
  /**
   * Those of `freeCredits` that a scrape saw (of a file: whatever is known) and that were known by then, in whatever currency,
   * the latest first; `mostCredits` at most.
   */
  readonly seenCredits: (
    accountId: string,
    scrape: { readonly scrapeId: string; readonly ofFile: boolean },
    knownUntil: number,
    without: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<StoredFacts>>
  /** Booked credits that pay no order and are not set aside, from a day on, the latest first; `mostCredits` at most. */
  readonly freeCredits: (accountId: string, currency: string, from: string) => Effect.Effect<ReadonlyArray<StoredFacts>>
}

export class ConciliationRepository extends Context.Service<
  ConciliationRepository,
  PassRows & RequestRows & PayerRows & TaughtRows & SettlementRows & RehearsalRows & OrderRows & WorklistRows
>()("@counterfoil/core/conciliation/ConciliationRepository") {}
