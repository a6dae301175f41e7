/** How many sessions go on at once: logins and reads per bank, open browser contexts in all. One per node. */
import { Context, Effect, Layer, type Scope, Semaphore } from "effect"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"

export class SessionGate extends Context.Service<
  SessionGate,
  {
    /** Holds one of the bank's places while the effect runs. */
    readonly atBank: (bankId: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Holds one open context until the scope closes. */
    readonly openContext: Effect.Effect<void, never, Scope.Scope>
  }
>()("@counterfoil/core/sessions/SessionGate") {
  static readonly layer = Layer.effect(
    SessionGate,
    Effect.gen(function* () {
      const policy = yield* AccountPolicy
      const contexts = yield* Semaphore.make(policy.sessionConcurrency)
      const banks = new Map<string, Semaphore.Semaphore>()
      const bank = (bankId: string) => {
        const known = banks.get(bankId) ?? Semaphore.makeUnsafe(policy.bankConcurrency)
        banks.set(bankId, known)
        return known
      }
      return SessionGate.of({
        atBank: (bankId) => (effect) => bank(bankId).withPermits(1)(effect),
        openContext: Effect.asVoid(Effect.acquireRelease(contexts.take(1), () => contexts.release(1)))
      })
    })
  )
}
