/**
 * What a pass decides on orders for which no payment of their own amount is plausible: whether their payers paid another amount.
 * Runs in the pass's transaction.
 */
import { Effect, Exit } from "effect"
import {
  addDays,
  decidingOtherAmounts,
  type Decision,
  earlierDate,
  type OrderFacts,
  ordersOfPayers,
  type OtherAmounts
} from "@counterfoil/domain"
import { cooperatively } from "../../cooperatively.ts"
import { ConciliationRepository, mostCredits, type OpenRequest, type StoredFacts } from "../ConciliationRepository.ts"
import type { PassCause } from "../Conciliator.ts"
import { movementsOf, ordersOf, type Reading } from "./reading.ts"

/** What was decided by the orders' own amounts. */
export interface OwnAmounts {
  readonly requests: ReadonlyArray<OpenRequest>
  readonly decisions: ReadonlyArray<Decision>
}

export interface Payers {
  readonly accountId: string
  readonly cause: PassCause
  readonly rules: Pick<OtherAmounts, "preset" | "tolerated" | "knownUntil">
  readonly reading: Reading
  /** Decides on requests that are not in the scope of the pass. */
  readonly decideFurther: (
    requestIds: ReadonlyArray<string>
  ) => Effect.Effect<OwnAmounts, never, ConciliationRepository>
}

/** Some payers pay a day before the order is made. */
const daysBefore = 1

/** No payment of the order's own amount is in sight, not even a weak one: only then are other amounts looked at. */
const saysNothing = ({ code, result }: Decision): boolean => result === "not_found" && code !== "not_found_weak"

/** Payments that pay, or may pay, an order of their own amount. */
const spokenFor = (decisions: ReadonlyArray<Decision>): ReadonlyArray<string> => {
  const spoken: Array<string> = []
  for (const { candidates } of decisions) {
    for (const { movementId, role } of candidates) {
      if (role !== "near_miss" && role !== "runner_up") spoken.push(movementId)
    }
  }
  return spoken
}

/** The credits that the scrape saw and that pay no order; or why they could not be read. */
export type Seen = Exit.Exit<ReadonlyArray<StoredFacts>>

export const noneSeen: Seen = Exit.succeed([])

/** They can be read before it is decided what other payments are spoken for. */
export const readSeen = ({ accountId, cause, rules }: Payers): Effect.Effect<Seen, never, ConciliationRepository> =>
  cause._tag === "Scrape"
    ? Effect.flatMap(ConciliationRepository, ({ seenCredits }) =>
        Effect.exit(seenCredits(accountId, cause, rules.knownUntil, []))
      )
    : Effect.succeed(noneSeen)

/** Where there are more than are read at a time, those that pay an order of their own amount make room for others. */
const seenBesides = Effect.fnUntraced(function* (payers: Payers, seen: Seen, spoken: ReadonlyArray<string>) {
  const { accountId, cause, rules } = payers
  const repository = yield* ConciliationRepository
  const all = yield* seen
  if (cause._tag === "Scrape" && all.length >= mostCredits && spoken.length > 0) {
    return yield* repository.seenCredits(accountId, cause, rules.knownUntil, spoken)
  }
  const isSpokenFor = new Set(spoken)
  return all.filter(({ id }) => !isSpokenFor.has(id))
})

/**
 * After a scrape it decides on the orders (resting ones too) whose payers have paid something that pays no order yet. Orders that
 * were told as ambiguous are decided on in every pass: otherwise one would look new again, and be told a second time.
 */
