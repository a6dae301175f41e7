/**
 * Orders that no payment of their own amount is plausible for, beside what their payers have paid: a sum of several orders,
 * an order in several payments, a little less or more. It is told as ambiguous, with the difference, and never counts as paid;
 * but for what a bank keeps as its fee, where the account's owner tolerates one.
 */
import { formatDecimal } from "../../Money.ts"
import { compareText, groupBy } from "../../collections.ts"
import { sorted, type Steps } from "../../steps.ts"
import { beyondOne, isOfPayer, type BeyondOne } from "./beyondOne.ts"
import { costOf } from "../score/crowding.ts"
import type { Candidate, Decision, Evidence } from "../facts/Decision.ts"
import type { Batch, MovementFacts, OrderFacts } from "../facts/facts.ts"
import { isPayment, isWithin, windowOf, type Window } from "../facts/gates.ts"
import { Barred } from "../facts/Barred.ts"
import { decision } from "./judge.ts"
import { indexOrders, type OrderIndex } from "../candidates/orderIndex.ts"
import { piece } from "../pieces.ts"
import type { ReasonCode } from "../facts/reasons.ts"
import { currentRuleset, presets, type Preset } from "../facts/ruleset.ts"
import { restsOnTaughtAccount } from "../score/evidence.ts"
import { evidenceOf, referenceSaid } from "../score/score.ts"
import { viewMovement, viewOrder, type MovementView, type OrderView } from "../score/views.ts"
import { byId, bySight } from "../facts/sight.ts"

export interface OtherAmounts {
  /** The open orders of the account, each once. */
  readonly orders: ReadonlyArray<OrderFacts>
  /** Its free payments: none pays an order, or may pay one of its own amount. */
  readonly credits: ReadonlyArray<MovementFacts>
  readonly barredPairs: Batch["barredPairs"]
  readonly preset: Preset
  /**
   * Payments that were first known later wait: an order of their own amount may still be listed. Those known for longer than
   * an order may be later than its payment (`knownBeforeMillis`) are none of an order to come.
   */
  readonly knownUntil: number
  /** How much less than its amount a payment of the order may be, in minor units. */
  readonly tolerated: (order: OrderFacts) => bigint
}

/** An order and a payment of its payer, of whatever amount. */
interface Tie {
  readonly order: OrderView
  readonly movement: MovementView
  readonly evidence: ReadonlyArray<Evidence>
  readonly score: number
}

/** Beside more open orders of its payer a payment says nothing of any. */
const mostOrders = 12
/** What has a difference is told of as many orders at most: sums are sooner meant. */
const mostPartly = 5

/** Which of the orders these payments may have to do with. */
export function* ordersOfPayers(facts: OtherAmounts): Steps<ReadonlyArray<string>> {
  const ties = yield* tiesOf(facts)
  return [...new Set(ties.map(({ order }) => order.facts.id))]
}

/** One decision for each order that there is something to say of, sorted by order id. */
export function* decidingOtherAmounts(facts: OtherAmounts): Steps<ReadonlyArray<Decision>> {
  const ties = yield* tiesOf(facts)
  const byMovement = groupBy(ties, ({ movement }) => movement.facts.id)
  const explained: Array<Explained> = []
  for (const own of groupBy(ties, ({ order }) => order.facts.id).values()) {
    const found = explain(own, byMovement, facts.barredPairs)
    if (found !== undefined) explained.push(found)
    yield
  }
  const summed = movementsOf(explained, (kind) => kind !== "partial")
  const said = explained.flatMap((each) => withoutPartsOfSums(each, new Set(summed)))
  const partial = movementsOf(said, (kind) => kind === "partial")
  const wantedBy = (movementId: string) => partial.filter((id) => id === movementId).length
  return said
    .map((each) => decisionOf(each, facts.tolerated(each.order), wantedBy))
    .sort((a, b) => compareText(a.orderId, b.orderId))
}

/** What there is to say of an order, and the payments that it may be about. */
interface Explained {
  readonly order: OrderFacts
  readonly found: readonly [BeyondOne, ...Array<BeyondOne>]
  readonly ties: ReadonlyArray<Tie>
}

/** Once for each order. */
const movementsOf = (
  explained: ReadonlyArray<Explained>,
  isKind: (kind: BeyondOne["kind"]) => boolean
): ReadonlyArray<string> =>
  explained.flatMap(({ found }) => [
    ...new Set(found.flatMap(({ kind, movementIds }) => (isKind(kind) ? movementIds : [])))
  ])

/** A payment that is part of a sum is not told as an order's partial payment, too. */
const withoutPartsOfSums = ({ found, ...rest }: Explained, summed: ReadonlySet<string>): ReadonlyArray<Explained> => {
  const [first, ...others] = found.filter(
    ({ kind, movementIds }) => kind !== "partial" || !movementIds.some((id) => summed.has(id))
  )
  return first === undefined ? [] : [{ ...rest, found: [first, ...others] }]
}

interface Read {
  readonly views: ReadonlyArray<OrderView>
  readonly windows: ReadonlyArray<Window>
  readonly index: OrderIndex
}

/** Who may have to do with a payment is asked first, and then what there is to say: the orders are read once for both. */
const reads = new WeakMap<ReadonlyArray<OrderFacts>, Read>()

