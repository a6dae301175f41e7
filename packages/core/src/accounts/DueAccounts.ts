/**
 * The work that waits for accounts, in tables. Commands write here in the transaction of their change and wake the actor. A
 * wake-up that is lost delays the work by a second; nothing is lost.
 */
import { Context, type DateTime, type Effect, type Stream } from "effect"
import type { AccountStatus } from "./AccountStatus.ts"

/** Movements to match, a request that a person wants looked at again, pending orders to poll. */
export type Work =
  | {
      readonly kind: "match"
      readonly scrapeId: string
      readonly complete: boolean
      /** Whether it is an attempt of orders that find nothing in it. (Default: yes) */
      readonly isAttempt?: boolean
    }
  | { readonly kind: "run"; readonly requestId: string }
  | { readonly kind: "poll" }

type Match = Extract<Work, { kind: "match" }> & {
  /** Whether orders that find nothing in it have been attempted once more. */
  readonly counts: boolean
  readonly ofFile: boolean
  /** Its payments are known for too short a time to be looked at for orders of other amounts (`knownBeforeMillis`). */
  readonly isFresh: boolean
}

/** An order to look at once more, which is no attempt of one that finds nothing. */
interface Look {
  readonly kind: "look"
  readonly requestId: string
}

/** `trace`: of the scrape that brought what is to be matched. */
export type QueuedWork = (Exclude<Work, { kind: "match" }> | Match | Look) & {
  readonly id: bigint
  readonly trace: string | null
}

export interface DueAccount {
  readonly accountId: string
  readonly wakes: bigint
}

export interface DuePage {
  /** The database's. */
  readonly now: DateTime.Utc
  readonly accounts: ReadonlyArray<DueAccount>
}

export class DueAccounts extends Context.Service<
  DueAccounts,
  {
    /** Something about these accounts changed: their actors look again, at once when the transaction commits. */
    readonly wake: (accountIds: ReadonlyArray<string>) => Effect.Effect<void>
    /** Adds what is to be done, unless it waits already, and wakes the account. */
    readonly add: (accountId: string, work: Work) => Effect.Effect<void>
    /**
     * Orders that are looked at right after the commit: whoever does so says `done`. If nobody comes to it, they are part of the
     * work that waits. In the transaction that changed them; what a person wants run anyway is left out.
     */
    readonly addLooks: (accountId: string, requestIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<bigint>>
    /** The oldest first; a bounded number. What was left until the account goes on isn't among it before. */
    readonly work: (accountId: string) => Effect.Effect<ReadonlyArray<QueuedWork>>
    /** False: none of them is there any more. Somebody else has done them, or they were added anew, with other ids. */
    readonly done: (workIds: ReadonlyArray<bigint>) => Effect.Effect<boolean>
    /** It waits until the account is neither paused nor blocked, and is no further attempt then. False: it is gone. */
    readonly leave: (workId: bigint) => Effect.Effect<boolean>
    /** The same, and not before what its file brought is fresh no more. */
    readonly leaveFresh: (workId: bigint) => Effect.Effect<boolean>
    /** Requests that have had no attempt yet; a bounded number. */
    readonly unattempted: (accountId: string) => Effect.Effect<ReadonlyArray<string>>

    /** The scrape that waits already, or a new one; wakes the account. */
    readonly requestScrape: (accountId: string) => Effect.Effect<{ readonly id: string }>
    /** Marks the waiting job as running; null when none waits. `endedSession`: only if it was asked for before this one ended. */
    readonly takeJob: (accountId: string, endedSession?: string | null) => Effect.Effect<{ readonly id: string } | null>
    readonly finishJob: (
      jobId: string,
      status: "done" | "failed" | "skipped",
      reason: string | null
    ) => Effect.Effect<void>
    /** Back into the queue. If another job waits there already, this one ends and gets that one's answer. */
    readonly requeueJobs: (accountId: string, jobIds: ReadonlyArray<string>) => Effect.Effect<void>

    /**
     * Lifts the block, and grants one more login with what is saved then, for all accounts that share the login. Answers the ids
     * of the others that were blocked.
     */
    readonly unblock: (accountId: string) => Effect.Effect<ReadonlyArray<string>>
    /**
     * The session that the account has open can serve the others of its login: those whose read somebody waits for, and those that
     * are due within so many milliseconds (null: none of these), are due at once. (Others may have failed, and wait for their own
     * time.) Answers how many may come; in a transaction of its own.
     */
    readonly callMates: (accountId: string, withinMs: number | null) => Effect.Effect<number>
    readonly setStatus: (accountId: string, status: "active" | "paused") => Effect.Effect<void>
    /**
     * Decides anew on the orders of an account of which these movements were taken out or in: no further scrape need come. No
     * attempt of orders that find nothing. The caller holds the account's turn to match. Wakes the account.
     */
    readonly matchAgain: (accountId: string, movementIds: ReadonlyArray<string>) => Effect.Effect<void>
    /** The same of payments that a person took from their order, once they have had a quarter of an hour to choose; wakes nobody. */
    readonly matchFreed: (accountId: string, movementIds: ReadonlyArray<string>) => Effect.Effect<void>
    /** A look at their order, then too. */
    readonly lookLater: (accountId: string, requestId: string) => Effect.Effect<void>
    /** The same, by what else is said of payments now; for whoever doesn't hold the turn. */
    readonly matchAnew: (accountId: string) => Effect.Effect<void>
    /** The same, if files were read last and no scrape need come; wakes nobody. */
    readonly matchFiles: (accountId: string) => Effect.Effect<void>
    /** As the rows have it, for an account whose actor isn't awake here. Null: deleted. */
    readonly status: (accountId: string) => Effect.Effect<AccountStatus | null>

    /** Accounts that are due, the longest first; of more than that, each user's longest first, in turns. */
    readonly due: (limit: number) => Effect.Effect<DuePage>
    /** Ids of accounts that were woken, on any node, as it is committed; an empty one: several, look. Ends with its connection. */
    readonly announcements: Stream.Stream<string>
    /**
     * After the database's clock was set back: accounts whose next time now lies too far ahead are due after the interval
     * that was meant. Answers how many accounts that concerned.
     */
    readonly afterClockWentBack: Effect.Effect<number>
  }
>()("@counterfoil/core/accounts/DueAccounts") {}
