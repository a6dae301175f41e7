/** The pairs of orders and movements that may belong together, scored. */
import { groupBy } from "../collections.ts"
import { costOf, costOfTwo } from "./crowding.ts"
import { beginAlike } from "./beginnings.ts"
import { byId, bySight } from "./sight.ts"
import type { Steps } from "../steps.ts"
import type { Evidence } from "./Decision.ts"
import type { Edge } from "./Edge.ts"
import type { Batch } from "./facts.ts"
import { amountKey, moreTelling, type GateReason } from "./gates.ts"
import { barredOf, groupOf, type Group, type Slot } from "./groups.ts"
import { piece } from "./links.ts"
import type { Ruleset } from "./ruleset.ts"
import {
  evidenceOf,
  evidenceOfStrangers,
  hasEvidenceBesidesName,
  isLoose,
  isTwoWords,
  referenceSaid,
  type MovementView,
  type OrderView
} from "./score.ts"

export interface Field {
  readonly order: OrderView
  /** With a score of 0 or more, best first. */
  readonly edges: ReadonlyArray<Edge>
  /** The best pair with a score below 0; only where there is no other. */
  readonly nearMiss: Edge | undefined
  /** The most telling reason of the movements that failed a gate; of an order that no movement passes the gates of. */
  readonly failure: GateReason
}

/** One field per order, or orders that nothing tells apart, by order id. */
export function* candidateFields(batch: Batch, ruleset: Ruleset): Steps<ReadonlyArray<Field>> {
  const movements = groupBy([...batch.movements].sort(bySight), amountKey)
  const barred = barredOf(batch)
  const fields: Array<Field> = []
  for (const [amount, orders] of groupBy([...batch.orders].sort(byId), amountKey)) {
    const group = yield* groupOf(orders, movements.get(amount) ?? [], barred, ruleset)
    for (const field of yield* fieldsOf(group)) fields.push(field)
  }
  return fields.sort((a, b) => byId(a.order.facts, b.order.facts))
}

function* fieldsOf(group: Group): Steps<ReadonlyArray<Field>> {
  let work = 0
  for (const movement of group.payments) {
    const slots = agreeingSlots(movement, group)
    for (const slot of slots) score(slot, movement, group)
    work += 1 + slots.length
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
    slot.count = 0
  }
  return slot.passes
}

/** The slots that share something with the movement and pass the gates for it. */
const agreeingSlots = (movement: MovementView, group: Group): ReadonlyArray<Slot> => {
  const { index } = group
  const found: Array<Slot> = []
  const slotsAt = (places: ReadonlyArray<number>): ReadonlyArray<Slot> => {
    const slots: Array<Slot> = []
    for (const place of places) {
      const slot = group.slots[place]
      if (slot !== undefined && passes(slot, movement, group)) slots.push(slot)
    }
    return slots
  }
  const agree = (slots: ReadonlyArray<Slot>, crowd: number, wordsOnly: boolean, inWords: boolean) => {
    for (const slot of slots) {
      const isFirst = slot.count === 0
      if (isFirst) found.push(slot)
      slot.count++
      slot.nextCrowd = isFirst ? Number.POSITIVE_INFINITY : Math.min(slot.nextCrowd, Math.max(slot.crowd, crowd))
      slot.crowd = isFirst ? crowd : Math.min(slot.crowd, crowd)
      slot.wordsOnly = wordsOnly && (isFirst || slot.wordsOnly)
      slot.inWords = inWords || (!isFirst && slot.inWords)
    }
  }
  for (const { kind, orders } of index.agreements(movement)) {
    const slots = slotsAt(orders)
    agree(slots, countOpen(slots), kind === "word", kind === "word" || kind === "words")
    if (kind === "reference" && slots.some((slot) => isNamedBy(slot, movement))) group.meant.add(movement)
  }
  if (index.nameless.length > 0) agree(slotsAt(index.nameless), crowdOf(movement, group), false, false)
  return found
}

