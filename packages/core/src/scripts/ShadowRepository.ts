/** Whose owner agreed to shadow runs, and what came of them, as rows. */
import { Context, type DateTime, type Duration, type Effect } from "effect"
import type { ReadingComparison } from "@counterfoil/domain"
import type { RunnableScript } from "./Script.ts"

/** What a version in review made of an account, the last time. */
export interface ShadowRun extends ReadingComparison {
  readonly scriptId: string
  readonly version: string
  readonly startedAt: DateTime.Utc
  /** Null: it runs, or was broken off. */
  readonly finishedAt: DateTime.Utc | null
  /** `read`, `not_comparable`, or the kind of failure; null: it runs, or was broken off. */
  readonly outcome: string | null
}

/** The last run on each account, all together. Nothing of it tells whose accounts they are. */
export interface ShadowSummary extends ReadingComparison {
  readonly accounts: number
  /** Those of them where both versions read the list. */
  readonly compared: number
  /** Why the others couldn't be compared, the most frequent first; `not_comparable` among them. */
  readonly outcomes: ReadonlyArray<{ readonly kind: string; readonly count: number }>
  readonly lastAt: DateTime.Utc
}

export interface ShadowEnd extends ReadingComparison {
  readonly scriptId: string
  readonly accountId: string
  readonly outcome: string
}

export class ShadowRepository extends Context.Service<
  ShadowRepository,
  {
    /** When the account's owner agreed; null: not, or not any more. */
    readonly agreedAt: (accountId: string) => Effect.Effect<DateTime.Utc | null>
    /** False: the owner had agreed already. */
    readonly agree: (accountId: string, at: DateTime.Utc) => Effect.Effect<boolean>
    /** False: the owner had not agreed. */
    readonly withdraw: (accountId: string) => Effect.Effect<boolean>
    /** The newest first. */
    readonly ofAccount: (accountId: string) => Effect.Effect<ReadonlyArray<ShadowRun>>
    /** Null: it never ran on an account. */
    readonly summary: (scriptId: string) => Effect.Effect<ShadowSummary | null>
    /**
     * The version to be tried on the account now: the newest one in review that was published after the active one and never
     * promoted. It counts as tried from here on. Null: there is none, its last run is younger than `every`, or the owner has
     * not agreed.
     */
    readonly begin: (trial: {
      readonly accountId: string
      readonly activeId: string
      readonly at: DateTime.Utc
      readonly every: Duration.Duration
    }) => Effect.Effect<RunnableScript | null>
    /** It ended now. */
    readonly end: (end: ShadowEnd) => Effect.Effect<void>
  }
>()("@counterfoil/core/scripts/ShadowRepository") {}
