/** The pairs of orders and movements that may belong together, scored. */
import { groupBy } from "../collections.ts"
import { byId, bySight } from "./sight.ts"
import type { Steps } from "../steps.ts"
import type { Evidence } from "./Decision.ts"
import type { Batch, MovementFacts, OrderFacts } from "./facts.ts"
import {
  amountKey,
  failedGate,
  isPayment,
  isWithin,
  moreTelling,
  never,
  wider,
  windowOf,
  type GateReason,
  type Window
} from "./gates.ts"
import { indexOrders, type OrderIndex } from "./orderIndex.ts"
import { piece } from "./links.ts"
import type { NameLevel } from "./NameLevel.ts"
import type { Ruleset } from "./ruleset.ts"
import {
  evidenceOf,
  hasEvidenceBesidesName,
  isLoose,
  referenceSaid,
  viewMovement,
  viewOrder,
  type MovementView,
  type OrderView
} from "./score.ts"

/** A pair that passes the gates. */
export interface Edge {
  readonly order: OrderView
  readonly movement: MovementView
  readonly evidence: ReadonlyArray<Evidence>
  readonly score: number
}

export interface Field {
  readonly order: OrderView
  /** With a score of 0 or more, best first. */
  readonly edges: ReadonlyArray<Edge>
  /** The best pair with a score below 0; only where there is no other. */
  readonly nearMiss: Edge | undefined
  /** The most telling reason of the movements that failed a gate; of an order that no movement passes the gates of. */
  readonly failure: GateReason
}

/** An order while its group is looked at. */
interface Slot {
  readonly order: OrderView
  readonly isOpen: boolean
  readonly window: Window
  readonly edges: Array<Edge>
  nearMiss: Edge | undefined
  /** The movement that was looked at last, whether it passes the gates, and on what the two agree. */
  latest: MovementView | undefined
  passes: boolean
  agreeing: Agreeing | undefined
}

/** A slot that shares something with a movement and passes the gates for it. */
interface Agreeing {
  readonly slot: Slot
  /** On how many words or marks they agree. */
  count: number
  /** They agree on no more than words of their names. */
  wordsOnly: boolean
  /** How many open orders have the rarest thing on which they agree. */
  crowd: number
}

/** Orders and movements of one amount: no others have to do with each other. */
interface Group {
  readonly slots: ReadonlyArray<Slot>
  readonly movements: ReadonlyArray<MovementFacts>
  /** Those that could pay some order. */
  readonly payments: ReadonlyArray<MovementView>
  readonly failedGate: (slot: Slot, movement: MovementFacts) => GateReason | undefined
  readonly ruleset: Ruleset
  /** How many open orders a payment passes the gates for, as far as it was asked. */
  readonly crowds: Map<MovementView, number>
  /** The open orders whose reference a payment says. */
  readonly referred: Map<MovementView, ReadonlyArray<Slot>>
  /** The evidence of pairs of which only the names speak, by level and crowding: there may be millions of such pairs. */
  readonly namesOnly: Map<NameLevel, Map<number, ReadonlyArray<Evidence>>>
}

/** One field per order, by order id. */
export function* candidateFields(batch: Batch, ruleset: Ruleset): Steps<ReadonlyArray<Field>> {
  const movements = groupBy([...batch.movements].sort(bySight), amountKey)
  const barred = new Set(batch.barredPairs.map(({ movementId, orderId }) => `${orderId} ${movementId}`))
  const isBarred = (order: OrderFacts, movement: MovementFacts) =>
    barred.size > 0 && barred.has(`${order.id} ${movement.id}`)
  const gate: Group["failedGate"] = ({ order, window }, movement) =>
    failedGate(order.facts, window, movement, isBarred(order.facts, movement))
  const fields: Array<Field> = []
  for (const [amount, orders] of groupBy([...batch.orders].sort(byId), amountKey)) {
    const group = yield* groupOf(orders, movements.get(amount) ?? [], gate, ruleset)
    for (const field of yield* fieldsOf(group)) fields.push(field)
  }
  return fields.sort((a, b) => byId(a.order.facts, b.order.facts))
}

