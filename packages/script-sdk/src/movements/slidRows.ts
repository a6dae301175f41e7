/** Rows that slid from one page of a list to the next, because others arrived above them while it was read. */
import { add, isEqual } from "./amount.ts"
import type { Movement } from "./Statement.ts"

const sumOf = (rows: ReadonlyArray<Movement>): string =>
  rows.reduce((total, { amount, pending }) => (pending === true ? total : add(total, amount)), "0")

/**
 * What is wrong with a page that has all of the page before once more, and further rows: its list grows, and the script doesn't
 * say so. Of rows that are all alike nobody can tell.
 */
export const shownAgain = (before: ReadonlyArray<Movement>, page: ReadonlyArray<Movement>): string | undefined => {
  if (page.length <= before.length) return undefined
  const [above, all] = [before, page].map((rows) => rows.map((row) => JSON.stringify(row)))
  if (above === undefined || all === undefined || new Set(above).size < 2) return undefined
  const isAt = (place: number) => above.every((row, nth) => row === all[place + nth])
  const what = `all ${above.length} rows of a page are on the next one again, with others`
  if (isAt(0)) return `${what} below them: say grows: true`
  return isAt(all.length - above.length) ? `${what} above them: say grows: "above"` : undefined
}

/**
 * Whether the page begins with the last rows of the page before: as many as have arrived above them meanwhile. Rows that print
 * the same balances once more are others only where they sum up to nothing, as what goes to and fro.
 */
export const slidIn = (before: ReadonlyArray<Movement>, page: ReadonlyArray<Movement>): boolean => {
  const above = before.map((row) => JSON.stringify(row))
  const below = page.map((row) => JSON.stringify(row))
  return above.some((row, place) => {
    const count = above.length - place
    if (row !== below[0] || above.slice(place).some((each, nth) => each !== below[nth])) return false
    const own = page.slice(0, count)
    return own.some(({ balance }) => balance !== undefined) && !isEqual(sumOf(own), "0")
  })
}
