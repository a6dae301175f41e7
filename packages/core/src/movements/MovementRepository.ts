/** What taking movements in reads and writes. All of it runs in the transaction of the intake. */
import { Context, type DateTime, type Effect, type Schema } from "effect"
import type {
  Coverage,
  DateRange,
  KnownMovement,
  MissingMovement,
  MovementOrigin,
  MovementUpdate,
  NewMovement
} from "@counterfoil/domain"
import type { StatementFormat } from "./StatementReader.ts"
import type { OperationMode } from "../users/User.ts"

export interface StoredScrape {
  readonly id: string
  readonly accountId: string
  readonly sessionId: string | null
  readonly scriptId: string | null
  readonly jobId: string | null
  /** A file that a person uploaded. */
  readonly upload?: { readonly format: StatementFormat; readonly userId: string }
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

/** A movement whose webhook (passthrough) is due. */
export interface DueMovement {
  readonly id: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly senderName: string
  readonly receivedAt: DateTime.Utc
}

export class MovementRepository extends Context.Service<
  MovementRepository,
  {
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
    readonly insert: (
      accountId: string,
      scrapeId: string,
      origin: MovementOrigin,
      movements: ReadonlyArray<InsertedMovement>
    ) => Effect.Effect<void>
    readonly update: (
      scrapeId: string,
      origin: MovementOrigin,
      updates: ReadonlyArray<MovementUpdate>
    ) => Effect.Effect<void>
    readonly markSeen: (scrapeId: string, ids: ReadonlyArray<string>) => Effect.Effect<void>
    readonly markMissing: (missing: ReadonlyArray<MissingMovement>) => Effect.Effect<void>
    /** The shop's ids of the orders that these movements pay. */
    readonly ordersPaidBy: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>>
    readonly release: (ids: ReadonlyArray<string>) => Effect.Effect<void>
    readonly markReversed: (ids: ReadonlyArray<string>) => Effect.Effect<void>
    /**
     * Booked credits with a sender name, taken in under passthrough, whose webhook was never queued. Marks them as queued
     * (and as notified, where `silent`) and answers with them.
     */
    readonly takeDue: (accountId: string, silent: boolean) => Effect.Effect<ReadonlyArray<DueMovement>>
    readonly saveScrape: (scrape: StoredScrape) => Effect.Effect<void>
    /** The days that a complete scrape looked at, first and last included. */
    readonly cover: (accountId: string, days: DateRange) => Effect.Effect<void>
    /** After a complete scrape. */
    readonly advance: (accountId: string, highWater: string) => Effect.Effect<void>
  }
>()("@counterfoil/core/movements/MovementRepository") {}
