/**
 * Applies a listing of the user's pending orders to the conciliation requests: creates, updates, reopens, withdraws. Each
 * function runs in the poll's transaction.
 */
import { Effect } from "effect"
import { type OrderFault, type PollFacts, reviewingPoll, type Steps } from "@counterfoil/domain"
import { DueAccounts } from "../accounts/DueAccounts.ts"
import { withIds } from "../ids.ts"
import type { Listing } from "./fetchListing.ts"
import type { ListedRequest, PollState } from "../conciliation/OrderRows.ts"
import { cooperatively } from "../cooperatively.ts"
import { comparing, isOpen, listingIds } from "./listedRequests.ts"
import type { keptCheck } from "../users/quotas.ts"
import { ConciliationRepository } from "../conciliation/ConciliationRepository.ts"

interface Polled {
  readonly accountId: string
  readonly userId: string
  /** As the poll began. */
  readonly state: PollState
  /** As it is in the transaction. */
  readonly now: PollState
}

function* externalIdsOf(
  lists: ReadonlyArray<ReadonlyArray<{ readonly externalId: string }>>
): Steps<ReadonlyArray<string>> {
  const ids: Array<string> = []
  for (const list of lists) {
    for (const { externalId } of list) {
      ids.push(externalId)
      yield
    }
  }
  return ids
}

/**
 * Counts how often each open request was missing from the listings, and withdraws those that were missing often enough.
 * Answers what is open afterwards.
 */
const withdraw = Effect.fnUntraced(function* (open: ReadonlyArray<ListedRequest>, facts: Omit<PollFacts, "open">) {
  const repository = yield* ConciliationRepository
  const review = yield* cooperatively(reviewingPoll({ ...facts, open }))
  const withdrawn = new Set(review.withdrawn)
  yield* repository.cancelRequests(open.filter(({ externalId }) => withdrawn.has(externalId)).map(({ id }) => id))
  yield* repository.setMissedPolls(
    open.flatMap(({ externalId, id }) => {
      const missedPolls = review.missedPolls.get(externalId)
      return missedPolls === undefined ? [] : [{ id, missedPolls }]
    })
  )
  return open.filter(({ externalId }) => !withdrawn.has(externalId))
})

interface ListingOptions {
  readonly checkKept: Effect.Success<typeof keptCheck>
  /** The text by which a fault that was told in an earlier poll is recognised. */
  readonly textOf: (fault: OrderFault) => string
}

/** Of one list, one by one. */
const mostToldFaults = 20

/**
 * With a list that was read. Answers the ids of the requests that appeared or came back, of those that were corrected, and of the
 * work items by which these are looked at if the process ends before it does; and what of the list is to be told.
 */
export const applyListing = Effect.fnUntraced(function* (
  polled: Polled,
  listing: Listing,
  { checkKept, textOf }: ListingOptions
) {
  const due = yield* DueAccounts
  const repository = yield* ConciliationRepository
  const { accountId, now, state, userId } = polled
  const { lastSuccessAt, wasEmpty } = now
  const listed = yield* cooperatively(listingIds(listing))
  const known = yield* repository.lockListed(accountId, listed)
  const { back, changed, corrected, fresh, open, reused } = yield* cooperatively(comparing(listing.orders, known))
  const faults = [...listing.faults, ...reused].slice(0, mostToldFaults)
  yield* checkKept(accountId, "orders", fresh.length)
  const created = yield* withIds(fresh, (order, id) => ({ id, order }))
  yield* repository.createRequests(accountId, userId, lastSuccessAt, created)
  yield* repository.changeOrders(changed)
  yield* repository.reopenRequests(back.map(({ id }) => id))
  const hasNameless = listing.faults.some(({ externalId }) => externalId === undefined)
  const stillOpen = yield* withdraw(open, {
    listed,
    previousWasEmpty: wasEmpty ?? undefined,
    answerIsEmpty: listing.isEmpty,
    hasNameless
  })
  yield* repository.saveReadAnswer(accountId, state.settings, {
    empty: listing.isEmpty,
    // Where items had no id, the next answer has to be read even if it is the same: a 304 would not tell which orders are gone.
    validators: hasNameless ? null : listing.validators,
    appliedTo: yield* cooperatively(externalIdsOf([stillOpen, back, fresh])),
    toldFaults: faults.map(textOf)
  })
  // No scrape need come for what is decided otherwise now: for other orders of a payer, or beside one that is gone.
  const isChanged = fresh.length + back.length + corrected.length > 0 || stillOpen.length < open.length
  if (isChanged) yield* due.matchFiles(accountId)
  // Those that are new are found by having had no attempt.
  const lookIds = yield* due.addLooks(accountId, [...new Set([...back.map(({ id }) => id), ...corrected])])
  return { appeared: [...created, ...back].map(({ id }) => id), corrected, lookIds, faults }
})

/**
 * Applies a listing that has not changed: what it had is listed again, what it lacked is missing once more. False: it has
 * to be read in full, because requests are open that it was not applied to (an order was unmatched, or the mode changed and
 * came back).
 */
export const applyUnchanged = Effect.fnUntraced(function* ({ accountId, now, state }: Polled) {
  const repository = yield* ConciliationRepository
  const appliedTo = new Set(yield* repository.appliedTo(accountId))
  const known = yield* repository.lockListed(accountId, appliedTo)
  const isInStep = known.every((request) =>
    isOpen(request) ? appliedTo.has(request.externalId) : request.status !== "cancelled"
  )
  const isSameAnswer =
    now.readAt !== null && state.readAt !== null && now.readAt.epochMilliseconds === state.readAt.epochMilliseconds
  if (!isInStep || !isSameAnswer) return false
  const empty = now.wasEmpty === true
  const open = known.filter(isOpen)
  const stillOpen = yield* withdraw(open, {
    listed: new Set(
      empty ? [] : open.flatMap(({ externalId, missedPolls }) => (missedPolls === 0 ? [externalId] : []))
    ),
    previousWasEmpty: empty,
    answerIsEmpty: empty,
    hasNameless: false
  })
  if (stillOpen.length < open.length) yield* (yield* DueAccounts).matchFiles(accountId)
  yield* repository.saveUnchangedAnswer(accountId)
  return true
})
