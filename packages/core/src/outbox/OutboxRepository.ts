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

export class OutboxRepository extends Context.Service<
  OutboxRepository,
  {
    /** Due now. */
    readonly add: (message: OutboxMessage) => Effect.Effect<void>
    /** The newest result message of the request or movement. */
    readonly latest: (
      of: { readonly requestId: string } | { readonly movementId: string }
    ) => Effect.Effect<OutboxMessage | null>
    readonly cancel: (of: { readonly accountId: string } | { readonly assistanceId: string }) => Effect.Effect<void>
    /** Enables the account's endpoints; what was held is due. */
    readonly release: (accountId: string) => Effect.Effect<void>
    /** Lets the results that wait for a retry go before their turn. */
    readonly hasten: (accountId: string) => Effect.Effect<void>
  }
>()("@counterfoil/core/outbox/OutboxRepository") {}
