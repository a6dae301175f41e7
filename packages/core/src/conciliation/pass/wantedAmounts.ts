/** Which movements matching has to read for some orders. Pure. */
import { addDays, earlierDate, minorUnitsOf, type OrderFacts } from "@counterfoil/domain"
import type { WantedAmount } from "../ConciliationRepository.ts"

/** Before the order's time too: a payment that came too early explains a miss. */
const daysBefore = 2

/** The oldest of the orders of each price. */
const oldestOf = (orders: ReadonlyArray<OrderFacts>): Iterable<OrderFacts> => {
  const oldest = new Map<string, OrderFacts>()
  for (const order of orders) {
    // Many have one price.
    const price = `${order.amountMinor} ${order.currency}`
    const known = oldest.get(price)
    if (known === undefined || order.orderDate < known.orderDate) oldest.set(price, order)
  }
  return oldest.values()
}

/** Each amount of the orders, in the minor units of any currency, from the oldest order of it on. */
export const wantedAmounts = (orders: ReadonlyArray<OrderFacts>): ReadonlyArray<WantedAmount> => {
  const since = new Map<bigint, string>()
  for (const order of oldestOf(orders)) {
    const from = addDays(order.orderDate, -daysBefore)
    for (const minor of minorUnitsOf(order)) since.set(minor, earlierDate(since.get(minor) ?? from, from))
  }
  return [...since].map(([amountMinor, from]) => ({ amountMinor, from }))
}

/** Those of the wanted amounts that these orders need. */
export const wantedBy = (
  some: ReadonlyArray<OrderFacts>,
  wanted: ReadonlyArray<WantedAmount>
): ReadonlyArray<WantedAmount> => {
  const minors = new Set<bigint>()
  for (const order of oldestOf(some)) for (const minor of minorUnitsOf(order)) minors.add(minor)
  return wanted.filter(({ amountMinor }) => minors.has(amountMinor))
}
