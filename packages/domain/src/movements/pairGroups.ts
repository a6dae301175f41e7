/** One to one of an amount, on one day or near it: the pairs whose words agree most first. */
import { addDays, businessDaysBetween } from "../LocalDate.ts"
import type { KnownMovement, StatementRow } from "../Movement.ts"
import { compareText, remembered, rememberedOf } from "../collections.ts"
import { grouped, sorted, type Steps } from "../steps.ts"
import { readText, refuseTooMany, textOverlap } from "./overlap.ts"

export interface Pair {
  readonly known: KnownMovement
  readonly row: StatementRow
}

export type Either = KnownMovement | StatementRow

/** How many business days a bank moves a row, either way; booked on one day by the page, on another by a file. */
const longestShift = 3

export const areNear = (a: Either, b: Either): boolean => {
  const [first, last] = a.bookedDate <= b.bookedDate ? [a, b] : [b, a]
  return businessDaysBetween(first.bookedDate, last.bookedDate) <= longestShift
}

export const amountOnly = ({ amountMinor, currency }: Either): string => `${amountMinor} ${currency}`
export const dayAndAmount = (one: Either): string => `${one.bookedDate} ${amountOnly(one)}`

/** The last day that is near `day`, or a day after it: three business days are five days at most. */
export const nearTo = (day: string): string => addDays(day, 5)

const daysAround = remembered(1_000, (day: string): ReadonlyArray<string> =>
  [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5].map((days) => addDays(day, days))
)

/** Looks up members of the same `kindOf` on a near day. By kind alone, a list of one price would give thousands. */
export function* nearby<Member extends Either>(
  members: ReadonlyArray<Member>,
  kindOf: (one: Either) => string = amountOnly
): Steps<(other: Either) => ReadonlyArray<Member>> {
  const byDay = yield* grouped(members, (one) => `${one.bookedDate} ${kindOf(one)}`)
  return (other) => {
    const kind = kindOf(other)
    return daysAround(other.bookedDate).flatMap((day) => {
      const ofDay = byDay.get(`${day} ${kind}`)
      return ofDay?.[0] !== undefined && areNear(ofDay[0], other) ? ofDay : []
    })
  }
}

/** Each is compared with many. */
export const textOf = rememberedOf((one: Either) => readText(one))

/** Who paid: what the bank says beside the text, or in it behind a prefix that its script declares. */
export const payerOf = rememberedOf(({ counterparty = "", description, senderName }: Either) =>
  readText({
    description: "",
    counterparty: counterparty !== "" || senderName === description ? counterparty : senderName
  })
)

export const overlapOf = ({ known, row }: Pair): number => textOverlap(textOf(known), textOf(row))

export const without = <Member>(
  members: ReadonlyArray<Member>,
  pairs: ReadonlyArray<Pair>,
  side: (pair: Pair) => unknown
): ReadonlyArray<Member> => {
  const taken = new Set(pairs.map(side))
  return members.filter((member) => !taken.has(member))
}

interface Choice {
  readonly fits: (pair: Pair) => boolean
  /** Comes after all others, however like they are. (Default: none) */
  readonly isLast?: ((one: KnownMovement) => boolean) | undefined
}

export function* pairOfDay(
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  choice: Choice
): Steps<ReadonlyArray<Pair>> {
  const rowsOf = yield* grouped(rows, dayAndAmount)
  return yield* pairWithin(yield* grouped(known, dayAndAmount), (one) => rowsOf.get(dayAndAmount(one)) ?? [], choice)
}

export function* pairNear(
  known: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>,
  choice: Choice
): Steps<ReadonlyArray<Pair>> {
  return yield* pairWithin(yield* grouped(known, amountOnly), yield* nearby(rows), choice)
}

function* pairWithin(
  groups: ReadonlyMap<string, ReadonlyArray<KnownMovement>>,
  rowsOf: (one: KnownMovement) => ReadonlyArray<StatementRow>,
  choice: Choice
): Steps<ReadonlyArray<Pair>> {
  const pairs: Array<Pair> = []
  for (const members of groups.values()) {
    const taken = new Set<Either>()
    for (const { pair } of yield* ranked(members, rowsOf, choice)) {
      yield
      if (taken.has(pair.known) || taken.has(pair.row)) continue
      taken.add(pair.known).add(pair.row)
      pairs.push(pair)
    }
  }
  return pairs
}

function* ranked(
  known: ReadonlyArray<KnownMovement>,
  rowsOf: (one: KnownMovement) => ReadonlyArray<StatementRow>,
  { fits, isLast = () => false }: Choice
): Steps<ReadonlyArray<{ readonly pair: Pair }>> {
  const possible: Array<{ readonly pair: Pair; readonly overlap: number; readonly last: boolean }> = []
  for (const one of known) {
    for (const row of rowsOf(one)) {
      const pair = { known: one, row }
      if (fits(pair)) possible.push({ pair, overlap: overlapOf(pair), last: isLast(one) })
      refuseTooMany(possible)
      yield
    }
  }
  return yield* sorted(
    possible,
    (a, b) =>
      Number(a.last) - Number(b.last) ||
      b.overlap - a.overlap ||
      compareText(a.pair.known.id, b.pair.known.id) ||
      a.pair.row.index - b.pair.row.index
  )
}
