/**
 * Who pays whom, for sure: orders and movements that are each other's best by a clear lead. Equal orders and equal
 * movements are looked at together: where there are as many of one as of the other, they pair in order of time, for any
 * pairing is right.
 */
import { compareText } from "../../collections.ts"
import { sorted, type Steps } from "../../steps.ts"
import { type Ends, type Member, openPairs } from "../candidates/ends.ts"
import { type EqualSet, EqualSets } from "../candidates/equalSets.ts"
import type { Finding, Findings } from "../score/findings.ts"
import { largePiece, piece } from "../pieces.ts"

export interface Settled {
  readonly pair: number
  readonly orderId: string
  readonly movementId: string
  /** How many equal orders were paired with as many equal movements. */
  readonly setSize: number
}

export interface Limits {
  readonly threshold: number
  readonly lead: number
}

/**
 * Settles in rounds: once a movement has its order, the orders that it could have paid too are judged without it. All
 * that a round settles is settled at once, so the order of the pairs does not matter. A round looks only at what the one
 * before has changed. What is left is open in `ends`.
 */
export function* settle(ends: Ends, findings: Findings, limits: Limits): Steps<ReadonlyArray<Settled>> {
  const settled: Array<Settled> = []
  const sets = new EqualSets(ends)
  let changed: Iterable<number> = Array(ends.count).keys()
  for (;;) {
    const round = yield* settleRound(changed, { ends, findings, limits, sets })
    if (round.length === 0) return settled
    for (const { pairs } of round) for (const pair of pairs) settled.push(pair)
    changed = yield* close(round.flatMap(linksOf), ends)
  }
}

interface Rules {
  readonly ends: Ends
  readonly findings: Findings
  readonly limits: Limits
  readonly sets: EqualSets
}

/** A set whose orders and movements are all settled, by these of its pairs. */
interface SettledSet {
  readonly pairs: ReadonlyArray<Settled>
  readonly links: ReadonlySet<number>
}

const linksOf = ({ links }: SettledSet): ReadonlyArray<number> => [...links]

function* settleRound(changed: Iterable<number>, rules: Rules): Steps<ReadonlyArray<SettledSet>> {
  const { ends, findings, limits, sets } = rules
  const round: Array<SettledSet> = []
  const looked = new Map<number, Set<number>>()
  let work = 0
  for (const end of changed) {
    work += piece + openPairs(end, ends)
    if (work >= largePiece) {
      work = 0
      yield
    }
    const start = bestOf(end, rules)
    // A set that settles has the best pair of each of its orders and movements in it.
    if (start === undefined || findings.scoreOf(ends.pairs.findingOf(start)) < limits.threshold) continue
    const isAlone = hasOnePair(ends.orderOf(start), ends) && hasOnePair(ends.paymentOf(start), ends)
    const movements = isAlone ? alone : ends.classOf(ends.paymentOf(start))
    if (looked.get(ends.orderOf(start))?.has(movements) === true) continue
    const set = isAlone ? sets.single(start) : yield* sets.around(start)
    work += set.work
    for (const order of set.orders) looked.set(order, (looked.get(order) ?? new Set()).add(movements))
    const settled = yield* clearPairs(set, rules)
    if (settled !== undefined) round.push(settled)
  }
  return round
}

const bestOf = (end: number, { ends, findings }: Rules): number | undefined => {
  let [best, most]: [number | undefined, number] = [undefined, Number.NEGATIVE_INFINITY]
  for (let at = ends.first(end); at < ends.lastOpen(end); at++) {
    const pair = ends.list[at] ?? 0
    const score = findings.scoreOf(ends.pairs.findingOf(pair))
    if (score > most) [best, most] = [pair, score]
  }
  return best
}

const alone = -1

const hasOnePair = (end: number, ends: Ends): boolean => openPairs(end, ends) === 1 && ends.size(end) === 1

/** The first order with the first movement, and so on; undefined if a set isn't even, or isn't clearly ahead. */
function* clearPairs(set: EqualSet, rules: Rules): Steps<SettledSet | undefined> {
  const { ends } = rules
  const [orders, movements] = [yield* inTime(set.orders, ends), yield* inTime(set.movements, ends)]
  if (orders.length !== movements.length) return undefined
  const pairs: Array<Settled> = []
  const links = new Set<number>()
  let latest: number | undefined
  let work = 0
  for (const [index, { end, member }] of orders.entries()) {
    const movement = movements[index]
    if (movement === undefined) return undefined
    const isLatest = latest !== undefined && ends.orderOf(latest) === end && ends.paymentOf(latest) === movement.end
    const link = isLatest ? latest : pairBetween(end, movement.end, ends)
    if (link === undefined || (!links.has(link) && !isClear(link, set, rules))) return undefined
    work += piece + (links.has(link) ? 0 : openPairs(end, ends) + openPairs(movement.end, ends))
    if (work >= largePiece) {
      work = 0
      yield
    }
    latest = link
    links.add(link)
    pairs.push({ pair: link, orderId: member.id, movementId: movement.member.id, setSize: orders.length })
  }
  return { pairs, links }
}