export const decideOtherAmounts = Effect.fnUntraced(function* (payers: Payers, own: OwnAmounts, read: Seen) {
  const repository = yield* ConciliationRepository
  const { accountId, cause, reading, rules } = payers
  const told = askedWithout(cause, own)
  const seen = yield* seenBesides(payers, read, spokenFor(own.decisions))
  if (told.length + seen.length === 0) return own
  const matched = new Set(own.decisions.flatMap(matchedOrder))
  const orders = ordersOf(
    (yield* repository.openOrders(accountId)).filter(({ id }) => !matched.has(id)),
    reading
  )
  const touched = yield* cooperatively(
    ordersOfPayers({ ...rules, orders, credits: movementsOf(seen, reading), barredPairs: [] })
  )
  const asked = new Set([...told, ...touched])
  if (asked.size === 0) return own
  const all = yield* withFurther(payers, own, touched)
  const askedOrders = orders.filter(({ id }) => asked.has(id))
  // What this scrape saw is enough for the orders that it touches. Those that were told before need all free payments: theirs
  // may have been read earlier.
  const credits = told.length === 0 ? seen : yield* freeCredits(accountId, askedOrders)
  const taken = new Set(spokenFor(all.decisions))
  const found = yield* cooperatively(
    decidingOtherAmounts({
      ...rules,
      orders,
      credits: movementsOf(
        credits.filter(({ id }) => !taken.has(id)),
        reading
      ),
      barredPairs: yield* repository.barredPairs(orders.map(({ id }) => id))
    })
  )
  const better = new Map(found.filter(({ orderId }) => asked.has(orderId)).map((each) => [each.orderId, each]))
  const decisions = all.decisions.map((each) => (saysNothing(each) ? (better.get(each.orderId) ?? each) : each))
  return { requests: all.requests, decisions }
})

const matchedOrder = ({ orderId, result }: Decision): ReadonlyArray<string> => (result === "matched" ? [orderId] : [])

/** The orders that are decided on whatever the scrape saw. */
const askedWithout = (cause: PassCause, { decisions, requests }: OwnAmounts): ReadonlyArray<string> => {
  const nothing = new Set<string>()
  for (const decision of decisions) if (saysNothing(decision)) nothing.add(decision.orderId)
  const asked: Array<string> = []
  for (const request of requests) if (isAsked(request, cause) && nothing.has(request.id)) asked.push(request.id)
  return asked
}

const isTold = ({ status }: OpenRequest): boolean => status === "ambiguous"

const isAsked = (request: OpenRequest, cause: PassCause): boolean =>
  isTold(request) || (cause._tag === "Run" && cause.requestId === request.id)

const sawNone = (seen: Seen): boolean => Exit.isSuccess(seen) && seen.value.length === 0

/** Whatever else is decided, this one stands. */
export const isCertain = (
  { decision, request }: { readonly decision: Decision; readonly request: OpenRequest },
  cause: PassCause,
  seen: Seen
): boolean => !saysNothing(decision) || (sawNone(seen) && !isAsked(request, cause))

/** Whether requests beside these may be decided on. */
export const mayTouchOthers = (requests: ReadonlyArray<OpenRequest>, cause: PassCause, seen: Seen): boolean =>
  !sawNone(seen) || requests.some(isTold) || (cause._tag === "Run" && requests.some(({ id }) => id === cause.requestId))

const withFurther = Effect.fnUntraced(function* (payers: Payers, own: OwnAmounts, touched: ReadonlyArray<string>) {
  const known = new Set(own.requests.map(({ id }) => id))
  const outside = touched.filter((id) => !known.has(id))
  if (outside.length === 0) return own
  const further = yield* payers.decideFurther(outside)
  const isOutside = (id: string) => outside.includes(id)
  return {
    requests: [...own.requests, ...further.requests.filter(({ id }) => isOutside(id))],
    decisions: [...own.decisions, ...further.decisions.filter(({ orderId }) => isOutside(orderId))]
  }
})

const freeCredits = Effect.fnUntraced(function* (accountId: string, orders: ReadonlyArray<OrderFacts>) {
  const repository = yield* ConciliationRepository
  const since = new Map<string, string>()
  for (const { currency, orderDate } of orders) {
    const from = addDays(orderDate, -daysBefore)
    since.set(currency, earlierDate(since.get(currency) ?? from, from))
  }
  const credits = yield* Effect.forEach(since, ([currency, from]) => repository.freeCredits(accountId, currency, from))
  return credits.flat()
})
