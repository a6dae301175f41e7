/** Decides who pays whom, and commits each decision with its match and its outbox row. */
import { Context, type Effect } from "effect"

/**
 * Why the pass runs: a scrape was taken in, or movements of one were taken in again (`counts`: false), orders were seen for the
 * first time, or a person asked to run one request.
 */
export type PassCause =
  | { readonly _tag: "Scrape"; readonly scrapeId: string; readonly complete: boolean; readonly counts: boolean }
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
     * One pass over the open requests of an account. Call it from the account's actor only: one pass at a time. `within` runs in
     * the commit of what the pass decides; not `mayMatch`: the account is paused or blocked, and nothing was looked at.
     */
    readonly pass: (
      accountId: string,
      cause: PassCause,
      within?: (mayMatch: boolean) => Effect.Effect<void>
    ) => Effect.Effect<PassResult>
    /** Expires what has waited too long. Answers how many. */
    readonly expire: (accountId: string) => Effect.Effect<number>
  }
>()("@counterfoil/core/conciliation/Conciliator") {}
