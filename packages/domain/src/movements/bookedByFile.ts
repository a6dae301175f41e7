/** The page's pending rows: which of them a file books, and what a list shows in other words. */
import { type Coverage, isFromStatement, type KnownMovement, type StatementRow } from "../Movement.ts"
import { agree, isSaidOf, others } from "./acrossOrigins.ts"
import type { Unknown } from "./ghosts.ts"
import { nameOthers, textOverlap } from "./overlap.ts"
import { bothSides, type Pairing } from "./pairByKey.ts"
import { dayAndAmount, type Either, nearby, type Pair, pairNear, textOf } from "./pairGroups.ts"
import { isCovered } from "./reach.ts"
import { reidentify, type Likeness } from "./reidentify.ts"
import { grouped, type Steps } from "../steps.ts"

/** `later`: of days after the file's. */
export function* allBookedByFile(
  sides: {
    readonly known: ReadonlyArray<KnownMovement>
    readonly later: ReadonlyArray<KnownMovement>
    readonly rows: ReadonlyArray<StatementRow>
  },
  reach: Coverage
): Steps<Likeness> {
  const { known, later, rows } = sides
  return yield* bookedBefore(yield* bookedByFile(yield* bookable(known, rows, reach), rows), [...known, ...later], rows)
}

/**
 * First of all those that the page still shows: one that it shows in other words is known in the old ones too for a while, and
 * what it shows is what it will book.
 */
function* bookedByFile(pending: ReadonlyArray<KnownMovement>, rows: ReadonlyArray<StatementRow>): Steps<Likeness> {
  const shown = pending.filter(({ missedScrapes }) => missedScrapes === 0)
  const inOldWords = new Set<KnownMovement>()
  for (const one of pending) {
    if (one.missedScrapes > 0 && shown.some((other) => isReworded(one, other))) inOldWords.add(one)
    yield
  }
  const first = yield* reidentify(
    pending.filter((one) => !inOldWords.has(one)),
    rows
  )
  if (inOldWords.size === 0) return first
  const taken = bothSides(first.pairs)
  for (const { row } of first.doubts) taken.add(row)
  const second = yield* reidentify(
    [...inOldWords],
    rows.filter((row) => !taken.has(row))
  )
  return { pairs: [...first.pairs, ...second.pairs], doubts: [...first.doubts, ...second.doubts] }
}

/**
 * Pending ones of a file's days; and, of the days before these, those of the page that a row says: a bank may book on a day after the
 * one that it shows a payment under.
 */
function* bookable(
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  reach: Coverage
): Steps<ReadonlyArray<KnownMovement>> {
  const pending = known.filter((one) => one.status === "pending" && !one.removed)
  if (pending.length === 0) return []
  const rowsNear = yield* nearby(rows.filter(({ status }) => status === "booked"))
  const found: Array<KnownMovement> = []
  for (const one of pending) {
    yield
    const isEarlier = one.bookedDate < reach.from && !isFromStatement(one.origin)
    if (isCovered(one, reach) || (isEarlier && rowsNear(one).some((row) => isSaidOf({ known: one, row }))))
      found.push(one)
  }
  return found
}

/**
 * What is left of a file's rows: one may say what the page shows as pending for a day after it. A bank dates a weekend's payment on its
 * page by Monday, and would book and tell it then.
 */
function* bookedBefore(
  found: Likeness,
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>
): Steps<Likeness> {
  const taken = bothSides(found.pairs)
  for (const { row } of found.doubts) taken.add(row)
  const isPending = (one: KnownMovement) => one.status === "pending" && !one.removed && !isFromStatement(one.origin)
  const pending = known.filter((one) => isPending(one) && !taken.has(one))
  if (pending.length === 0) return found
  const booked = rows.filter((row) => row.status === "booked" && !taken.has(row))
  const isEarlier = ({ known: one, row }: Pair) => row.bookedDate < one.bookedDate
  const pairs = yield* pairNear(pending, booked, { fits: (pair) => isEarlier(pair) && isSaidOf(pair) })
  return { pairs: [...found.pairs, ...pairs], doubts: found.doubts }
}

