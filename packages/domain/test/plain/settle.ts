/**
 * Who pays whom, for sure: orders and movements that are each other's best by a clear lead. Equal orders and equal
 * movements are looked at together: where there are as many of one as of the other, they pair in order of time, for any
 * pairing is right.
 */
import { compareText, connectedParts, groupBy } from "../../src/collections.ts"
import type { Edge } from "./Edge.ts"
import type { MovementFacts, OrderFacts } from "../../src/matching/facts/facts.ts"
import { agreesInName, isDoubtful, isMarked, mayBeOnesOther, pointsAtOrder } from "../../src/matching/score/evidence.ts"

export interface Settled {
  readonly edge: Edge
  readonly orderId: string
  readonly movementId: string
  /** How many equal orders were paired with as many equal movements. */
  readonly setSize: number
}

export interface Settlement {
  readonly settled: ReadonlyArray<Settled>
  /** The pairs between orders and movements that are still free. */
  readonly open: ReadonlyArray<Edge>
}

interface Limits {
  readonly threshold: number
  readonly lead: number
}

/**
 * Settles in rounds: once a movement has its order, the orders that it could have paid too are judged without it. All
 * that a round settles is settled at once, so the order of the pairs does not matter.
 */
export const settle = (edges: ReadonlyArray<Edge>, limits: Limits): Settlement => {
  const settled: Array<Settled> = []
  let open = edges
  for (;;) {
    const round = settleRound(open, limits)
    if (round.length === 0) return { settled, open }
    settled.push(...round)
    const orders = new Set(round.map(({ edge }) => edge.order.facts.id))
    const movements = new Set(round.map(({ edge }) => edge.movement.facts.id))
    open = open.filter(({ order, movement }) => !orders.has(order.facts.id) && !movements.has(movement.facts.id))
  }
}

const settleRound = (open: ReadonlyArray<Edge>, limits: Limits): ReadonlyArray<Settled> => {
  const byOrder = groupBy(open, ({ order }) => order.facts.id)
  const byMovement = groupBy(open, ({ movement }) => movement.facts.id)
  return equalSets(open, byOrder, byMovement).flatMap((set) => {
    const pairs = pairInTime(set)
    const orders = new Set(set.map(({ order }) => order.facts.id))
    const movements = new Set(set.map(({ movement }) => movement.facts.id))
    const isAwaited = (other: Edge) =>
      (byOrder.get(other.order.facts.id) ?? []).some(
        (link) =>
          !movements.has(link.movement.facts.id) && link.score >= limits.threshold && agreesInName(link.evidence)
      )
    const isOnesOther = (edge: Edge) =>
      !pointsAtOrder(edge.evidence) &&
      (byMovement.get(edge.movement.facts.id) ?? []).some(
        (other) =>
          !orders.has(other.order.facts.id) &&
          other.score >= limits.threshold &&
          mayBeOnesOther(other.evidence) &&
          !isAwaited(other)
      )
    const clear = (edge: Edge) =>
      edge.score >= limits.threshold &&
      !isDoubtful(edge.evidence) &&
      best(byOrder.get(edge.order.facts.id), (other) => !movements.has(other.movement.facts.id)) <=
        edge.score - limits.lead &&
      best(byMovement.get(edge.movement.facts.id), (other) => !orders.has(other.order.facts.id)) <=
        edge.score - limits.lead &&
      !isOnesOther(edge)
    return pairs !== undefined && pairs.every(clear)
      ? pairs.map((edge) => ({
          edge,
          orderId: edge.order.facts.id,
          movementId: edge.movement.facts.id,
          setSize: pairs.length
        }))
      : []
  })
}

const best = (edges: ReadonlyArray<Edge> | undefined, counts: (edge: Edge) => boolean): number =>
  (edges ?? []).reduce((score, edge) => (counts(edge) ? Math.max(score, edge.score) : score), Number.NEGATIVE_INFINITY)

type Edges = ReadonlyMap<string, ReadonlyArray<Edge>>

