/**
 * The actors that are awake in this process: their state can be read without a message, and they can be told to read their
 * rows again.
 */
import { Context, Effect, Layer, type Scope } from "effect"
import type { AccountStatus } from "../accounts/AccountStatus.ts"
import { uuid } from "../ids.ts"

export interface AwakeActor {
  readonly status: Effect.Effect<AccountStatus>
  /** Something in the tables has changed. */
  readonly lookAgain: Effect.Effect<void>
  /** The count of wakes that its account's row had when it looked last. */
  readonly seenWakes: () => bigint
}

export class AwakeActors extends Context.Service<
  AwakeActors,
  {
    /** No other process has it. */
    readonly processId: string
    /** Shows the actor here until the scope ends. */
    readonly post: (accountId: string, actor: AwakeActor) => Effect.Effect<void, never, Scope.Scope>
    /** Undefined: it sleeps, or is awake elsewhere. */
    readonly find: (accountId: string) => AwakeActor | undefined
  }
>()("@counterfoil/core/actor/AwakeActors") {
  static readonly layer: Layer.Layer<AwakeActors> = Layer.effect(
    AwakeActors,
    Effect.map(uuid, (processId) => {
      const posted = new Map<string, AwakeActor>()
      return {
        processId,
        post: (accountId, actor) =>
          Effect.acquireRelease(
            Effect.sync(() => void posted.set(accountId, actor)),
            // A later activation may have posted its own by now.
            () => Effect.sync(() => void (posted.get(accountId) === actor && posted.delete(accountId)))
          ),
        find: (accountId) => posted.get(accountId)
      }
    })
  )
}
