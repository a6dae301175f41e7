/** Runs and comparisons of script versions as rows. */
import { Context, type DateTime, type Effect } from "effect"
import type { Comparison } from "./Comparison.ts"

/** One cycle of an account, from its start to its end, waiting for codes included. */
export interface ScriptRunRow {
  readonly id: string
  readonly scriptId: string
  readonly accountId: string
  readonly startedAt: DateTime.Utc
  /** `read`, or the kind of failure. */
  readonly outcome: string
}

/** How one version did in the last thirty days. */
export interface VersionHealth {
  readonly scriptId: string
  readonly version: string
  readonly status: "active" | "review"
  readonly promotedAt: DateTime.Utc | null
  readonly runs: number
  readonly succeeded: number
  /** The most frequent kind first. */
  readonly failures: ReadonlyArray<{ readonly kind: string; readonly count: number }>
  /** Of the runs that succeeded; null without any, or where they are of less than ten accounts and not all the viewer's. */
  readonly medianMillis: number | null
  readonly p95Millis: number | null
}

export class ScriptReportRepository extends Context.Service<
  ScriptReportRepository,
  {
    /** It ended now. */
    readonly addRun: (run: ScriptRunRow) => Effect.Effect<void>
    /** Without times where they would be those of few accounts, of which some aren't the viewer's. */
    readonly health: (bankId: string, viewerId: string) => Effect.Effect<ReadonlyArray<VersionHealth>>
    readonly comparison: (scriptId: string) => Effect.Effect<Comparison | null>
    readonly saveComparison: (scriptId: string, comparison: Comparison, userId: string) => Effect.Effect<void>
  }
>()("@counterfoil/core/scripts/ScriptReportRepository") {}
