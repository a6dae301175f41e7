/** What becomes of one order, once it is settled who pays whom for sure: its reason, and the candidates that are kept. */
import { failureOf, strangerTo } from "../candidates/candidates.ts"
import type { Candidate, CandidateRole, Decision, EvidenceKind } from "../facts/Decision.ts"
import type { Ends } from "../candidates/ends.ts"
import type { Batch, MovementFacts } from "../facts/facts.ts"
import type { Finding } from "../score/findings.ts"
import type { Group, Slot } from "../candidates/groups.ts"
import type { NameLevel } from "../names/NameLevel.ts"
import { reasonSentence, resultOfReason, type ReasonCode } from "../facts/reasons.ts"
import type { Ruleset } from "../facts/ruleset.ts"
import type { Limits, Settled } from "./settle.ts"
import { bySight } from "../facts/sight.ts"

export interface Judge extends Limits {
  readonly batch: Batch
  readonly ruleset: Ruleset
  readonly group: Group
  readonly ends: Ends
  /** Of each payment that was asked for: the best score of its open pairs, and how many orders compete for it. */
  readonly competitions: Map<number, Competition>
}

interface Competition {
  readonly top: number
  readonly orders: number
}

/** The candidates of all members of an order: thousands that nothing tells apart ask for the same. */
export const candidatesOf = (slot: Slot, judge: Judge): ReadonlyArray<Ranked> =>
  best(slot, judge.ends.last(slot.place), judge)

export const matched = (
  { movementId, orderId, pair, setSize }: Settled,
  ranked: ReadonlyArray<Ranked>,
  judge: Judge
): Decision => {
  const finding = findingOf(pair, judge)
  const kept = [candidate({ finding, movementId }, "match")]
  for (const other of ranked) {
    if (kept.length >= judge.ruleset.maxCandidates) break
    if (other.movementId !== movementId) kept.push(candidate(other, "runner_up"))
  }
  const code = setSize > 1 ? "matched_equal_set" : matchCode(finding)
  return { orderId, result: "matched", code, reason: reasonSentence(code), candidates: kept, movementId }
}

const matchCode = (finding: Finding): ReasonCode => {
  if (speaks(finding, "reference")) return "matched_reference"
  if (speaks(finding, "tax_id", "account")) return "matched_tax_id"
  if (speaks(finding, "alias_account")) return "matched_alias_account"
  if (speaks(finding, "alias")) return "matched_alias"
  return hasLevel(finding, "same", "same_worn") ? "matched_name" : "matched_contained_name"
}

const speaks = ({ evidence }: Finding, ...kinds: ReadonlyArray<EvidenceKind>): boolean =>
  evidence.some(({ kind, bits }) => kinds.includes(kind) && bits > 0)

const hasLevel = ({ evidence }: Finding, ...levels: ReadonlyArray<NameLevel>): boolean =>
  evidence.some(({ kind, level }) => kind === "name" && level !== undefined && levels.includes(level))

/** An order that no movement is clearly the payment of, and all that nothing tells apart from it. */
export const unsettled = (slot: Slot, judge: Judge): Decision => {
  const orderId = slot.order.facts.id
  const { ends, lead } = judge
  const open = best(slot, ends.lastOpen(slot.place), judge)
  const [first] = open
  if (first === undefined) return notFound(slot, judge)
  const isClose = ({ finding }: Ranked): boolean => first.finding.score - finding.score < lead
  const contenders = countContenders(slot, first.finding, judge)
  if (contenders >= 2 || isContested(first, judge)) {
    const kept = open.map((each) => candidate(each, isClose(each) ? "contender" : "runner_up"))
    return decision(orderId, ambiguityCode(first.finding, contenders, judge), kept)
  }
  const kept = open.map((each) => candidate(each, each.pair === first.pair ? "review" : "runner_up"))
  return withProof(slot, decision(orderId, "not_found_weak", kept), judge)
}

const findingOf = (pair: number, { ends, group }: Judge): Finding => group.findings.at(ends.pairs.findingOf(pair))

/** How many movements are about as good as the order's best. */
const countContenders = (slot: Slot, { score }: Finding, { ends, group, lead }: Judge): number => {
  let count = 0
  for (let at = ends.first(slot.place); at < ends.lastOpen(slot.place); at++) {
    const pair = ends.list[at] ?? 0
    if (score - group.findings.scoreOf(ends.pairs.findingOf(pair)) < lead) count += ends.size(ends.paymentOf(pair))
  }
  return count
}

/** Whether this order and another one compete for the movement. */
const isContested = ({ finding, pair }: Ranked, judge: Judge): boolean => {
  const { orders, top } = competitionFor(judge.ends.paymentOf(pair), judge)
  return orders >= 2 && isCompeting(finding, top, judge)
}

const isCompeting = ({ mayBeOther, score }: Finding, top: number, { lead, threshold }: Limits): boolean =>
  top - score < lead || (score >= threshold && mayBeOther)

