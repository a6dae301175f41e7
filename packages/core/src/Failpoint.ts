/**
 * Named places in the account's life at which a fault run (`npm run chaos`) ends the process. Nothing happens at them
 * unless a program gives a `Failpoints` of its own: the service has none, and no setting makes one. docs/chaos.md.
 */
import { Context, Effect } from "effect"

export const failpointNames = [
  /** An actor has begun; its account is not taken over yet. */
  "actor.before-lease",
  /**
   * The account was taken over, but the transaction has not committed: what an earlier activation left open is not told
   * yet.
   */
  "actor.lease-written",
  "actor.after-lease",
  /** A scrape that somebody asked for is marked as running. */
  "job.taken",
  "login.attempt-written",
  "login.password-submitted",
  /** The bank has let us in; the attempt is still without an outcome. */
  "login.answered",
  /** Logged in, with the browser's state kept; the session is not told of yet. */
  "login.state-kept",
  "otp.waiting",
  "otp.received",
  "otp.typed",
  "session.started",
  /** Its browser context is closed; the end is not written yet. */
  "session.closed",
  "read.page",
  /** The movements are written, in a transaction that has not committed. */
  "intake.rows-written",
  "intake.before-commit",
  "intake.committed",
  "orders.before-commit",
  "orders.committed",
  /** An order is matched: before its outbox row, before the commit, after it. */
  "match.written",
  "match.before-commit",
  "match.committed",
  /** Between the outbox and the delivery. */
  "delivery.claimed",
  "delivery.begun",
  "delivery.answered",
  "delivery.settled"
] as const
export type FailpointName = (typeof failpointNames)[number]

export interface FailpointsShape {
  /** Runs where the process may be ended; must not change anything else. */
  readonly reach: (name: FailpointName) => Effect.Effect<void>
}

export const Failpoints = Context.Reference<FailpointsShape>("@counterfoil/core/Failpoints", {
  defaultValue: () => ({ reach: () => Effect.void })
})

/** A fault run may end the process here; only where something is at stake. */
export const failpoint = (name: FailpointName, atStake = true): Effect.Effect<void> =>
  atStake ? Effect.flatMap(Failpoints, ({ reach }) => reach(name)) : Effect.void
