/** The pairs of orders and payments of one amount that may belong together, scored. */
import { costOf, costOfTwo } from "./crowding.ts"
import { beginAlike } from "./beginnings.ts"
import type { Steps } from "../steps.ts"
import { moreTelling, type GateReason } from "./gates.ts"
import type { Group, NearMiss, Slot } from "./groups.ts"
import type { Agreement } from "./orderIndex.ts"
import { piece } from "./pieces.ts"
import { growingPairs, type GrowingPairs, type Pairs } from "./pairs.ts"
import { evidenceOf, referenceSaid, type MovementView } from "./score.ts"

/** Those with a score of 0 or more. An order that has none knows the best of the others: its near miss. */
export function* scoredPairs(group: Group): Steps<Pairs> {
  const pairs = growingPairs()
  /** Strangers who pay no order, by their standing. */
  const unlikely = new Set<string>()
  let work = 0
  for (const [at, movement] of group.payments.entries()) {
    const agreements = group.index.agreements(movement)
    const standing = isCrowdOfStrangers(agreements, movement, group) ? group.standingOf(movement) : undefined
    work += 1
    if (standing === undefined || !unlikely.has(standing)) {
      const [slots, before] = [agreeingSlots(agreements, movement, group), pairs.all().count]
      for (const slot of slots) score(slot, at, group, pairs)
      work += slots.length
      // Another stranger of the same standing is no better near miss of any order than this one.
      if (standing !== undefined && pairs.all().count === before) unlikely.add(standing)
    }
    if (work >= piece) {
      work = 0
      yield
    }
  }
  return pairs.all()
}

/** Thousands may say one reference, and share no word with the orders that have it. */
const isCrowdOfStrangers = (
  agreements: ReadonlyArray<Agreement>,
  { holders, name }: MovementView,
  { index }: Group
): boolean =>
  name.tokens.length > 0 &&
  holders.length === 1 &&
  index.nameless.length === 0 &&
  agreements.some(({ orders }) => orders.length >= piece) &&
  agreements.every(({ kind }) => kind === "reference")

const passes = (slot: Slot, movement: MovementView, group: Group): boolean => {
  if (slot.latest !== movement) {
    slot.latest = movement
    slot.passes = group.failedGate(slot, movement.facts) === undefined
    slot.count = 0
  }
  return slot.passes
}

/** The slots that share something with the movement and pass the gates for it. */
const agreeingSlots = (
  agreements: ReadonlyArray<Agreement>,
  movement: MovementView,
  group: Group
): ReadonlyArray<Slot> => {
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
  for (const { kind, orders } of agreements) {
    const slots = slotsAt(orders)
    agree(slots, countOpen(slots), kind === "word", kind === "word" || kind === "words")
    if (kind !== "reference") continue
    for (const slot of slots) slot.namedBy = movement
    if (slots.some((slot) => isNamedBy(slot, movement))) group.meant.add(movement)
  }
  if (index.nameless.length > 0) agree(slotsAt(index.nameless), crowdOf(movement, group), false, false)
  return found
}

/** An open order whose own code or number the movement says: it is meant for that one. */
const isNamedBy = ({ namedBy, open, order }: Slot, movement: MovementView): boolean =>
  open > 0 && order.referenceForm === "strong" && namedBy === movement && referenceSaid(order, movement) === "strong"

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

const score = (slot: Slot, at: number, group: Group, pairs: GrowingPairs): void => {
  const movement = group.payments[at]
  if (movement === undefined) return
  const { findings, ruleset } = group
  const { count, crowd, nearMiss, order, wordsOnly } = slot
  // One word of several speaks against a pair: worth a closer look only as the near miss of an order that has no better.
  const oneWord =
    count === 1 &&
    wordsOnly &&
    order.name.tokens.length > 1 &&
    movement.name.tokens.length > 1 &&
    !beginAlike(order.name, movement.name)
  const most = oneWord ? ruleset.names.one_token - costOf(crowd) : Number.POSITIVE_INFINITY
  if (most < 0 && (slot.pairs > 0 || (nearMiss !== undefined && findings.scoreOf(nearMiss.finding) >= most))) return
  // Another's reference outweighs every name.
  if (slot.pairs > 0 && slot.hasOnlyName && slot.namedBy !== movement && isForeign(slot, movement, group)) return
  const found = findingOf(slot, at, movement, group)
  const { besidesName, loose, twoWords, wholeName } = findings.at(found)
  if (movement.name.tokens.length === 0 && !besidesName) return
  const orders = () => crowdOf(movement, group)
  const words = Math.max(order.name.tokens.length, movement.name.tokens.length)
  // Initials may be those of any order that the payment could be for.
  const cost = loose
    ? costOf(orders())
    : twoWords || (wholeName && words === 2)
      ? costOfTwo({ crowd, nextCrowd: slot.nextCrowd, words, whole: wholeName, orders })
      : costOf(crowd)
  const finding = findings.crowded(found, cost)
  const bits = findings.scoreOf(finding)
  if (bits >= 0) {
    slot.pairs += 1
    pairs.put(slot.place, at, finding)
  } else if (nearMiss === undefined || bits > findings.scoreOf(nearMiss.finding)) slot.nearMiss = { movement, finding }
}

/** The movement is meant for another order. */
const isForeign = (slot: Slot, movement: MovementView, { meant }: Group): boolean =>
  meant.has(movement) && !isNamedBy(slot, movement)

/** What speaks for and against the pair, but for crowding. */
const findingOf = (slot: Slot, at: number, movement: MovementView, group: Group): number => {
  const { findings, ruleset } = group
  const { order } = slot
  const foreign = isForeign(slot, movement, group)
  if (!slot.hasOnlyName) {
    const evidence = evidenceOf(order, movement, ruleset)
    return findings.of(
      foreign ? [...evidence, { kind: "reference", bits: ruleset.foreignReference } as const] : evidence
    )
  }
  const isStranger =
    !slot.inWords && order.name.tokens.length > 0 && movement.name.tokens.length > 0 && movement.holders.length === 1
  const level = isStranger ? "none" : group.levelOf(slot.place, at)
  const said = slot.namedBy === movement ? referenceSaid(order, movement) : "none"
  return findings.ofName(level, said === "strong" || (said === "weak" && ruleset.names[level] > 0), foreign)
}

/** A movement that passes the gates and agrees with the order on nothing. */
export const strangerTo = (slot: Slot, group: Group): NearMiss | undefined => {
  const at = group.payments.findIndex(
    ({ facts, name }) => name.tokens.length > 0 && group.failedGate(slot, facts) === undefined
  )
  const movement = group.payments[at]
  if (movement === undefined) return undefined
  // None of what follows was looked at: names that agree on nothing are compared as they are.
  slot.inWords = true
  const finding = group.findings.crowded(findingOf(slot, at, movement, group), costOf(crowdOf(movement, group)))
  return { movement, finding }
}

/** Without a failed gate it can only be the missing name that spoke against a payment. */
export const failureOf = (slot: Slot, group: Group): GateReason => {
  if (group.payments.some(({ facts }) => group.failedGate(slot, facts) === undefined)) return "not_found_nameless"
  let failure: GateReason = "not_found_amount"
  for (const movement of group.movements) {
    failure = moreTelling(failure, group.failedGate(slot, movement) ?? failure)
    // Of those that fail a gate, none says more.
    if (failure === "not_found_paid") break
  }
  return failure
}
