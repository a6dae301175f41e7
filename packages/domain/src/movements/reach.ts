/** Of which days a list says something, and where it may have been cut off. */
import { addDays, daysBetween } from "../LocalDate.ts"
import type { Coverage, KnownMovement, StatementRow } from "../Movement.ts"
import type { Likeness } from "./reidentify.ts"

/** Of fewer rows newer ones push none off: what the bank takes back then is to be told. */
const fewestRows = 5

/** A bank may show what it books tomorrow: as far as it shows anything, it shows what is known again. */
export const reachOf = (coverage: Coverage, rows: ReadonlyArray<StatementRow>): Coverage => ({
  ...coverage,
  to: rows.reduce((latest, { bookedDate }) => (bookedDate > latest ? bookedDate : latest), coverage.to)
})

export const isCovered = (known: KnownMovement, coverage: Coverage): boolean =>
  coverage.complete && known.bookedDate >= coverage.from && known.bookedDate <= coverage.to

/** What is known of a list's end. */
export interface ListEnd {
  /** It had booked rows from before `coverage`, too, that aren't among `rows`. (Default: false) */
  readonly reachesBack?: boolean | undefined
  /** So many days back a complete list of the account has shown a booked row, at most. (Default: nobody knows) */
  readonly shownBack?: number | undefined
}

interface List extends ListEnd {
  readonly coverage: Coverage
  readonly rows: ReadonlyArray<StatementRow>
}

/**
 * The day at which the list may be cut off: a bank may list its last rows, or days, only. Of that day, and before it, what a
 * list lacks may stand all the same, unless it is seen to go on beyond the days that it is asked for. Of few rows newer ones push
 * none off, but days that go by do: it says nothing of days as far back as none has shown.
 */
export const cutOffAt = ({ coverage, reachesBack = false, rows, shownBack }: List): string | undefined => {
  if (reachesBack || goesBeyond(coverage, rows)) return undefined
  if (rows.length >= fewestRows) return oldestBooked(rows)
  if (shownBack === undefined) return undefined
  const last = addDays(coverage.to, -Math.max(shownBack, shownBackBy(coverage, rows) ?? 0) - 1)
  return last < coverage.from ? undefined : last
}

/** How many days before its end the list shows a booked row; undefined: it shows none. */
export const shownBackBy = (coverage: Coverage, rows: ReadonlyArray<StatementRow>): number | undefined => {
  const oldest = oldestBooked(rows)
  return oldest === undefined ? undefined : Math.max(0, daysBetween(oldest, coverage.to))
}

const oldestBooked = (rows: ReadonlyArray<StatementRow>): string | undefined => {
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

/**
 * Such a one may stand as well as ever: a later row that is like it is held, not taken for it. The payer's next payment would be lost.
 * Where its row is the list's oldest, it is the one.
 */
export const doubtedAtEnd = ({ doubts, pairs }: Likeness, cutOff: string | undefined): Likeness => {
  const isDoubtful = ({ known, row }: Likeness["pairs"][number]) =>
    cutOff !== undefined && isCutOff(known, cutOff) && row.bookedDate > cutOff
  return {
    pairs: pairs.filter((pair) => !isDoubtful(pair)),
    doubts: [...doubts, ...pairs.filter(isDoubtful).map(({ known, row }) => ({ row, heldFor: [known.id] }))]
  }
}
