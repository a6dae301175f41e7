/** Movements and scrapes as rows: what the intake reads and writes in its one transaction, and what people look at and change. */
import { Context, type DateTime, type Effect, type Schema } from "effect"
import type {
  Coverage,
  DateRange,
  EqualRow,
  KnownMovement,
  MissingMovement,
  MovementOrigin,
  MovementStatus,
  MovementUpdate,
  NewMovement,
  StatementRow
} from "@counterfoil/domain"
import type { StatementFormat } from "./StatementReader.ts"
import type { OperationMode } from "../users/User.ts"
import type { MovementRecord, StoredMovement } from "./Movement.ts"
import type { ScriptManifest } from "../scripts/ScriptManifest.ts"

export interface StoredScrape {
  readonly id: string
  readonly accountId: string
  readonly sessionId: string | null
  readonly scriptId: string | null
  readonly jobId: string | null
  /** A file that a person uploaded. */
  readonly upload?: {
    readonly format: StatementFormat
    readonly userId: string
    /** A digest of the account's number in it; null: it doesn't say. */
    readonly account: string | null
  }
  readonly coverage: Coverage
  readonly rowsRead: number
  readonly rowsNew: number
  /** Why it is quarantined; null: taken in. */
  readonly fault: string | null
  /** The statement, kept only while it is quarantined. */
  readonly statement: Schema.Json | null
}

export interface InsertedMovement extends NewMovement {
  readonly id: string
  /** The mode it was taken in under; null: it is nobody's news. */
  readonly mode: OperationMode | null
}

export interface UpdatedMovement extends MovementUpdate {
  /** As of an inserted one: one that becomes booked counts as taken in now, for nobody has been told of it. */
  readonly mode: OperationMode | null
}

/** A movement whose webhook (passthrough) is due. */
export interface DueMovement {
  readonly id: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly senderName: string
  readonly receivedAt: DateTime.Utc
}

/** A movement that the bank no longer shows. */
export interface TakenBack {
  readonly id: string
  readonly externalId: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly receivedAt: DateTime.Utc
  readonly status: MovementStatus
  readonly notifiedAt: DateTime.Utc | null
  /** The shop's ids of the orders that it pays: a person may have given it to several. */
  readonly orders: ReadonlyArray<string>
}

