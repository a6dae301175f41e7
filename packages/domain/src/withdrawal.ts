/** Orders that the user's system no longer lists. One poll may be a slip of theirs; two in a row are not. */

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
export const reviewPoll = (facts: PollFacts): PollReview => {
  const { answerIsEmpty, hasNameless, listed, open, previousWasEmpty } = facts
  if (answerIsEmpty && previousWasEmpty !== true) return { withdrawn: [], missedPolls: new Map() }
  const counted = open.map(({ externalId, missedPolls }) => ({
    externalId,
    before: missedPolls,
    after: listed.has(externalId) ? 0 : missedPolls + (hasNameless ? 0 : 1)
  }))
  return {
    withdrawn: counted
      .filter(({ after, before }) => after > before && after >= missesUntilWithdrawn)
      .map(({ externalId }) => externalId)
      .sort(),
    missedPolls: new Map(
      counted.filter(({ before, after }) => before !== after).map(({ externalId, after }) => [externalId, after])
    )
  }
}
