/**
 * A statement file and the bank's page print one movement in different words and under different ids. Between the two, day
 * and amount say what is the same: a complete list shows each booked movement of a day once, so as many as there are on
 * both sides are the same ones. Where the list isn't complete, or the days differ, the words must agree; else a person decides.
 */
import { businessDaysBetween } from "../LocalDate.ts"
import type { Coverage, KnownMovement, MovementOrigin, StatementRow } from "../Movement.ts"
import { compareText, groupBy } from "../collections.ts"
import { clearlyOverlap, readText, textOverlap } from "./overlap.ts"

interface Pair {
  readonly known: KnownMovement
  readonly row: StatementRow
}

export interface AcrossOrigins {
  readonly pairs: ReadonlyArray<Pair>
  /** Rows that may be one of these known movements, or not. */
  readonly doubts: ReadonlyArray<{ readonly row: StatementRow; readonly heldFor: ReadonlyArray<string> }>
}

/** Booked on one day by the page and on another by the statement. */
const longestShift = 3

/** `known` and `rows` are what the keys left over. */
export const pairAcrossOrigins = (
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  origin: MovementOrigin,
  coverage: Coverage
): AcrossOrigins => {
  const isCovered = (day: string) => coverage.complete && day >= coverage.from && day <= coverage.to
  const foreign = known.filter(
    (one) => !one.removed && one.status === "booked" && (origin === "statement" || one.origin === "statement")
  )
  const booked = rows.filter(({ status }) => status === "booked")
  const byDay = pairGroups(foreign, booked, dayAndAmount, (pair) => isCovered(pair.row.bookedDate) || agree(pair))
  const leftKnown = without(foreign, byDay, ({ known: one }) => one)
  const leftRows = without(booked, byDay, ({ row }) => row)
  const shifted = pairGroups(leftKnown, leftRows, amountOnly, (pair) => isNear(pair) && agree(pair))
  const pairs = [...byDay, ...shifted]
  const open = without(leftKnown, shifted, ({ known: one }) => one)
  const doubts = without(leftRows, shifted, ({ row }) => row).flatMap((row) => {
    const heldFor = open.filter((one) => amountOnly(one) === amountOnly(row) && isNear({ known: one, row }))
    return heldFor.length === 0 ? [] : [{ row, heldFor: heldFor.map(({ id }) => id).sort() }]
  })
  return { pairs, doubts }
}

type Either = KnownMovement | StatementRow

const amountOnly = ({ amountMinor, currency }: Either): string => `${amountMinor} ${currency}`
const dayAndAmount = (one: Either): string => `${one.bookedDate} ${amountOnly(one)}`

const isNear = ({ known, row }: Pair): boolean => {
  const [first, last] = [known.bookedDate, row.bookedDate].sort()
  return first !== undefined && last !== undefined && businessDaysBetween(first, last) <= longestShift
}

const overlapOf = ({ known, row }: Pair): number => textOverlap(readText(known), readText(row))
const agree = (pair: Pair): boolean => clearlyOverlap(readText(pair.known), readText(pair.row), overlapOf(pair))

const without = <Member>(
  members: ReadonlyArray<Member>,
  pairs: ReadonlyArray<Pair>,
  side: (pair: Pair) => unknown
): ReadonlyArray<Member> => {
  const taken = new Set(pairs.map(side))
  return members.filter((member) => !taken.has(member))
}

/** One to one within each group, the pairs whose words agree most first. */
const pairGroups = (
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  groupOf: (one: Either) => string,
  fits: (pair: Pair) => boolean
): ReadonlyArray<Pair> => {
  const rowsOf = groupBy(rows, groupOf)
  return [...groupBy(known, groupOf)].flatMap(([group, members]) => {
    const possible = members.flatMap((one) => (rowsOf.get(group) ?? []).map((row) => ({ known: one, row })))
    const ranked = possible
      .filter(fits)
      .map((pair) => ({ pair, overlap: overlapOf(pair) }))
      .sort(
        (a, b) =>
          b.overlap - a.overlap || compareText(a.pair.known.id, b.pair.known.id) || a.pair.row.index - b.pair.row.index
      )
    const taken = new Set<Either>()
    return ranked.flatMap(({ pair }) => {
      if (taken.has(pair.known) || taken.has(pair.row)) return []
      taken.add(pair.known).add(pair.row)
      return [pair]
    })
  })
}
