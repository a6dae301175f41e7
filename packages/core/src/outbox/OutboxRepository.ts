import { Context, type Effect } from "effect"

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
  | { readonly assistanceId: string }
  | { readonly requestId: string; readonly event: string }
  | { readonly movementId: string }

/** `but`: an event that is no longer true of the request. */
export type Replayed = { readonly requestId: string; readonly but?: string } | { readonly movementId: string }

export class OutboxRepository extends Context.Service<
  OutboxRepository,
  {
    /**
     * Due now. Inside a transaction: each has a higher sequence than all that the account was told before, whoever commits at
     * the same time; earlier results of the same requests that have not been delivered are superseded.
     */
    readonly add: (messages: ReadonlyArray<OutboxMessage>) => Effect.Effect<void>
    /** The newest result message of the request or movement. */
    readonly latest: (of: Replayed) => Effect.Effect<{ readonly id: string; readonly accountId: string } | null>
    /** A new delivery of the same message, with its sequence, due now. */
    readonly copy: (id: string, newId: string) => Effect.Effect<void>
    readonly cancel: (of: Unsent) => Effect.Effect<void>
    /** Enables the account's endpoints; what was held is due. */
    readonly release: (accountId: string) => Effect.Effect<void>
    /** Lets the results that wait for a retry go before their turn. */
    readonly hasten: (accountId: string) => Effect.Effect<void>
  }
>()("@counterfoil/core/outbox/OutboxRepository") {}
