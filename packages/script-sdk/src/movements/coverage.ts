/** Which days a list of movements says something about. */
import { addDays } from "./date.ts"
import type { Coverage, Movement } from "./Statement.ts"

type Day = Pick<Movement, "date" | "pending">

const days = (movements: ReadonlyArray<Day>): ReadonlyArray<string> =>
  movements.filter(({ pending }) => pending !== true).map(({ date }) => date)

export const goesDown = (all: ReadonlyArray<string>): boolean =>
  all.every((day, nth) => nth === 0 || day <= (all[nth - 1] ?? day))

/**
 * Whether no page after these has a row from `since` on. One row from before that day doesn't say so: a card's payment may be
 * listed by the day of the purchase, and a list that begins with its oldest rows, without its script saying so, has its
 * newest on the last page. A list that goes down all along to before the day says it, or a page of which all rows are from
 * before; where that one goes up, only if the page before it is of later days, as with a page for each month.
 */
export const isBefore = (pages: ReadonlyArray<ReadonlyArray<Day>>, since: string): boolean => {
  const read = pages.map(days).filter((each) => each.length > 0)
  const [page = [], earlier = []] = read.toReversed()
  const [first, last] = [page[0], page.at(-1)]
  if (first === undefined || last === undefined) return false
  const all = read.flat()
  if (goesDown(all) && last < since) return true
  if (page.some((day) => day >= since)) return false
  return first >= last || (earlier.length > 0 && earlier.every((day) => page.every((own) => own <= day)))
}

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
  return { from: reachesBack ? since : dayAfter(oldest, today), to: today, complete: true }
}

const dayAfter = (day: string, today: string): string => (day < today ? addDays(day, 1) : today)

/**
 * Of a list that may have further rows from `since` on, on pages that weren't read because they would be too many (`maxPages`).
 * Where it goes down it is whole from the day after the last row; or of the last page, if a few rows are dated earlier than those
 * around them. Of one that goes up the newest rows are missing.
 */
export const coverageOfSome = (
  pages: ReadonlyArray<ReadonlyArray<Day>>,
  { since, today }: Omit<CoverageOptions, "isWhole">
): Coverage => {
  const read = pages.map(days).filter((each) => each.length > 0)
  const all = read.flat()
  const [newest, latest] = [read[0], goesDown(all) ? all.slice(-1) : read.at(-1)].map((page = []) =>
    page.toSorted().at(-1)
  )
  if (newest === undefined || latest === undefined) return { from: today, to: today, complete: true }
  const from = dayAfter(latest, today)
  return { from: from > since ? from : since, to: today, complete: newest >= latest }
}
