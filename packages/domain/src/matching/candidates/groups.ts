/** Orders and movements of one amount, read for all their comparisons: no others have to do with each other. */
import type { Steps } from "../../steps.ts"
import type { Barred } from "../facts/Barred.ts"
import type { MovementFacts, OrderFacts } from "../facts/facts.ts"
import {
  failedGate,
  isPayment,
  isWithin,
  never,
  wider,
  windowOf,
  type GateReason,
  type Window
} from "../facts/gates.ts"
import { Findings } from "../score/findings.ts"
import { type ComparedNames, comparedNames } from "../score/comparedNames.ts"
import type { OrderReferences } from "./orderReferences.ts"
import { indexOrders, type OrderIndex } from "./orderIndex.ts"
import type { Ruleset } from "../facts/ruleset.ts"
import { piece } from "../pieces.ts"
import { viewMovement, viewOrder, type MovementView, type OrderView } from "../score/views.ts"
import { movementTwins, orderTwins, Standings } from "./twins.ts"

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
  readonly standings: Standings
  readonly barred: Barred
  readonly ruleset: Ruleset
  /** How many open orders a payment passes the gates for, as far as it was asked. */
  readonly crowds: Map<MovementView, number>
  readonly references: OrderReferences
  /** The payments that say the own reference of an open order of this amount. */
  readonly meant: Set<MovementView>
  readonly findings: Findings
  /** By the places of slots and payments. */
  readonly names: ComparedNames
}

export const gateOf = (
  { order: { facts }, window }: Slot,
  movement: MovementFacts,
  { barred }: Group
): GateReason | undefined => failedGate(facts, window, movement, barred.isPair(facts.id, movement.id))

/** Equal for payments that differ in their payer only; undefined for one that may pay fewer orders than others. */
export const standingOf = (movement: MovementView, { barred, standings }: Group): string | undefined =>
  movement.facts.paysOrder !== undefined || barred.has(movement.facts.id) ? undefined : standings.of(movement)

const hasOnlyName = (order: OrderView): boolean => {
  const { account, aliases, confirmedAccounts, refusedAccounts, refusedNames, taxId } = order
  const taught = aliases.length + refusedNames.length + confirmedAccounts.length + refusedAccounts.length
  return taxId === undefined && account === undefined && taught === 0
}

/** Orders by id, movements by what people see of them. */
export function* groupOf(
  orders: ReadonlyArray<OrderFacts>,
  movements: ReadonlyArray<MovementFacts>,
  { barred, references, ruleset }: Pick<Group, "barred" | "references" | "ruleset">
): Steps<Group> {
  const windowed = orders.map((facts) => ({ facts, window: windowOf(facts, ruleset) }))
  const ids = new Set(orders.map(({ id }) => id))
  const slots: Array<Slot> = []
  for (const twins of yield* orderTwins(windowed, movements, barred)) {
    const [first] = twins
    if (first === undefined) continue
    const { facts, window } = first
    const members = twins.map((each) => each.facts)
    const order = viewOrder(facts, members)
    slots.push({
      order,
      place: slots.length,
      open: facts.state === "open" ? members.length : 0,
      window,
      hasOnlyName: hasOnlyName(order),
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
    })
    if (slots.length % piece === 0) yield
  }
  const index = yield* indexOrders(slots.map(({ order }) => order))
  const widest = slots.map(({ window }) => window).reduce(wider, never)
  const payments: Array<MovementView> = []
  for (const [at, facts] of movements.entries()) {
    if (at % piece === piece - 1) yield
    // Most of a long history is paid or past: its names aren't even read.
    if (isPayment(facts) && paysOneOf(facts, ids) && isWithin(widest, facts))
      payments.push(viewMovement(facts, ruleset))
  }
  const standings = new Standings(windowed, index, references)
  yield
  const single = yield* movementTwins(payments, barred, standings)
  return {
    slots,
    index,
    movements,
    payments: single,
    standings,
    barred,
    ruleset,
    crowds: new Map(),
    references,
    meant: new Set(),
    findings: new Findings(ruleset),
    names: yield* comparedNames(
      slots.map(({ order }) => order.name),
      single.map(({ holders }) => holders),
      index.words,
      ruleset
    )
  }
}

const paysOneOf = ({ paysOrder }: MovementFacts, ids: ReadonlySet<string>): boolean =>
  paysOrder === undefined || ids.has(paysOrder)
