/** The pairs of orders and movements that may belong together, scored. */
import type { Edge } from "./Edge.ts"
import type { Batch } from "../../src/matching/facts/facts.ts"
import { compareText, groupBy } from "../../src/collections.ts"
import { finish } from "../../src/steps.ts"
import {
  amountKey,
  failedGate,
  moreTelling,
  windowOf,
  type GateReason,
  type Window
} from "../../src/matching/facts/gates.ts"
import { costOf, costOfTwo } from "../../src/matching/score/crowding.ts"
import { lacksFirst } from "../../src/matching/names/firstWord.ts"
import { beginAlike } from "../../src/matching/names/beginnings.ts"
import { bySight } from "../../src/matching/facts/sight.ts"
import { indexOrders, type OrderIndex } from "../../src/matching/candidates/orderIndex.ts"
import type { Ruleset } from "../../src/matching/facts/ruleset.ts"
import { hasEvidenceBesidesName, isLoose, isTwoWords, isWholeName, isWorn } from "../../src/matching/score/evidence.ts"
import { evidenceOf, referenceSaid } from "../../src/matching/score/score.ts"
import { viewMovement, viewOrder, type MovementView, type OrderView } from "../../src/matching/score/views.ts"

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
  readonly window: Window
  readonly edges: Array<Edge>
  nearMiss: Edge | undefined
}

/** Orders and movements of one amount: no others have to do with each other. */
interface Group {
  readonly slots: ReadonlyArray<Slot>
  readonly movements: ReadonlyArray<MovementView>
  readonly failedGate: (slot: Slot, movement: MovementView) => GateReason | undefined
  /** Open orders of other amounts. */
  readonly others: ReadonlyArray<OrderView>
  readonly ruleset: Ruleset
}

/** One field per order, by order id. */
export const candidateFields = (batch: Batch, ruleset: Ruleset): ReadonlyArray<Field> => {
  const movements = groupBy([...batch.movements].sort(bySight), amountKey)
  const barred = new Set(batch.barredPairs.map(({ movementId, orderId }) => pairKey(orderId, movementId)))
  const isBarred = (slot: Slot, movement: MovementView) =>
    barred.size > 0 && barred.has(pairKey(slot.order.facts.id, movement.facts.id))
  const groups = groupBy([...batch.orders].sort(byId), amountKey)
  return [...groups]
    .flatMap(([amount, orders]) =>
      fieldsOf({
        slots: orders.map((facts) => ({
          order: viewOrder(facts),
          window: windowOf(facts, ruleset),
          edges: [],
          nearMiss: undefined
        })),
        movements: (movements.get(amount) ?? []).map((facts) => viewMovement(facts, ruleset)),
        others: batch.orders
          .filter((order) => order.state === "open" && amountKey(order) !== amount && isAlone(order, batch.orders))
          .map((order) => viewOrder(order)),
        failedGate: (slot, movement) =>
          failedGate(slot.order.facts, slot.window, movement.facts, isBarred(slot, movement)),
        ruleset
      })
    )
    .sort((a, b) => byId(a.order.facts, b.order.facts))
}

const fieldsOf = (group: Group): ReadonlyArray<Field> => {
  const index = finish(indexOrders(group.slots.map(({ order }) => order)))
  for (const movement of group.movements) {
    for (const pair of agreeingPairs(movement, group, index)) score(pair, movement, group)
  }
  return group.slots.map((slot) => {
    const { edges, order } = slot
    if (edges.length > 0) return { order, edges: edges.sort(byScore), nearMiss: undefined, failure: "not_found_name" }
    const nearMiss = slot.nearMiss ?? strangerTo(slot, group)
    return { order, edges, nearMiss, failure: nearMiss === undefined ? failureOf(slot, group) : "not_found_name" }
  })
}

/** A slot that shares something with a movement and passes the gates for it. */
interface Agreeing {
  readonly slot: Slot
  /** On how many words or marks they agree. */
  count: number
  /** They agree on no more than words of their names. */
  wordsOnly: boolean
  /** How many open orders have each of the things on which they agree. */
  readonly crowds: Array<number>
}

const agreeingPairs = (movement: MovementView, group: Group, index: OrderIndex): Iterable<Agreeing> => {
  const passed = new Map<Slot, boolean>()
  const passes = (slot: Slot) => {
    const known = passed.get(slot) ?? group.failedGate(slot, movement) === undefined
    passed.set(slot, known)
    return known
  }
  const pairs = new Map<Slot, Agreeing>()
  const agree = (slots: ReadonlyArray<Slot>, crowd: number, wordsOnly: boolean) => {
    for (const slot of slots) {
      const pair = pairs.get(slot)
      if (pair === undefined) pairs.set(slot, { slot, count: 1, wordsOnly, crowds: [crowd] })
      else {
        pair.count++
        pair.crowds.push(crowd)
        pair.wordsOnly &&= wordsOnly
      }
    }
  }
  const slotsAt = (places: ReadonlyArray<number>) =>
    places.flatMap((place) => group.slots[place] ?? []).filter((slot) => passes(slot))
  for (const { kind, orders } of index.agreements(movement)) {
    const slots = slotsAt(orders)
    agree(slots, slots.filter(isOpen).length, kind === "word")
  }
  if (index.nameless.length > 0) {
    agree(slotsAt(index.nameless), group.slots.filter((slot) => isOpen(slot) && passes(slot)).length, false)
  }
  return pairs.values()
}

