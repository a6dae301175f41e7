/** A fact about an account. */
import type { DateTime } from "effect"
import { type Schema } from "effect"
import type { AnyEventType } from "@counterfoil/domain"

/** The contract's eight realtime message types. */
export type EventType =
  | "assistance.requested"
  | "assistance.fulfilled"
  | "assistance.cancelled"
  | "login.failed"
  | "scrape.failed"
  | "scrape.succeeded"
  | "session.started"
  | "session.stopped"

export interface AccountEvent {
  /** Grows over all accounts; not gapless. */
  readonly id: bigint
  readonly accountId: string
  readonly userId: string
  /** Of the contract's types: per account, from 1, without gaps. Of all others null. */
  readonly version: bigint | null
  readonly type: AnyEventType
  readonly data: Readonly<Record<string, Schema.Json>>
  readonly occurredAt: DateTime.Utc
}
