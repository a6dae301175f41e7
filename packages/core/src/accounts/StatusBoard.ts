/**
 * What the actors that live in this process say of themselves. Machines ask for the status all the time; a message to the
 * actor costs more than all the rest of the answer.
 */
import { Context, Effect, Layer, type Scope } from "effect"
import type { AccountStatus } from "./AccountCommands.ts"

export class StatusBoard extends Context.Service<
  StatusBoard,
  {
    /** Shows the account's status here until the scope ends: until its actor stops, or lives elsewhere. */
    readonly post: (accountId: string, status: Effect.Effect<AccountStatus>) => Effect.Effect<void, never, Scope.Scope>
    /** Undefined: its actor doesn't live here, or sleeps. */
    readonly find: (accountId: string) => Effect.Effect<AccountStatus> | undefined
  }
>()("@counterfoil/core/accounts/StatusBoard") {
  static readonly layer: Layer.Layer<StatusBoard> = Layer.sync(StatusBoard, () => {
    const posted = new Map<string, Effect.Effect<AccountStatus>>()
    return {
      post: (accountId, status) =>
        Effect.acquireRelease(
          Effect.sync(() => void posted.set(accountId, status)),
          // A later activation may have posted its own by now.
          () => Effect.sync(() => void (posted.get(accountId) === status && posted.delete(accountId)))
        ),
      find: (accountId) => posted.get(accountId)
    }
  })
}
