/** What a row takes back, looked for among all movements. */
import { daysBetween } from "../../src/LocalDate.ts"
import { wordsOf } from "../../src/matching/names/normalise.ts"
import {
  commonWords,
  reversalDays,
  reversalWords,
  isSaidByPayer,
  saysReversal,
  type Reversible
} from "../../src/movements/reversal.ts"

/** What the row takes back, of these; undefined if nothing fits or if it can't be told which of several. */
export const reversedBy = <Original extends Reversible>(
  reversal: Reversible,
  originals: ReadonlyArray<Original>
): Original | undefined => {
  const ranked = originals
    .filter((original) => couldBeReversed(original, reversal))
    .map((original) => ({
      original,
      shared: sharedWords(original, reversal),
      days: daysBetween(original.bookedDate, reversal.bookedDate)
    }))
    .filter(({ shared }) => shared > 0 || tellingWords(reversal).size === 0)
    .sort((a, b) => b.shared - a.shared || a.days - b.days)
  const [first, second] = ranked
  const tied = second !== undefined && second.shared === first?.shared && second.days === first.days
  return tied && first !== undefined && !alike(first.original, second.original) ? undefined : first?.original
}

const couldBeReversed = (original: Reversible, reversal: Reversible): boolean => {
  const days = daysBetween(original.bookedDate, reversal.bookedDate)
  const opposite = original.amountMinor === -reversal.amountMinor && original.currency === reversal.currency
  return (
    opposite &&
    original.amountMinor !== 0n &&
    days >= 0 &&
    days <= reversalDays &&
    !saysReversal(original) &&
    !isSaidByPayer(original, reversal)
  )
}

const tellingWords = (movement: Reversible): ReadonlySet<string> =>
  new Set(
    wordsOf(`${movement.description} ${movement.counterparty ?? ""}`).filter(
      (token) => !reversalWords.has(token) && !commonWords.has(token)
    )
  )

const sharedWords = (a: Reversible, b: Reversible): number => {
  const other = tellingWords(b)
  return [...tellingWords(a)].filter((token) => other.has(token)).length
}

const alike = (a: Reversible, b: Reversible): boolean =>
  [...tellingWords(a)].sort().join(" ") === [...tellingWords(b)].sort().join(" ")
