/** The pairs of orders and payments of one amount that may belong together, scored. */
import { costOf, costOfTwo, noCrowd } from "../score/crowding.ts"
import { lacksFirst } from "../names/firstWord.ts"
import { beginAlike } from "../names/beginnings.ts"
import { isWorn } from "../score/evidence.ts"
import type { Steps } from "../../steps.ts"
import { moreTelling, type GateReason } from "../facts/gates.ts"
import { gateOf, type Group, type NearMiss, type Slot, standingOf } from "./groups.ts"
import type { Agreement } from "./orderIndex.ts"
import { piece } from "../pieces.ts"
import { LackedWords } from "../names/lackedWords.ts"
import { GrowingPairs, type Pairs } from "./pairs.ts"
import { evidenceOf, referenceSaid } from "../score/score.ts"
import type { MovementView } from "../score/views.ts"

/** So many pairs are scored before others have their turn, in the middle of a payment. */
const manyPairs = 3 * piece

/** The pairs with a score of 0 or more. An order that has none notes its best pair below 0, as its near miss. */
export function* scoredPairs(group: Group): Steps<Pairs> {
  const pairs = new GrowingPairs()
  /** Strangers who pay no order, by their standing. */
  const unlikely = new Set<string>()
  const found = new Int32Array(group.slots.length)
  let work = 0
  for (const [at, movement] of group.payments.entries()) {
    const agreements = group.index.agreements(movement)
    const standing = isCrowdOfStrangers(agreements, movement, group) ? standingOf(movement, group) : undefined
    work += 1
    if (standing === undefined || !unlikely.has(standing)) {
      const [count, before] = [findAgreeing(agreements, movement, group, found), pairs.count]
      const lacked = new LackedWords(movement.name, group.index.words)
      for (const place of found.subarray(0, count)) {
        const slot = group.slots[place]
        if (slot === undefined) continue
        const most = mostBits(slot, movement, group, lacked)
        if (most >= 0 || !hasBetter(slot, most, group)) score(slot, at, group, pairs)
        work += 1
        // Of one payment thousands of orders may be looked at.
        if (work < manyPairs) continue
        work = 0
        yield
      }
      // Another stranger of the same standing is no better near miss of any order than this one.
      if (standing !== undefined && pairs.count === before) unlikely.add(standing)
    }
    if (work >= piece) {
      work = 0
      yield
    }
  }
  return pairs
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
    slot.passes = gateOf(slot, movement.facts, group) === undefined
    slot.count = 0
  }
  return slot.passes
}

/** Puts the slots that share something with the movement and pass the gates for it into `found`, by place; answers how many. */
const findAgreeing = (
  agreements: ReadonlyArray<Agreement>,
  movement: MovementView,
  group: Group,
  found: Int32Array
): number => {
  const { index, slots } = group
  let count = 0
  // Twice through them instead of a list of those that pass: of two thousand payments that would be gigabytes.
  for (const agreement of agreements) {
    let crowd = 0
    for (const place of agreement.orders) crowd += passing(slots[place], movement, group)?.open ?? 0
    let isMeant = false
    for (const place of agreement.orders) {
      const slot = passing(slots[place], movement, group)
      if (slot === undefined) continue
      if (slot.count === 0) found[count++] = slot.place
      agree(slot, crowd, agreement)
      if (agreement.kind !== "reference") continue
      slot.namedBy = movement
      isMeant ||= isNamedBy(slot, movement)
    }
    if (isMeant) group.meant.add(movement)
  }
  if (index.nameless.length > 0) {
    const crowd = crowdOf(movement, group)
    for (const place of index.nameless) {
      const slot = passing(slots[place], movement, group)
      if (slot === undefined) continue
      if (slot.count === 0) found[count++] = slot.place
      agree(slot, crowd, withoutName)
    }
  }
  return count
}

const withoutName = { at: 0, kind: "mark" } as const

const passing = (slot: Slot | undefined, movement: MovementView, group: Group): Slot | undefined =>
  slot !== undefined && passes(slot, movement, group) ? slot : undefined

const agree = (slot: Slot, crowd: number, { at, kind }: Pick<Agreement, "at" | "kind">): void => {
  const isFirst = slot.count === 0
  const [isWord, isOfName] = [kind === "word", kind === "word" || kind === "words"]
  const word = isWord ? 1 << at : 0
  slot.count++
  slot.nextCrowd = isFirst ? noCrowd : Math.min(slot.nextCrowd, Math.max(slot.crowd, crowd))
  slot.crowd = isFirst ? crowd : Math.min(slot.crowd, crowd)
  slot.words = isFirst ? word : slot.words | word
  slot.wordsOnly = isWord && (isFirst || slot.wordsOnly)
  slot.inWords = isOfName || (!isFirst && slot.inWords)
}

