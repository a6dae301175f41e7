/**
 * The answer of one pass over an account: for each order its payment, several equally plausible ones, or none, with the
 * reason and the evidence. Pure: no clock, no chance, and the order of the input never changes it.
 */
import { compareText } from "../collections.ts"
import { finish, sorted, type Steps } from "../steps.ts"
import { candidateFields, type Field } from "./candidates.ts"
import type { Edge } from "./Edge.ts"
import type { Decision } from "./Decision.ts"
import type { Batch } from "./facts.ts"
import { piece } from "./links.ts"
import { decision, matched, unsettled } from "./judge.ts"
import { currentRuleset, presets } from "./ruleset.ts"
import { settle } from "./settle.ts"

/** One decision per order, sorted by order id. */
export const decide = (batch: Batch): ReadonlyArray<Decision> => finish(deciding(batch))

/** The same in small pieces: thousands of orders and movements of one amount take longer than a server may stand still. */
export function* deciding(batch: Batch): Steps<ReadonlyArray<Decision>> {
  if (batch.account !== "active") {
    const code = batch.account === "paused" ? "skipped_paused" : "skipped_blocked"
    return batch.orders.map(({ id }) => decision(id, code, [])).sort((a, b) => compareText(a.orderId, b.orderId))
  }
  const ruleset = batch.ruleset ?? currentRuleset
  const limits = presets[batch.preset]
  const fields = yield* candidateFields(batch, ruleset)
  const { settled, open } = yield* settle(edgesOf(fields), limits)
  const settledByOrder = new Map(settled.map((each) => [each.orderId, each]))
  const rivals = yield* grouped(open, ({ movement }) => movement.facts.id)
  const openByOrder = yield* grouped(open, ({ order }) => order.facts.id)
  const judge = { batch, ruleset, ...limits, rivals }
  const decisions: Array<Decision> = []
  let work = 0
  for (const field of fields) {
    const { facts, members } = field.order
    work += members.length + field.edges.length
    if (work >= piece) {
      work = 0
      yield
    }
    // What nothing tells apart is settled together, or not at all.
    if (settledByOrder.has(facts.id)) {
      for (const { id } of members) {
        const match = settledByOrder.get(id)
        if (match !== undefined) decisions.push(matched(field, match, ruleset))
        if (members.length > 1) yield
      }
    } else {
      const found = unsettled(field, openByOrder.get(facts.id) ?? [], judge)
      for (const { id } of members) decisions.push({ ...found, orderId: id })
    }
  }
  return yield* sorted(decisions, (a, b) => compareText(a.orderId, b.orderId))
}

function* edgesOf(fields: ReadonlyArray<Field>): Generator<Edge> {
  for (const { edges } of fields) yield* edges
}

function* grouped(edges: ReadonlyArray<Edge>, keyOf: (edge: Edge) => string): Steps<ReadonlyMap<string, Array<Edge>>> {
  const groups = new Map<string, Array<Edge>>()
  for (const [index, edge] of edges.entries()) {
    const key = keyOf(edge)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [edge])
    else group.push(edge)
    if (index % piece === piece - 1) yield
  }
  return groups
}
