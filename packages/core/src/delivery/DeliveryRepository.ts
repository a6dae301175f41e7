import { Context, type Duration, type Effect } from "effect"

/** A message that this worker holds for the time of its lease. */
export interface ClaimedDelivery {
  readonly id: string
  readonly messageId: string
  readonly accountId: string
  readonly lane: "result" | "notification"
  readonly event: string
  /** Of a result: whose. A later one of the same request replaces it. */
  readonly requestId: string | null
  readonly sequence: number
  /** Sealed. */
  readonly body: Uint8Array
  /** Where it goes, by the settings as they were when it was claimed: a fingerprint of the URL. */
  readonly address: string
  /** Another one whenever the account's settings, or the secrets that sign for it, are others. */
  readonly settingsVersion: string
  /** Which attempt this is, from 1. Also the proof that the lease is still ours. */
  readonly attempt: number
  /** Which attempt of the schedule, from 1; early ones don't count. */
  readonly scheduledAttempt: number
  /** Before its turn. */
  readonly early: boolean
  /** Milliseconds since the first attempt began; 0 for the first. */
  readonly sinceFirstMs: number
}

export interface ClaimLimits {
  readonly limit: number
  readonly perEndpoint: number
  readonly perHost: number
  readonly lease: Duration.Duration
}

/** How an attempt ended, for its record. */
export interface AttemptEnd {
  readonly outcome: string
  readonly httpStatus: number | null
  readonly response: string | null
  readonly fault: string | null
}

/** An attempt that is on record. */
export interface BegunAttempt {
  readonly delivery: ClaimedDelivery
  readonly address: string
}

/**
 * Leases go by the database's clock, all else by ours. What several fibers settle at the same time goes together. A `settle…`
 * whose lease was taken over records the attempt and what it taught about the endpoint, and leaves the message alone.
 */
export class DeliveryRepository extends Context.Service<
  DeliveryRepository,
  {
    /**
     * Takes back lapsed leases; holds or cancels what is due and has nowhere to go; lets the oldest message of each endpoint
     * that failed `probeInterval` ago or earlier go before its turn.
     */
    readonly sweep: (probeInterval: Duration.Duration) => Effect.Effect<void>
    /**
     * Takes what is due, endpoints with the fewest in flight first, within the limits over all nodes, and records in the same
     * commit that the attempts begin.
     */
    readonly claim: (limits: ClaimLimits) => Effect.Effect<ReadonlyArray<ClaimedDelivery>>
    /**
     * Whether a result may leave: nobody has cancelled or superseded it since it was claimed, and it is still ours. If not, its
     * attempt is none.
     */
    readonly mayLeave: (delivery: ClaimedDelivery) => Effect.Effect<boolean>
    /** The settings name another URL since it was claimed: corrects the record. */
    readonly readdress: (attempt: BegunAttempt) => Effect.Effect<void>
    /** Delivered. After failures of its endpoint all that waits for it goes before its turn, at most once per `pullSpacing`. */
    readonly settleDelivered: (
      attempt: BegunAttempt,
      end: AttemptEnd,
      recovery: { readonly perEndpoint: number; readonly pullSpacing: Duration.Duration }
    ) => Effect.Effect<void>
    /**
     * Failed: due again after the wait (an early attempt: not before its turn either), or exhausted when null; cancelled if it is
     * superseded.
     */
    readonly settleFailed: (attempt: BegunAttempt, end: AttemptEnd, waitMs: number | null) => Effect.Effect<void>
    /** The receiver wants no more: disables the endpoint and holds the account's results. */
    readonly settleGone: (attempt: BegunAttempt, end: AttemptEnd) => Effect.Effect<void>
  }
>()("@counterfoil/core/delivery/DeliveryRepository") {}
