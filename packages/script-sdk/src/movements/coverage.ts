/** Which days a list of movements says something about. */
import { addDays } from "./date.ts"
import type { Coverage, Movement } from "./Statement.ts"

export interface CoverageOptions {
  /** The first day that was asked for. */
  readonly since: string
  /** The bank's local date. */
  readonly today: string
  /** Whether the list was read to its end. */
  readonly isWhole: boolean
}

/**
 * From `since` where the list was read to its end or beyond that day; else from the day after the oldest row, which may not
 * be whole.
 */
export const coverage = (
  movements: ReadonlyArray<Pick<Movement, "date" | "pending">>,
  { isWhole, since, today }: CoverageOptions
): Coverage => {
  const booked = movements.filter(({ pending }) => pending !== true)
  const oldest = booked.reduce((day, { date }) => (date < day ? date : day), today)
  const reachesBack = isWhole || oldest < since
  const dayAfter = oldest < today ? addDays(oldest, 1) : today
  return { from: reachesBack ? since : dayAfter, to: today, complete: true }
}