/** An open order whose own code or number the movement says: it is meant for that one. */
const isNamedBy = ({ open, order }: Slot, movement: MovementView): boolean =>
  open > 0 && order.referenceForm === "strong" && referenceSaid(order, movement) === "strong"

const countOpen = (slots: ReadonlyArray<Slot>): number => {
  let count = 0
  for (const { open } of slots) count += open
  return count
}

const crowdOf = (movement: MovementView, group: Group): number => {
  const known = group.crowds.get(movement)
  if (known !== undefined) return known
  const crowd = countOpen(group.slots.filter((slot) => group.failedGate(slot, movement.facts) === undefined))
  group.crowds.set(movement, crowd)
  return crowd
}

const score = (slot: Slot, movement: MovementView, group: Group): void => {
  const { ruleset } = group
  const { count, crowd, edges, nearMiss, order, wordsOnly } = slot
  // One word of several speaks against a pair: worth a closer look only as the near miss of an order that has no better.
  const oneWord =
    count === 1 &&
    wordsOnly &&
    order.name.tokens.length > 1 &&
    movement.name.tokens.length > 1 &&
    !beginAlike(order.name, movement.name)
  const most = oneWord ? ruleset.names.one_token - costOf(crowd) : Number.POSITIVE_INFINITY
  if (most < 0 && (edges.length > 0 || (nearMiss !== undefined && nearMiss.score >= most))) return
  const evidence = pairEvidence(slot, movement, group, slot.inWords)
  if (movement.name.tokens.length === 0 && !hasEvidenceBesidesName(evidence)) return
  // Initials may be those of any order that the payment could be for.
  const cost = isLoose(evidence)
    ? costOf(crowdOf(movement, group))
    : isTwoWords(evidence)
      ? costOfTwo(crowd, slot.nextCrowd, () => crowdOf(movement, group))
      : costOf(crowd)
  const bits = scoreOf(evidence, cost)
  if (bits < 0 && nearMiss !== undefined && bits <= nearMiss.score) return
  const edge = { order, movement, evidence: wholeEvidence(evidence, cost, group), score: bits }
  if (bits >= 0) edges.push(edge)
  else slot.nearMiss = edge
}

const pairEvidence = (slot: Slot, movement: MovementView, group: Group, inWords: boolean): ReadonlyArray<Evidence> => {
  const { order } = slot
  const isForeign = group.meant.has(movement) && !isNamedBy(slot, movement)
  const isStranger = !inWords && order.name.tokens.length > 0 && movement.name.tokens.length > 0
  const hasOnlyName = order.taxId === undefined && order.account === undefined && order.aliases.length === 0
  if (!isStranger || !hasOnlyName || movement.holders.length > 1) {
    return withForeign(evidenceOf(order, movement, group.ruleset), isForeign, group)
  }
  const said = referenceSaid(order, movement)
  const strangers = isForeign ? group.foreignStrangers : group.strangers
  const known = strangers.get(said)
  if (known !== undefined) return known
  const evidence = withForeign(evidenceOfStrangers(order, movement, group.ruleset), isForeign, group)
  strangers.set(said, evidence)
  return evidence
}

const withForeign = (evidence: ReadonlyArray<Evidence>, isForeign: boolean, { ruleset }: Group) =>
  isForeign ? [...evidence, { kind: "reference", bits: ruleset.foreignReference } as const] : evidence

const scoreOf = (evidence: ReadonlyArray<Evidence>, cost: number): number => {
  let bits = -cost
  for (const term of evidence) bits += term.bits
  return Math.round(bits * 1_000) / 1_000
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
  const evidence = pairEvidence(slot, movement, group, true)
  const cost = costOf(crowdOf(movement, group))
  return { order, movement, evidence: wholeEvidence(evidence, cost, group), score: scoreOf(evidence, cost) }
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
