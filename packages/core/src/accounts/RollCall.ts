/** Whether every account has had its actor started since this process began. */
import { Context, Effect, Layer, Ref } from "effect"

export class RollCall extends Context.Service<
  RollCall,
  {
    readonly isComplete: Effect.Effect<boolean>
    readonly complete: Effect.Effect<void>
  }
>()("@counterfoil/core/accounts/RollCall") {
  static readonly layer = Layer.effect(
    RollCall,
    Effect.map(Ref.make(false), (done) => RollCall.of({ isComplete: Ref.get(done), complete: Ref.set(done, true) }))
  )
}
