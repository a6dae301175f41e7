/** Which movements matching has to read for some orders. Pure. */
import { addDays, earlierDate, minorUnitsOf, type OrderFacts } from "@counterfoil/domain"
import type { WantedAmount } from "./ConciliationRepository.ts"

/** Before the order's time too: a payment that came too early explains a miss. */
const daysBefore = 2

/** Each amount of the orders, in the minor units of any currency, from the oldest order of it on. */
export const wantedAmounts = (orders: ReadonlyArray<OrderFacts>): ReadonlyArray<WantedAmount> => {
  const since = new Map<bigint, string>()
  for (const order of orders) {
    const from = addDays(order.orderDate, -daysBefore)
    for (const minor of minorUnitsOf(order)) since.set(minor, earlierDate(since.get(minor) ?? from, from))
  }
  return [...since].map(([amountMinor, from]) => ({ amountMinor, from }))
}
