import { Context, type Effect } from "effect"

export interface OutboxMessage {
  readonly id: string
  readonly messageId: string
  readonly accountId: string
  readonly lane: "result" | "notification"
  readonly event: string
  readonly requestId: string | null
  readonly movementId: string | null
  readonly assistanceId: string | null
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
    /** Due now. */
    readonly add: (messages: ReadonlyArray<OutboxMessage>) => Effect.Effect<void>
    /** The newest result message of the request or movement. */
    readonly latest: (of: Replayed) => Effect.Effect<OutboxMessage | null>
    readonly cancel: (of: Unsent) => Effect.Effect<void>
    /** Enables the account's endpoints; what was held is due. */
    readonly release: (accountId: string) => Effect.Effect<void>
    /** Lets the results that wait for a retry go before their turn. */
    readonly hasten: (accountId: string) => Effect.Effect<void>
  }
>()("@counterfoil/core/outbox/OutboxRepository") {}
