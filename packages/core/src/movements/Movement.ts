/** A movement as people and machines look at it. */
import type { DateTime } from "effect"
import type { MovementStatus } from "@counterfoil/domain"
import { Schema } from "effect"

export interface MovementRecord {
  readonly id: string
  readonly accountId: string
  readonly externalId: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly senderName: string
  readonly receivedAt: DateTime.Utc
  readonly notifiedAt: DateTime.Utc | null
  readonly excludedAt: DateTime.Utc | null
  /** The bank's own id as it prints it, which may repeat; null where it prints none. */
  readonly bankId: string | null
  /** ISO local dates, the bank's. */
  readonly bookedDate: string
  readonly valueDate: string | null
  readonly status: MovementStatus
  /** As the bank shows it. */
  readonly description: string
  readonly counterparty: string | null
  /** The number of the other side's account, as it is kept. */
  readonly counterpartyAccount: string | null
  /** The account's, after this movement, where the bank prints it. */
  readonly balanceMinor: bigint | null
  /** Since when the bank no longer shows it. */
  readonly removedAt: DateTime.Utc | null
  /** Since when it is known to be taken back, or to take one back. */
  readonly reversedAt: DateTime.Utc | null
  /**
   * Known movements that it may be a duplicate of. While there are any it is held: neither matched nor sent. Mostly empty.
   */
  readonly possibleDuplicateOf: ReadonlyArray<string>
}

/**
 * The same as the database has it, for lists that are only written out again: making values of a page's hundreds of cells took
 * longer than all the rest of the answer.
 */
export interface StoredMovement extends Omit<
  MovementRecord,
  "amountMinor" | "balanceMinor" | "receivedAt" | "notifiedAt" | "excludedAt" | "removedAt" | "reversedAt"
> {
  /** Minor units, in digits. */
  readonly amountMinor: string
  readonly balanceMinor: string | null
  readonly receivedAt: Date
  readonly notifiedAt: Date | null
  readonly excludedAt: Date | null
  readonly removedAt: Date | null
  readonly reversedAt: Date | null
}

export class MovementNotFound extends Schema.TaggedError<MovementNotFound>()("MovementNotFound", {}) {}
