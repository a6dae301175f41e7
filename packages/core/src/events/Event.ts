/** A fact about an account. */
import type { DateTime, Schema } from "effect"
import type { AnyEventType, EventData, RealtimeEventType } from "@counterfoil/domain"

/** One of the contract's types with the data of that type. */
export type ToldEvent = {
  [Type in RealtimeEventType]: { readonly type: Type; readonly data: EventData<Type> }
}[RealtimeEventType]

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
