/** All pairs of orders and movements that may belong together, scored. */
import type { Evidence } from "./Decision.ts"
import type { Batch, OrderFacts } from "./facts.ts"
import { compareText, groupBy } from "../collections.ts"
import { amountKey, failedGate, moreTelling, windowOf, type GateReason } from "./gates.ts"
import type { Ruleset } from "./ruleset.ts"
import {
  evidenceOf,
  hasEvidenceBesidesName,
  viewMovement,
  viewOrder,
  type MovementView,
  type OrderView
} from "./score.ts"

/** A pair that passes the gates. */
export interface Edge {
  readonly order: OrderView
  readonly movement: MovementView
  readonly evidence: ReadonlyArray<Evidence>
  readonly score: number
}

export interface Field {
  readonly order: OrderView
  /** With a score of 0 or more, best first. */
  readonly edges: ReadonlyArray<Edge>
  /** The best pair with a score below 0. */
  readonly nearMiss: Edge | undefined
  /** The most telling reason of the movements that failed a gate. */
  readonly failure: GateReason
}

interface RawPair {
  readonly order: OrderView
  readonly movement: MovementView
  readonly evidence: ReadonlyArray<Evidence>
  readonly bits: number
}

interface RawField {
  readonly order: OrderView
  readonly pairs: ReadonlyArray<RawPair>
  readonly nearMiss: RawPair | undefined
  readonly failure: GateReason
}

/** One field per order, by order id. */
export const candidateFields = (batch: Batch, ruleset: Ruleset): ReadonlyArray<Field> => {
  const byAmount = groupBy(
    batch.movements.map((facts) => viewMovement(facts, ruleset)).sort(byMovementId),
    (movement) => amountKey(movement.facts)
  )
  const barred = new Set(batch.barredPairs.map(({ orderId, movementId }) => pairKey(orderId, movementId)))
  const crowds = new Map<string, number>()
  const raw = [...batch.orders].sort(byOrderId).map((facts) => {
    const order = viewOrder(facts)
    return rawField(order, byAmount.get(amountKey(facts)) ?? [], barred, crowds, ruleset)
  })
  return raw.map(({ order, pairs, nearMiss, failure }) => {
    const scored = pairs.map((pair) => withCrowding(pair, crowds)).sort(byScore)
    const negative = [...scored.filter(({ score }) => score < 0), ...(nearMiss ? [withCrowding(nearMiss, crowds)] : [])]
    return { order, edges: scored.filter(({ score }) => score >= 0), nearMiss: negative.sort(byScore)[0], failure }
  })
}

/** The pairs of one order; counts each movement's candidacy for an open order in `crowds`. */
const rawField = (
  order: OrderView,
  movements: ReadonlyArray<MovementView>,
  barred: ReadonlySet<string>,
  crowds: Map<string, number>,
  ruleset: Ruleset
): RawField => {
  const window = windowOf(order.facts, ruleset)
  const pairs: Array<RawPair> = []
  let nearMiss: RawPair | undefined
  let failure: GateReason = "not_found_amount"
  for (const movement of movements) {
    const isBarred = barred.size > 0 && barred.has(pairKey(order.facts.id, movement.facts.id))
    const failed = failedGate(order.facts, window, movement.facts, isBarred)
    if (failed !== undefined) {
      failure = moreTelling(failure, failed)
      continue
    }
    const evidence = evidenceOf(order, movement, ruleset)
    if (movement.name.tokens.length === 0 && !hasEvidenceBesidesName(evidence)) {
      failure = moreTelling(failure, "not_found_nameless")
      continue
    }
    if (order.facts.state === "open") crowds.set(movement.facts.id, (crowds.get(movement.facts.id) ?? 0) + 1)
    const bits = evidence.reduce((sum, term) => sum + term.bits, 0)
    const pair = { order, movement, evidence, bits }
    if (bits >= 0) pairs.push(pair)
    else if (nearMiss === undefined || bits > nearMiss.bits) nearMiss = pair
  }
  return { order, pairs, nearMiss, failure }
}

/** The more open orders a movement could pay, the less it says that it could pay this one: −log2 of their number. */
const withCrowding = ({ order, movement, evidence, bits }: RawPair, crowds: ReadonlyMap<string, number>): Edge => {
  const crowd = crowds.get(movement.facts.id) ?? 1
  const cost = Math.round(Math.log2(crowd) * 1_000) / 1_000
  const all = crowd === 1 ? evidence : [...evidence, { kind: "crowding", bits: -cost } as const]
  return { order, movement, evidence: all, score: Math.round((bits - cost) * 1_000) / 1_000 }
}

const pairKey = (orderId: string, movementId: string): string => `${orderId} ${movementId}`

const byOrderId = (a: OrderFacts, b: OrderFacts): number => compareText(a.id, b.id)
const byMovementId = (a: MovementView, b: MovementView): number => compareText(a.facts.id, b.facts.id)
const byScore = (a: Edge, b: Edge): number => b.score - a.score || byMovementId(a.movement, b.movement)
