/** What becomes of one order, once it is settled who pays whom for sure: its reason, and the candidates that are kept. */
import type { Field } from "./candidates.ts"
import type { Edge } from "./Edge.ts"
import type { Candidate, CandidateRole, Decision, EvidenceKind } from "../../src/matching/facts/Decision.ts"
import type { Batch, MovementFacts } from "../../src/matching/facts/facts.ts"
import type { NameLevel } from "../../src/matching/names/NameLevel.ts"
import { nearMissCode } from "../../src/matching/decide/judge.ts"
import { reasonSentence, resultOfReason, type ReasonCode } from "../../src/matching/facts/reasons.ts"
import type { Ruleset } from "../../src/matching/facts/ruleset.ts"
import { mayBeOnesOther } from "../../src/matching/score/evidence.ts"
import type { Settled } from "./settle.ts"
import { bySight } from "../../src/matching/facts/sight.ts"

export interface Judge {
  readonly batch: Batch
  readonly ruleset: Ruleset
  readonly threshold: number
  readonly lead: number
  /** The open pairs of each movement. */
  readonly rivals: ReadonlyMap<string, ReadonlyArray<Edge>>
}

export const matched = (field: Field, settled: Settled, ruleset: Ruleset): Decision => {
  const { edge, movementId, orderId, setSize } = settled
  const ranked = best(field.edges, ruleset.maxCandidates)
  const others = ranked.filter((each) => each.movementId !== movementId)
  const kept = [{ edge, movementId }, ...others].slice(0, ruleset.maxCandidates)
  const role = (movement: string): CandidateRole => (movement === movementId ? "match" : "runner_up")
  return {
    ...decision(
      orderId,
      setSize > 1 ? "matched_equal_set" : matchCode(edge),
      kept.map((each) => candidate(each, role(each.movementId)))
    ),
    movementId
  }
}

const matchCode = (edge: Edge): ReasonCode => {
  if (speaks(edge, "reference")) return "matched_reference"
  if (speaks(edge, "tax_id", "account")) return "matched_tax_id"
  if (speaks(edge, "alias_account")) return "matched_alias_account"
  if (speaks(edge, "alias")) return "matched_alias"
  return hasLevel(edge, "same", "same_worn") ? "matched_name" : "matched_contained_name"
}

const speaks = ({ evidence }: Edge, ...kinds: ReadonlyArray<EvidenceKind>): boolean =>
  evidence.some(({ kind, bits }) => kinds.includes(kind) && bits > 0)

const hasLevel = ({ evidence }: Edge, ...levels: ReadonlyArray<NameLevel>): boolean =>
  evidence.some(({ kind, level }) => kind === "name" && level !== undefined && levels.includes(level))

/**
 * An order that no movement is clearly the payment of, and all that nothing tells apart from it; `edges` are its open
 * pairs, best first.
 */
export const unsettled = (field: Field, edges: ReadonlyArray<Edge>, judge: Judge): Decision => {
  const orderId = field.order.facts.id
  const [first] = edges
  if (first === undefined) return notFound(field, judge)
  const close = new Set(edges.filter(({ score }) => first.score - score < judge.lead))
  const contenders = sum(close, ({ movement }) => movement.members.length)
  if (contenders >= 2 || isContested(first, judge)) {
    const role = (edge: Edge): CandidateRole => (close.has(edge) ? "contender" : "runner_up")
    return decision(orderId, ambiguityCode(first, contenders, judge), candidates(edges, role, judge.ruleset))
  }
  const role = (edge: Edge): CandidateRole => (edge === first ? "review" : "runner_up")
  return withProof(field, decision(orderId, "not_found_weak", candidates(edges, role, judge.ruleset)), judge)
}

/** Whether this order and another one compete for the movement. */
const isContested = (edge: Edge, judge: Judge): boolean => {
  const competing = competingFor(judge.rivals.get(edge.movement.facts.id) ?? [], judge)
  return competing.has(edge) && sum(competing, ({ order }) => order.members.length) >= 2
}

const sum = <Item>(items: Iterable<Item>, countOf: (item: Item) => number): number => {
  let total = 0
  for (const item of items) total += countOf(item)
  return total
}

