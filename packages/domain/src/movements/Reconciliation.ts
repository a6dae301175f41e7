/** What becomes of an account's movements when a scrape is taken in. */
import type { StatementRow } from "../Movement.ts"
import type { Upheaval } from "./upheaval.ts"

/** A stored movement, or a new row by its index in the statement. */
export type MovementRef = { readonly id: string } | { readonly index: number }

export interface NewMovement {
  readonly row: StatementRow
  readonly occurrence: number
  /** Known movements that it may be a rewriting of. Not empty: held, to be neither matched nor sent. */
  readonly heldFor: ReadonlyArray<string>
}

/** A known movement that the bank now shows otherwise: all of the row is to be stored, under its key and occurrence. */
export interface MovementUpdate {
  readonly id: string
  readonly row: StatementRow
  readonly occurrence: number
  /** It was pending and is booked now. */
  readonly becameBooked: boolean
  /** It had been marked removed and is back. */
  readonly restored: boolean
  /** It was recognised by likeness, not by its key. */
  readonly reidentified: boolean
}

export interface MissingMovement {
  readonly id: string
  /** Complete scrapes in a row that did not show it, this one included. */
  readonly missedScrapes: number
  /** Missed often enough: to be marked removed. */
  readonly removed: boolean
  /** Only while it is held: whoever settled meanwhile that it is one of its own is right. */
  readonly whileHeld?: true
}

export interface Reconciliation {
  readonly inserts: ReadonlyArray<NewMovement>
  /** Like `unchanged`, these were seen: their `missedScrapes` go back to 0. */
  readonly updates: ReadonlyArray<MovementUpdate>
  readonly unchanged: ReadonlyArray<string>
  /** Those among the seen ones that only day and amount say are the same: a statement and the page word them differently. */
  readonly inOtherWords: ReadonlyArray<string>
  readonly vanished: ReadonlyArray<MissingMovement>
  /** Held movements whose doubt this scrape has settled: they are movements of their own, to be matched and sent. */
  readonly released: ReadonlyArray<string>
  /** Both sides are to be marked reversed. */
  readonly reversals: ReadonlyArray<{ readonly original: MovementRef; readonly reversal: MovementRef }>
  /** The list as a whole shows what is known otherwise: unless a person accepts it, it is to be set aside. */
  readonly upheaval?: Upheaval
}
