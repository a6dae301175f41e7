/** `findRewritten` as it is plainly said: in one go. */
import type { Coverage, KnownMovement, StatementRow } from "@counterfoil/domain"
import { compareText, groupBy } from "../../src/collections.ts"
import { businessDaysBetween } from "../../src/LocalDate.ts"
import { isFromStatement } from "../../src/Movement.ts"
import { areWordedAnew, leadToOneBalance, nameOthers, readText, textOverlap } from "../../src/movements/overlap.ts"
import { saysReversal } from "../../src/movements/reversal.ts"
import type { Rewritten } from "../../src/movements/rewritten.ts"

/** How many business days a bank moves a row, either way. */
const longestShift = 3

/** Of the page; `known` and `rows` are what nothing else has recognised, `all` and `listed` are all there are of both. */
export const plainRewritten = (
  left: {
    readonly known: ReadonlyArray<KnownMovement>
    readonly rows: ReadonlyArray<StatementRow>
    /** Already in doubt: they may be one of what is gone as well. */
    readonly doubts: Rewritten["doubts"]
  },
  whole: { readonly known: ReadonlyArray<KnownMovement>; readonly rows: ReadonlyArray<StatementRow> },
  coverage: Coverage
): Rewritten => {
  const known = left.known.filter(isBookedOnPage)
  const pairs = coverage.complete ? conserved({ ...left, known }, whole, coverage) : []
  const taken = new Set<KnownMovement | StatementRow>(pairs.flatMap((pair) => [pair.known, pair.row]))
  const [lost, fresh] = [known.filter((one) => !taken.has(one)), left.rows.filter((row) => !taken.has(row))]
  const lostOf = groupBy(
    coverage.complete ? lost.filter(({ bookedDate }) => isWithin(bookedDate, coverage)) : lost,
    size
  )
  // What is gone from a complete list may be anywhere near: where all days move, the next payment takes the last one's place.
  const mayBe = (one: KnownMovement, row: StatementRow) =>
    // Of one key they are of one day.
    isNear(one, row) && !isReturn(one, row) && (one.key === row.key || coverage.complete || isNearInWords(one, row))
  const lostLike = (row: StatementRow) =>
    (lostOf.get(size(row)) ?? []).filter((one) => mayBe(one, row)).map(({ id }) => id)
  const doubts = [...left.doubts, ...fresh.map((row) => ({ row, heldFor: [] }))].flatMap(({ heldFor, row }) => {
    const all = new Set([...heldFor, ...lostLike(row)])
    return all.size === 0 ? [] : [{ row, heldFor: [...all].sort() }]
  })
  return { pairs, doubts }
}

type Either = KnownMovement | StatementRow

const isBookedOnPage = ({ origin, removed, status }: KnownMovement): boolean =>
  !removed && status === "booked" && !isFromStatement(origin)

const isWithin = (day: string, { from, to }: Coverage): boolean => day >= from && day <= to

/** Whichever sign and currency. */
const size = ({ amountMinor }: Either): bigint => (amountMinor < 0n ? -amountMinor : amountMinor)

const dayAndAmount = ({ amountMinor, bookedDate, currency }: Either): string =>
  `${bookedDate} ${amountMinor} ${currency}`

/** One to one by day and amount, where the list shows as many booked ones of these as were known. */
const conserved = (
  left: { readonly known: ReadonlyArray<KnownMovement>; readonly rows: ReadonlyArray<StatementRow> },
  whole: { readonly known: ReadonlyArray<KnownMovement>; readonly rows: ReadonlyArray<StatementRow> },
  coverage: Coverage
): Rewritten["pairs"] => {
  const booked = (one: Either) => one.status === "booked"
  const knownOf = groupBy(
    whole.known.filter((one) => booked(one) && !one.removed),
    dayAndAmount
  )
  const listedOf = groupBy(whole.rows.filter(booked), dayAndAmount)
  const rowsOf = groupBy(left.rows.filter(booked), dayAndAmount)
  return [...groupBy(left.known, dayAndAmount)].flatMap(([group, members]) => {
    const rows = rowsOf.get(group) ?? []
    const isConserved =
      rows.length === members.length &&
      knownOf.get(group)?.length === listedOf.get(group)?.length &&
      rows.every(({ bookedDate }) => isWithin(bookedDate, coverage))
    return isConserved ? likestFirst(members, rows) : []
  })
}

/** All find one, but for those who name somebody else; those whose words agree most find each other. */
const likestFirst = (known: ReadonlyArray<KnownMovement>, rows: ReadonlyArray<StatementRow>): Rewritten["pairs"] => {
  const ranked = known
    .flatMap((one) => rows.map((row) => ({ known: one, row, overlap: overlapOf(one, row) })))
    .filter((pair) => !nameOthers(payerOf(pair.known), payerOf(pair.row)))
    .sort((a, b) => b.overlap - a.overlap || compareText(a.known.id, b.known.id) || a.row.index - b.row.index)
  const taken = new Set<Either>()
  return ranked.flatMap(({ known: one, row }) => {
    if (taken.has(one) || taken.has(row)) return []
    taken.add(one).add(row)
    return [{ known: one, row }]
  })
}

/** What the bank says beside the text, or in it behind a prefix that its script declares. */
const payerOf = ({ counterparty = "", description, senderName }: Either) =>
  readText({
    description: "",
    counterparty: counterparty !== "" || senderName === description ? counterparty : senderName
  })

const overlapOf = (known: KnownMovement, row: StatementRow): number => textOverlap(readText(known), readText(row))

const isNear = (known: KnownMovement, row: StatementRow): boolean => {
  const [first = "", last = ""] = [known.bookedDate, row.bookedDate].sort()
  return businessDaysBetween(first, last) <= longestShift
}

/** It says of itself that it takes something back, and the other one didn't. */
const isReturn = (known: KnownMovement, row: StatementRow): boolean =>
  Math.sign(Number(known.amountMinor)) !== Math.sign(Number(row.amountMinor)) &&
  saysReversal(row) &&
  !saysReversal(known)

/** A list that isn't complete leaves out much that is still there: only words, or the balance after it, make it likely. */
const isNearInWords = (known: KnownMovement, row: StatementRow): boolean => {
  if (known.amountMinor !== row.amountMinor || !isNear(known, row)) return false
  const [before, after] = [readText(known), readText(row)]
  if (nameOthers(before, after)) return false
  const isOfDay = known.bookedDate === row.bookedDate && known.currency === row.currency
  return textOverlap(before, after) === 1 || (isOfDay && (areWordedAnew(before, after) || leadToOneBalance(known, row)))
}