/** Found once for all the orders of a movement: there may be thousands. */
const competingFor = (all: ReadonlyArray<Edge>, { lead, threshold }: Judge): ReadonlySet<Edge> => {
  const known = competitions.get(all)
  if (known !== undefined) return known
  const top = all.reduce((most, { score }) => Math.max(most, score), Number.NEGATIVE_INFINITY)
  const competing = new Set(
    all.filter(({ evidence, score }) => top - score < lead || (score >= threshold && mayBeOnesOther(evidence)))
  )
  competitions.set(all, competing)
  return competing
}

const competitions = new WeakMap<ReadonlyArray<Edge>, ReadonlySet<Edge>>()

/** Names that agree in part and leave something over on both sides, or have initials for words. */
const partialLevels: ReadonlyArray<NameLevel> = [
  "one_and_initials",
  "one_and_loose_initials",
  "beginning",
  "three_conflict",
  "two_conflict",
  "one_token",
  "none"
]

const ambiguityCode = (best: Edge, contenders: number, { threshold }: Judge): ReasonCode => {
  if (!speaks(best, "reference", "tax_id", "account", "alias", "alias_account")) {
    const crowding = best.evidence.find(({ kind }) => kind === "crowding")?.bits ?? 0
    if (hasLevel(best, "missing")) return "ambiguous_missing_name"
    if (best.score < threshold && best.score - crowding >= threshold) return "ambiguous_crowding"
    if (best.score < threshold || hasLevel(best, ...partialLevels)) return "ambiguous_partial_name"
  }
  return contenders >= 2 ? "ambiguous_movements" : "ambiguous_orders"
}

const notFound = (field: Field, judge: Judge): Decision => {
  const orderId = field.order.facts.id
  const taken = candidates(field.edges, () => "runner_up", judge.ruleset)
  if (taken.length > 0) return withProof(field, decision(orderId, "not_found_paid", taken), judge)
  if (field.nearMiss === undefined) return withProof(field, decision(orderId, field.failure, []), judge)
  const { nearMiss } = field
  const kept = candidate({ edge: nearMiss, movementId: nearMiss.movement.facts.id }, "near_miss")
  return withProof(field, decision(orderId, nearMissCode(kept), [kept]), judge)
}

/** "Not found" is said only of days that were read whole, from the order's on. */
const withProof = (field: Field, found: Decision, { batch }: Judge): Decision => {
  const covered =
    batch.coverage !== null && batch.coverage.complete && batch.coverage.from <= field.order.facts.orderDate
  return covered ? found : decision(found.orderId, "skipped_incomplete", found.candidates)
}

const decision = (orderId: string, code: ReasonCode, kept: ReadonlyArray<Candidate>): Decision => ({
  orderId,
  result: resultOfReason(code),
  code,
  reason: reasonSentence(code),
  candidates: kept
})

const candidates = (
  edges: ReadonlyArray<Edge>,
  roleOf: (edge: Edge) => CandidateRole,
  ruleset: Ruleset
): ReadonlyArray<Candidate> => best(edges, ruleset.maxCandidates).map((each) => candidate(each, roleOf(each.edge)))

/** One movement of an edge. */
interface Ranked {
  readonly edge: Edge
  readonly movementId: string
}

const candidate = ({ edge, movementId }: Ranked, role: CandidateRole): Candidate => ({
  movementId,
  score: edge.score,
  role,
  evidence: edge.evidence
})

/** So many of the movements, by score, then by what people see. The edges are by score. */
const best = (edges: ReadonlyArray<Edge>, most: number): ReadonlyArray<Ranked> => {
  const known = rankings.get(edges)
  if (known !== undefined) return known
  const found: Array<Ranked & { readonly facts: MovementFacts }> = []
  for (const edge of edges) {
    const last = found.at(-1)?.edge
    if (found.length >= most && last !== undefined && edge.score < last.score) break
    for (const facts of edge.movement.members.slice(0, most)) found.push({ edge, movementId: facts.id, facts })
  }
  found.sort((a, b) => b.edge.score - a.edge.score || bySight(a.facts, b.facts))
  const ranked = found.slice(0, most).map(({ edge, movementId }) => ({ edge, movementId }))
  rankings.set(edges, ranked)
  return ranked
}

/** Thousands of orders that nothing tells apart ask for the same. */
const rankings = new WeakMap<ReadonlyArray<Edge>, ReadonlyArray<Ranked>>()
