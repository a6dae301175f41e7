/** A movement as people and machines look at it. */
import type { DateTime } from "effect"
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
  /**
   * Known movements that it may be a duplicate of. While there are any it is held: neither matched nor sent. Mostly empty.
   */
  readonly possibleDuplicateOf: ReadonlyArray<string>
}

export class MovementNotFound extends Schema.TaggedError<MovementNotFound>()("MovementNotFound", {}) {}
