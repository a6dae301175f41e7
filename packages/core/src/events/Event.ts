/** A fact about an account. */
import type { DateTime, Schema } from "effect"
import type { AnyEventType, EventData, ToldEventType } from "@counterfoil/domain"

/** An event that the service appends: its type with the data of that type. */
export type ToldEvent = {
  [Type in ToldEventType]: { readonly type: Type; readonly data: EventData<Type> }
}[ToldEventType]

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
