/** The open question of a login for a one-time code, as a row. The code itself is never stored. */
import { Context, type DateTime, type Effect } from "effect"
import type { Assistance } from "../accounts/AccountStatus.ts"

export class AssistanceRepository extends Context.Service<
  AssistanceRepository,
  {
    readonly open: (request: {
      readonly id: string
      readonly accountId: string
      readonly sessionId: string
      readonly descriptor: Assistance["descriptor"]
      readonly prompt: string
      readonly requestedAt: DateTime.Utc
      readonly expiresAt: DateTime.Utc
    }) => Effect.Effect<void>
    readonly setAttempts: (id: string, attempts: number) => Effect.Effect<void>
    /** False: it was ended already, by another activation of the actor. */
    readonly end: (id: string, status: "fulfilled" | "cancelled") => Effect.Effect<boolean>
  }
>()("@counterfoil/core/otp/AssistanceRepository") {}
