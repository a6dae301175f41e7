/**
 * The durable state of an account's actor: written by the actor alone, fenced by the epoch of its activation, so that a
 * node that froze and wakes up writes nothing.
 */
import type { DateTime, Effect } from "effect"
import { Schema } from "effect"
import type { CodeVia, Terms, WaitReason } from "@counterfoil/domain"
import type { DeclaredRequest } from "../scripts/DeclaredRequest.ts"
import type { AccountStatus } from "./AccountStatus.ts"

/** Another activation of this account's actor has taken over, or the account is gone: stop, write nothing. */
export class StaleActor extends Schema.TaggedError<StaleActor>()("StaleActor", { accountId: Schema.String }) {}

export interface ActorState {
  readonly accountId: string
  /** Of the latest activation. */
  readonly epoch: bigint
  readonly userId: string
  readonly bankId: string
  /** The bank's code. */
  readonly bank: string
  readonly bankName: string
  readonly bankOrigins: ReadonlyArray<string>
  /** Logins of the bank pause until then. */
  readonly bankPausedUntil: DateTime.Utc | null
  readonly name: string
  readonly status: "active" | "paused"
  readonly blockedReason: string | null
  readonly operationMode: "reconcile" | "passthrough" | null
  /** Accounts of the user's at this bank with the same user name have the same. */
  readonly loginId: string
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
  /** So many days back complete lists of the bank's page have shown a booked row, at most; null before the first. */
  readonly shownBack: number | null
}

/** Everything that decides what an actor does next, as one statement saw it. */
export interface ActorAgenda extends ActorState {
  /** The database's. */
  readonly now: DateTime.Utc
  /** The row's count of wakes when it was read; `restActor` compares it, so that no wake is lost. */
  readonly wakes: bigint
  readonly hasSettings: boolean
  readonly sessionType: "one-shot" | "persistent"
  readonly loginMode: "simple" | "assisted"
  /** Cycles in a row that ended with their node. */
  readonly lostCycles: number
  readonly heldBackUntil: DateTime.Utc | null
  /** Null: none are saved. */
  readonly credentialsVersion: number | null
  /** The bank's active version. */
  readonly scriptId: string | null
  /** What the owner agreed to, and who made the bank. */
  readonly consent: Terms | null
  readonly bankCreator: string | null
  /** Of the active version's manifest: what it asks for. */
  readonly scriptOrigins: ReadonlyArray<string> | null
  readonly scriptRequests: ReadonlyArray<DeclaredRequest> | null
  readonly scriptPasswordFields: "text" | null
  /** IANA zone of the bank, where it has a script. */
  readonly zone: string | null
  /** When its owner may be asked, as they said; null: nothing. */
  readonly askFrom: string | null
  readonly askTo: string | null
  readonly askZone: string | null
  readonly snoozedUntil: DateTime.Utc | null
  /** Asked as often in a day as they allow: when the first of these is a day ago. */
  readonly askedEnoughUntil: DateTime.Utc | null
  readonly jobQueued: boolean
  readonly workQueued: boolean
  /** When the first of the work that waits for its time can be done; null: none does. */
  readonly workAt: DateTime.Utc | null
  /** When the pending orders are due; null: they are not asked for. */
  readonly pollAt: DateTime.Utc | null
  readonly unattempted: boolean
  /** Since when the oldest open order waits. */
  readonly oldestOpenAt: DateTime.Utc | null
  /**
   * When a session that is open at the bank and that nobody holds is logged out: one that it left for others of its login, or
   * that outlived its browser while nothing may run. Null: there is none.
   */
  readonly leaveAt: DateTime.Utc | null
  /** Somebody who is about to delete the account asks whether the holder of its session is alive. */
  readonly holderAsked: boolean
}

/** An account as its owner's list shows it, as one statement saw it. */
export interface OverviewRow extends ActorAgenda {
  /** As the rows have it: an actor that is awake may know more. */
  readonly actor: AccountStatus
  readonly blockedAt: DateTime.Utc | null
  /** The bank's active version. */
  readonly scriptVersion: string | null
  readonly scriptSessionTypes: ReadonlyArray<"one-shot" | "persistent"> | null
  readonly latestEvidenceId: string | null
  readonly codeVia: CodeVia | null
  /** Under the present settings; all null: the last poll succeeded, or there was none. */
  readonly ordersFailingSince: DateTime.Utc | null
  readonly ordersFailures: number | null
  readonly ordersFailure: string | null
  readonly ordersFailureStatus: number | null
  readonly ordersFailureReason: string | null
}

/** What a crashed or replaced activation left open. */
export interface LeftOver {
  readonly sessionId: string | null
  readonly assistanceId: string | null
  /** Cycles in a row that ended with their activation, this one among them; 0: none was under way. */
  readonly lostCycles: number
}

export interface ActorRows {
  /**
   * Takes the account over: bumps its epoch, closes the session row and the assistance request that an earlier activation left
   * open, and puts jobs that were running back into the queue. To be called in a transaction. Null: there is no such account.
   */
  readonly activateActor: (
    accountId: string
  ) => Effect.Effect<{ readonly epoch: bigint; readonly left: LeftOver } | null>
  /** Null: deleted. */
  readonly loadActor: (accountId: string) => Effect.Effect<ActorState | null>
  /** Null: deleted. `ordersIntervalMs`: between two polls that succeed. */
  readonly agenda: (accountId: string, ordersIntervalMs: number) => Effect.Effect<ActorAgenda | null>
  /** Of all the user's accounts, in the order of creation. */
  readonly overviews: (userId: string, ordersIntervalMs: number) => Effect.Effect<ReadonlyArray<OverviewRow>>
  /** Locks the account's row for the transaction it is called in. */
  readonly fence: (accountId: string, epoch: bigint) => Effect.Effect<void, StaleActor>
  /** A cycle is under way from the commit that this is called in. */
  readonly beginCycle: (accountId: string) => Effect.Effect<void>
  /** The holder of the session is alive, and logs out by itself when the account is gone. */
  readonly stillHolds: (accountId: string) => Effect.Effect<void>
  /** It has ended, however. */
  readonly endCycle: (accountId: string) => Effect.Effect<void>
  /** The next cycle waits so long, by the database's clock. */
  readonly holdBack: (accountId: string, millis: number) => Effect.Effect<DateTime.Utc | null>
  /** From now by the database's clock; null: not by itself. */
  readonly schedule: (
    accountId: string,
    next: { readonly delayMs: number | null; readonly failureKind: string | null; readonly failureCount: number }
  ) => Effect.Effect<void>
  readonly block: (accountId: string, reason: string) => Effect.Effect<void>
  /** Blocks the other accounts of its login, too, that are not blocked yet. Answers their ids. */
  readonly blockMates: (
    accountId: string,
    because: { readonly reason: string; readonly failureKind: string }
  ) => Effect.Effect<ReadonlyArray<string>>
  /** The account needs no actor until then (null: until something changes). False: something has changed since `wakes`. */
  readonly restActor: (
    accountId: string,
    seen: { readonly epoch: bigint; readonly wakes: bigint },
    until: { readonly afterMs: number | null; readonly because: WaitReason }
  ) => Effect.Effect<{ readonly rests: boolean; readonly before: WaitReason | null }>
  /** A deleted account is due no more. */
  readonly forgetActor: (accountId: string) => Effect.Effect<void>
}
