/**
 * The durable state of an account's actor: written by the actor alone, fenced by the epoch of its activation, so that a
 * node that froze and wakes up writes nothing.
 */
import { Context, type DateTime, type Effect, Schema } from "effect"

/** Another activation of this account's actor has taken over, or the account is gone: stop, write nothing. */
export class StaleActor extends Schema.TaggedError<StaleActor>()("StaleActor", { accountId: Schema.String }) {}

export interface ActorState {
  readonly accountId: string
  /** Of the latest activation. */
  readonly epoch: bigint
  readonly userId: string
  readonly bankId: string
  readonly bank: string
  readonly bankOrigins: ReadonlyArray<string>
  /** Logins of the bank pause until then. */
  readonly bankPausedUntil: DateTime.Utc | null
  readonly name: string
  readonly status: "active" | "paused"
  readonly blockedReason: string | null
  readonly operationMode: "reconcile" | "passthrough" | null
  readonly loginGrant: number
  readonly nextRunAt: DateTime.Utc | null
  readonly failureKind: string | null
  /** Failures in a row of the present spell. */
  readonly failureCount: number
  readonly lastCompleteScrapeAt: DateTime.Utc | null
  /** ISO local date up to which the account was read completely. */
  readonly highWater: string | null
  /** ISO local date that the account's first read was to begin at; null before it. */
  readonly watchedFrom: string | null
}

/** What a crashed or replaced activation left open. */
export interface LeftOver {
  readonly sessionId: string | null
  readonly assistanceId: string | null
}

export class ActorRepository extends Context.Service<
  ActorRepository,
  {
    /**
     * Takes the account over: bumps its epoch, closes the session row and the assistance request that an earlier activation left
     * open, and puts jobs that were running back into the queue. To be called in a transaction. Null: there is no such account.
     */
    readonly activate: (accountId: string) => Effect.Effect<{ readonly epoch: bigint; readonly left: LeftOver } | null>
    /** Null: deleted. */
    readonly load: (accountId: string) => Effect.Effect<ActorState | null>
    /** Locks the account's row for the transaction it is called in. */
    readonly fence: (accountId: string, epoch: bigint) => Effect.Effect<void, StaleActor>
    readonly schedule: (
      accountId: string,
      next: { readonly at: DateTime.Utc | null; readonly failureKind: string | null; readonly failureCount: number }
    ) => Effect.Effect<void>
    readonly block: (accountId: string, reason: string) => Effect.Effect<void>
    /** Lifts the block and grants one more login with what is saved then. */
    readonly unblock: (accountId: string) => Effect.Effect<void>
    readonly setStatus: (accountId: string, status: "active" | "paused") => Effect.Effect<void>
  }
>()("@counterfoil/core/accounts/ActorRepository") {}
