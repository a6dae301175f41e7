/** How far names agree, compared once however many orders and payments have them: thousands may share one. */
import { nameLevels, type NameLevel } from "./NameLevel.ts"
import type { NormalName } from "./normalise.ts"
import type { Ruleset } from "./ruleset.ts"
import { bestLevelOf, type MovementView } from "./score.ts"

/** So many are kept, a byte each. Beyond, few names are shared; in a small group there is little to save. */
const mostKept = 10_000_000
const fewestKept = 1_000

/** By the places of the order and of the payment. */
export const comparedNames = (
  orders: ReadonlyArray<NormalName>,
  payments: ReadonlyArray<MovementView["holders"]>,
  ruleset: Ruleset
): ((order: number, payment: number) => NameLevel) => {
  const levelOf = (order: number, payment: number): NameLevel => {
    const [name, printed] = [orders[order], payments[payment]]
    return name === undefined || printed === undefined ? "none" : bestLevelOf(name, printed, ruleset)
  }
  if (orders.length * payments.length < fewestKept) return levelOf
  const [names, holders] = [numbered(orders), numbered(payments)]
  if (names.count * holders.count > mostKept) return levelOf
  const known = new Uint8Array(names.count * holders.count)
  return (order, payment) => {
    const at = (names.at[order] ?? 0) * holders.count + (holders.at[payment] ?? 0)
    const kept = nameLevels[(known[at] ?? 0) - 1]
    if (kept !== undefined) return kept
    const level = levelOf(order, payment)
    known[at] = nameLevels.indexOf(level) + 1
    return level
  }
}

/** Each thing's number: the same for the same thing. */
const numbered = (things: ReadonlyArray<unknown>) => {
  const numbers = new Map<unknown, number>()
  const at = Int32Array.from(things, (thing) => {
    const number = numbers.get(thing) ?? numbers.size
    numbers.set(thing, number)
    return number
  })
  return { at, count: numbers.size }
}
