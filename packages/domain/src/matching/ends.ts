/** Orders and payments as the ends of the pairs between them, each with what makes it equal to others. */
import type { Steps } from "../steps.ts"
import type { Group } from "./groups.ts"
import type { Pairs } from "./pairs.ts"
import type { MovementView, OrderView } from "./score.ts"

/** One order or movement in its time: equal ones pair in the order of these. */
export interface Member {
  readonly id: string
  readonly day: string
  readonly instant: number
  /** What else people see of it, where several came at one moment. */
  readonly seen: readonly [name: string, said: string]
}

/** By number: the group's orders first, then its payments. Each is one, or several that nothing tells apart. */
export interface Ends {
  readonly pairs: Pairs
  readonly count: number
  readonly orderOf: (pair: number) => number
  readonly paymentOf: (pair: number) => number
  readonly isOrder: (end: number) => boolean
  readonly id: (end: number) => string
  readonly members: (end: number) => ReadonlyArray<Member>
  /** How many members it has. */
  readonly size: (end: number) => number
  /** The pairs of each end, from its first to its last; those that are still open come first, by payment. */
  readonly list: Int32Array
  readonly first: (end: number) => number
  readonly last: (end: number) => number
  readonly lastOpen: (end: number) => number
  /** Settled: its pairs don't count any more. */
  readonly isClosed: (end: number) => boolean
  readonly close: (end: number) => void
  /** After some other ends were closed. Answers whether its class is another than somebody was told. */
  readonly refresh: (end: number) => boolean
  /** Equal for those of one side that nothing tells apart; it depends on the open pairs. */
  readonly classOf: (end: number) => number
}

export const openPairs = (end: number, ends: Ends): number => ends.lastOpen(end) - ends.first(end)

/** So many are put in their places in one go. */
const somePairs = 2_000

export function* connect(group: Group, pairs: Pairs): Steps<Ends> {
  const { payments, slots } = group
  const count = slots.length + payments.length
  const orderOf = (pair: number): number => pairs.slotOf(pair)
  const paymentOf = (pair: number): number => slots.length + pairs.paymentOf(pair)
  const isOrder = (end: number): boolean => end < slots.length

  // Counted, then put in its place.
  const starts = new Int32Array(count + 1)
  const grow = (end: number): void => {
    starts[end + 1] = (starts[end + 1] ?? 0) + 1
  }
  for (let pair = 0; pair < pairs.count; pair++) {
    grow(orderOf(pair))
    grow(paymentOf(pair))
    if (pair % somePairs === 0) yield
  }
  for (let end = 0; end < count; end++) starts[end + 1] = (starts[end + 1] ?? 0) + (starts[end] ?? 0)
  const list = new Int32Array(2 * pairs.count)
  const open = starts.slice(0, count)
  const put = (end: number, pair: number): void => {
    const place = open[end] ?? 0
    list[place] = pair
    open[end] = place + 1
  }
  for (let pair = 0; pair < pairs.count; pair++) {
    put(orderOf(pair), pair)
    put(paymentOf(pair), pair)
    if (pair % somePairs === 0) yield
  }

  const closed = new Uint8Array(count)
  const isOpen = (pair: number): boolean => closed[orderOf(pair)] === 0 && closed[paymentOf(pair)] === 0
  const first = (end: number): number => starts[end] ?? 0
  const lastOpen = (end: number): number => open[end] ?? 0

  const numbers = new Map<string, number>()
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  }
  const id = (end: number): string => idOf(group, end)
  const classes = new Map<number, number>()
  const texts = new Map<number, string>()
  const textOf = (end: number): string => {
    const known = texts.get(end) ?? JSON.stringify(ownFacts(group, end))
    texts.set(end, known)
    return known
  }
  const classNow = (end: number): number => {
    const marks: Array<string> = []
    for (let at = first(end); at < lastOpen(end); at++) {
      const pair = list[at] ?? 0
      if (!group.findings.at(pairs.findingOf(pair)).marked) continue
      marks.push(id(isOrder(end) ? paymentOf(pair) : orderOf(pair)))
    }
    marks.sort()
    return numberOf(marks.length === 0 ? textOf(end) : `${textOf(end)} ${JSON.stringify(marks)}`)
  }

  return {
    pairs,
    count,
    orderOf,
    paymentOf,
    isOrder,
    id,
    members: (end) => membersOf(group, end),
    size: (end) => viewOf(group, end).members.length,
    list,
    first,
    last: (end) => starts[end + 1] ?? 0,
    lastOpen,
    isClosed: (end) => closed[end] === 1,
    close: (end) => {
      closed[end] = 1
    },
    classOf: (end) => {
      const known = classes.get(end) ?? classNow(end)
      classes.set(end, known)
      return known
    },
    refresh: (end) => {
      const shut: Array<number> = []
      let kept = first(end)
      for (let at = kept; at < lastOpen(end); at++) {
        const pair = list[at] ?? 0
        if (!isOpen(pair)) shut.push(pair)
        else list[kept++] = pair
      }
      list.set(shut, kept)
      open[end] = kept
      const told = classes.get(end)
      if (told === undefined) return false
      const now = classNow(end)
      classes.set(end, now)
      return now !== told
    }
  }
}

const viewOf = ({ payments, slots }: Group, end: number): OrderView | MovementView => {
  const view = slots[end]?.order ?? payments[end - slots.length]
  if (view === undefined) throw new Error(`There is no end ${end}`)
  return view
}

const idOf = (group: Group, end: number): string => viewOf(group, end).facts.id

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
