/** Scrapes that somebody asked for. Durable: a job survives a crash; at most one waits per account. */
import { Context, type Effect } from "effect"

export interface ScrapeJob {
  readonly id: string
}

export class ScrapeJobs extends Context.Service<
  ScrapeJobs,
  {
    /** The job that waits already, or a new one. */
    readonly request: (accountId: string) => Effect.Effect<ScrapeJob>
    readonly hasQueued: (accountId: string) => Effect.Effect<boolean>
    /** Marks the waiting job as running; null when none waits. */
    readonly take: (accountId: string) => Effect.Effect<ScrapeJob | null>
    readonly finish: (
      jobId: string,
      status: "done" | "failed" | "skipped",
      reason: string | null
    ) => Effect.Effect<void>
  }
>()("@counterfoil/core/accounts/ScrapeJobs") {}