function* read(orders: ReadonlyArray<OrderFacts>): Steps<Read> {
  const known = reads.get(orders)
  if (known !== undefined) return known
  const views: Array<OrderView> = []
  for (const [at, order] of (yield* sorted(orders, byId)).entries()) {
    if (order.state === "open") views.push(viewOrder(order))
    if (at % piece === piece - 1) yield
  }
  const index = yield* indexOrders(views)
  const found = { views, windows: views.map(({ facts }) => windowOf(facts, currentRuleset)), index }
  reads.set(orders, found)
  return found
}

/** Every pair of one payer, in time, that nobody has separated; none of payments that an order of their amount waits for. */
function* tiesOf({ barredPairs, credits, knownUntil, orders, preset }: OtherAmounts): Steps<ReadonlyArray<Tie>> {
  const { index, views, windows } = yield* read(orders)
  const barred = new Barred(barredPairs)
  const ties: Array<Tie> = []
  for (const facts of [...credits].sort(bySight)) {
    if (!isPayment(facts) || facts.paysOrder !== undefined || facts.firstKnownAt > knownUntil) continue
    const movement = viewMovement(facts, currentRuleset)
    const places = new Set(index.agreements(movement).flatMap(({ orders: found }) => found))
    const own: Array<Omit<Tie, "score">> = []
    for (const place of places) {
      const [order, window] = [views[place], windows[place]]
      if (order === undefined || window === undefined || order.facts.currency !== facts.currency) continue
      if (!isWithin(window, facts)) continue
      const evidence = evidenceOf(order, movement, currentRuleset)
      if (isOfPayer(evidence)) own.push({ order, movement, evidence })
    }
    yield
    if (own.some(({ order }) => order.facts.amountMinor === facts.amountMinor)) continue
    const named = own.filter(
      ({ order }) => order.referenceForm === "strong" && referenceSaid(order, movement) === "strong"
    )
    const meant = named.length > 0 ? named : own
    if (meant.length > mostOrders) continue
    const cost = costOf(meant.length)
    for (const tie of meant) {
      const score = tie.evidence.reduce((sum, { bits }) => sum + bits, -cost)
      const isBarred = barred.isPair(tie.order.facts.id, facts.id)
      if (!isBarred && score >= presets[preset].threshold) ties.push({ ...tie, score })
    }
  }
  return ties
}

const explain = (
  own: ReadonlyArray<Tie>,
  byMovement: ReadonlyMap<string, ReadonlyArray<Tie>>,
  barredPairs: Batch["barredPairs"]
): Explained | undefined => {
  const [tie] = own
  if (tie === undefined) return undefined
  const tiedTo = (movementId: string) => byMovement.get(movementId) ?? []
  const others = own.flatMap(({ movement }) => tiedTo(movement.facts.id)).map(({ order }) => order.facts)
  const [first, ...more] = beyondOne(
    tie.order.facts,
    [...new Map(others.map((order) => [order.id, order])).values()].sort(byId),
    own.map(({ movement }) => movement.facts),
    barredPairs
  ).filter(({ kind, movementIds }) => kind !== "partial" || movementIds.every((id) => tiedTo(id).length <= mostPartly))
  return first === undefined ? undefined : { order: tie.order.facts, found: [first, ...more], ties: own }
}

const codes: Readonly<Record<BeyondOne["kind"], ReasonCode>> = {
  one_for_several: "ambiguous_sum",
  several_for_one: "ambiguous_parts",
  partial: "ambiguous_partial"
}

const decisionOf = (
  explained: Explained,
  tolerated: bigint,
  ordersThatWant: (movementId: string) => number
): Decision => {
  const { found, order, ties } = explained
  // Who pays by a confirmed account under another name may pay for somebody else, too: an amount that isn't the order's decides it.
  const isSure = (id: string) =>
    ties.some(({ evidence, movement }) => movement.facts.id === id && !restsOnTaughtAccount(evidence))
  const [fee, ...more] = found.filter(({ differenceMinor }) => isFee(differenceMinor, tolerated))
  const paying = more.length === 0 && found.every(({ kind }) => kind === "partial") ? fee?.movementIds[0] : undefined
  if (paying === undefined || !isSure(paying) || ordersThatWant(paying) > 1) {
    return decision(
      order.id,
      codes[found[0].kind],
      candidatesOf(explained, () => "contender")
    )
  }
  const role = ({ movement }: Tie) => (movement.facts.id === paying ? "match" : "runner_up")
  const candidates = candidatesOf({ ...explained, ties: [...ties].sort((a) => (role(a) === "match" ? -1 : 1)) }, role)
  return { ...decision(order.id, "matched_less_fee", candidates), movementId: paying }
}

const candidatesOf = (
  { found, ties }: Explained,
  roleOf: (tie: Tie) => Candidate["role"]
): ReadonlyArray<Candidate> => {
  const ids = new Set(found.flatMap(({ movementIds }) => movementIds))
  return ties.filter(({ movement }) => ids.has(movement.facts.id)).map((tie) => candidateOf(tie, roleOf(tie)))
}

const isFee = (differenceMinor: bigint, most: bigint): boolean => differenceMinor < 0n && -differenceMinor <= most

const candidateOf = ({ evidence, movement, order, score }: Tie, role: Candidate["role"]): Candidate => ({
  movementId: movement.facts.id,
  score: Math.round(score * 1_000) / 1_000,
  role,
  evidence: [
    ...evidence,
    {
      kind: "amount",
      bits: 0,
      difference: formatDecimal(movement.facts.amountMinor - order.facts.amountMinor, order.facts.currency)
    }
  ]
})
