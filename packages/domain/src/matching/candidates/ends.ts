/** Orders and payments as the ends of the pairs between them, each with what makes it equal to others. */
import type { Steps } from "../../steps.ts"
import type { Group } from "./groups.ts"
import type { Pairs } from "./pairs.ts"
import type { MovementView, OrderView } from "../score/views.ts"

/** One order or movement in its time: equal ones pair in the order of these. */
export interface Member {
  readonly id: string
  readonly day: string
  readonly instant: number
  /** What else people see of it, where several came at one moment. */
  readonly seen: readonly [name: string, said: string]
}

/** By number: the group's orders first, then its payments. Each is one, or several that nothing tells apart. */
export class Ends {
  readonly pairs: Pairs
  readonly count: number
  /** The pairs of each end, from its first to its last; those that are still open come first, by payment. */
  readonly list: Int32Array
  readonly #group: Group
  readonly #orders: number
  readonly #starts: Int32Array
  /** Where each end's open pairs end. */
  readonly #open: Int32Array
  readonly #closed: Uint8Array
  readonly #numbers = new Map<string, number>()
  readonly #classes = new Map<number, number>()
  readonly #texts = new Map<number, string>()

  constructor(group: Group, pairs: Pairs, { list, open, starts }: Placed) {
    this.pairs = pairs
    this.count = open.length
    this.list = list
    this.#group = group
    this.#orders = group.slots.length
    this.#starts = starts
    this.#open = open
    this.#closed = new Uint8Array(open.length)
  }

  orderOf(pair: number): number {
    return this.pairs.slotOf(pair)
  }

  paymentOf(pair: number): number {
    return this.#orders + this.pairs.paymentOf(pair)
  }

  /** Of one of the pair's ends the other. */
  otherOf(pair: number, end: number): number {
    return end < this.#orders ? this.paymentOf(pair) : this.orderOf(pair)
  }

  members(end: number): ReadonlyArray<Member> {
    return membersOf(this.#group, end)
  }

  /** How many members it has. */
  size(end: number): number {
    return viewOf(this.#group, end).members.length
  }

  first(end: number): number {
    return this.#starts[end] ?? 0
  }

  last(end: number): number {
    return this.#starts[end + 1] ?? 0
  }

  lastOpen(end: number): number {
    return this.#open[end] ?? 0
  }

  /** Settled: its pairs don't count any more. */
  isClosed(end: number): boolean {
    return this.#closed[end] === 1
  }

  close(end: number): void {
    this.#closed[end] = 1
  }

  /** Equal for those of one side that nothing tells apart; it depends on the open pairs. */
  classOf(end: number): number {
    const known = this.#classes.get(end)
    if (known !== undefined) return known
    const now = this.#classNow(end)
    this.#classes.set(end, now)
    return now
  }

  /** After some other ends were closed. Answers whether its class is another than somebody was told. */
  refresh(end: number): boolean {
    const shut: Array<number> = []
    const last = this.lastOpen(end)
    let kept = this.first(end)
    for (let at = kept; at < last; at++) {
      const pair = this.list[at] ?? 0
      if (this.isClosed(this.orderOf(pair)) || this.isClosed(this.paymentOf(pair))) shut.push(pair)
      else this.list[kept++] = pair
    }
    this.list.set(shut, kept)
    this.#open[end] = kept
    const told = this.#classes.get(end)
    if (told === undefined) return false
    const now = this.#classNow(end)
    this.#classes.set(end, now)
    return now !== told
  }

  #classNow(end: number): number {
    const marks: Array<string> = []
    for (let at = this.first(end); at < this.lastOpen(end); at++) {
      const pair = this.list[at] ?? 0
      if (!this.#group.findings.at(this.pairs.findingOf(pair)).marked) continue
      marks.push(viewOf(this.#group, this.otherOf(pair, end)).facts.id)
    }
    marks.sort()
    return this.#numberOf(marks.length === 0 ? this.#textOf(end) : `${this.#textOf(end)} ${JSON.stringify(marks)}`)
  }

  #numberOf(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size
    this.#numbers.set(text, number)
    return number
  }

  #textOf(end: number): string {
    const known = this.#texts.get(end) ?? JSON.stringify(ownFacts(this.#group, end))
    this.#texts.set(end, known)
    return known
  }
}

export const openPairs = (end: number, ends: Ends): number => ends.lastOpen(end) - ends.first(end)

/** The pairs of each end one after another, where each end's begin, and where they end. */
interface Placed {
  readonly list: Int32Array
  readonly starts: Int32Array
  readonly open: Int32Array
}

/** So many are put in their places in one go. */
const somePairs = 2_000

/** Counted, then put in its place. */
export function* connect(group: Group, pairs: Pairs): Steps<Ends> {
  const orders = group.slots.length
  const count = orders + group.payments.length
  const starts = new Int32Array(count + 1)
  for (let pair = 0; pair < pairs.count; pair++) {
    countAt(starts, pairs.slotOf(pair) + 1)
    countAt(starts, orders + pairs.paymentOf(pair) + 1)
    if (pair % somePairs === 0) yield
  }
  for (let end = 0; end < count; end++) starts[end + 1] = (starts[end + 1] ?? 0) + (starts[end] ?? 0)
  const list = new Int32Array(2 * pairs.count)
  const open = starts.slice(0, count)
  for (let pair = 0; pair < pairs.count; pair++) {
    list[countAt(open, pairs.slotOf(pair))] = pair
    list[countAt(open, orders + pairs.paymentOf(pair))] = pair
    if (pair % somePairs === 0) yield
  }
  return new Ends(group, pairs, { list, starts, open })
}

/** One more there; answers how many were there before. */
const countAt = (counts: Int32Array, place: number): number => {
  const before = counts[place] ?? 0
  counts[place] = before + 1
  return before
}

const viewOf = ({ payments, slots }: Group, end: number): OrderView | MovementView => {
  const view = slots[end]?.order ?? payments[end - slots.length]
  if (view === undefined) throw new Error(`There is no end ${end}`)
  return view
}

const isOrderView = (view: OrderView | MovementView): view is OrderView => "aliases" in view

const membersOf = (group: Group, end: number): ReadonlyArray<Member> => {
  const view = viewOf(group, end)
  return isOrderView(view)
    ? view.members.map(({ existsFrom, id, name, orderDate, reference = "" }) => ({
        id,
        day: orderDate,
        instant: existsFrom ?? 0,
        seen: [name, reference]
      }))
    : view.members.map(({ bookedDate, firstKnownAt, id, senderName, text }) => ({
        id,
        day: bookedDate,
        instant: firstKnownAt,
        seen: [senderName, text]
      }))
}

/**
 * Neither their payer nor what the payments say of them tells equal ones apart. From which account a payment came does only
 * where it says something of an order: one payer has several.
 */
const ownFacts = (group: Group, end: number): ReadonlyArray<unknown> => {
  const view = viewOf(group, end)
  const { currency, amountMinor } = view.facts
  const own = [currency, String(amountMinor), view.name.key]
  return isOrderView(view)
    ? [
        ...own,
        view.aliases.map(({ key }) => key).sort(),
        view.refusedNames.map(({ key }) => key).sort(),
        view.taxId?.squeezed,
        view.account?.squeezed,
        view.confirmedAccounts.map(({ text }) => text).sort(),
        view.refusedAccounts.map(({ text }) => text).sort()
      ]
    : [...own, view.taxId]
}
