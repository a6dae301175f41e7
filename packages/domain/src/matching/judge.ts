/** What becomes of one order, once it is settled who pays whom for sure: its reason, and the candidates that are kept. */
import type { Edge, Field } from "./candidates.ts"
import type { Candidate, CandidateRole, Decision, EvidenceKind } from "./Decision.ts"
import type { Batch } from "./facts.ts"
import type { NameLevel } from "./NameLevel.ts"
import { reasonSentence, resultOfReason, type ReasonCode } from "./reasons.ts"
import type { Ruleset } from "./ruleset.ts"
import { mayBeOnesOther } from "./score.ts"
import type { Settled } from "./settle.ts"

export interface Judge {
  readonly batch: Batch
  readonly ruleset: Ruleset
  readonly threshold: number
  readonly lead: number
  /** The open pairs of each movement. */
  readonly rivals: ReadonlyMap<string, ReadonlyArray<Edge>>
}

export const matched = (field: Field, { edge, setSize }: Settled, ruleset: Ruleset): Decision => ({
  ...decision(
    field.order.facts.id,
    setSize > 1 ? "matched_equal_set" : matchCode(edge),
    candidates(field.edges, (each) => (each === edge ? "match" : "runner_up"), ruleset)
  ),
  movementId: edge.movement.facts.id
})

const matchCode = (edge: Edge): ReasonCode => {
  if (speaks(edge, "reference")) return "matched_reference"
  if (speaks(edge, "tax_id", "account")) return "matched_tax_id"
  if (speaks(edge, "alias")) return "matched_alias"
  return hasLevel(edge, "same", "same_worn") ? "matched_name" : "matched_contained_name"
}

const speaks = ({ evidence }: Edge, ...kinds: ReadonlyArray<EvidenceKind>): boolean =>
  evidence.some(({ kind, bits }) => kinds.includes(kind) && bits > 0)

const hasLevel = ({ evidence }: Edge, ...levels: ReadonlyArray<NameLevel>): boolean =>
  evidence.some(({ kind, level }) => kind === "name" && level !== undefined && levels.includes(level))

/** An order that no movement is clearly the payment of; `edges` are its open pairs, best first. */
export const unsettled = (field: Field, edges: ReadonlyArray<Edge>, judge: Judge): Decision => {
  const orderId = field.order.facts.id
  const [best] = edges
  if (best === undefined) return notFound(field, judge)
  const close = new Set(edges.filter(({ score }) => best.score - score < judge.lead))
  if (close.size >= 2 || isContested(best, judge)) {
    const role = (edge: Edge): CandidateRole => (close.has(edge) ? "contender" : "runner_up")
    return decision(orderId, ambiguityCode(best, close.size, judge), candidates(edges, role, judge.ruleset))
  }
  const role = (edge: Edge): CandidateRole => (edge === best ? "review" : "runner_up")
  return withProof(field, decision(orderId, "not_found_weak", candidates(edges, role, judge.ruleset)), judge)
}

/** Whether this order and another one compete for the movement. */
const isContested = (edge: Edge, judge: Judge): boolean => {
  const competing = competingFor(judge.rivals.get(edge.movement.facts.id) ?? [], judge)
  return competing.size >= 2 && competing.has(edge)
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
  "three_conflict",
  "two_conflict",
  "one_token",
  "none"
]

const ambiguityCode = (best: Edge, contenders: number, { threshold }: Judge): ReasonCode => {
  if (!speaks(best, "reference", "tax_id", "account", "alias")) {
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
  const nearMiss = candidates([field.nearMiss], () => "near_miss", judge.ruleset)
  return withProof(field, decision(orderId, "not_found_name", nearMiss), judge)
}

/** "Not found" is said only of days that were read whole, from the order's on. */
const withProof = (field: Field, found: Decision, { batch }: Judge): Decision => {
  const covered =
    batch.coverage !== null && batch.coverage.complete && batch.coverage.from <= field.order.facts.orderDate
  return covered ? found : decision(found.orderId, "skipped_incomplete", found.candidates)
}

export const decision = (orderId: string, code: ReasonCode, kept: ReadonlyArray<Candidate>): Decision => ({
  orderId,
  result: resultOfReason(code),
  code,
  reason: reasonSentence(code),
  candidates: kept
})

/** The match first, then by score. */
const candidates = (
  edges: ReadonlyArray<Edge>,
  roleOf: (edge: Edge) => CandidateRole,
  ruleset: Ruleset
): ReadonlyArray<Candidate> =>
  edges
    .map((edge) => ({
      movementId: edge.movement.facts.id,
      score: edge.score,
      role: roleOf(edge),
      evidence: edge.evidence
    }))
    .sort((a, b) => Number(b.role === "match") - Number(a.role === "match"))
    .slice(0, ruleset.maxCandidates)
