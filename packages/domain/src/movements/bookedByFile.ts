/** Which of the page's pending movements a file's rows book. */
import type { KnownMovement, StatementRow } from "../Movement.ts"
import { readText, textOverlap } from "./overlap.ts"
import { bothSides } from "./pairByKey.ts"
import { reidentify, type Likeness } from "./reidentify.ts"
import type { Steps } from "../steps.ts"

/**
 * First of all those that the page still shows: one that it shows in other words is known in the old ones too for a while, and
 * what it shows is what it will book.
 */
export function* bookedByFile(
  pending: ReadonlyArray<KnownMovement>,
  rows: ReadonlyArray<StatementRow>
): Steps<Likeness> {
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

const isReworded = (one: KnownMovement, other: KnownMovement): boolean =>
  one.bookedDate === other.bookedDate &&
  one.amountMinor === other.amountMinor &&
  one.currency === other.currency &&
  textOverlap(readText(one), readText(other)) === 1