/** Each is the other's best by the lead, and nothing makes it doubtful. */
const isClear = (pair: number, set: EqualSet, rules: Rules): boolean => {
  const { ends, findings, limits } = rules
  const [order, movement] = [ends.orderOf(pair), ends.paymentOf(pair)]
  const found = findings.at(ends.pairs.findingOf(pair))
  return (
    found.score >= limits.threshold &&
    !found.doubtful &&
    bestOutside(order, set, rules) <= found.score - limits.lead &&
    bestOutside(movement, set, rules) <= found.score - limits.lead &&
    !isOnesOther(found, movement, set, rules)
  )
}

/** An order's open pairs are by payment. */
const pairBetween = (order: number, movement: number, ends: Ends): number | undefined => {
  let [low, high] = [ends.first(order), ends.lastOpen(order)]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ends.paymentOf(ends.list[middle] ?? 0) < movement) low = middle + 1
    else high = middle
  }
  const pair = ends.list[low]
  return low < ends.lastOpen(order) && pair !== undefined && ends.paymentOf(pair) === movement ? pair : undefined
}

interface Timed {
  readonly end: number
  readonly member: Member
}

function* inTime(set: ReadonlyArray<number>, ends: Ends): Steps<ReadonlyArray<Timed>> {
  const all: Array<Timed> = []
  for (const end of set) for (const member of ends.members(end)) all.push({ end, member })
  if (all.length >= piece) yield
  return yield* sorted(all, byTime)
}

const byTime = ({ member: a }: Timed, { member: b }: Timed): number =>
  compareText(a.day, b.day) || a.instant - b.instant || compareSeen(a, b) || compareText(a.id, b.id)

const compareSeen = ({ seen: a }: Member, { seen: b }: Member): number =>
  compareText(a[0], b[0]) || compareText(a[1], b[1])

/** The payer may have another order, and it is that one: unless that one has another payment to wait for. */
const isOnesOther = (found: Finding, movement: number, set: EqualSet, rules: Rules): boolean => {
  if (found.pointsAtOrder) return false
  const { ends, findings, limits } = rules
  for (let at = ends.first(movement); at < ends.lastOpen(movement); at++) {
    const pair = ends.list[at] ?? 0
    const other = findings.at(ends.pairs.findingOf(pair))
    const order = ends.orderOf(pair)
    if (!other.mayBeOther || other.score < limits.threshold || set.has(order)) continue
    if (!isAwaited(order, set, rules)) return true
  }
  return false
}

const isAwaited = (order: number, set: EqualSet, { ends, findings, limits }: Rules): boolean => {
  for (let at = ends.first(order); at < ends.lastOpen(order); at++) {
    const pair = ends.list[at] ?? 0
    const found = findings.at(ends.pairs.findingOf(pair))
    if (found.agrees && found.score >= limits.threshold && !set.has(ends.paymentOf(pair))) return true
  }
  return false
}

/** The best score of the end's pairs with others than these. */
const bestOutside = (end: number, set: EqualSet, { ends, findings }: Rules): number => {
  let best = Number.NEGATIVE_INFINITY
  for (let at = ends.first(end); at < ends.lastOpen(end); at++) {
    const pair = ends.list[at] ?? 0
    if (set.has(ends.orderOf(pair)) && set.has(ends.paymentOf(pair))) continue
    best = Math.max(best, findings.scoreOf(ends.pairs.findingOf(pair)))
  }
  return best
}

/** Takes the pairs' ends out. Answers the ends that this changes something for. */
function* close(pairs: ReadonlyArray<number>, ends: Ends): Steps<Iterable<number>> {
  for (const pair of pairs) {
    ends.close(ends.orderOf(pair))
    ends.close(ends.paymentOf(pair))
  }
  const touched = new Set<number>()
  let work = 0
  for (const pair of pairs) {
    for (const end of [ends.orderOf(pair), ends.paymentOf(pair)]) {
      for (let at = ends.first(end); at < ends.lastOpen(end); at++) {
        const other = ends.otherOf(ends.list[at] ?? 0, end)
        if (!ends.isClosed(other)) touched.add(other)
      }
      work += piece + openPairs(end, ends)
    }
    if (work < largePiece) continue
    work = 0
    yield
  }
  const changed = new Set(touched)
  for (const end of touched) {
    work += piece + openPairs(end, ends)
    if (work >= largePiece) {
      work = 0
      yield
    }
    if (!ends.refresh(end)) continue
    // Sets that it was in, or is in now, are others.
    for (let at = ends.first(end); at < ends.lastOpen(end); at++) changed.add(ends.otherOf(ends.list[at] ?? 0, end))
  }
  return changed
}
