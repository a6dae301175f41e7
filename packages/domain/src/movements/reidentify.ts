/**
 * Recognising by likeness: a known movement that vanished from a complete scrape may be a row that looks new. Pairs are
 * chosen over all of them together, the likest first, and a doubt is left to a person.
 */
import { daysBetween } from "../LocalDate.ts"
import type { KnownMovement, StatementRow } from "../Movement.ts"
import { connecting } from "../collections.ts"
import { grouped, sorted, type Steps } from "../steps.ts"
import { clearlyOverlap, readText, refuseTooMany, textOverlap, type ReadText } from "./overlap.ts"
import { nearby } from "./pairGroups.ts"

export interface Likeness {
  readonly pairs: ReadonlyArray<{ readonly known: KnownMovement; readonly row: StatementRow }>
  /** Rows that may be one of several known movements, or that share one with another row: which, nobody can tell. */
  readonly doubts: ReadonlyArray<{ readonly row: StatementRow; readonly heldFor: ReadonlyArray<string> }>
}

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
export function* reidentify(known: ReadonlyArray<KnownMovement>, rows: ReadonlyArray<StatementRow>): Steps<Likeness> {
  // So it is with a first scrape, and with one that shows what is known: no text needs to be read.
  if (known.length === 0 || rows.length === 0) return { pairs: [], doubts: [] }
  const pairs: Array<Likeness["pairs"][number]> = []
  const doubts: Array<Likeness["doubts"][number]> = []
  for (const level of yield* levels(yield* links(yield* alike(known), yield* alike(rows)))) {
    const live = level.filter((link) => link.known.left.length > 0 && link.row.left.length > 0)
    const parts = yield* connecting(
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

function* alike<Member extends KnownMovement | StatementRow>(
  members: ReadonlyArray<Member>
): Steps<ReadonlyArray<Alike<Member>>> {
  const groups = new Map<string, Alike<Member>>()
  for (const sample of members) {
    const text = readText(sample)
    const parts = comparedParts(sample, text)
    const group = groups.get(parts)
    if (group === undefined) groups.set(parts, { sample, text, left: [sample] })
    else group.left.push(sample)
    yield
  }
  return [...groups.values()]
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

function* links(
  known: ReadonlyArray<Alike<KnownMovement>>,
  rows: ReadonlyArray<Alike<StatementRow>>
): Steps<ReadonlyArray<Link>> {
  const samplesNear = yield* nearby(rows.map(({ sample }) => sample))
  const rowOf = new Map(rows.map((row) => [row.sample, row]))
  const found: Array<Link> = []
  for (const one of known) {
    for (const sample of samplesNear(one.sample)) {
      yield
      const row = rowOf.get(sample)
      if (row === undefined || !isInTime(one, row)) continue
      const overlap = textOverlap(one.text, row.text)
      if (!mayBeTheSame(one, row, overlap)) continue
      refuseTooMany(found)
      found.push({ known: one, row, overlap, days: daysBetween(one.sample.bookedDate, row.sample.bookedDate) })
    }
  }
  return found
}

/** Of two of near days. What is still pending a script may date earlier, too, and a bank what it words as before. */
const isInTime = (
  { sample: before, text }: Alike<KnownMovement>,
  { sample: after, text: words }: Alike<StatementRow>
) =>
  after.bookedDate >= before.bookedDate ||
  (before.status === after.status && (before.status === "pending" || text.line === words.line))

const mayBeTheSame = (known: Alike<KnownMovement>, row: Alike<StatementRow>, overlap: number): boolean => {
  const [before, after] = [known.sample, row.sample]
  if (before.status === "pending" && after.status === "booked") return true
  return before.status === after.status && clearlyOverlap(known.text, row.text, overlap)
}

/** Links of the same likeness together, the likest first. */
function* levels(all: ReadonlyArray<Link>): Steps<ReadonlyArray<ReadonlyArray<Link>>> {
  const groups = yield* grouped(all, (link) => `${link.overlap} ${link.days} ${isWordedAnew(link)} ${booksAnew(link)}`)
  return yield* sorted([...groups.values()], ([a], [b]) => (a === undefined || b === undefined ? 0 : byLikeness(a, b)))
}

/** The day before the very words: whoever pays as much again does so in the words that the first payment had. */
const byLikeness = (a: Link, b: Link): number =>
  b.overlap - a.overlap ||
  Number(a.days < 0) - Number(b.days < 0) ||
  Math.abs(a.days) - Math.abs(b.days) ||
  isWordedAnew(a) - isWordedAnew(b) ||
  booksAnew(a) - booksAnew(b)

/** 1: it says more than the other, or less. */
const isWordedAnew = ({ known, row }: Link): number => Number(known.text.line !== row.text.line)

/** 1: it would book what was pending. What was booked already is there in the ordinary run of things, and pending rows vanish. */
const booksAnew = ({ known, row }: Link): number => Number(known.sample.status !== row.sample.status)

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