function* groupOf(
  orders: ReadonlyArray<OrderFacts>,
  movements: ReadonlyArray<MovementFacts>,
  gate: Group["failedGate"],
  ruleset: Ruleset
): Steps<Group> {
  const slots: Array<Slot> = []
  for (const [index, facts] of orders.entries()) {
    const state = { nearMiss: undefined, latest: undefined, passes: false, agreeing: undefined }
    const isOpen = facts.state === "open"
    slots.push({ order: viewOrder(facts), isOpen, window: windowOf(facts, ruleset), edges: [], ...state })
    if (index % piece === piece - 1) yield
  }
  const ids = new Set(orders.map(({ id }) => id))
  const paysOneOf = ({ paysOrder }: MovementFacts) => paysOrder === undefined || ids.has(paysOrder)
  const widest = slots.map(({ window }) => window).reduce(wider, never)
  const payments: Array<MovementView> = []
  for (const [index, facts] of movements.entries()) {
    if (index % piece === piece - 1) yield
    // Most of a long history is paid or past: its names aren't even read.
    if (isPayment(facts) && paysOneOf(facts) && isWithin(widest, facts)) payments.push(viewMovement(facts, ruleset))
  }
  return {
    slots,
    movements,
    payments,
    failedGate: gate,
    ruleset,
    crowds: new Map(),
    referred: new Map(),
    namesOnly: new Map()
  }
}

function* fieldsOf(group: Group): Steps<ReadonlyArray<Field>> {
  const index = indexOrders(group.slots.map(({ order }) => order))
  let work = 0
  for (const movement of group.payments) {
    const pairs = agreeingPairs(movement, group, index)
    for (const pair of pairs) score(pair, movement, group)
    work += 1 + pairs.length
    if (work >= piece) {
      work = 0
      yield
    }
  }
  const fields: Array<Field> = []
  for (const slot of group.slots) {
    fields.push(fieldOf(slot, group))
    if (group.movements.length >= piece) yield
  }
  return fields
}

const fieldOf = (slot: Slot, group: Group): Field => {
  const { edges, order } = slot
  if (edges.length > 0) return { order, edges: edges.sort(byScore), nearMiss: undefined, failure: "not_found_name" }
  const nearMiss = slot.nearMiss ?? strangerTo(slot, group)
  return { order, edges, nearMiss, failure: nearMiss === undefined ? failureOf(slot, group) : "not_found_name" }
}

const passes = (slot: Slot, movement: MovementView, group: Group): boolean => {
  if (slot.latest !== movement) {
    slot.latest = movement
    slot.passes = group.failedGate(slot, movement.facts) === undefined
    slot.agreeing = undefined
  }
  return slot.passes
}

const agreeingPairs = (movement: MovementView, group: Group, index: OrderIndex): ReadonlyArray<Agreeing> => {
  const pairs: Array<Agreeing> = []
  const slotsAt = (places: ReadonlyArray<number>): ReadonlyArray<Slot> => {
    const slots: Array<Slot> = []
    for (const place of places) {
      const slot = group.slots[place]
      if (slot !== undefined && passes(slot, movement, group)) slots.push(slot)
    }
    return slots
  }
  const agree = (slots: ReadonlyArray<Slot>, crowd: number, wordsOnly: boolean) => {
    for (const slot of slots) {
      const { agreeing } = slot
      if (agreeing === undefined) {
        slot.agreeing = { slot, count: 1, wordsOnly, crowd }
        pairs.push(slot.agreeing)
      } else {
        agreeing.count++
        agreeing.crowd = Math.min(agreeing.crowd, crowd)
        agreeing.wordsOnly &&= wordsOnly
      }
    }
  }
  for (const { kind, orders } of index.agreements(movement)) {
    const slots = slotsAt(orders)
    agree(slots, countOpen(slots), kind === "word")
    if (kind === "reference")
      group.referred.set(
        movement,
        slots.filter((slot) => isNamedBy(slot, movement))
      )
  }
  if (index.nameless.length > 0) agree(slotsAt(index.nameless), crowdOf(movement, group), false)
  return pairs
}

/** An open order whose own code or number the movement says: it is meant for that one. */
const isNamedBy = ({ isOpen, order }: Slot, movement: MovementView): boolean =>
  isOpen && order.referenceForm === "strong" && referenceSaid(order, movement) === "strong"

const countOpen = (slots: ReadonlyArray<Slot>): number => {
  let open = 0
  for (const { isOpen } of slots) if (isOpen) open++
  return open
}

