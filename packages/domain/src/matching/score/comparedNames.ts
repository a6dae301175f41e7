/** How far names agree, compared once however many orders and payments have them: thousands may share one. */
import type { Steps } from "../../steps.ts"
import { alignAmong, type AlignAmong } from "../names/alignAmong.ts"
import { nameLevels, type NameLevel } from "../names/NameLevel.ts"
import type { NormalName } from "../names/normalise.ts"
import type { Ruleset } from "../facts/ruleset.ts"
import { bestLevelOf, nameLevelOf } from "./score.ts"
import type { MovementView } from "./views.ts"
import type { WordIndex } from "../names/wordIndex.ts"

/** So many are kept, a byte each. Beyond, few names are shared; in a small group there is little to save. */
const mostKept = 10_000_000
const fewestKept = 1_000

type Holders = MovementView["holders"]

export function* comparedNames(
  orders: ReadonlyArray<NormalName>,
  payments: ReadonlyArray<Holders>,
  words: WordIndex,
  ruleset: Ruleset
): Steps<ComparedNames> {
  if (orders.length * payments.length < fewestKept) return new ComparedNames(orders, payments, ruleset)
  const [names, holders] = [numbered(orders), numbered(payments)]
  yield
  const alignment = yield* alignAmong([...names.things], words)
  return new ComparedNames(orders, payments, ruleset, { names, holders, alignment })
}

/** Used for large groups, where names share words. */
interface Among {
  readonly names: Numbered<NormalName>
  readonly holders: Numbered<Holders>
  readonly alignment: AlignAmong
}

export class ComparedNames {
  readonly #orders: ReadonlyArray<NormalName>
  readonly #payments: ReadonlyArray<Holders>
  readonly #ruleset: Ruleset
  readonly #among: Among | undefined
  /** By payment, which is compared with one order after the other; made when it is asked for, since megabytes take a while. */
  readonly #known: Array<Uint8Array | undefined> = []

  constructor(
    orders: ReadonlyArray<NormalName>,
    payments: ReadonlyArray<Holders>,
    ruleset: Ruleset,
    among: Among | undefined = undefined
  ) {
    this.#orders = orders
    this.#payments = payments
    this.#ruleset = ruleset
    this.#among = among
  }

  /** By the places of the order and of the payment. */
  levelOf(order: number, payment: number): NameLevel {
    if (this.#among === undefined) return this.#level(order, payment)
    const { holders, names } = this.#among
    if (names.count * holders.count > mostKept) return this.#levelAmong(order, payment, this.#among)
    const ofPayment = (this.#known[holders.at[payment] ?? 0] ??= new Uint8Array(names.count))
    const at = names.at[order] ?? 0
    const kept = nameLevels[(ofPayment[at] ?? 0) - 1]
    if (kept !== undefined) return kept
    const level = this.#levelAmong(order, payment, this.#among)
    ofPayment[at] = nameLevels.indexOf(level) + 1
    return level
  }

  #level(order: number, payment: number): NameLevel {
    const [name, printed] = [this.#orders[order], this.#payments[payment]]
    return name === undefined || printed === undefined ? "none" : bestLevelOf(name, printed, this.#ruleset)
  }

  #levelAmong(order: number, payment: number, { alignment, names }: Among): NameLevel {
    const name = this.#orders[order]
    const printed = this.#payments[payment]
    const bank = printed?.[0]
    if (name === undefined || bank === undefined || printed?.length !== 1) return this.#level(order, payment)
    return nameLevelOf(name, bank, this.#ruleset.longSingleToken, alignment(names.at[order] ?? 0, bank))
  }
}

interface Numbered<Thing> {
  /** By the thing's place. */
  readonly at: Int32Array
  readonly count: number
  readonly things: Iterable<Thing>
}

/** Each thing's number: the same for the same thing. */
const numbered = <Thing>(things: ReadonlyArray<Thing>): Numbered<Thing> => {
  const numbers = new Map<Thing, number>()
  const at = Int32Array.from(things, (thing) => {
    const number = numbers.get(thing) ?? numbers.size
    numbers.set(thing, number)
    return number
  })
  return { at, count: numbers.size, things: numbers.keys() }
}