/** The pairs between equal orders and equal movements, as far as they are connected. */
const equalSets = (
  open: ReadonlyArray<Edge>,
  byOrder: Edges,
  byMovement: Edges
): ReadonlyArray<ReadonlyArray<Edge>> => {
  const orderClasses = mapValues(byOrder, (edges) => orderClass(edges))
  const movementClasses = mapValues(byMovement, (edges) => movementClass(edges))
  const classed = groupBy(
    open,
    ({ order, movement }) => `${orderClasses.get(order.facts.id)} / ${movementClasses.get(movement.facts.id)}`
  )
  return [...classed.values()].flatMap((edges) =>
    connectedParts(
      edges,
      ({ order }) => order.facts.id,
      ({ movement }) => movement.facts.id
    )
  )
}

/** Equal for orders that nothing tells apart: neither their payer nor what the movements say of them. */
const orderClass = (edges: ReadonlyArray<Edge>): string => {
  const [first] = edges
  if (first === undefined) return ""
  const { facts, name, aliases, refusedNames, taxId, account, confirmedAccounts, refusedAccounts } = first.order
  return JSON.stringify([
    facts.currency,
    String(facts.amountMinor),
    name.key,
    aliases.map(({ key }) => key).sort(),
    refusedNames.map(({ key }) => key).sort(),
    taxId?.squeezed,
    account?.squeezed,
    confirmedAccounts.map(({ text }) => text).sort(),
    refusedAccounts.map(({ text }) => text).sort(),
    marks(edges, ({ movement }) => movement.facts.id)
  ])
}

/** Equal for movements that nothing tells apart. */
const movementClass = (edges: ReadonlyArray<Edge>): string => {
  const [first] = edges
  if (first === undefined) return ""
  const { facts, name, taxId } = first.movement
  return JSON.stringify([
    facts.currency,
    String(facts.amountMinor),
    name.key,
    taxId,
    marks(edges, ({ order }) => order.facts.id)
  ])
}

/** Which pairs have evidence other than a name: a reference tells equal payments apart. */
const marks = (edges: ReadonlyArray<Edge>, otherSide: (edge: Edge) => string): ReadonlyArray<string> =>
  edges
    .filter(({ evidence }) => isMarked(evidence))
    .map(otherSide)
    .sort()

/** The first order with the first movement, and so on; undefined if their numbers differ or a pair is no candidate. */
const pairInTime = (set: ReadonlyArray<Edge>): ReadonlyArray<Edge> | undefined => {
  const orders = [...groupBy(set, ({ order }) => order.facts.id).values()].sort(byOrderTime)
  const movements = [...groupBy(set, ({ movement }) => movement.facts.id).values()].sort(byMovementTime)
  if (orders.length !== movements.length) return undefined
  const pairs = orders.flatMap((edges, index) => {
    const movement = movements[index]?.[0]?.movement.facts.id
    return edges.filter((edge) => edge.movement.facts.id === movement)
  })
  return pairs.length === orders.length ? pairs : undefined
}

type Group = ReadonlyArray<Edge>

const byOrderTime = (a: Group, b: Group): number => compareFirst(a, b, (edge) => edge.order.facts, orderTime)
const byMovementTime = (a: Group, b: Group): number => compareFirst(a, b, (edge) => edge.movement.facts, movementTime)

type Time = readonly [day: string, instant: number, name: string, said: string]

const orderTime = ({ existsFrom, name, orderDate, reference }: OrderFacts): Time => [
  orderDate,
  existsFrom ?? 0,
  name,
  reference ?? ""
]
const movementTime = ({ bookedDate, firstKnownAt, senderName, text }: MovementFacts): Time => [
  bookedDate,
  firstKnownAt,
  senderName,
  text
]

const compareFirst = <Facts extends { readonly id: string }>(
  a: Group,
  b: Group,
  factsOf: (edge: Edge) => Facts,
  timeOf: (facts: Facts) => Time
): number => {
  const [first, second] = [a[0], b[0]].map((edge) => edge && factsOf(edge))
  if (first === undefined || second === undefined) return 0
  const [firstTime, secondTime] = [timeOf(first), timeOf(second)]
  return (
    compareText(firstTime[0], secondTime[0]) ||
    firstTime[1] - secondTime[1] ||
    compareText(firstTime[2], secondTime[2]) ||
    compareText(firstTime[3], secondTime[3]) ||
    compareText(first.id, second.id)
  )
}

const mapValues = <Value, Result>(
  map: ReadonlyMap<string, Value>,
  change: (value: Value) => Result
): ReadonlyMap<string, Result> => new Map([...map].map(([key, value]) => [key, change(value)]))
