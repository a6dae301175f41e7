/** An owner's agreement that versions in review are tried on an account, and what came of it. */
import { Context, DateTime, Effect, Layer } from "effect"
import { ActivityLog } from "../events/ActivityLog.ts"
import { ScriptRepository, type ShadowRun } from "../scripts/ScriptRepository.ts"

export interface ShadowConsent {
  /** Null: the owner has not agreed, or not any more. */
  readonly agreedAt: DateTime.Utc | null
  readonly runs: ReadonlyArray<ShadowRun>
}

export class ShadowRuns extends Context.Service<
  ShadowRuns,
  {
    readonly of: (accountId: string) => Effect.Effect<ShadowConsent>
    readonly agree: (accountId: string) => Effect.Effect<ShadowConsent>
    /** A run that is under way ends by itself. */
    readonly withdraw: (accountId: string) => Effect.Effect<ShadowConsent>
  }
>()("@counterfoil/core/scripts/ShadowRuns") {
  static readonly layer: Layer.Layer<ShadowRuns, never, ScriptRepository | ActivityLog> = Layer.effect(
    ShadowRuns,
    Effect.gen(function* () {
      const repository = yield* ScriptRepository
      const activity = yield* ActivityLog

      const of = Effect.fnUntraced(function* (accountId: string) {
        return {
          agreedAt: yield* repository.shadowAgreedAt(accountId),
          runs: yield* repository.listShadowRuns(accountId)
        }
      })

      return ShadowRuns.of({
        of,
        agree: Effect.fn("ShadowRuns.agree")(function* (accountId) {
          const message = "Versions of the bank's script that are in review may be tried on this account"
          if (yield* repository.agreeToShadow(accountId, yield* DateTime.now)) {
            yield* activity.add({ accountId, kind: "shadow.agreed", message, data: {} })
          }
          return yield* of(accountId)
        }),
        withdraw: Effect.fn("ShadowRuns.withdraw")(function* (accountId) {
          const message = "Versions in review are no longer tried on this account"
          if (yield* repository.withdrawFromShadow(accountId)) {
            yield* activity.add({ accountId, kind: "shadow.withdrawn", message, data: {} })
          }
          return yield* of(accountId)
        })
      })
    })
  )
}