/** What taking movements in reads and writes. All of it runs in the transaction of the intake. */
export interface IntakeRows {
  /** Notes where the account's history begins, unless that is known. */
  readonly watchFrom: (accountId: string, day: string) => Effect.Effect<void>
  /** Currencies that the account has shown lately. */
  readonly currencies: (accountId: string) => Effect.Effect<ReadonlyArray<string>>
  /** Local date of the oldest open order; null when none is open. */
  readonly oldestOpenOrder: (accountId: string) => Effect.Effect<DateTime.Utc | null>
  /** Movements booked on `from` to `to` and those that share one of the keys. */
  readonly known: (
    accountId: string,
    from: string,
    to: string,
    keys: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<KnownMovement>>
  /** The orders that are matched with these movements stay as they are until the transaction ends. */
  readonly lockOrdersOf: (movementIds: ReadonlyArray<string>) => Effect.Effect<void>
  readonly insert: (
    accountId: string,
    scrapeId: string,
    origin: MovementOrigin,
    movements: ReadonlyArray<InsertedMovement>
  ) => Effect.Effect<void>
  readonly update: (
    scrapeId: string,
    origin: MovementOrigin,
    updates: ReadonlyArray<UpdatedMovement>
  ) => Effect.Effect<void>
  readonly markSeen: (scrapeId: string, ids: ReadonlyArray<string>) => Effect.Effect<void>
  readonly markMissing: (missing: ReadonlyArray<MissingMovement>) => Effect.Effect<void>
  /** What there is to tell of movements that the bank took back, newest first. */
  readonly takenBack: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<TakenBack>>
  readonly release: (ids: ReadonlyArray<string>) => Effect.Effect<void>
  /** Orders that are matched with them need a person from then on. */
  readonly markReversed: (ids: ReadonlyArray<string>) => Effect.Effect<void>
  /**
   * Booked credits with a sender name, taken in under passthrough, whose webhook was never queued. Marks them as queued
   * (and as notified, where `silent`) and answers with them.
   */
  readonly takeDue: (accountId: string, silent: boolean) => Effect.Effect<ReadonlyArray<DueMovement>>
  /** Accounts with movements that were dated ahead, and whose day has come where their bank is. */
  readonly datedAhead: Effect.Effect<ReadonlyArray<string>>
  /** Books the account's movements that were dated ahead and are due by now. */
  readonly bookDatedAhead: (
    accountId: string
  ) => Effect.Effect<ReadonlyArray<{ readonly id: string; readonly day: string }>>
  readonly saveScrape: (scrape: StoredScrape) => Effect.Effect<void>
  /** The days that a complete scrape looked at, first and last included. False: all were covered before. */
  readonly cover: (accountId: string, days: DateRange) => Effect.Effect<boolean>
  /** After a complete scrape; `shownBack`: so many days back the bank's page has shown a booked row, if any. */
  readonly advance: (accountId: string, highWater: string, shownBack?: number) => Effect.Effect<void>
}

/** Another account of the same login, which shows some of the same. */
export interface AlikeAccount {
  readonly id: string
  readonly name: string
  readonly equal: ReadonlyArray<EqualRow>
}

/** What accounts of one login have in common: as their pages show it, neither removed nor excluded. */
export interface LikenessRows {
  /**
   * Until the transaction ends no other intake of the login's accounts compares what it has read. False: the account is its only
   * one.
   */
  readonly lockComparison: (accountId: string) => Effect.Effect<boolean>
  /** The accounts that hold any of these rows, those with the most first. */
  readonly equalElsewhere: (
    accountId: string,
    rows: ReadonlyArray<StatementRow>
  ) => Effect.Effect<ReadonlyArray<AlikeAccount>>
  /** Of the account's latest movements those that the other one has, too. */
  readonly heldByBoth: (accountId: string, otherId: string) => Effect.Effect<ReadonlyArray<EqualRow>>
}

/** Movements as people look at them, and the two things that people may change of them. */
export interface MovementRows {
  /**
   * Newest first by `receivedAt`, then id; what the bank took back before anybody was told of it is left out. `userId`: none
   * unless the account is this user's, and not deleted.
   */
  readonly list: (
    accountId: string,
    page: { readonly limit: number; readonly offset: number; readonly before?: string; readonly userId?: string }
  ) => Effect.Effect<ReadonlyArray<StoredMovement>>
  readonly find: (accountId: string, movementId: string) => Effect.Effect<MovementRecord | null>
  /** Inside a transaction: no matching pass of the account decides until it ends; one that is deciding is waited for. */
  readonly lockMatching: (accountId: string) => Effect.Effect<void>
  /**
   * A time takes it out (an earlier one is kept); null takes it in again, also as a movement of its own where it was held
   * as a possible duplicate. Null: the account has no such movement.
   */
  readonly setExcluded: (
    accountId: string,
    movementId: string,
    at: DateTime.Utc | null
  ) => Effect.Effect<MovementRecord | null>
  /** Those whose webhook was queued, and cancelled before it left, and whose payment stands; the earliest first. */
  readonly heldBack: (movementIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>>
  /** As notified, though nothing was called. */
  readonly markTold: (movementIds: ReadonlyArray<string>) => Effect.Effect<void>
  /** Its webhook was queued: intake doesn't queue it once more. */
  readonly markQueued: (movementId: string) => Effect.Effect<void>
}

export interface ScrapeRecord {
  readonly id: string
  readonly accountId: string
  readonly status: "ingested" | "quarantined"
  /** Of an uploaded statement; null: read by a script. */
  readonly format: StatementFormat | null
  readonly coverage: Coverage
  readonly rowsRead: number
  readonly rowsNew: number
  /** Why it is or was quarantined. */
  readonly fault: string | null
  readonly finishedAt: DateTime.Utc
  readonly acceptedAt: DateTime.Utc | null
  /** Since when what it brought is taken out, by a person. */
  readonly excludedAt: DateTime.Utc | null
}

export interface QuarantinedScrape extends ScrapeRecord {
  /** As it was read; only while it is quarantined. */
  readonly statement: Schema.Json | null
  /** Of the script that read it; null when there is none to be found. */
  readonly manifest: ScriptManifest | null
}

/** What each scrape and each uploaded statement brought. */
export interface ScrapeRows {
  /** Newest first. */
  readonly listScrapes: (
    accountId: string,
    page: { readonly limit: number; readonly offset: number; readonly status?: ScrapeRecord["status"] }
  ) => Effect.Effect<ReadonlyArray<ScrapeRecord>>
  readonly findScrape: (accountId: string, scrapeId: string) => Effect.Effect<QuarantinedScrape | null>
  /** Of the last file of this format that said which account it is of, the digest of that; null: none said it. */
  readonly accountOfLastFile: (accountId: string, format: StatementFormat) => Effect.Effect<string | null>
  /** The name of another account of its user at which a file of this bank account was taken in; null: none. */
  readonly otherOfNumber: (accountId: string, number: string) => Effect.Effect<string | null>
  /** The other account of its user that knows most of these rows that this one doesn't know; null: none knows any. */
  readonly knownElsewhere: (
    accountId: string,
    rows: ReadonlyArray<StatementRow>
  ) => Effect.Effect<{ readonly name: string; readonly count: number } | null>
  /** Keeps the account's row until the transaction ends, so that nothing else is taken in. False: there is none. */
  readonly lockAccount: (accountId: string) => Effect.Effect<boolean>
  /** What it brought first and nobody has taken out yet. `isPaying`: of an order, by a match that stands. */
  readonly broughtBy: (
    accountId: string,
    scrapeId: string
  ) => Effect.Effect<ReadonlyArray<{ readonly id: string; readonly isPaying: boolean }>>
  /** How many movements that it showed are taken out; it showed none from before that day. */
  readonly excludedIn: (accountId: string, scrapeId: string, from: string) => Effect.Effect<number>
  /** Excludes movements together with their scrape. All get one time: that of the first such call for the scrape. */
  readonly excludeTogether: (scrapeId: string, movementIds: ReadonlyArray<string>) => Effect.Effect<void>
  /** Includes again what `excludeTogether` took out, and gives its ids. Held movements stay held. */
  readonly includeTogether: (accountId: string, scrapeId: string) => Effect.Effect<ReadonlyArray<string>>
  /** It is ingested now, by a person's word; the statement is forgotten. */
  readonly acceptScrape: (scrapeId: string, userId: string, rowsNew: number) => Effect.Effect<void>
}

export class MovementRepository extends Context.Service<
  MovementRepository,
  IntakeRows & LikenessRows & MovementRows & ScrapeRows
>()("@counterfoil/core/movements/MovementRepository") {}
