/** Orders and movements of one amount, read for all their comparisons: no others have to do with each other. */
import type { Steps } from "../steps.ts"
import type { Edge } from "./Edge.ts"
import type { Evidence } from "./Decision.ts"
import type { Batch, MovementFacts, OrderFacts } from "./facts.ts"
import { failedGate, isPayment, isWithin, never, wider, windowOf, type GateReason, type Window } from "./gates.ts"
import { piece } from "./links.ts"
import type { NameLevel } from "./NameLevel.ts"
import { indexOrders, type OrderIndex } from "./orderIndex.ts"
import type { ReferenceForm } from "./references.ts"
import type { Ruleset } from "./ruleset.ts"
import { viewMovement, viewOrder, type MovementView, type OrderView } from "./score.ts"
import { movementTwins, orderTwins } from "./twins.ts"

/** An order while its group is looked at. */
export interface Slot {
  readonly order: OrderView
  /** How many of its orders are open: all or none. */
  readonly open: number
  readonly window: Window
  readonly edges: Array<Edge>
  nearMiss: Edge | undefined
  /** The movement that was looked at last, whether it passes the gates, and on what the two agree. */
  latest: MovementView | undefined
  passes: boolean
  /** On how many words or marks; 0: on nothing. */
  count: number
  /** On no more than words of their names. */
  wordsOnly: boolean
  /** On a word at all. */
  inWords: boolean
  /** How many open orders have the rarest thing on which they agree, and the second rarest. */
  crowd: number
  nextCrowd: number
}

export interface Group {
  readonly slots: ReadonlyArray<Slot>
  readonly index: OrderIndex
  readonly movements: ReadonlyArray<MovementFacts>
  /** Those that could pay some order. */
  readonly payments: ReadonlyArray<MovementView>
  readonly failedGate: (slot: Slot, movement: MovementFacts) => GateReason | undefined
  readonly ruleset: Ruleset
  /** How many open orders a payment passes the gates for, as far as it was asked. */
  readonly crowds: Map<MovementView, number>
  /** The payments that say an open order's own reference. */
  readonly meant: Set<MovementView>
  /** The evidence of pairs of which only the names speak, by level and crowding: there may be millions of such pairs. */
  readonly namesOnly: Map<NameLevel, Map<number, ReadonlyArray<Evidence>>>
  /** The evidence of pairs that no word speaks for, by what the movement says of the order's reference; and where it says another's. */
  readonly strangers: Map<ReferenceForm, ReadonlyArray<Evidence>>
  readonly foreignStrangers: Map<ReferenceForm, ReadonlyArray<Evidence>>
}

export interface Barred {
  readonly isPair: (orderId: string, movementId: string) => boolean
  /** Has a pair that a person has separated. */
  readonly has: (id: string) => boolean
}

export const barredOf = ({ barredPairs }: Batch): Barred => {
  const pairs = new Set(barredPairs.map(({ movementId, orderId }) => `${orderId} ${movementId}`))
  const ends = new Set(barredPairs.flatMap(({ movementId, orderId }) => [movementId, orderId]))
  return {
    isPair: (orderId, movementId) => pairs.size > 0 && pairs.has(`${orderId} ${movementId}`),
    has: (id) => ends.has(id)
  }
}

/** Orders by id, movements by what people see of them. */
export function* groupOf(
  orders: ReadonlyArray<OrderFacts>,
  movements: ReadonlyArray<MovementFacts>,
  barred: Barred,
  ruleset: Ruleset
): Steps<Group> {
  const windowed = orders.map((facts) => ({ facts, window: windowOf(facts, ruleset) }))
  const ids = new Set(orders.map(({ id }) => id))
  const paid = new Set(movements.map(({ paysOrder }) => paysOrder))
  const slots: Array<Slot> = []
  for (const twins of yield* orderTwins(windowed, movements, (id) => paid.has(id) || barred.has(id))) {
    const [first] = twins
    if (first === undefined) continue
    const { facts, window } = first
    const members = twins.map((each) => each.facts)
    const state = {
      nearMiss: undefined,
      latest: undefined,
      passes: false,
      count: 0,
      wordsOnly: false,
      inWords: false,
      crowd: 0,
      nextCrowd: 0
    }
    const open = facts.state === "open" ? members.length : 0
    slots.push({ order: viewOrder(facts, members), open, window, edges: [], ...state })
    if (slots.length % piece === 0) yield
  }
  const index = indexOrders(slots.map(({ order }) => order))
  const paysOneOf = ({ paysOrder }: MovementFacts) => paysOrder === undefined || ids.has(paysOrder)
  const widest = slots.map(({ window }) => window).reduce(wider, never)
  const payments: Array<MovementView> = []
  for (const [at, facts] of movements.entries()) {
    if (at % piece === piece - 1) yield
    // Most of a long history is paid or past: its names aren't even read.
    if (isPayment(facts) && paysOneOf(facts) && isWithin(widest, facts)) payments.push(viewMovement(facts, ruleset))
  }
  return {
    slots,
    index,
    movements,
    payments: yield* movementTwins(payments, windowed, barred.has, index.said),
    failedGate: ({ order, window }, movement) =>
      failedGate(order.facts, window, movement, barred.isPair(order.facts.id, movement.id)),
    ruleset,
    crowds: new Map(),
    meant: new Set(),
    namesOnly: new Map(),
    strangers: new Map(),
    foreignStrangers: new Map()
  }
}
