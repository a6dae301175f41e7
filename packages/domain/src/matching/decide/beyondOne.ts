/**
 * What one order and one payment don't explain: a payment for several orders of one payer, an order in several payments, a
 * payment of a little less or more. Never counted as paid by itself: it is for a person to see.
 */
import type { Evidence } from "../facts/Decision.ts"
import type { Batch, MovementFacts, OrderFacts } from "../facts/facts.ts"
import { Barred } from "../facts/Barred.ts"
import { currentRuleset } from "../facts/ruleset.ts"
import { agreesInName, hasEvidenceBesidesName, isDoubtful } from "../score/evidence.ts"
import { evidenceOf } from "../score/score.ts"
import { viewMovement, viewOrder, type MovementView, type OrderView } from "../score/views.ts"
import { sumsTo } from "./sums.ts"

export interface BeyondOne {
  readonly kind: "one_for_several" | "several_for_one" | "partial"
  readonly movementIds: ReadonlyArray<string>
  /** The order that was asked for comes first. */
  readonly orderIds: ReadonlyArray<string>
  /** What came, less what these orders cost: below 0 is too little. */
  readonly differenceMinor: bigint
}

/** Orders and payments of one payer that are looked at together: more would be a merchant's own clearing. */
const mostOfOnePayer = 12
const mostTogether = 5
const mostPartials = 3

/** Whether a payment may be an order's. */
type PaysFor = (order: OrderView, movement: MovementView) => boolean

/**
 * `others` are further open orders of the account, `credits` its free payments: all booked, none set aside, none that pays
 * an order. Sums must be exact; of several that are, those of the fewest parts are told. A pair that a person has separated
 * is part of nothing.
 */
export const beyondOne = (
  order: OrderFacts,
  others: ReadonlyArray<OrderFacts>,
  credits: ReadonlyArray<MovementFacts>,
  barredPairs: Batch["barredPairs"] = []
): ReadonlyArray<BeyondOne> => {
  const barred = new Barred(barredPairs)
  const paysFor: PaysFor = (one, movement) =>
    !barred.isPair(one.facts.id, movement.facts.id) && isOfPayer(evidenceOf(one, movement, currentRuleset))
  const asked = viewOrder(order)
  const paying = credits
    .filter(({ amountMinor, currency }) => amountMinor > 0n && currency === order.currency)
    .map((credit) => viewMovement(credit, currentRuleset))
    .filter((credit) => paysFor(asked, credit))
  const open = others
    .filter(({ currency, id }) => currency === order.currency && id !== order.id)
    .map((other) => viewOrder(other))
  const sums = [...oneForSeveral(asked, open, paying, paysFor), ...severalForOne(asked, paying)]
  const explained = new Set(sums.flatMap(({ movementIds }) => movementIds))
  const isAnothers = (movement: MovementView) =>
    open.some((other) => other.facts.amountMinor === movement.facts.amountMinor && paysFor(other, movement))
  return [
    ...sums,
    ...partial(
      asked,
      paying.filter((movement) => !explained.has(movement.facts.id) && !isAnothers(movement))
    )
  ]
}

/** The names agree as far as both are given, or a reference or an identifier says so. */
export const isOfPayer = (evidence: ReadonlyArray<Evidence>): boolean =>
  evidence.reduce((sum, { bits }) => sum + bits, 0) > 0 &&
  !isDoubtful(evidence) &&
  (agreesInName(evidence) || hasEvidenceBesidesName(evidence))

const oneForSeveral = (
  asked: OrderView,
  open: ReadonlyArray<OrderView>,
  paying: ReadonlyArray<MovementView>,
  paysFor: PaysFor
): ReadonlyArray<BeyondOne> =>
  paying.flatMap((movement) => {
    const rest = movement.facts.amountMinor - asked.facts.amountMinor
    const ofPayer = open
      .filter((other) => other.facts.amountMinor <= rest && paysFor(other, movement))
      .slice(0, mostOfOnePayer)
    const found = sumsTo(ofPayer, ({ facts }) => facts.amountMinor, rest, mostTogether - 1)
    return found === undefined
      ? []
      : [
          {
            kind: "one_for_several" as const,
            movementIds: [movement.facts.id],
            orderIds: [asked, ...found].map(({ facts }) => facts.id),
            differenceMinor: 0n
          }
        ]
  })

const severalForOne = (asked: OrderView, paying: ReadonlyArray<MovementView>): ReadonlyArray<BeyondOne> => {
  const { amountMinor, id } = asked.facts
  const parts = paying.filter(({ facts }) => facts.amountMinor < amountMinor).slice(0, mostOfOnePayer)
  const found = sumsTo(parts, ({ facts }) => facts.amountMinor, amountMinor, mostTogether)
  return found === undefined
    ? []
    : [
        {
          kind: "several_for_one",
          movementIds: found.map(({ facts }) => facts.id),
          orderIds: [id],
          differenceMinor: 0n
        }
      ]
}

/** Payments of another amount, of those that nothing else explains; the nearest first. */
const partial = (asked: OrderView, unexplained: ReadonlyArray<MovementView>): ReadonlyArray<BeyondOne> =>
  unexplained
    .filter((movement) => movement.facts.amountMinor !== asked.facts.amountMinor && isNear(asked, movement))
    .map(({ facts }) => ({
      kind: "partial" as const,
      movementIds: [facts.id],
      orderIds: [asked.facts.id],
      differenceMinor: facts.amountMinor - asked.facts.amountMinor
    }))
    .sort((a, b) => Number(magnitude(a.differenceMinor) - magnitude(b.differenceMinor)))
    .slice(0, mostPartials)

const magnitude = (minor: bigint): bigint => (minor < 0n ? -minor : minor)

/** At least half of the order, and at most twice: anything else is sooner for something else. */
const isNear = (
  { facts: { amountMinor: wanted } }: OrderView,
  { facts: { amountMinor: came } }: MovementView
): boolean => 2n * came >= wanted && came <= 2n * wanted
