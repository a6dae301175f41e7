/** What the rows of a scrape take back of what was booked before. */
import type { KnownMovement } from "../Movement.ts"
import { compareText } from "../collections.ts"
import { grouped, sorted, type Steps } from "../steps.ts"
import { refuseEndless } from "./overlap.ts"
import type { MovementRef, MovementUpdate, NewMovement, Reconciliation } from "./Reconciliation.ts"
import { reversedBy, saysReversal, type Reversible } from "./reversal.ts"

interface Party extends Reversible {
  readonly ref: MovementRef
}

/** What came with the scrape, and what was there. */
interface Parties {
  /** All that is booked, and what of it was known. */
  readonly all: ReadonlyArray<Party>
  readonly stored: ReadonlyArray<Party>
  /** New, booked, shown again or held no more by this scrape, or worded otherwise. */
  readonly news: ReadonlySet<Party>
  /** They say of themselves since this scrape that they take something back. */
  readonly reversals: ReadonlyArray<Party>
}

/**
 * Looks for what each booked reversal takes back, among known and new movements; each is taken back once. One that was known takes
 * back what comes to be known after it, of an earlier day only: whoever was paid back may pay again; and only if nothing else fits
 * it as well.
 */
export function* findReversals(
  known: ReadonlyArray<KnownMovement>,
  inserts: ReadonlyArray<NewMovement>,
  updates: ReadonlyArray<MovementUpdate>,
  released: ReadonlyArray<string>
): Steps<Reconciliation["reversals"]> {
  const { all, news, reversals, stored } = yield* partiesOf(known, inserts, updates, new Set(released))
  const earlier = yield* knownReversals(stored, news, new Set(reversals))
  if (reversals.length + earlier.size === 0) return []
  const originals = new Map<string, Set<Party>>()
  const inOrder = yield* sorted(all, byDay)
  for (const [amount, parties] of yield* grouped(inOrder, amountOf)) originals.set(amount, new Set(parties))
  const found: Array<Reconciliation["reversals"][number]> = []
  for (const reversal of yield* sorted([...reversals, ...earlier], byDay)) {
    const opposite = originals.get(oppositeOf(reversal))
    if (opposite === undefined) continue
    const original = yield* reversedBy(
      reversal,
      earlier.has(reversal) ? yield* eligible(reversal, opposite, news) : opposite
    )
    if (original === undefined || (earlier.has(reversal) && !news.has(original))) continue
    opposite.delete(original)
    found.push({ original: original.ref, reversal: reversal.ref })
  }
  return found
}

/** The same of what is booked by now, and was known as pending: nothing else is news. Throws `TooManyAlike`. */
export const reversalsOfBooked = (
  known: ReadonlyArray<KnownMovement>,
  booked: ReadonlyArray<string>
): Steps<ReadonlyArray<{ readonly original: string; readonly reversal: string }>> =>
  refuseEndless(idsOf(findReversals(known, [], [], booked)), known.length)

function* idsOf(found: Steps<Reconciliation["reversals"]>) {
  return (yield* found).flatMap(({ original, reversal }) =>
    "id" in original && "id" in reversal ? [{ original: original.id, reversal: reversal.id }] : []
  )
}

function* partiesOf(
  known: ReadonlyArray<KnownMovement>,
  inserts: ReadonlyArray<NewMovement>,
  updates: ReadonlyArray<MovementUpdate>,
  released: ReadonlySet<string>
): Steps<Parties> {
  const updated = new Map(updates.map((update) => [update.id, update]))
  const inserted = inserts
    .filter(({ row, heldFor }) => row.status === "booked" && heldFor.length === 0)
    .map(({ row }): Party => ({ ...reversible(row), ref: { index: row.index } }))
  const news = new Set(inserted)
  yield
  const reversals: Array<Party> = []
  for (const party of inserted) {
    if (saysReversal(party)) reversals.push(party)
    yield
  }
  const stored: Array<Party> = []
  for (const one of known) {
    yield
    const update = updated.get(one.id)
    const isGone = one.removed && update === undefined
    if (isGone || one.reversed || (update?.row.status ?? one.status) !== "booked") continue
    const isHeld = one.heldFor.length > 0 && !released.has(one.id)
    const party = { ...reversible(update?.row ?? one), isHeld, ref: { id: one.id } }
    stored.push(party)
    const isNew = update?.becameBooked === true || update?.restored === true || released.has(one.id)
    const isReworded = update !== undefined && isSaidOtherwise(one, party)
    if (isNew || isReworded) news.add(party)
    if (isHeld || !(isNew || isReworded) || !saysReversal(party)) continue
    if (isNew || !saysReversal(one)) reversals.push(party)
  }
  return { all: [...stored, ...inserted], news, reversals, stored }
}

/** Those that may take back what is news. */
function* knownReversals(
  stored: ReadonlyArray<Party>,
  news: ReadonlySet<Party>,
  fresh: ReadonlySet<Party>
): Steps<ReadonlySet<Party>> {
  const found = new Set<Party>()
  if (stored.length === 0 || news.size === 0) return found
  const amounts = yield* grouped(news, oppositeOf)
  for (const party of stored) {
    const mayTakeBack = amounts.has(amountOf(party)) && !fresh.has(party) && party.isHeld !== true
    if (mayTakeBack && saysReversal(party)) found.add(party)
    yield
  }
  return found
}

/** What was known beside a return that had taken nothing back fits it as ever: what comes later must fit it better. */
function* eligible(
  reversal: Party,
  opposite: ReadonlySet<Party>,
  news: ReadonlySet<Party>
): Steps<ReadonlyArray<Party>> {
  const found: Array<Party> = []
  for (const party of opposite) {
    if (!news.has(party) || party.bookedDate < reversal.bookedDate) found.push(party)
    yield
  }
  return found
}

const amountOf = ({ amountMinor, currency }: Reversible): string => `${amountMinor} ${currency}`
const oppositeOf = ({ amountMinor, currency }: Reversible): string => `${-amountMinor} ${currency}`

const isSaidOtherwise = (before: Reversible, now: Reversible): boolean =>
  before.description !== now.description || before.counterparty !== now.counterparty

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
