/**
 * Recognising by likeness: a known movement that vanished from a complete scrape may be a row that looks new. Pairs are
 * chosen over all of them together, the likest first, and a doubt is left to a person.
 */
import { businessDaysBetween, daysBetween } from "../../src/LocalDate.ts"
import type { KnownMovement, StatementRow } from "../../src/Movement.ts"
import { connectedParts, groupBy } from "../../src/collections.ts"
import { clearlyOverlap, readText, textOverlap, type ReadText } from "../../src/movements/overlap.ts"

export interface Likeness {
  readonly pairs: ReadonlyArray<{ readonly known: KnownMovement; readonly row: StatementRow }>
  /** Rows that may be one of several known movements, or that share one with another row: which, nobody can tell. */
  readonly doubts: ReadonlyArray<{ readonly row: StatementRow; readonly heldFor: ReadonlyArray<string> }>
}

/** A bank books what was pending, or moves a row, within this many business days. */
const longestDelay = 3

/** Rows that are equal in all that is compared: which of them is paired makes no difference. */
interface Alike<Member> {
  readonly sample: Member
  readonly text: ReadText
  left: Array<Member>
}

interface Link {
  readonly known: Alike<KnownMovement>
  readonly row: Alike<StatementRow>
  readonly overlap: number
  readonly days: number
}

/** `known` and `rows` are what the keys left over, each in list order. */
export const reidentify = (known: ReadonlyArray<KnownMovement>, rows: ReadonlyArray<StatementRow>): Likeness => {
  const pairs: Array<Likeness["pairs"][number]> = []
  const doubts: Array<Likeness["doubts"][number]> = []
  for (const level of levels(links(alike(known), alike(rows)))) {
    const live = level.filter((link) => link.known.left.length > 0 && link.row.left.length > 0)
    const parts = connectedParts(
      live,
      ({ known }) => known,
      ({ row }) => row
    )
    for (const part of parts) {
      const sides = { known: new Set(part.map((link) => link.known)), rows: new Set(part.map((link) => link.row)) }
      if (anyPairingIsRight(sides.known, sides.rows)) {
        for (const link of part) pairs.push(...pairOff(link))
        continue
      }
      const heldFor = [...sides.known].flatMap(({ left }) => left.map(({ id }) => id)).sort()
      for (const { left } of sides.rows) doubts.push(...left.map((row) => ({ row, heldFor })))
      for (const side of [...sides.known, ...sides.rows]) side.left = []
    }
  }
  return { pairs, doubts }
}

const alike = <Member extends KnownMovement | StatementRow>(
  members: ReadonlyArray<Member>
): ReadonlyArray<Alike<Member>> => {
  const read = members.map((member) => ({ member, text: readText(member) }))
  const groups = groupBy(read, ({ member, text }) => comparedParts(member, text))
  return [...groups.values()].flatMap((group) =>
    group[0] === undefined
      ? []
      : [{ sample: group[0].member, text: group[0].text, left: group.map(({ member }) => member) }]
  )
}

const comparedParts = (movement: KnownMovement | StatementRow, text: ReadText): string =>
  JSON.stringify([
    movement.currency,
    String(movement.amountMinor),
    movement.bookedDate,
    movement.status,
    text.line,
    [...text.names].sort()
  ])

const links = (
  known: ReadonlyArray<Alike<KnownMovement>>,
  rows: ReadonlyArray<Alike<StatementRow>>
): ReadonlyArray<Link> => {
  const amountOf = ({ sample }: Alike<KnownMovement> | Alike<StatementRow>) =>
    `${sample.amountMinor} ${sample.currency}`
  const rowsByAmount = groupBy(rows, amountOf)
  return known.flatMap((one) =>
    (rowsByAmount.get(amountOf(one)) ?? []).flatMap((row) => {
      const overlap = textOverlap(one.text, row.text)
      if (!mayBeTheSame(one, row, overlap)) return []
      return [{ known: one, row, overlap, days: daysBetween(one.sample.bookedDate, row.sample.bookedDate) }]
    })
  )
}

const mayBeTheSame = (known: Alike<KnownMovement>, row: Alike<StatementRow>, overlap: number): boolean => {
  const [before, after] = [known.sample, row.sample]
  const mayBeEarlier =
    before.status === after.status && (before.status === "pending" || known.text.line === row.text.line)
  if (after.bookedDate < before.bookedDate && !mayBeEarlier) return false
  const [first = "", last = ""] = [before.bookedDate, after.bookedDate].sort()
  if (businessDaysBetween(first, last) > longestDelay) return false
  if (before.status === "pending" && after.status === "booked") return true
  return before.status === after.status && clearlyOverlap(known.text, row.text, overlap)
}

/** Links of the same likeness together, the likest first. */
const levels = (all: ReadonlyArray<Link>): ReadonlyArray<ReadonlyArray<Link>> =>
  [...groupBy(all, (link) => rankOf(link).join(" ")).values()].sort(([a], [b]) => {
    const [first, second] = [a === undefined ? [] : rankOf(a), b === undefined ? [] : rankOf(b)]
    return first.map((rank, nth) => rank - (second[nth] ?? 0)).find((difference) => difference !== 0) ?? 0
  })

/** The likest first; the next days before the days before; of a day the same words; what stays before what would be booked. */
const rankOf = ({ days, known, overlap, row }: Link): ReadonlyArray<number> => [
  -overlap,
  Number(days < 0),
  Math.abs(days),
  Number(known.text.line !== row.text.line),
  Number(known.sample.status !== row.sample.status)
]

/** All of one side are alike and enough of them are there for the other side. */
const anyPairingIsRight = (
  known: ReadonlySet<Alike<KnownMovement>>,
  rows: ReadonlySet<Alike<StatementRow>>
): boolean => {
  const count = (side: ReadonlySet<{ readonly left: ReadonlyArray<unknown> }>) =>
    [...side].reduce((sum, { left }) => sum + left.length, 0)
  return (
    (known.size === 1 && rows.size === 1) ||
    (known.size === 1 && count(known) >= count(rows)) ||
    (rows.size === 1 && count(rows) >= count(known))
  )
}

const pairOff = (link: Link): ReadonlyArray<Likeness["pairs"][number]> => {
  const size = Math.min(link.known.left.length, link.row.left.length)
  const known = link.known.left.splice(0, size)
  const rows = link.row.left.splice(0, size)
  return known.flatMap((one, index) => {
    const row = rows[index]
    return row === undefined ? [] : [{ known: one, row }]
  })
}
