/**
 * Orders, and movements, that nothing tells apart but when they came, on this side of every gate: looked at once, however
 * many they are. Two thousand payments of one name for two thousand orders of it would be four million pairs.
 */
import type { Steps } from "../steps.ts"
import type { MovementFacts, OrderFacts } from "./facts.ts"
import type { Window } from "./gates.ts"
import { piece } from "./pieces.ts"
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
  return yield* twins(
    orders,
    ({ facts }) => facts.name,
    ({ facts, window }) =>
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
            facts.refusedNames,
            facts.confirmedAccounts,
            facts.refusedAccounts,
            facts.state,
            facts.orderDate,
            window.firstDay,
            window.lastDay,
            countBefore(known, window.knownFrom, false)
          ])
  )
}

/** What is equal of movements that the same of these orders' gates let pass, of whose texts `said` is the same, whoever pays. */
export const standingOf = (
  orders: ReadonlyArray<Windowed>,
  said: (movement: MovementView) => string
): ((movement: MovementView) => string) => {
  const from = Float64Array.from(orders, ({ window }) => window.knownFrom).sort()
  const asksForAccounts = orders.some(
    ({ facts: { confirmedAccounts = [], payerAccount, refusedAccounts = [] } }) =>
      payerAccount !== undefined || confirmedAccounts.length + refusedAccounts.length > 0
  )
  return (view) => {
    const { facts } = view
    return JSON.stringify([
      facts.accountId,
      facts.currency,
      facts.senderTaxId,
      asksForAccounts ? facts.senderAccount : undefined,
      facts.bookedDate,
      countBefore(from, facts.firstKnownAt, true),
      said(view)
    ])
  }
}

/** Movements of the same payer and standing. */
export function* movementTwins(
  movements: ReadonlyArray<MovementView>,
  isApart: (movementId: string) => boolean,
  standing: (movement: MovementView) => string
): Steps<ReadonlyArray<MovementView>> {
  const groups = yield* twins(
    movements,
    ({ facts }) => facts.senderName,
    (view) => {
      const { facts } = view
      return facts.paysOrder !== undefined || isApart(facts.id)
        ? `=${facts.id}`
        : JSON.stringify([facts.senderName, facts.bankCutsNamesAt, facts.namePrefixes, standing(view)])
    }
  )
  return groups.flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : others.length === 0
        ? [first]
        : [{ ...first, members: [first.facts, ...others.map(({ facts }) => facts)] }]
  )
}

/** Both the groups and their members stay in order, the groups by their first. Few have the name of another: only these are asked for all. */
function* twins<Item>(
  items: ReadonlyArray<Item>,
  nameOf: (item: Item) => string,
  keyOf: (item: Item) => string
): Steps<ReadonlyArray<ReadonlyArray<Item>>> {
  const namesakes = new Map<string, number>()
  for (const item of items) namesakes.set(nameOf(item), (namesakes.get(nameOf(item)) ?? 0) + 1)
  const groups: Array<Array<Item>> = []
  const byKey = new Map<string, Array<Item>>()
  for (const [index, item] of items.entries()) {
    if (index % piece === piece - 1) yield
    const key = namesakes.get(nameOf(item)) === 1 ? undefined : keyOf(item)
    const known = key === undefined ? undefined : byKey.get(key)
    if (known !== undefined) {
      known.push(item)
      continue
    }
    const group = [item]
    groups.push(group)
    if (key !== undefined) byKey.set(key, group)
  }
  return groups
}
