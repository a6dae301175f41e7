/** Forgets what is kept for a time only. docs/operating.md says for each table what stays for ever, and why. */
import { Context, Duration, type Effect } from "effect"

/** How long is kept what grows with time alone. Movements, orders, matches, attempts and results stay. */
export interface RetentionShape {
  /** Scrapes and the jobs that asked for them. An account's last complete scrape stays; so does what waits in quarantine. */
  readonly scrapes: Duration.Duration
  /** Bank sessions, logins and requests for codes that are over. What holds refused credentials back stays. */
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
}

export const defaultRetention: RetentionShape = {
  scrapes: Duration.days(90),
  sessions: Duration.days(90),
  activity: Duration.days(180),
  events: Duration.days(30),
  notifications: Duration.days(90),
  deliveryAttempts: Duration.days(30),
  scriptRuns: Duration.days(90)
}

export const Retention = Context.Reference<RetentionShape>("@counterfoil/core/Retention", {
  defaultValue: () => defaultRetention
})

export class Housekeeping extends Context.Service<
  Housekeeping,
  {
    /**
     * Forgets everything that is old enough, in as many short transactions as that takes: none holds more than a batch of
     * rows, nor waits for one that somebody else has locked. Answers how many rows went.
     */
    readonly sweep: Effect.Effect<number>
  }
>()("@counterfoil/core/Housekeeping") {}