const competitionFor = (payment: number, judge: Judge): Competition => {
  const { competitions, ends, group } = judge
  const known = competitions.get(payment)
  if (known !== undefined) return known
  let top = Number.NEGATIVE_INFINITY
  for (let at = ends.first(payment); at < ends.lastOpen(payment); at++) {
    top = Math.max(top, group.findings.scoreOf(ends.pairs.findingOf(ends.list[at] ?? 0)))
  }
  let orders = 0
  for (let at = ends.first(payment); at < ends.lastOpen(payment); at++) {
    const pair = ends.list[at] ?? 0
    if (isCompeting(findingOf(pair, judge), top, judge)) orders += ends.size(ends.orderOf(pair))
  }
  const competition = { top, orders }
  competitions.set(payment, competition)
  return competition
}

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

const ambiguityCode = (found: Finding, contenders: number, { threshold }: Limits): ReasonCode => {
  if (!speaks(found, "reference", "tax_id", "account", "alias", "alias_account")) {
    const crowding = found.evidence.find(({ kind }) => kind === "crowding")?.bits ?? 0
    if (hasLevel(found, "missing")) return "ambiguous_missing_name"
    if (found.score < threshold && found.score - crowding >= threshold) return "ambiguous_crowding"
    if (found.score < threshold || hasLevel(found, ...partialLevels)) return "ambiguous_partial_name"
  }
  return contenders >= 2 ? "ambiguous_movements" : "ambiguous_orders"
}

const notFound = (slot: Slot, judge: Judge): Decision => {
  const orderId = slot.order.facts.id
  const taken = best(slot, judge.ends.last(slot.place), judge).map((each) => candidate(each, "runner_up"))
  if (taken.length > 0) return withProof(slot, decision(orderId, "not_found_paid", taken), judge)
  const { group } = judge
  const nearMiss = slot.nearMiss ?? strangerTo(slot, group)
  if (nearMiss === undefined) return withProof(slot, decision(orderId, failureOf(slot, group), []), judge)
  const { finding, movement } = nearMiss
  const kept = candidate({ finding: group.findings.at(finding), movementId: movement.facts.id }, "near_miss")
  return withProof(slot, decision(orderId, nearMissCode(kept), [kept]), judge)
}

/** The names may agree, where the payment says that it is for another order. */
export const nearMissCode = ({ evidence }: Pick<Candidate, "evidence">): ReasonCode =>
  evidence.some(({ bits, kind }) => kind === "name" && bits > 0) &&
  evidence.some(({ bits, kind }) => kind === "reference" && bits < 0)
    ? "not_found_reference"
    : "not_found_name"

/** "Not found" is said only of days that were read whole, from the order's on. */
const withProof = ({ order }: Slot, found: Decision, { batch }: Judge): Decision => {
  const covered = batch.coverage !== null && batch.coverage.complete && batch.coverage.from <= order.facts.orderDate
  return covered ? found : decision(found.orderId, "skipped_incomplete", found.candidates)
}

export const decision = (orderId: string, code: ReasonCode, kept: ReadonlyArray<Candidate>): Decision => ({
  orderId,
  result: resultOfReason(code),
  code,
  reason: reasonSentence(code),
  candidates: kept
})

interface Kept {
  readonly finding: Finding
  readonly movementId: string
}

/** One movement of a pair. */
interface Ranked extends Kept {
  readonly pair: number
  readonly facts: MovementFacts
}

const candidate = ({ finding, movementId }: Kept, role: CandidateRole): Candidate => ({
  movementId,
  score: finding.score,
  role,
  evidence: finding.evidence
})

/** Of the order's pairs before that place, so many movements, by score, then by what people see. */
const best = (slot: Slot, before: number, judge: Judge): ReadonlyArray<Ranked> => {
  const { ends, group, ruleset } = judge
  const most = ruleset.maxCandidates
  const found: Array<Ranked> = []
  for (const pair of bestPairs(slot, before, judge)) {
    const movement = group.payments[ends.pairs.paymentOf(pair)]
    const finding = findingOf(pair, judge)
    for (const facts of movement?.members.slice(0, most) ?? [])
      found.push({ pair, finding, movementId: facts.id, facts })
  }
  return found.sort((a, b) => b.finding.score - a.finding.score || bySight(a.facts, b.facts)).slice(0, most)
}

/** As many as may be told, by score, then by payment: payments come by what people see. */
const bestPairs = (slot: Slot, before: number, { ends, group, ruleset }: Judge): ReadonlyArray<number> => {
  const found: Array<number> = []
  const scoreOf = (pair: number): number => group.findings.scoreOf(ends.pairs.findingOf(pair))
  const compare = (a: number, b: number): number => scoreOf(b) - scoreOf(a) || ends.paymentOf(a) - ends.paymentOf(b)
  for (let at = ends.first(slot.place); at < before; at++) {
    const pair = ends.list[at] ?? 0
    const last = found[ruleset.maxCandidates - 1]
    if (last !== undefined && compare(pair, last) >= 0) continue
    found.push(pair)
    for (let place = found.length - 1; place > 0 && compare(found[place - 1] ?? 0, pair) > 0; place--) {
      ;[found[place - 1], found[place]] = [pair, found[place - 1] ?? 0]
    }
    found.length = Math.min(found.length, ruleset.maxCandidates)
  }
  return found
}
