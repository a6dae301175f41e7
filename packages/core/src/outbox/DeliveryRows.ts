/** Deliveries as rows: what the worker claims and settles, what their owner looks at and sends again, and where they go. */
import type { DateTime, Duration, Effect } from "effect"
import type { OutboxState } from "@counterfoil/domain"

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
  /** Of what made it, where that was traced. */
  readonly trace: string | null
  /** The account's bank, by its code, and the version of its script that is active now; `none` without one. */
  readonly bank: string
  readonly version: string
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
 * Leases go by the database's clock, all else by ours. What several fibers settle at the same time is written in one
 * statement. A `settle…` whose lease was taken over records the attempt and the endpoint's state, and doesn't touch the
 * message.
 */
export interface DeliveryRows {
  /**
   * Takes back lapsed leases; holds or cancels due messages that have no address; makes the oldest message of each endpoint
   * due as a probe once its last failure is `probeInterval` ago.
   */
  readonly sweep: (probeInterval: Duration.Duration) => Effect.Effect<void>
  /** What endpoints did at times that are still to come, by a clock that was ahead, they did now: probes don't wait for it. */
  readonly afterClockWentBack: Effect.Effect<void>
  /** Takes back every lease, lapsed or not: whoever held them is dead. */
  readonly takeBackAll: Effect.Effect<void>
  /**
   * Takes what is due, endpoints with the fewest in flight first, within the limits over all nodes, and records in the same
   * commit that the attempts begin.
   */
  readonly claim: (limits: ClaimLimits) => Effect.Effect<ReadonlyArray<ClaimedDelivery>>
  /**
   * Whether it may be sent: it was not cancelled or superseded since it was claimed, and the lease is still ours. If not, the
   * attempt is taken back.
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

export interface DeliveryRow {
  readonly id: string
  readonly messageId: string
  readonly accountId: string
  readonly lane: "result" | "notification"
  readonly event: string
  readonly requestId: string | null
  readonly movementId: string | null
  /** The order's, of a result. */
  readonly externalId: string | null
  /** Of the order, or of the movement that is passed on. */
  readonly senderName: string | null
  /** Rises over the account's messages. */
  readonly sequence: number
  readonly status: OutboxState
  /** A later result of the same request was committed before this one was delivered. */
  readonly superseded: boolean
  readonly attemptsMade: number
  readonly createdAt: DateTime.Utc
  /** Null: none is planned, or one is under way. */
  readonly nextAttemptAt: DateTime.Utc | null
  readonly deliveredAt: DateTime.Utc | null
  /** Of the latest attempt; null: none was made, it hasn't ended, or it is forgotten. */
  readonly lastOutcome: string | null
  readonly lastHttpStatus: number | null
  readonly lastFault: string | null
  /** How things stand now where it goes. */
  readonly receiver: "open" | "none" | "paused" | "disabled"
}

export interface StoredAttempt {
  readonly number: number
  /** What the tables know the URL by. */
  readonly address: string
  /** Sealed; null: of an attempt that was made before addresses were. */
  readonly url: Uint8Array | null
  readonly startedAt: DateTime.Utc
  readonly finishedAt: DateTime.Utc | null
  /** Null: under way, or cut off. */
  readonly outcome: string | null
  readonly httpStatus: number | null
  readonly response: string | null
  readonly fault: string | null
  readonly early: boolean
}

export interface DeliveryFilter {
  readonly accountId?: string
  readonly status?: OutboxState
  readonly event?: string
  readonly requestId?: string
  readonly movementId?: string
}

export interface BulkReplay {
  readonly accountId?: string
  readonly status: "exhausted" | "held"
  readonly since?: DateTime.Utc
  readonly limit: number
}

/** Deliveries as their owner looks at them and sends them again. */
export interface DeliveryLogRows {
  /** Over the user's accounts that are not deleted, newest first, then by id. `before`: an id of this list. */
  readonly listDeliveries: (
    userId: string,
    page: DeliveryFilter & { readonly limit: number; readonly offset: number; readonly before?: string }
  ) => Effect.Effect<ReadonlyArray<DeliveryRow>>
  readonly findDelivery: (
    userId: string,
    id: string
  ) => Effect.Effect<(DeliveryRow & { readonly body: Uint8Array /* sealed */ }) | null>
  /** The latest ones, in the order they were made. */
  readonly listAttempts: (id: string, limit: number) => Effect.Effect<ReadonlyArray<StoredAttempt>>
  /** Inside a transaction: what it is now, kept so until the end. */
  readonly lockDelivery: (id: string) => Effect.Effect<Pick<DeliveryRow, "status" | "superseded"> | null>
  /** Inside a transaction: whether the request is not matched because a match of it was undone, kept so until the end. */
  readonly isUndone: (requestId: string) => Effect.Effect<boolean>
  /** Inside a transaction: whether a person has taken the movement out; until the end nobody does, or takes it in. */
  readonly isTakenOut: (accountId: string, movementId: string) => Effect.Effect<boolean>
  /** An exhausted one is due now, its schedule begins anew. */
  readonly restartDelivery: (id: string) => Effect.Effect<void>
  /** One that waits for a retry is sent early, and one that is in flight, if that fails. */
  readonly hastenDelivery: (id: string) => Effect.Effect<void>
  /**
   * Inside a transaction: many are due now with their schedule from the start, oldest first, behind live traffic. Held
   * ones of a paused endpoint stay. Answers the account of each.
   */
  readonly restartDeliveries: (userId: string, which: BulkReplay) => Effect.Effect<ReadonlyArray<string>>
}

/** What was learnt about where an account's results go. */
export interface EndpointState {
  readonly state: "active" | "disabled" | "paused"
  /** In a row, up to now. */
  readonly failures: number
  readonly lastSuccessAt: DateTime.Utc | null
  readonly lastFailureAt: DateTime.Utc | null
  /** Results that are not delivered yet, those held among them. */
  readonly waiting: number
  /** What came of the last test by hand; null: there was none. */
  readonly lastTest: { readonly at: DateTime.Utc; readonly outcome: string } | null
}

/** What was learnt about where an account's results go. */
export interface EndpointRows {
  /** What came of a test by hand; it changes nothing else. */
  readonly noteTest: (accountId: string, address: string, outcome: string) => Effect.Effect<void>
  /** Null: the settings name none. */
  readonly findEndpoint: (accountId: string) => Effect.Effect<EndpointState | null>
  /** Inside a transaction: holds its results. */
  readonly pauseEndpoint: (accountId: string) => Effect.Effect<void>
  /** Takes the pause away; then one may be in flight, and with each success twice as many. */
  readonly resumeEndpoint: (accountId: string) => Effect.Effect<void>
}
