/** Decides who pays whom, and commits each decision with its match and its outbox row. */
import { Context, type Effect } from "effect"

/**
 * Why the pass runs: a scrape or a file was taken in, or is looked at once more (not `counts`), orders were seen for the first
 * time, or a person asked to run one request.
 */
export type PassCause =
  | {
      readonly _tag: "Scrape"
      readonly scrapeId: string
      readonly complete: boolean
      readonly counts: boolean
      /** No other read of the account need come: what it doesn't show is looked at, too. */
      readonly ofFile: boolean
    }
  | {
      readonly _tag: "Appeared"
      readonly requestIds: ReadonlyArray<string>
      /** Listed otherwise than before: these are looked at too, which is no attempt where nothing is found. */
      readonly correctedIds: ReadonlyArray<string>
    }
  | { readonly _tag: "Run"; readonly requestId: string }

export interface PassResult {
  readonly attempts: number
  readonly matched: number
  readonly ambiguous: number
}

export class Conciliator extends Context.Service<
  Conciliator,
  {
    /**
     * One pass over the open requests of an account. Call it from the account's actor only: one pass at a time. `within` runs
     * first in the commit of what the pass decides; false: there is nothing to do any more, and nothing is decided. Not
     * `mayMatch`: the account is paused or blocked, and no payment is looked at.
     */
    readonly pass: (
      accountId: string,
      cause: PassCause,
      within?: (mayMatch: boolean) => Effect.Effect<boolean>
    ) => Effect.Effect<PassResult>
    /** Expires what has waited too long. Answers how many. */
    readonly expire: (accountId: string) => Effect.Effect<number>
  }
>()("@counterfoil/core/conciliation/Conciliator") {}
