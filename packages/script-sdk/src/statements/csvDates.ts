/** The order of day and month in a CSV, which no bank writes beside its dates. */
import { addDays, date, type DateOrder } from "../movements/date.ts"
import { StatementProblem } from "./problem.ts"

const mostDaysAhead = 31

interface Asked {
  readonly said: DateOrder | undefined
  readonly usual: DateOrder
  readonly today: string
  /** Whether a month may well come first: where nothing tells it is asked for. */
  readonly isDoubtful: boolean
}

const yearFirst = /^(?:19|20)\d{2}(?:\D|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d))/

/** The order of one date that begins with its year is told by itself. */
export const orderOf = (text: string, order: DateOrder): DateOrder => (yearFirst.test(text) ? "ymd" : order)

const read = (text: string, order: DateOrder, today: string): string | undefined => {
  try {
    return date(text, { order, today })
  } catch {
    return undefined
  }
}

/** Statements have their rows by day, the newest or the oldest first. */
const isSorted = (days: ReadonlyArray<string>): boolean => {
  const turns = days.slice(1).map((day, nth) => Math.sign(day.localeCompare(days[nth] ?? day)))
  return !(turns.includes(1) && turns.includes(-1))
}

/** All dates can be read in that order, and none is far ahead. */
const fits = (texts: ReadonlyArray<string>, order: DateOrder, today: string): boolean =>
  texts.every((text) => {
    const day = read(text, order, today)
    return day !== undefined && day <= addDays(today, mostDaysAhead)
  })

/** By the dates themselves; where they fit both ways, as the bank's usually are, or by their being sorted. */
export const datesOf = (texts: ReadonlyArray<string>, { isDoubtful, said, today, usual }: Asked): DateOrder => {
  if (said !== undefined) return said
  const open = texts.filter((text) => orderOf(text, "dmy") !== "ymd" && /^\D*\d{1,2}\D+\d{1,2}\D/.test(text))
  const differ = open.filter((text) => read(text, "dmy", today) !== read(text, "mdy", today))
  if (usual === "ymd" || differ.length === 0) return usual
  const [dayFirst, monthFirst] = [fits(differ, "dmy", today), fits(differ, "mdy", today)]
  if (dayFirst !== monthFirst) return dayFirst ? "dmy" : "mdy"
  if (!dayFirst || !isDoubtful) return usual
  const sorted = (["dmy", "mdy"] as const).filter((order) =>
    isSorted(differ.map((text) => read(text, order, today) ?? ""))
  )
  const [only, ...more] = sorted
  if (only !== undefined && more.length === 0) return only
  throw new StatementProblem(
    `${JSON.stringify(differ[0] ?? "")} may be two days: say which comes first in the dates, dmy for the day or mdy for the month`
  )
}
