/** The outbox as rows: what is to be told, its deliveries, and where they go. */
import { Context, type Effect } from "effect"
import type { DeliveryLogRows, DeliveryRows, EndpointRows } from "./DeliveryRows.ts"

/** A message that is made now. */
export interface OutboxMessage {
  readonly id: string
  readonly messageId: string
  readonly accountId: string
  readonly lane: "result" | "notification"
  readonly event: string
  readonly requestId: string | null
  readonly movementId: string | null
  readonly assistanceId: string | null
  /** Sealed. */
  readonly body: Uint8Array
}

export type Unsent =
  | { readonly accountId: string }
  /** Notifications of kinds that the account's owner doesn't list any more. */
  | { readonly accountId: string; readonly noticesBut: ReadonlyArray<string> }
  | { readonly assistanceId: string }
  | { readonly requestId: string; readonly event: string }
  /** `bookedBack`: `matched` of the orders that these movements pay isn't sent either. */
  | { readonly movementIds: ReadonlyArray<string>; readonly bookedBack?: ReadonlyArray<string> }

/**
 * `but`: an event that is no longer true of the request; if it was told last, there is nothing to replay. `byItself`: nobody asks
 * for it. `isHeldBack`: only if it was cancelled before it had left.
 */
export type Replayed =
  | { readonly requestId: string; readonly but?: string }
  | { readonly requestId: string; readonly isHeldBack: true; readonly byItself: true }
  | { readonly movementId: string }
  | { readonly movementId: string; readonly byItself: true }

/** What is to be told, written in the commit of what happened. */
export interface OutboxRows {
  /**
   * Due now. Inside a transaction: each has a higher sequence than all that the account was told before, whoever commits at
   * the same time; earlier results of the same requests that have not been delivered are superseded.
   */
  readonly add: (messages: ReadonlyArray<OutboxMessage>) => Effect.Effect<void>
  /** The newest result message of the request or movement; null: there is none, or it isn't to be sent. */
  readonly latestResult: (of: Replayed) => Effect.Effect<{ readonly id: string; readonly accountId: string } | null>
  /**
   * A new delivery of the same message, with its sequence, due now. One that waits already is sent now instead, and of those that
   * are delivered the first and the latest stay: whoever asks without end adds nothing.
   */
  readonly copy: (id: string, newId: string) => Effect.Effect<void>
  readonly cancel: (of: Unsent) => Effect.Effect<void>
  /** Enables the account's endpoints; what was held is due. */
  readonly release: (accountId: string) => Effect.Effect<void>
  /** Lets the results that wait for a retry go before their turn, and what is in flight, if that fails. */
  readonly hastenResults: (accountId: string) => Effect.Effect<void>
}

export class OutboxRepository extends Context.Service<
  OutboxRepository,
  OutboxRows & DeliveryRows & DeliveryLogRows & EndpointRows
>()("@counterfoil/core/outbox/OutboxRepository") {}
