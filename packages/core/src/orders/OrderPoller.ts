/** Asks the user's system for its pending orders and keeps the conciliation requests in step with its answer. */
import { Context, type Effect } from "effect"

export interface PollResult {
  /** False: the endpoint could not be asked, or its answer was not an answer; the activity says why. */
  readonly ok: boolean
  /** Ids of conciliation requests that were seen for the first time or came back. */
  readonly appeared: ReadonlyArray<string>
  /** Ids of open ones of which the list says something else now that decides who pays them. */
  readonly corrected: ReadonlyArray<string>
  /** Work items that are done once those that came back and those that were corrected have been looked at. */
  readonly lookIds: ReadonlyArray<bigint>
}

/** `due`: an endpoint that failed is left alone until its time has come. `asked`: a person wants it now. */
export type PollOccasion = "due" | "asked"

export class OrderPoller extends Context.Service<
  OrderPoller,
  {
    /**
     * Polls once. Does nothing (ok, nothing appeared) unless the mode is `reconcile` and an endpoint is set.
     * Creates, updates, cancels (missing from two successful polls in a row) and reopens; never makes an attempt.
     */
    readonly poll: (accountId: string, occasion: PollOccasion) => Effect.Effect<PollResult>
  }
>()("@counterfoil/core/orders/OrderPoller") {}

/** In one sentence. Without `why`: that of a failure from before it was kept. */
export const unread = (why?: string): string =>
  `The pending orders could not be read${why === undefined ? "" : `: ${why}`}`
