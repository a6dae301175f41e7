/** Deletes what is kept for a limited time. docs/operating.md says for each table what stays for ever, and why. */
import { Context, Duration, type Effect } from "effect"

/** How long data is kept that only grows with time. Movements, orders, matches, attempts and results stay. */
export interface RetentionShape {
  /** Scrapes and the jobs that asked for them. An account's last complete scrape stays; so does what waits in quarantine. */
  readonly scrapes: Duration.Duration
  /** Bank sessions, logins and requests for codes that are over. The attempts that keep refused credentials from being sent again stay. */
  readonly sessions: Duration.Duration
  readonly activity: Duration.Duration
  /** What the realtime stream told. */
  readonly events: Duration.Duration
  /** Notifications that are delivered, cancelled or exhausted; attempts of results that are exhausted. */
  readonly notifications: Duration.Duration
  /** Attempts of what is delivered or cancelled. */
  readonly deliveryAttempts: Duration.Duration
  /** Runs of bank scripts, which the health of a version is counted from. */
  readonly scriptRuns: Duration.Duration
  /** What a deleted account had read and been told; then it is erased. */
  readonly deletedAccounts: Duration.Duration
}

export const defaultRetention: RetentionShape = {
  scrapes: Duration.days(90),
  sessions: Duration.days(90),
  activity: Duration.days(180),
  events: Duration.days(30),
  notifications: Duration.days(90),
  deliveryAttempts: Duration.days(30),
  scriptRuns: Duration.days(90),
  deletedAccounts: Duration.days(30)
}

export const Retention = Context.Reference<RetentionShape>("@counterfoil/core/Retention", {
  defaultValue: () => defaultRetention
})

export class Housekeeping extends Context.Service<
  Housekeeping,
  {
    /**
     * Deletes everything that is old enough, in short transactions: each deletes one batch of rows at most, and skips rows
     * that somebody else has locked. Answers how many rows were deleted.
     */
    readonly sweep: Effect.Effect<number>
  }
>()("@counterfoil/core/Housekeeping") {}
