/** Orders that the user's system no longer lists. One poll may be a slip of theirs; two in a row are not. */
import type { Steps } from "./steps.ts"

export interface OpenOrder {
  readonly externalId: string
  /** Successful polls in a row that did not list it. */
  readonly missedPolls: number
}

export interface PollReview {
  /** External ids of the orders to cancel. */
  readonly withdrawn: ReadonlyArray<string>
  /** The new count of every order whose count changed, withdrawn ones included. */
  readonly missedPolls: ReadonlyMap<string, number>
}

const missesUntilWithdrawn = 2

export interface PollFacts {
  readonly open: ReadonlyArray<OpenOrder>
  /** External ids in the whole answer, those of items that can't be read included: they are listed. */
  readonly listed: ReadonlySet<string>
  /** Whether the successful poll before this one was empty; undefined on an account's first. */
  readonly previousWasEmpty: boolean | undefined
  /** The answer has no items at all, readable or not. */
  readonly answerIsEmpty: boolean
  /** Some of its items have no external id that can be read. */
  readonly hasNameless: boolean
}

/**
 * Which open orders a successful poll withdraws. An empty answer after one that was not empty is most often a fault of
 * the other side: it counts for nothing unless the next one is empty too. A nameless item may be any order that seems to be
 * missing: nothing counts as missed beside it.
 */
export function* reviewingPoll(facts: PollFacts): Steps<PollReview> {
  const { answerIsEmpty, hasNameless, listed, open, previousWasEmpty } = facts
  const withdrawn: Array<string> = []
  const changed = new Map<string, number>()
  if (answerIsEmpty && previousWasEmpty !== true) return { withdrawn, missedPolls: changed }
  for (const { externalId, missedPolls } of open) {
    const after = listed.has(externalId) ? 0 : missedPolls + (hasNameless ? 0 : 1)
    if (after > missedPolls && after >= missesUntilWithdrawn) withdrawn.push(externalId)
    if (after !== missedPolls) changed.set(externalId, after)
    yield
  }
  return { withdrawn, missedPolls: changed }
}
