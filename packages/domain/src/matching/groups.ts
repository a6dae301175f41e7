/** Orders and movements of one amount, read for all their comparisons: no others have to do with each other. */
import type { Steps } from "../steps.ts"
import type { Batch, MovementFacts, OrderFacts } from "./facts.ts"
import { failedGate, isPayment, isWithin, never, wider, windowOf, type GateReason, type Window } from "./gates.ts"
import { collectFindings, type Findings } from "./findings.ts"
import { comparedNames } from "./comparedNames.ts"
import type { NameLevel } from "./NameLevel.ts"
import { indexOrders, type OrderIndex } from "./orderIndex.ts"
import type { Ruleset } from "./ruleset.ts"
import { piece } from "./pieces.ts"
import { viewMovement, viewOrder, type MovementView, type OrderView } from "./score.ts"
import { movementTwins, orderTwins, standingOf } from "./twins.ts"

/** A payment that speaks against an order, and its finding. */
export interface NearMiss {
  readonly movement: MovementView
  readonly finding: number
}

/** An order while its group is looked at. */
export interface Slot {
  readonly order: OrderView
  /** Among the group's. */
  readonly place: number
  /** How many of its orders are open: all or none. */
  readonly open: number
  readonly window: Window
  /** No identifier, and nothing that a person has taught. */
  readonly hasOnlyName: boolean
  /** How many pairs it has so far. */
  pairs: number
  /** The best payment that speaks against it. */
  nearMiss: NearMiss | undefined
  /** The movement that was looked at last, whether it passes the gates, and on what the two agree. */
  latest: MovementView | undefined
  passes: boolean
  /** The movement that says its reference, of those that were looked at. */
  namedBy: MovementView | undefined
  /** On how many words or marks; 0: on nothing. */
  count: number
  /** On the words at these places of the movement's name, as bits. */
  words: number
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
  /** Equal for payments that differ in their payer only; undefined for one that may pay fewer orders than others. */
  readonly standingOf: (movement: MovementView) => string | undefined
  readonly failedGate: (slot: Slot, movement: MovementFacts) => GateReason | undefined
  readonly ruleset: Ruleset
  /** How many open orders a payment passes the gates for, as far as it was asked. */
  readonly crowds: Map<MovementView, number>
  /** The payments that say an open order's own reference. */
  readonly meant: Set<MovementView>
  readonly findings: Findings
  /** How far the names of the order and the payment at these places agree. */
  readonly levelOf: (slot: number, payment: number) => NameLevel
}

export interface Barred {
  readonly isPair: (orderId: string, movementId: string) => boolean
  /** Has a pair that a person has separated. */
  readonly has: (id: string) => boolean
}

export const barredOf = (barredPairs: Batch["barredPairs"]): Barred => {
  const pairs = new Set(barredPairs.map(({ movementId, orderId }) => `${orderId} ${movementId}`))
  const ends = new Set(barredPairs.flatMap(({ movementId, orderId }) => [movementId, orderId]))
  return {
    isPair: (orderId, movementId) => pairs.size > 0 && pairs.has(`${orderId} ${movementId}`),
    has: (id) => ends.has(id)
  }
}

const hasOnlyName = (order: OrderView): boolean => {
  const { account, aliases, confirmedAccounts, refusedAccounts, refusedNames, taxId } = order
  const taught = [aliases, refusedNames, confirmedAccounts, refusedAccounts]
  return taxId === undefined && account === undefined && taught.every(({ length }) => length === 0)
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
      pairs: 0,
      nearMiss: undefined,
      latest: undefined,
      passes: false,
      namedBy: undefined,
      count: 0,
      words: 0,
      wordsOnly: false,
      inWords: false,
      crowd: 0,
      nextCrowd: 0
    }
    const open = facts.state === "open" ? members.length : 0
    const order = viewOrder(facts, members)
    slots.push({ order, place: slots.length, open, window, hasOnlyName: hasOnlyName(order), ...state })
    if (slots.length % piece === 0) yield
  }
  const index = yield* indexOrders(slots.map(({ order }) => order))
  const paysOneOf = ({ paysOrder }: MovementFacts) => paysOrder === undefined || ids.has(paysOrder)
  const widest = slots.map(({ window }) => window).reduce(wider, never)
  const payments: Array<MovementView> = []
  for (const [at, facts] of movements.entries()) {
    if (at % piece === piece - 1) yield
    // Most of a long history is paid or past: its names aren't even read.
    if (isPayment(facts) && paysOneOf(facts) && isWithin(widest, facts)) payments.push(viewMovement(facts, ruleset))
  }
  const standing = standingOf(windowed, index.said)
  yield
  const single = yield* movementTwins(payments, barred.has, standing)
  return {
    slots,
    index,
    movements,
    payments: single,
    standingOf: (movement) =>
      movement.facts.paysOrder !== undefined || barred.has(movement.facts.id) ? undefined : standing(movement),
    failedGate: ({ order, window }, movement) =>
      failedGate(order.facts, window, movement, barred.isPair(order.facts.id, movement.id)),
    ruleset,
    crowds: new Map(),
    meant: new Set(),
    findings: collectFindings(ruleset),
    levelOf: yield* comparedNames(
      slots.map(({ order }) => order.name),
      single.map(({ holders }) => holders),
      index,
      ruleset
    )
  }
}
