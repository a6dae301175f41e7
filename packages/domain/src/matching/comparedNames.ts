/** How far names agree, compared once however many orders and payments have them: thousands may share one. */
import type { Steps } from "../steps.ts"
import { alignAmong } from "./alignAmong.ts"
import { nameLevels, type NameLevel } from "./NameLevel.ts"
import type { NormalName } from "./normalise.ts"
import type { OrderIndex } from "./orderIndex.ts"
import type { Ruleset } from "./ruleset.ts"
import { bestLevelOf, type MovementView, nameLevelOf } from "./score.ts"

/** So many are kept, a byte each. Beyond, few names are shared; in a small group there is little to save. */
const mostKept = 10_000_000
const fewestKept = 1_000

/** By the places of the order and of the payment. */
export function* comparedNames(
  orders: ReadonlyArray<NormalName>,
  payments: ReadonlyArray<MovementView["holders"]>,
  { related }: Pick<OrderIndex, "related">,
  ruleset: Ruleset
): Steps<(order: number, payment: number) => NameLevel> {
  const levelOf = (order: number, payment: number): NameLevel => {
    const [name, printed] = [orders[order], payments[payment]]
    return name === undefined || printed === undefined ? "none" : bestLevelOf(name, printed, ruleset)
  }
  if (orders.length * payments.length < fewestKept) return levelOf
  const [names, holders] = [numbered(orders), numbered(payments)]
  yield
  const alignment = yield* alignAmong([...names.things], related)
  const levelAmong = (order: number, payment: number): NameLevel => {
    const name = orders[order]
    const printed = payments[payment]
    const bank = printed?.[0]
    if (name === undefined || bank === undefined || printed?.length !== 1) return levelOf(order, payment)
    return nameLevelOf(name, bank, ruleset.longSingleToken, alignment(names.at[order] ?? 0, bank))
  }
  if (names.count * holders.count > mostKept) return levelAmong
  // By payment, which is compared with one order after the other; made when it is asked for, since megabytes take a while.
  const known: Array<Uint8Array | undefined> = []
  return (order, payment) => {
    const ofPayment = (known[holders.at[payment] ?? 0] ??= new Uint8Array(names.count))
    const at = names.at[order] ?? 0
    const kept = nameLevels[(ofPayment[at] ?? 0) - 1]
    if (kept !== undefined) return kept
    const level = levelAmong(order, payment)
    ofPayment[at] = nameLevels.indexOf(level) + 1
    return level
  }
}

/** Each thing's number: the same for the same thing. */
const numbered = <Thing>(things: ReadonlyArray<Thing>) => {
  const numbers = new Map<Thing, number>()
  const at = Int32Array.from(things, (thing) => {
    const number = numbers.get(thing) ?? numbers.size
    numbers.set(thing, number)
    return number
  })
  return { at, count: numbers.size, things: numbers.keys() }
}
