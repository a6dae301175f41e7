/** What a scrape's new rows take back of what was booked before. */
import type { KnownMovement } from "../Movement.ts"
import { compareText } from "../collections.ts"
import { grouped, sorted, type Steps } from "../steps.ts"
import type { MovementRef, MovementUpdate, NewMovement, Reconciliation } from "./Reconciliation.ts"
import { reversedBy, saysReversal, type Reversible } from "./reversal.ts"

interface Party extends Reversible {
  readonly ref: MovementRef
}

/** Looks for what each new booked reversal takes back, among known and new movements; each is taken back once. */
export function* findReversals(
  known: ReadonlyArray<KnownMovement>,
  inserts: ReadonlyArray<NewMovement>,
  updates: ReadonlyArray<MovementUpdate>
): Steps<Reconciliation["reversals"]> {
  const updated = new Map(updates.map((update) => [update.id, update.row]))
  const inserted = inserts
    .filter(({ row, heldFor }) => row.status === "booked" && heldFor.length === 0)
    .map(({ row }): Party => ({ ...reversible(row), ref: { index: row.index } }))
  yield
  const stored = new Map(
    known
      .filter((one) => !one.removed && !one.reversed && (updated.get(one.id)?.status ?? one.status) === "booked")
      .map((one) => [one.id, { ...reversible(updated.get(one.id) ?? one), ref: { id: one.id } }])
  )
  yield
  const booked = updates.filter(({ becameBooked }) => becameBooked).flatMap(({ id }) => stored.get(id) ?? [])
  const reversals: Array<Party> = []
  for (const party of [...inserted, ...booked]) {
    if (saysReversal(party)) reversals.push(party)
    yield
  }
  if (reversals.length === 0) return []
  const originals = new Map<string, Set<Party>>()
  const inOrder = yield* sorted<Party>([...stored.values(), ...inserted], byDay)
  for (const [amount, parties] of yield* grouped(inOrder, amountOf)) originals.set(amount, new Set(parties))
  const found: Array<Reconciliation["reversals"][number]> = []
  for (const reversal of yield* sorted(reversals, byDay)) {
    const opposite = originals.get(amountOf({ ...reversal, amountMinor: -reversal.amountMinor }))
    const original = opposite === undefined ? undefined : yield* reversedBy(reversal, opposite)
    if (original === undefined) continue
    opposite?.delete(original)
    found.push({ original: original.ref, reversal: reversal.ref })
  }
  return found
}

const amountOf = ({ amountMinor, currency }: Reversible): string => `${amountMinor} ${currency}`

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