/** An open order whose own code or number the movement says: it is meant for that one. */
const isNamedBy = ({ namedBy, open, order }: Slot, movement: MovementView): boolean =>
  open > 0 && order.referenceForm === "strong" && namedBy === movement && referenceSaid(order, movement) === "strong"

const crowdOf = (movement: MovementView, group: Group): number => {
  const known = group.crowds.get(movement)
  if (known !== undefined) return known
  let crowd = 0
  for (const slot of group.slots) if (gateOf(slot, movement.facts, group) === undefined) crowd += slot.open
  group.crowds.set(movement, crowd)
  return crowd
}

/**
 * What the pair's score is at most where both names lack words of the other: that speaks against it among many, so that it is
 * worth a closer look only as the near miss of an order that has no better.
 */
const mostBits = (
  { count, crowd, order: { name }, words, wordsOnly }: Slot,
  { holders, name: printed }: MovementView,
  { ruleset: { names } }: Group,
  lacked: LackedWords
): number => {
  if (!wordsOnly || name.tokens.length <= count || printed.tokens.length <= count) return Number.POSITIVE_INFINITY
  if (count === 1) return beginAlike(name, printed) ? Number.POSITIVE_INFINITY : names.one_token - costOf(crowd)
  if (holders.length > 1 || name.edges.size > 0 || !lacked.ofBoth(words)) {
    return Number.POSITIVE_INFINITY
  }
  return (count === 2 ? names.two_conflict : names.three_conflict) - costOf(crowd)
}

/** It has a pair, or a near miss that is no worse. */
const hasBetter = ({ nearMiss, pairs }: Slot, most: number, { findings }: Group): boolean =>
  pairs > 0 || (nearMiss !== undefined && findings.scoreOf(nearMiss.finding) >= most)

const score = (slot: Slot, at: number, group: Group, pairs: GrowingPairs): void => {
  const movement = group.payments[at]
  if (movement === undefined) return
  const { findings } = group
  const { crowd, nearMiss, nextCrowd, order } = slot
  // Another's reference outweighs every name.
  if (slot.pairs > 0 && slot.hasOnlyName && slot.namedBy !== movement && isForeign(slot, movement, group)) return
  const found = findingOf(slot, at, movement, group)
  const { besidesName, loose, twoWords, wholeName } = findings.at(found)
  if (movement.name.tokens.length === 0 && !besidesName) return
  const words = Math.max(order.name.tokens.length, movement.name.tokens.length)
  // Initials may be those of any order that the payment could be for.
  const cost = loose
    ? costOf(crowdOf(movement, group))
    : twoWords || (wholeName && words === 2)
      ? costOfTwo({
          crowd,
          nextCrowd,
          words,
          whole: wholeName,
          worn: isWorn(group.findings.at(found).evidence),
          lacksFirst: () => lacksFirst(order.name, movement.holders),
          orders: () => crowdOf(movement, group)
        })
      : costOf(crowd)
  const finding = findings.crowded(found, cost)
  const bits = findings.scoreOf(finding)
  if (bits >= 0) {
    slot.pairs += 1
    pairs.put(slot.place, at, finding)
  } else if (nearMiss === undefined || bits > findings.scoreOf(nearMiss.finding)) slot.nearMiss = { movement, finding }
}

/** The movement is meant for another order. */
const isForeign = (slot: Slot, movement: MovementView, { meant, references }: Group): boolean =>
  (meant.has(movement) && !isNamedBy(slot, movement)) ||
  (references.saysAnother(movement) && referenceSaid(slot.order, movement) !== "strong")

/** The number of the pair's finding: all evidence but crowding. */
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
  const level = isStranger ? "none" : group.names.levelOf(slot.place, at)
  const said = slot.namedBy === movement ? referenceSaid(order, movement) : "none"
  return findings.ofName(level, said === "strong" || (said === "weak" && ruleset.names[level] > 0), foreign)
}

/** A movement that passes the gates and agrees with the order on nothing. */
export const strangerTo = (slot: Slot, group: Group): NearMiss | undefined => {
  const at = group.payments.findIndex(
    ({ facts, name }) => name.tokens.length > 0 && gateOf(slot, facts, group) === undefined
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
  if (group.payments.some(({ facts }) => gateOf(slot, facts, group) === undefined)) return "not_found_nameless"
  let failure: GateReason = "not_found_amount"
  for (const movement of group.movements) {
    failure = moreTelling(failure, gateOf(slot, movement, group) ?? failure)
    // Of those that fail a gate, none says more.
    if (failure === "not_found_paid") break
  }
  return failure
}
