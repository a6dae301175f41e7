/**
 * Rows that look new only because the bank writes what is known otherwise: other words, another id, another balance, dates a
 * day off, the sign turned, the currency renamed. A booked movement doesn't vanish from a complete list in the ordinary run
 * of things, so what appears where one has vanished is first of all that one. Nobody may be told twice.
 */
import { isFromStatement, type Coverage, type KnownMovement, type StatementRow } from "../Movement.ts"
import { compareText } from "../collections.ts"
import { grouped, sorted, type Steps } from "../steps.ts"
import { areWordedAnew, leadToOneBalance, nameOthers, type ReadText, refuseTooMany, textOverlap } from "./overlap.ts"
import { saysReversal } from "./reversal.ts"
import { dayAndAmount, type Either, nearby, payerOf, textOf } from "./pairGroups.ts"

export interface Rewritten {
  /** The list has as many rows of a day and amount as were known of it: they are the same movements in other words. */
  readonly pairs: ReadonlyArray<{ readonly known: KnownMovement; readonly row: StatementRow }>
  /** Rows that may be one of these known movements. */
  readonly doubts: ReadonlyArray<{ readonly row: StatementRow; readonly heldFor: ReadonlyArray<string> }>
}

export interface Sides {
  readonly known: ReadonlyArray<KnownMovement>
  readonly rows: ReadonlyArray<StatementRow>
}

export interface Left extends Sides {
  /** Already in doubt: they may be one of what is gone as well. */
  readonly doubts: Rewritten["doubts"]
}

/** For lists of a bank's page. `left`: what nothing else has recognised; `whole`: all that is known and listed. Throws `TooManyAlike`. */
export function* findRewritten(left: Left, whole: Sides, coverage: Coverage): Steps<Rewritten> {
  const known = left.known.filter(isBookedOnPage)
  yield
  const pairs = coverage.complete ? yield* conserved({ ...left, known }, whole, coverage) : []
  const taken = new Set<Either>()
  for (const pair of pairs) taken.add(pair.known).add(pair.row)
  yield
  const lost = known.filter((one) => !taken.has(one) && (!coverage.complete || isWithin(one.bookedDate, coverage)))
  const fresh = lost.length === 0 ? [] : left.rows.filter((row) => !taken.has(row)).map((row) => ({ row, heldFor: [] }))
  const lostNear = yield* nearby(lost, size)
  // What is gone from a complete list may be anywhere near: where all days move, the next payment takes the last one's place.
  const mayBe = (one: KnownMovement, row: StatementRow) =>
    !isReturn(one, row) && (one.key === row.key || coverage.complete || isInWords(one, row))
  const links: Array<string> = []
  const doubts: Array<Rewritten["doubts"][number]> = []
  for (const { heldFor, row } of [...left.doubts, ...fresh]) {
    const all = new Set(heldFor)
    for (const one of lostNear(row)) {
      yield
      if (!mayBe(one, row)) continue
      all.add(one.id)
      links.push(one.id)
      refuseTooMany(links)
    }
    if (all.size > 0) doubts.push({ row, heldFor: [...all].sort() })
  }
  return { pairs, doubts }
}

const isBookedOnPage = ({ origin, removed, status }: KnownMovement): boolean =>
  !removed && status === "booked" && !isFromStatement(origin)

const isWithin = (day: string, { from, to }: Coverage): boolean => day >= from && day <= to

/** The bank's id is an old one's, and nothing of the text is: it may be another movement. */
export const hasReusedId = (known: KnownMovement, row: StatementRow): boolean => {
  if (known.bankId === undefined || known.bankId !== row.bankId || known.description === row.description) return false
  const [before, after] = [textOf(known), textOf(row)]
  return (
    nameOthers(before, after) || (before.words.size > 0 && after.words.size > 0 && textOverlap(before, after) === 0)
  )
}

/** Whichever sign and currency. */
const size = ({ amountMinor }: Either): string => String(amountMinor < 0n ? -amountMinor : amountMinor)

/** One to one by day and amount, where the list shows as many booked ones of these as were known. */
function* conserved(left: Sides, whole: Sides, coverage: Coverage): Steps<Rewritten["pairs"]> {
  if (left.known.length === 0 || left.rows.length === 0) return []
  const booked = (one: Either) => one.status === "booked"
  const knownOf = yield* grouped(
    whole.known.filter((one) => booked(one) && !one.removed),
    dayAndAmount
  )
  const listedOf = yield* grouped(whole.rows.filter(booked), dayAndAmount)
  const rowsOf = yield* grouped(left.rows.filter(booked), dayAndAmount)
  const pairs: Array<Rewritten["pairs"][number]> = []
  for (const [group, members] of yield* grouped(left.known, dayAndAmount)) {
    const rows = rowsOf.get(group) ?? []
    const isConserved =
      rows.length === members.length &&
      knownOf.get(group)?.length === listedOf.get(group)?.length &&
      rows.every(({ bookedDate }) => isWithin(bookedDate, coverage))
    if (isConserved) pairs.push(...(yield* likestFirst(members, rows)))
  }
  return pairs
}

interface Candidate {
  readonly known: KnownMovement
  readonly row: StatementRow
  readonly overlap: number
}

/** All find one, but for those who name somebody else; those whose words agree most find each other. */
function* likestFirst(
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>
): Steps<Rewritten["pairs"]> {
  const texts: ReadonlyArray<readonly [StatementRow, ReadText]> = rows.map((row) => [row, textOf(row)])
  yield
  const candidates: Array<Candidate> = []
  for (const one of known) {
    const text = textOf(one)
    for (const [row, other] of texts) {
      yield
      if (nameOthers(payerOf(one), payerOf(row))) continue
      candidates.push({ known: one, row, overlap: textOverlap(text, other) })
      refuseTooMany(candidates)
    }
  }
  const taken = new Set<Either>()
  const pairs: Array<Rewritten["pairs"][number]> = []
  for (const { known: one, row } of yield* sorted(candidates, byLikeness)) {
    if (taken.has(one) || taken.has(row)) continue
    taken.add(one).add(row)
    pairs.push({ known: one, row })
  }
  return pairs
}

const byLikeness = (a: Candidate, b: Candidate): number =>
  b.overlap - a.overlap || compareText(a.known.id, b.known.id) || a.row.index - b.row.index

/** A bank that turns its signs writes the words as before: this row says itself that it takes something back. */
const isReturn = (known: KnownMovement, row: StatementRow): boolean =>
  known.amountMinor > 0n !== row.amountMinor > 0n && saysReversal(row) && !saysReversal(known)

/** A list that isn't complete leaves out much that is still there: only words, or the balance after it, make it likely. */
const isInWords = (known: KnownMovement, row: StatementRow): boolean => {
  if (known.amountMinor !== row.amountMinor) return false
  const [before, after] = [textOf(known), textOf(row)]
  if (nameOthers(before, after)) return false
  const isOfDay = known.bookedDate === row.bookedDate && known.currency === row.currency
  return textOverlap(before, after) === 1 || (isOfDay && (areWordedAnew(before, after) || leadToOneBalance(known, row)))
}
