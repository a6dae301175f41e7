/**
 * Orders, and movements, that nothing tells apart but when they came, on this side of every gate: looked at once, however
 * many they are. Two thousand payments of one name for two thousand orders of it would be four million pairs.
 */
import type { Steps } from "../steps.ts"
import type { MovementFacts, OrderFacts } from "./facts.ts"
import type { Window } from "./gates.ts"
import { piece } from "./links.ts"
import type { MovementView } from "./score.ts"

/** An order with its time. */
export interface Windowed {
  readonly facts: OrderFacts
  readonly window: Window
}

/** How many of the moments come before (or at, where `orAt`) this one. */
const countBefore = (moments: Float64Array, moment: number, orAt: boolean): number => {
  let [low, high] = [0, moments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = moments[middle] ?? Number.POSITIVE_INFINITY
    if (other < moment || (orAt && other === moment)) low = middle + 1
    else high = middle
  }
  return low
}

/** Groups of orders: each lets the same of these movements pass, and says the same of itself. */
export function* orderTwins(
  orders: ReadonlyArray<Windowed>,
  movements: ReadonlyArray<MovementFacts>,
  isApart: (orderId: string) => boolean
): Steps<ReadonlyArray<ReadonlyArray<Windowed>>> {
  const known = Float64Array.from(movements, ({ firstKnownAt }) => firstKnownAt).sort()
  yield
  return yield* twins(orders, ({ facts, window }) =>
    isApart(facts.id)
      ? `=${facts.id}`
      : JSON.stringify([
          facts.accountId,
          facts.currency,
          facts.name,
          facts.reference,
          facts.taxId,
          facts.payerAccount,
          facts.aliases,
          facts.state,
          facts.orderDate,
          window.firstDay,
          window.lastDay,
          countBefore(known, window.knownFrom, false)
        ])
  )
}

/** Movements that the same of these orders' gates let pass, with the same payer, of whose texts `said` is the same. */
export function* movementTwins(
  movements: ReadonlyArray<MovementView>,
  orders: ReadonlyArray<Windowed>,
  isApart: (movementId: string) => boolean,
  said: (movement: MovementView) => string
): Steps<ReadonlyArray<MovementView>> {
  const from = Float64Array.from(orders, ({ window }) => window.knownFrom).sort()
  yield
  const groups = yield* twins(movements, (view) => {
    const { facts } = view
    return facts.paysOrder !== undefined || isApart(facts.id)
      ? `=${facts.id}`
      : JSON.stringify([
          facts.accountId,
          facts.currency,
          facts.senderName,
          facts.senderTaxId,
          facts.senderAccount,
          facts.bookedDate,
          facts.bankCutsNamesAt,
          facts.namePrefixes,
          countBefore(from, facts.firstKnownAt, true),
          said(view)
        ])
  })
  return groups.flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : others.length === 0
        ? [first]
        : [{ ...first, members: [first.facts, ...others.map(({ facts }) => facts)] }]
  )
}

/** Both the groups and their members stay in order, the groups by their first. */
function* twins<Item>(
  items: ReadonlyArray<Item>,
  keyOf: (item: Item) => string
): Steps<ReadonlyArray<ReadonlyArray<Item>>> {
  const groups = new Map<string, Array<Item>>()
  for (const [index, item] of items.entries()) {
    if (index % piece === piece - 1) yield
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return [...groups.values()]
}
