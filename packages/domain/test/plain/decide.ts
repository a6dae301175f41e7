/** `decide` as it is plainly said: all pairs that agree on something, and every round over all that is open. */
import type { Batch, Decision } from "@counterfoil/domain"
import { groupBy } from "../../src/collections.ts"
import { currentRuleset, presets } from "../../src/matching/facts/ruleset.ts"
import { candidateFields } from "./candidates.ts"
import { matched, unsettled } from "./judge.ts"
import { settle } from "./settle.ts"

/** Of an active account. */
export const plainDecide = (batch: Batch): ReadonlyArray<Decision> => {
  const ruleset = batch.ruleset ?? currentRuleset
  const limits = presets[batch.preset]
  const fields = candidateFields(batch, ruleset)
  const { open, settled } = settle(
    fields.flatMap(({ edges }) => edges),
    limits
  )
  const settledByOrder = new Map(settled.map((each) => [each.edge.order.facts.id, each]))
  const rivals = groupBy(open, ({ movement }) => movement.facts.id)
  const openByOrder = groupBy(open, ({ order }) => order.facts.id)
  const judge = { batch, ruleset, ...limits, rivals }
  return fields.map((field) => {
    const match = settledByOrder.get(field.order.facts.id)
    return match === undefined
      ? unsettled(field, openByOrder.get(field.order.facts.id) ?? [], judge)
      : matched(field, match, ruleset)
  })
}
