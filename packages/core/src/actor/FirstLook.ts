/** Whether this process has looked for due accounts once since it started. */
import { Context, Deferred, Effect, Layer } from "effect"

export class FirstLook extends Context.Service<
  FirstLook,
  {
    readonly done: Effect.Effect<void>
    /** Waits until it has. */
    readonly isDone: Effect.Effect<void>
    readonly wasDone: Effect.Effect<boolean>
  }
>()("@counterfoil/core/actor/FirstLook") {
  static readonly layer = Layer.effect(
    FirstLook,
    Effect.map(Deferred.make<void>(), (looked) =>
      FirstLook.of({
        done: Effect.asVoid(Deferred.succeed(looked, undefined)),
        isDone: Deferred.await(looked),
        wasDone: Deferred.isDone(looked)
      })
    )
  )
}
