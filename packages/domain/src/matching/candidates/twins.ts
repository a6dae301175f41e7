/**
 * Orders, and movements, that nothing tells apart but when they came, on this side of every gate: looked at once, however
 * many they are. Two thousand payments of one name for two thousand orders of it would be four million pairs.
 */
import type { Steps } from "../../steps.ts"
import type { MovementFacts, OrderFacts } from "../facts/facts.ts"
import type { Window } from "../facts/gates.ts"
import type { Barred } from "../facts/Barred.ts"
import type { OrderIndex } from "./orderIndex.ts"
import type { OrderReferences } from "./orderReferences.ts"
import { piece } from "../pieces.ts"
import { MovementView } from "../score/views.ts"

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
  barred: Barred
): Steps<ReadonlyArray<ReadonlyArray<Windowed>>> {
  const known = Float64Array.from(movements, firstKnownAt).sort()
  const paid = new Set(movements.map(paysOrder))
  yield
  return yield* twins(orders, new OrderLikeness(known, paid, barred))
}

const firstKnownAt = (movement: MovementFacts): number => movement.firstKnownAt
const paysOrder = (movement: MovementFacts): string | undefined => movement.paysOrder
const knownFrom = ({ window }: Windowed): number => window.knownFrom

/** What makes some like others. */
interface Likeness<Item> {
  nameOf(item: Item): string
  keyOf(item: Item): string
}

export class OrderLikeness implements Likeness<Windowed> {
  readonly #known: Float64Array
  readonly #paid: ReadonlySet<string | undefined>
  readonly #barred: Barred

  constructor(known: Float64Array, paid: ReadonlySet<string | undefined>, barred: Barred) {
    this.#known = known
    this.#paid = paid
    this.#barred = barred
  }

  nameOf({ facts }: Windowed): string {
    return facts.name
  }

  keyOf({ facts, window }: Windowed): string {
    return this.#paid.has(facts.id) || this.#barred.has(facts.id)
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
          countBefore(this.#known, window.knownFrom, false)
        ])
  }
}

/** What is equal of movements that the same of these orders' gates let pass, of whose texts the same is said, whoever pays. */
export class Standings {
  readonly #from: Float64Array
  readonly #asksForAccounts: boolean
  readonly #index: OrderIndex
  readonly #references: OrderReferences

  constructor(orders: ReadonlyArray<Windowed>, index: OrderIndex, references: OrderReferences) {
    this.#from = Float64Array.from(orders, knownFrom).sort()
    this.#asksForAccounts = orders.some(asksForAccounts)
    this.#index = index
    this.#references = references
  }

  of(movement: MovementView): string {
    const { facts } = movement
    return JSON.stringify([
      facts.accountId,
      facts.currency,
      facts.senderTaxId,
      this.#asksForAccounts ? facts.senderAccount : undefined,
      facts.bookedDate,
      countBefore(this.#from, facts.firstKnownAt, true),
      this.#index.said(movement),
      this.#references.saysAnother(movement)
    ])
  }
}

const asksForAccounts = ({
  facts: { confirmedAccounts = [], payerAccount, refusedAccounts = [] }
}: Windowed): boolean => payerAccount !== undefined || confirmedAccounts.length + refusedAccounts.length > 0

export class MovementLikeness implements Likeness<MovementView> {
  readonly #barred: Barred
  readonly #standings: Standings

  constructor(barred: Barred, standings: Standings) {
    this.#barred = barred
    this.#standings = standings
  }

  nameOf({ facts }: MovementView): string {
    return facts.senderName
  }

  keyOf(movement: MovementView): string {
    const { facts } = movement
    return facts.paysOrder !== undefined || this.#barred.has(facts.id)
      ? `=${facts.id}`
      : JSON.stringify([facts.senderName, facts.bankCutsNamesAt, facts.namePrefixes, this.#standings.of(movement)])
  }
}

/** Movements of the same payer and standing. */
export function* movementTwins(
  movements: ReadonlyArray<MovementView>,
  barred: Barred,
  standings: Standings
): Steps<ReadonlyArray<MovementView>> {
  const single: Array<MovementView> = []
  for (const [first, ...others] of yield* twins(movements, new MovementLikeness(barred, standings))) {
    if (first === undefined) continue
    const members = [first.facts, ...others.map(({ facts }) => facts)] as const
    single.push(others.length === 0 ? first : new MovementView(members, first.holders))
  }
  return single
}

/** Both the groups and their members stay in order, the groups by their first. Few have the name of another: only these are asked for all. */
function* twins<Item>(items: ReadonlyArray<Item>, likeness: Likeness<Item>): Steps<ReadonlyArray<ReadonlyArray<Item>>> {
  const namesakes = new Map<string, number>()
  for (const item of items) {
    const name = likeness.nameOf(item)
    namesakes.set(name, (namesakes.get(name) ?? 0) + 1)
  }
  const groups: Array<Array<Item>> = []
  const byKey = new Map<string, Array<Item>>()
  for (const [index, item] of items.entries()) {
    if (index % piece === piece - 1) yield
    const key = namesakes.get(likeness.nameOf(item)) === 1 ? undefined : likeness.keyOf(item)
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
