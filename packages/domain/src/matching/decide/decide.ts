/**
 * The answer of one pass over an account: for each order its payment, several equally plausible ones, or none, with the
 * reason and the evidence. Pure: no clock, no chance, and the order of the input never changes it.
 */
import { compareText, groupBy } from "../../collections.ts"
import { finish, sorted, type Steps } from "../../steps.ts"
import { scoredPairs } from "../candidates/candidates.ts"
import type { Decision } from "../facts/Decision.ts"
import { connect } from "../candidates/ends.ts"
import type { Batch } from "../facts/facts.ts"
import { amountKey } from "../facts/gates.ts"
import { Barred } from "../facts/Barred.ts"
import { groupOf, type Group } from "../candidates/groups.ts"
import { candidatesOf, decision, type Judge, matched, unsettled } from "./judge.ts"
import { readingReferences } from "../candidates/orderReferences.ts"
import { largePiece, piece } from "../pieces.ts"
import { currentRuleset, presets } from "../facts/ruleset.ts"
import { keepShapes } from "./shapes.ts"
import { settle } from "./settle.ts"
import { byId, bySight } from "../facts/sight.ts"

/** One decision per order, sorted by order id. */
export const decide = (batch: Batch): ReadonlyArray<Decision> => finish(deciding(batch))

/** The same in small pieces: thousands of orders and movements of one amount take longer than a server may stand still. */
export function* deciding(batch: Batch): Steps<ReadonlyArray<Decision>> {
  keepShapes()
  if (batch.account !== "active") {
    const code = batch.account === "paused" ? "skipped_paused" : "skipped_blocked"
    return batch.orders.map(({ id }) => decision(id, code, [])).sort(byOrder)
  }
  const ruleset = batch.ruleset ?? currentRuleset
  const movements = groupBy(yield* sorted(batch.movements, bySight), amountKey)
  const barred = new Barred(batch.barredPairs)
  const references = yield* readingReferences(batch)
  const decisions: Array<Decision> = []
  // Orders and movements of different amounts have nothing to do with each other, but for what a payment says it is for.
  for (const [amount, orders] of groupBy(yield* sorted(batch.orders, byId), amountKey)) {
    const group = yield* groupOf(orders, movements.get(amount) ?? [], { barred, references, ruleset })
    for (const each of yield* decidingGroup(group, batch)) decisions.push(each)
    yield
  }
  return yield* sorted(decisions, byOrder)
}

const byOrder = (a: Decision, b: Decision): number => compareText(a.orderId, b.orderId)

function* decidingGroup(group: Group, batch: Batch): Steps<ReadonlyArray<Decision>> {
  const { findings, ruleset } = group
  const limits = presets[batch.preset]
  const ends = yield* connect(group, yield* scoredPairs(group))
  const settled = yield* settle(ends, findings, limits)
  const settledByOrder = new Map(settled.map((each) => [each.orderId, each]))
  const { lead, threshold } = limits
  const judge: Judge = { batch, ruleset, lead, threshold, group, ends, competitions: new Map() }
  const decisions: Array<Decision> = []
  let work = 0
  for (const slot of group.slots) {
    const { facts, members } = slot.order
    work += piece * members.length + group.movements.length + ends.last(slot.place) - ends.first(slot.place)
    if (work >= largePiece) {
      work = 0
      yield
    }
    // What nothing tells apart is settled together, or not at all.
    if (settledByOrder.has(facts.id)) {
      const ranked = candidatesOf(slot, judge)
      for (const { id } of members) {
        const match = settledByOrder.get(id)
        if (match !== undefined) decisions.push(matched(match, ranked, judge))
        if (members.length > 1) yield
      }
    } else {
      const found = unsettled(slot, judge)
      decisions.push(found)
      for (const { id } of members.slice(1)) decisions.push({ ...found, orderId: id })
    }
  }
  return decisions
}
