/** What a row takes back, looked for among all movements. */
import type { KnownMovement } from "../../src/Movement.ts"
import { compareText } from "../../src/collections.ts"
import { daysBetween } from "../../src/LocalDate.ts"
import { wordsOf } from "../../src/matching/names/normalise.ts"
import type { MovementRef, MovementUpdate, NewMovement, Reconciliation } from "@counterfoil/domain"
import {
  commonWords,
  reversalDays,
  reversalWords,
  isSaidByPayer,
  isToldBy,
  saysReversal,
  type Reversible
} from "../../src/movements/reversal.ts"

interface Party extends Reversible {
  readonly ref: MovementRef
}

/**
 * Looks for what each booked reversal takes back, among known and new movements; each is taken back once. Where neither is news
 * nothing is looked for, and a reversal that was known takes back what is news and of an earlier day, if nothing else fits it as well.
 */
export const findReversals = (
  known: ReadonlyArray<KnownMovement>,
  inserts: ReadonlyArray<NewMovement>,
  updates: ReadonlyArray<MovementUpdate>,
  letGo: ReadonlyArray<string>
): Reconciliation["reversals"] => {
  const inserted = inserts
    .filter(({ row, heldFor }) => row.status === "booked" && heldFor.length === 0)
    .map(({ row }) => ({ ...reversible(row), ref: { index: row.index }, isHeld: false, isNews: true, saysItNow: true }))
  const stored = known.flatMap((one) => {
    const update = updates.find(({ id }) => id === one.id)
    const now = update?.row ?? one
    if (one.reversed || now.status !== "booked" || (one.removed && update === undefined)) return []
    const isNew = letGo.includes(one.id) || update?.becameBooked === true || update?.restored === true
    const isReworded = now.description !== one.description || now.counterparty !== one.counterparty
    return [
      {
        ...reversible(now),
        ref: { id: one.id },
        isHeld: one.heldFor.length > 0 && !letGo.includes(one.id),
        isNews: isNew || isReworded,
        saysItNow: isNew || (isReworded && !saysReversal(one))
      }
    ]
  })
  const originals = new Set([...stored, ...inserted].sort(byDay))
  return [...originals]
    .filter((reversal) => saysReversal(reversal) && !reversal.isHeld)
    .flatMap((reversal) => {
      const original = reversedBy(
        reversal,
        [...originals].filter((one) => reversal.saysItNow || !one.isNews || one.bookedDate < reversal.bookedDate)
      )
      if (original === undefined || !(reversal.saysItNow || original.isNews)) return []
      originals.delete(original)
      return [{ original: original.ref, reversal: reversal.ref }]
    })
}

const reversible = ({ amountMinor, currency, bookedDate, description, counterparty }: Reversible): Reversible => ({
  amountMinor,
  currency,
  bookedDate,
  description,
  counterparty
})

const byDay = (a: Party, b: Party): number =>
  compareText(a.bookedDate, b.bookedDate) ||
  compareText(a.description, b.description) ||
  compareText(JSON.stringify(a.ref), JSON.stringify(b.ref))

/** What the row takes back, of these; undefined if nothing fits or if it can't be told which of several. */
const reversedBy = <Original extends Reversible>(
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
    .filter(({ original }) => isToldBy(original, reversal) || tellingWords(reversal).size === 0)
    .sort((a, b) => heldLast(a.original, b.original) || b.shared - a.shared || a.days - b.days)
  const [first, second] = ranked
  const tied =
    first !== undefined &&
    second !== undefined &&
    heldLast(first.original, second.original) === 0 &&
    second.shared === first.shared &&
    second.days === first.days
  return tied && first !== undefined && !alike(first.original, second.original) ? undefined : first?.original
}

const heldLast = (a: Reversible, b: Reversible): number => Number(a.isHeld === true) - Number(b.isHeld === true)

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
