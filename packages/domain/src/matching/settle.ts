/**
 * Who pays whom, for sure: orders and movements that are each other's best by a clear lead. Equal orders and equal
 * movements are looked at together: where there are as many of one as of the other, they pair in order of time, for any
 * pairing is right.
 */
import { compareText } from "../collections.ts"
import type { Steps } from "../steps.ts"
import type { Edge } from "./Edge.ts"
import { connect, type End, type Link, type Member, piece } from "./links.ts"
import { agreesInName, hasEvidenceBesidesName, isDoubtful, mayBeOnesOther } from "./score.ts"

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
 * that a round settles is settled at once, so the order of the pairs does not matter. A round looks only at what the one
 * before has changed.
 */
export function* settle(edges: Iterable<Edge>, limits: Limits): Steps<Settlement> {
  const { ends, links } = yield* connect(edges)
  const settled: Array<Settled> = []
  let changed: Iterable<End> = ends
  for (;;) {
    const round = yield* settleRound(changed, limits)
    if (round.length === 0) return { settled, open: yield* openEdges(links) }
    for (const { pairs } of round) for (const pair of pairs) settled.push(pair)
    changed = yield* close(round.flatMap((set) => [...set.links]))
  }
}

/** A set whose orders and movements are all settled, by these links. */
interface SettledSet {
  readonly pairs: ReadonlyArray<Settled>
  readonly links: ReadonlySet<Link>
}

function* settleRound(changed: Iterable<End>, limits: Limits): Steps<ReadonlyArray<SettledSet>> {
  const round: Array<SettledSet> = []
  const looked = new Map<End, Set<number>>()
  let work = 0
  for (const end of changed) {
    work += 1 + end.links.length
    if (work >= piece) {
      work = 0
      yield
    }
    const start = bestOf(end)
    // A set that settles has the best pair of each of its orders and movements in it.
    if (start !== undefined && start.edge.score >= limits.threshold) {
      const movements = isAlone(start) ? alone : start.movement.class()
      if (looked.get(start.order)?.has(movements) !== true) {
        const set = isAlone(start) ? single(start) : yield* equalSet(start)
        for (const order of set.orders) looked.set(order, (looked.get(order) ?? new Set()).add(movements))
        const settled = yield* clearPairs(set, limits)
        if (settled !== undefined) round.push(settled)
      }
    }
  }
  return round
}

function* openEdges(links: ReadonlyArray<Link>): Steps<ReadonlyArray<Edge>> {
  const open: Array<Edge> = []
  for (const [index, link] of links.entries()) {
    if (!isClosed(link)) open.push(link.edge)
    if (index % piece === piece - 1) yield
  }
  return open
}

const bestOf = ({ links }: End): Link | undefined => {
  let best: Link | undefined
  for (const link of links) if (best === undefined || link.edge.score > best.edge.score) best = link
  return best
}

/** Equal orders and equal movements. */
interface EqualSet {
  readonly orders: ReadonlySet<End>
  readonly movements: ReadonlySet<End>
}

/** Both have no other pair: most are so, and need no look at what makes them equal to others. */
const isAlone = ({ movement, order }: Link): boolean => hasOnePair(order) && hasOnePair(movement)
const hasOnePair = ({ links, members }: End): boolean => links.length === 1 && members.length === 1
const alone = -1

const single = ({ movement, order }: Link): EqualSet => ({ orders: new Set([order]), movements: new Set([movement]) })

/** Those that are connected with this pair, which is one of them. */
function* equalSet(start: Link): Steps<EqualSet> {
  const [orderClass, movementClass] = [start.order.class(), start.movement.class()]
  const [orders, movements] = [new Set([start.order]), new Set<End>()]
  // Both grow while they are walked through.
  for (const order of orders) {
    for (const { movement } of order.links) {
      if (movements.has(movement) || movement.class() !== movementClass) continue
      movements.add(movement)
      for (const { order: other } of movement.links) if (other.class() === orderClass) orders.add(other)
    }
    if (order.links.length > 1) yield
  }
  return { orders, movements }
}

