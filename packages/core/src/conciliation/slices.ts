/** Orders in slices that are decided one after another. Pure. */
import { amountKey, groupBy, type OrderFacts } from "@counterfoil/domain"

/** Of so few orders the database has read, or written, while the processor decides on others. */
const fewEnough = 200

/** Orders of one amount compete for the same payments: they are in one slice, in their order. */
export const slicesOf = (orders: ReadonlyArray<OrderFacts>): ReadonlyArray<ReadonlyArray<OrderFacts>> => {
  const slices: Array<ReadonlyArray<OrderFacts>> = []
  let slice: Array<OrderFacts> = []
  for (const group of groupBy(orders, amountKey).values()) {
    for (const order of group) slice.push(order)
    if (slice.length < fewEnough) continue
    slices.push(slice)
    slice = []
  }
  if (slice.length > 0) slices.push(slice)
  return slices
}