const crowdOf = (movement: MovementView, group: Group): number => {
  const known = group.crowds.get(movement)
  if (known !== undefined) return known
  const crowd = countOpen(group.slots.filter((slot) => group.failedGate(slot, movement.facts) === undefined))
  group.crowds.set(movement, crowd)
  return crowd
}

const score = ({ count, crowd, slot, wordsOnly }: Agreeing, movement: MovementView, group: Group): void => {
  const { ruleset } = group
  const { edges, nearMiss, order } = slot
  // One word of several speaks against a pair: worth a closer look only as the near miss of an order that has no better.
  const oneWord = count === 1 && wordsOnly && order.name.tokens.length > 1 && movement.name.tokens.length > 1
  const most = oneWord ? ruleset.names.one_token - costOf(crowd) : Number.POSITIVE_INFINITY
  if (most < 0 && (edges.length > 0 || (nearMiss !== undefined && nearMiss.score >= most))) return
  const evidence = pairEvidence(slot, movement, group)
  if (movement.name.tokens.length === 0 && !hasEvidenceBesidesName(evidence)) return
  // Initials may be those of any order that the payment could be for.
  const crowdMeant = isLoose(evidence) ? crowdOf(movement, group) : crowd
  const edge = withCrowding({ order, movement, evidence }, crowdMeant, group)
  if (edge.score >= 0) edges.push(edge)
  else if (nearMiss === undefined || edge.score > nearMiss.score) slot.nearMiss = edge
}

const pairEvidence = (slot: Slot, movement: MovementView, { referred, ruleset }: Group): ReadonlyArray<Evidence> => {
  const evidence = evidenceOf(slot.order, movement, ruleset)
  const named = referred.get(movement)
  return named === undefined || named.length === 0 || named.includes(slot)
    ? evidence
    : [...evidence, { kind: "reference", bits: ruleset.foreignReference }]
}

const costOf = (crowd: number): number => Math.round(Math.log2(Math.max(1, crowd)) * 1_000) / 1_000

/** The more open orders share what the two agree on, the less that says: −log2 of their number. */
const withCrowding = ({ evidence, movement, order }: Omit<Edge, "score">, crowd: number, group: Group): Edge => {
  const cost = costOf(crowd)
  const bits = evidence.reduce((sum, term) => sum + term.bits, 0)
  const score = Math.round((bits - cost) * 1_000) / 1_000
  return { order, movement, evidence: wholeEvidence(evidence, cost, group), score }
}

const wholeEvidence = (evidence: ReadonlyArray<Evidence>, cost: number, { namesOnly }: Group): Edge["evidence"] => {
  const all = cost === 0 ? evidence : [...evidence, { kind: "crowding", bits: -cost } as const]
  const [first] = evidence
  if (evidence.length !== 1 || first?.kind !== "name" || first.level === undefined) return all
  const ofLevel = namesOnly.get(first.level) ?? new Map<number, Edge["evidence"]>()
  const known = ofLevel.get(cost) ?? all
  namesOnly.set(first.level, ofLevel.set(cost, known))
  return known
}

/** A movement that passes the gates and agrees with the order on nothing. */
const strangerTo = (slot: Slot, group: Group): Edge | undefined => {
  const { order } = slot
  const movement = group.payments.find(
    ({ facts, name }) => name.tokens.length > 0 && group.failedGate(slot, facts) === undefined
  )
  if (movement === undefined) return undefined
  const evidence = pairEvidence(slot, movement, group)
  return withCrowding({ order, movement, evidence }, crowdOf(movement, group), group)
}

/** Without a failed gate it can only be the missing name that spoke against a payment. */
const failureOf = (slot: Slot, group: Group): GateReason => {
  if (group.payments.some(({ facts }) => group.failedGate(slot, facts) === undefined)) return "not_found_nameless"
  let failure: GateReason = "not_found_amount"
  for (const movement of group.movements) {
    failure = moreTelling(failure, group.failedGate(slot, movement) ?? failure)
    // Of those that fail a gate, none says more.
    if (failure === "not_found_paid") break
  }
  return failure
}

const byScore = (a: Edge, b: Edge): number => b.score - a.score || bySight(a.movement.facts, b.movement.facts)