/** The first order with the first movement, and so on; undefined if a set isn't even, or isn't clearly ahead. */
function* clearPairs(set: EqualSet, limits: Limits): Steps<SettledSet | undefined> {
  const [orders, movements] = [inTime(set.orders), inTime(set.movements)]
  if (orders.length !== movements.length) return undefined
  const isClear = ({ edge, movement, order }: Link): boolean =>
    edge.score >= limits.threshold &&
    !isDoubtful(edge.evidence) &&
    bestOutside(order, set) <= edge.score - limits.lead &&
    bestOutside(movement, set) <= edge.score - limits.lead &&
    !isOnesOther(edge, movement, set, limits)
  const pairs: Array<Settled> = []
  const links = new Set<Link>()
  let latest: Link | undefined
  for (const [index, { end, member }] of orders.entries()) {
    const movement = movements[index]
    const link = latest?.order === end && latest.movement === movement?.end ? latest : linkBetween(end, movement?.end)
    if (movement === undefined || link === undefined || (!links.has(link) && !isClear(link))) return undefined
    if (!links.has(link) && end.links.length > 1) yield
    if (index % piece === piece - 1) yield
    latest = link
    links.add(link)
    pairs.push({ edge: link.edge, orderId: member.id, movementId: movement.member.id, setSize: orders.length })
  }
  return { pairs, links }
}

const linkBetween = (order: End, movement: End | undefined): Link | undefined =>
  order.links.find((link) => link.movement === movement)

interface Timed {
  readonly end: End
  readonly member: Member
}

const inTime = (ends: Iterable<End>): ReadonlyArray<Timed> => {
  const all: Array<Timed> = []
  for (const end of ends) for (const member of end.members) all.push({ end, member })
  return all.sort(byTime)
}

/** The payer may have another order, and it is that one: unless that one has another payment to wait for. */
const isOnesOther = (edge: Edge, movement: End, { movements, orders }: EqualSet, { threshold }: Limits): boolean =>
  !hasEvidenceBesidesName(edge.evidence) &&
  movement.links.some(
    ({ edge: other, order }) =>
      !orders.has(order) &&
      other.score >= threshold &&
      mayBeOnesOther(other.evidence) &&
      !order.links.some(
        (link) => !movements.has(link.movement) && link.edge.score >= threshold && agreesInName(link.edge.evidence)
      )
  )

/** The best score of the end's pairs with others than these. */
const bestOutside = (end: End, { movements, orders }: EqualSet): number => {
  let best = Number.NEGATIVE_INFINITY
  for (const { edge, movement, order } of end.links) {
    if (edge.score > best && !(movements.has(movement) && orders.has(order))) best = edge.score
  }
  return best
}

const byTime = ({ member: a }: Timed, { member: b }: Timed): number =>
  compareText(a.day, b.day) || a.instant - b.instant || compareText(a.id, b.id)

const isClosed = ({ movement, order }: Link): boolean => order.closed || movement.closed

/** Takes the pairs' ends out. Answers the ends that this changes something for. */
function* close(pairs: ReadonlyArray<Link>): Steps<Iterable<End>> {
  for (const { movement, order } of pairs) {
    order.closed = true
    movement.closed = true
  }
  const touched = new Set<End>()
  for (const { movement, order } of pairs) {
    for (const link of order.links) if (!link.movement.closed) touched.add(link.movement)
    for (const link of movement.links) if (!link.order.closed) touched.add(link.order)
    if (order.links.length + movement.links.length > 2) yield
  }
  const changed = new Set(touched)
  for (const end of touched) {
    end.links = end.links.filter((link) => !isClosed(link))
    yield
    if (!end.classChanged()) continue
    // Sets that it was in, or is in now, are others.
    for (const { movement, order } of end.links) changed.add(end.side === "order" ? movement : order)
  }
  return changed
}