/**
 * One each of a day and amount, more behind the same words: nobody has been told of it, so it is no harm if a whole list shows
 * both after all. As two it would be told by the file that books the one and by the page that books the other.
 */
export function* pendingAnew(known: ReadonlyArray<KnownMovement>, rows: ReadonlyArray<StatementRow>): Steps<Likeness> {
  const before = yield* grouped(
    known.filter((one) => one.status === "pending" && isOfPage(one)),
    dayAndAmount
  )
  const pending = rows.filter(({ status }) => status === "pending")
  const pairs: Array<Likeness["pairs"][number]> = []
  for (const [group, [row, ...more]] of yield* grouped(pending, dayAndAmount)) {
    const [one, ...others] = before.get(group) ?? []
    if (one === undefined || row === undefined || others.length > 0 || more.length > 0) continue
    if (isReworded(one, row)) pairs.push({ known: one, row })
  }
  return { pairs, doubts: [] }
}

/**
 * Of a part of a list, last of all: a booked row in words of a pending one that it lacks books that. As two the row would be told, and
 * the pending one too, once the page shows it booked in the old words (a script's version is rolled back). Should both be there, the
 * pending one is known anew when it is listed.
 */
export function* bookedInPart(
  known: ReadonlyArray<KnownMovement>,
  unknown: ReadonlyArray<Unknown>,
  returned: ReadonlyArray<Pair>
): Steps<ReadonlyArray<Pair>> {
  const pending = known.filter((one) => one.status === "pending" && isOfPage(one))
  if (pending.length === 0) return []
  const taken = bothSides(returned)
  const rows = unknown.filter(({ heldFor, row }) => row.status === "booked" && heldFor.length === 0 && !taken.has(row))
  const isLater = ({ known: one, row }: Pair) => row.bookedDate >= one.bookedDate
  return yield* pairNear(
    pending,
    rows.map(({ row }) => row),
    { fits: (pair) => isLater(pair) && agree(pair) && !others(pair) }
  )
}

/**
 * Of the page: a booked one whose words a pending row has now, while a booked row has more behind them. That is the booked one,
 * worded anew; else the pending payment would be the one that was told, and the other one told again.
 */
export function* stillBooked(sameKeys: Pairing): Steps<{ readonly byKey: Pairing; readonly anew: Pairing["pairs"] }> {
  const { known: left, pairs, rows } = sameKeys
  const turned = pairs.filter(({ known, row }) => isBookedOnPage(known) && row.status === "pending")
  if (turned.length === 0) return { byKey: sameKeys, anew: [] }
  const booked = yield* grouped(
    rows.filter(({ status }) => status === "booked"),
    dayAndAmount
  )
  const taken = new Set<Either>()
  const anew: Array<Pairing["pairs"][number]> = []
  for (const { known } of turned) {
    for (const row of booked.get(dayAndAmount(known)) ?? []) {
      yield
      if (taken.has(row) || !isReworded(known, row)) continue
      anew.push({ known, row })
      taken.add(known).add(row)
      break
    }
  }
  const freed = turned.filter(({ known }) => taken.has(known)).map(({ row }) => row)
  const byKey = {
    pairs: pairs.filter(({ known }) => !taken.has(known)),
    known: left,
    rows: [...rows.filter((row) => !taken.has(row)), ...freed]
  }
  return { byKey, anew }
}

const isOfPage = ({ heldFor, origin, removed }: KnownMovement): boolean =>
  !removed && heldFor.length === 0 && !isFromStatement(origin)

const isBookedOnPage = ({ origin, removed, status }: KnownMovement): boolean =>
  status === "booked" && !removed && !isFromStatement(origin)

const isReworded = (one: Either, other: Either): boolean =>
  one.bookedDate === other.bookedDate &&
  one.amountMinor === other.amountMinor &&
  one.currency === other.currency &&
  textOverlap(textOf(one), textOf(other)) === 1 &&
  !nameOthers(textOf(one), textOf(other))
