/** How far a scrape reads back, and which days have been looked at whole. Dates are the bank's local ones. */
import { addDays, earlierDate, laterDate } from "./LocalDate.ts"
import type { Coverage } from "./Movement.ts"

/** Days, first and last included. */
export interface DateRange {
  readonly from: string
  readonly to: string
}

/** A first scrape reads back no further than this for a pending order. */
const furthestFirstDays = 7
/** After a gap, a scrape reads back no further than this. */
const furthestGapDays = 90

export interface ReadBackFacts {
  readonly today: string
  /** The last day that complete scrapes covered; absent before the first one. */
  readonly highWater?: string | undefined
  /**
   * The first day that was ever asked for: the account's history begins there. What is older was never anybody's news, so
   * no overlap reaches beyond it; only a pending order that is older does. Absent before the first read.
   */
  readonly watchedFrom?: string | undefined
  /** The date of the oldest pending order. */
  readonly oldestPendingOrder?: string | undefined
  readonly initialWindowDays: number
  readonly overlapDays: number
}

export interface ReadBackPlan {
  /** The first day to read. */
  readonly since: string
  /** Days after the last complete scrape that are too far back to be read. */
  readonly gap?: DateRange
}

/** A file may say that it is of a whole month, and a page list what is booked next week: nobody has read days that are still to come. */
export const untilToday = (coverage: Coverage, today: string): Coverage => ({
  from: earlierDate(coverage.from, today),
  to: earlierDate(coverage.to, today),
  complete: coverage.complete && coverage.from <= today
})

export const readBack = (facts: ReadBackFacts): ReadBackPlan => {
  const { today, highWater, watchedFrom, overlapDays } = facts
  if (watchedFrom === undefined && highWater === undefined) return { since: firstSince(facts) }
  // Watched, but never read whole: all since the beginning is still to be read.
  const readUpTo = highWater ?? addDays(watchedFrom ?? today, -1)
  const furthest = addDays(today, -furthestGapDays)
  const overlap = laterDate(addDays(earlierDate(readUpTo, today), -overlapDays), furthest)
  const since = laterDate(overlap, beginning(facts, overlap))
  const firstMissing = addDays(readUpTo, 1)
  return firstMissing < since ? { since, gap: { from: firstMissing, to: addDays(since, -1) } } : { since }
}

/** The beginning of what the account's owner wants to know of: an older order's payment still counts, at most a week back. */
const beginning = ({ today, watchedFrom, oldestPendingOrder }: ReadBackFacts, overlap: string): string => {
  if (watchedFrom === undefined) return overlap
  if (oldestPendingOrder === undefined) return watchedFrom
  return earlierDate(watchedFrom, laterDate(oldestPendingOrder, addDays(today, -furthestFirstDays)))
}

const firstSince = ({ today, oldestPendingOrder, initialWindowDays }: ReadBackFacts): string => {
  const initial = addDays(today, -initialWindowDays)
  if (oldestPendingOrder === undefined || oldestPendingOrder >= initial) return initial
  return earlierDate(initial, laterDate(oldestPendingOrder, addDays(today, -furthestFirstDays)))
}

/** The days between the high-water mark and a scrape that the bank did not show; undefined if there are none. */
export const coverageGap = (highWater: string | undefined, coverage: Coverage): DateRange | undefined => {
  if (highWater === undefined) return undefined
  const firstMissing = addDays(highWater, 1)
  return firstMissing < coverage.from ? { from: firstMissing, to: addDays(coverage.from, -1) } : undefined
}

/**
 * The stretch of covered days that ends last: what matching takes. Null if no scrape was complete. `covered` comes earliest
 * first, and between two of its stretches lies a day that was not read.
 */
export const unbrokenCoverage = (covered: ReadonlyArray<DateRange>): Coverage | null => {
  const last = covered.at(-1)
  return last === undefined ? null : { ...last, complete: true }
}

export type ProofOfLooking =
  | { readonly looked: true }
  /** `sentence` goes into the attempt's reason. */
  | { readonly looked: false; readonly unreadSince: string; readonly sentence: string }

/** Whether complete scrapes covered all days of an order, from its date to `until`, its expiry. `covered` as above. */
export const proofThatWeLooked = (facts: {
  readonly orderDate: string
  readonly until: string
  readonly covered: ReadonlyArray<DateRange>
}): ProofOfLooking => {
  const around = facts.covered.find(({ from, to }) => from <= facts.orderDate && to >= facts.orderDate)
  const unreadSince = around === undefined ? facts.orderDate : addDays(around.to, 1)
  if (unreadSince > facts.until) return { looked: true }
  return { looked: false, unreadSince, sentence: `The bank account could not be read since ${unreadSince}.` }
}
