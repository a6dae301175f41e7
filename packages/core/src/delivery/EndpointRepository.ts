import { Context, type DateTime, type Effect } from "effect"

/** What was learnt about where an account's results go. */
export interface EndpointState {
  readonly state: "active" | "disabled" | "paused"
  /** In a row, up to now. */
  readonly failures: number
  readonly lastSuccessAt: DateTime.Utc | null
  readonly lastFailureAt: DateTime.Utc | null
  /** Results that are not delivered yet, those held among them. */
  readonly waiting: number
}

export class EndpointRepository extends Context.Service<
  EndpointRepository,
  {
    /** Null: the settings name none. */
    readonly find: (accountId: string) => Effect.Effect<EndpointState | null>
    /** Inside a transaction: holds its results. */
    readonly pause: (accountId: string) => Effect.Effect<void>
    /** Takes the pause away; then one may be in flight, and with each success twice as many. */
    readonly resume: (accountId: string) => Effect.Effect<void>
  }
>()("@counterfoil/core/delivery/EndpointRepository") {}
