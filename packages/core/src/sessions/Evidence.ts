/** What is kept of a failure, without its content. */
import type { DateTime } from "effect"

export interface EvidenceEntry {
  readonly id: string
  readonly sessionId: string
  /** The failure's kind. */
  readonly kind: string
  readonly createdAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}
