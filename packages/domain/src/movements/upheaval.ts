/**
 * A complete list in which most of what was known is gone, and as much of the same amounts is there instead: on the same
 * days, or all of it so many days off. That is the bank, or the script, showing the same movements otherwise. Row by row
 * nobody could tell which is which, so the list is set aside as a whole.
 */
import { addDays } from "../LocalDate.ts"
import { isFromStatement, type Coverage, type KnownMovement, type StatementRow } from "../Movement.ts"
import type { Steps } from "../steps.ts"

export interface Upheaval {
  /** Booked movements of the list's days that it doesn't show any more. */
  readonly gone: number
  /** Booked movements of those days that were known before. */
  readonly known: number
  /** How many of the new rows have their amounts, whichever sign and currency. */
  readonly alike: number
  /** By how many days these are later; negative: earlier. */
  readonly daysLater: number
}

type Either = KnownMovement | StatementRow

/** Fewer may be a person's own business: each is held by itself. */
const fewest = 6
/** Nine of ten of those that are gone have to be found again. */
const alikeShare = 0.9
/** By how many days banks move rows, all at once: a zone, a day of value instead of booking. */
const earlier = [-1, -2, -3, -4, -5, -6, -7]
const shifts = [0, ...earlier, 1, 2, 3, 4, 5, 6, 7]

const isBooked = ({ status }: Either): boolean => status === "booked"

const isOnPage = (one: KnownMovement, { from, to }: Coverage): boolean =>
  isBooked(one) && !one.removed && !isFromStatement(one.origin) && one.bookedDate >= from && one.bookedDate <= to

const size = ({ amountMinor }: Either): bigint => (amountMinor < 0n ? -amountMinor : amountMinor)

interface Left {
  readonly known: ReadonlyArray<KnownMovement>
  readonly rows: ReadonlyArray<StatementRow>
}

/** `left` is what no key has recognised; `unpaired` what words, day and amount haven't either. */
export function* findUpheaval(
  known: ReadonlyArray<KnownMovement>,
  left: Left,
  unpaired: Left,
  coverage: Coverage
): Steps<Upheaval | undefined> {
  const all = known.filter((one) => isOnPage(one, coverage)).length
  yield
  return (yield* movedEarlier(left, all, coverage)) ?? (yield* shownAs(unpaired, all, coverage, shifts))
}

/**
 * Where all days move, some rows take the place of others of their amount, which these were then taken for. Later days are
 * what words recognise.
 */
function* movedEarlier(left: Left, all: number, coverage: Coverage): Steps<Upheaval | undefined> {
  const { fresh, gone } = bookedOf(left, coverage)
  yield
  if ((yield* countAlike(gone, fresh, 0)) >= alikeShare * gone.length) return undefined
  return yield* shownAs(left, all, coverage, earlier)
}

const bookedOf = ({ known, rows }: Left, coverage: Coverage) => ({
  gone: known.filter((one) => isOnPage(one, coverage)),
  fresh: rows.filter(isBooked)
})

function* shownAs(
  left: Left,
  known: number,
  coverage: Coverage,
  among: ReadonlyArray<number>
): Steps<Upheaval | undefined> {
  const { fresh, gone } = bookedOf(left, coverage)
  yield
  if (gone.length < fewest || 2 * gone.length <= known || fresh.length < alikeShare * gone.length) return undefined
  for (const daysLater of among) {
    const alike = yield* countAlike(gone, fresh, daysLater)
    if (alike >= alikeShare * gone.length) return { gone: gone.length, known, alike, daysLater }
  }
  return undefined
}

/** One to one, by amount, and by day once all are moved. */
function* countAlike(
  gone: ReadonlyArray<KnownMovement>,
  fresh: ReadonlyArray<StatementRow>,
  daysLater: number
): Steps<number> {
  if (gone.length === 0) return 0
  const waiting = new Map<string, number>()
  for (const one of gone) {
    const key = `${addDays(one.bookedDate, daysLater)} ${size(one)}`
    waiting.set(key, (waiting.get(key) ?? 0) + 1)
    yield
  }
  let alike = 0
  for (const row of fresh) {
    const key = `${row.bookedDate} ${size(row)}`
    const left = waiting.get(key) ?? 0
    if (left > 0) {
      waiting.set(key, left - 1)
      alike++
    }
    yield
  }
  return alike
}

const when = (daysLater: number): string => {
  const days = Math.abs(daysLater)
  if (days === 0) return "on the same days"
  return `${days} ${days === 1 ? "day" : "days"} ${daysLater > 0 ? "later" : "earlier"}`
}

export const upheavalSentence = ({ alike, daysLater, gone, known }: Upheaval): string =>
  `${gone} of the ${known} known movements of these days are gone, and ${alike} rows of the same amounts are there instead, ${when(daysLater)}: the bank seems to show the same movements otherwise.`