const isOpen = ({ order }: Slot): boolean => order.facts.state === "open"

const openWithin = (movement: MovementView, group: Group): ReadonlyArray<Slot> =>
  group.slots.filter((slot) => isOpen(slot) && group.failedGate(slot, movement) === undefined)

/** What several orders have is no order's. */
const isAlone = ({ reference }: OrderView["facts"], orders: Batch["orders"]): boolean =>
  orders.filter((other) => other.state === "open" && other.reference === reference).length === 1

const isNamed = (order: OrderView, movement: MovementView): boolean =>
  order.referenceForm === "strong" && referenceSaid(order, movement) === "strong"

/** The movement says the reference of another open order, and not of this one. */
const isMeantForAnother = (slot: Slot, movement: MovementView, group: Group): boolean => {
  const named = openWithin(movement, group).filter(({ order }) => isNamed(order, movement))
  return (
    (named.length > 0 && !named.includes(slot)) ||
    (group.others.some((order) => isNamed(order, movement)) && !isNamed(slot.order, movement))
  )
}

const pairEvidence = (slot: Slot, movement: MovementView, group: Group): Edge["evidence"] => {
  const evidence = evidenceOf(slot.order, movement, group.ruleset)
  return isMeantForAnother(slot, movement, group)
    ? [...evidence, { kind: "reference", bits: group.ruleset.foreignReference }]
    : evidence
}

const score = ({ count, crowds, slot, wordsOnly }: Agreeing, movement: MovementView, group: Group): void => {
  const { ruleset } = group
  const { edges, nearMiss, order } = slot
  const [crowd = 0, nextCrowd = Number.POSITIVE_INFINITY] = crowds.sort((a, b) => a - b)
  // One word of several speaks against a pair: worth a closer look only as the near miss of an order that has no better.
  const oneWord =
    count === 1 &&
    wordsOnly &&
    order.name.tokens.length > 1 &&
    movement.name.tokens.length > 1 &&
    !beginAlike(order.name, movement.name)
  const most = oneWord ? ruleset.names.one_token - costOf(crowd) : Number.POSITIVE_INFINITY
  if (most < 0 && (edges.length > 0 || (nearMiss !== undefined && nearMiss.score >= most))) return
  const evidence = pairEvidence(slot, movement, group)
  if (movement.name.tokens.length === 0 && !hasEvidenceBesidesName(evidence)) return
  const all = () => openWithin(movement, group).length
  const words = Math.max(order.name.tokens.length, movement.name.tokens.length)
  const whole = isWholeName(evidence)
  const cost = isLoose(evidence)
    ? costOf(all())
    : isTwoWords(evidence) || (whole && words === 2)
      ? costOfTwo({
          crowd,
          nextCrowd,
          words,
          whole,
          worn: isWorn(evidence),
          lacksFirst: () => lacksFirst(order.name, movement.holders),
          orders: all
        })
      : costOf(crowd)
  const edge = withCrowding({ order, movement, evidence }, cost)
  if (edge.score >= 0) edges.push(edge)
  else if (nearMiss === undefined || edge.score > nearMiss.score) slot.nearMiss = edge
}

/** The more open orders share what the two agree on, the less that says: −log2 of their number. */
const withCrowding = ({ evidence, movement, order }: Omit<Edge, "score">, cost: number): Edge => {
  const all = cost === 0 ? evidence : [...evidence, { kind: "crowding", bits: -cost } as const]
  const bits = evidence.reduce((sum, term) => sum + term.bits, 0)
  return { order, movement, evidence: all, score: Math.round((bits - cost) * 1_000) / 1_000 }
}

/** A movement that passes the gates and agrees with the order on nothing. */
const strangerTo = (slot: Slot, group: Group): Edge | undefined => {
  const stranger = group.movements.find(
    (movement) => movement.name.tokens.length > 0 && group.failedGate(slot, movement) === undefined
  )
  if (stranger === undefined) return undefined
  const crowd = group.slots.filter((other) => isOpen(other) && group.failedGate(other, stranger) === undefined)
  const { order } = slot
  const evidence = pairEvidence(slot, stranger, group)
  return withCrowding({ order, movement: stranger, evidence }, costOf(crowd.length))
}

const failureOf = (slot: Slot, group: Group): GateReason =>
  group.movements.reduce<GateReason>(
    // Without a failed gate it can only be the missing name that spoke against it.
    (failure, movement) => moreTelling(failure, group.failedGate(slot, movement) ?? "not_found_nameless"),
    "not_found_amount"
  )

const pairKey = (orderId: string, movementId: string): string => `${orderId} ${movementId}`

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => compareText(a.id, b.id)
const byScore = (a: Edge, b: Edge): number => b.score - a.score || bySight(a.movement.facts, b.movement.facts)
