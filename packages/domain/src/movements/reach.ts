/** Of which days a list says something, and where it may have been cut off. */
import type { Coverage, KnownMovement, StatementRow } from "../Movement.ts"

/** Of fewer rows none is cut off: what the bank takes back then is to be told. */
const fewestRows = 5

/** A bank may show what it books tomorrow: as far as it shows anything, it shows what is known again. */
export const reachOf = (coverage: Coverage, rows: ReadonlyArray<StatementRow>): Coverage => ({
  ...coverage,
  to: rows.reduce((latest, { bookedDate }) => (bookedDate > latest ? bookedDate : latest), coverage.to)
})

export const isCovered = (known: KnownMovement, coverage: Coverage): boolean =>
  coverage.complete && known.bookedDate >= coverage.from && known.bookedDate <= coverage.to

/**
 * The day at which the list may be cut off: a bank may list its last rows, or days, only. Of that day, and before it, what a
 * list lacks may stand all the same, unless it is seen to go on beyond the days that it is asked for.
 */
export const cutOffAt = (
  coverage: Coverage,
  rows: ReadonlyArray<StatementRow>,
  reachesBack: boolean
): string | undefined => {
  if (reachesBack || goesBeyond(coverage, rows) || rows.length < fewestRows) return undefined
  const [oldest] = rows
    .filter(({ status }) => status === "booked")
    .map(({ bookedDate }) => bookedDate)
    .sort()
  return oldest
}

/** As far as the list's rows reach back: of what is older still, it says nothing. */
export const shownSince = (coverage: Coverage, cutOff: string | undefined): Coverage =>
  cutOff === undefined ? coverage : { ...coverage, from: cutOff }

/**
 * Such a one counts as missed once, so that a list which ended early is noticed, and not a second time. What is pending nobody was
 * told of: it would wait for ever.
 */
export const isCutOff = ({ bookedDate, status }: KnownMovement, cutOff: string | undefined): boolean =>
  cutOff !== undefined && status === "booked" && bookedDate <= cutOff

/** The list had booked rows from before these days: it isn't cut off within them. */
export const goesBeyond = ({ from }: Coverage, rows: ReadonlyArray<StatementRow>): boolean =>
  rows.some(({ bookedDate, status }) => status === "booked" && bookedDate < from)
