/** Orders in slices that are decided one after another. Pure. */
import { amountKey, groupBy, type OrderFacts } from "@counterfoil/domain"

/** Each takes a few statements, which the processor writes and reads. */
const mostSlices = 4

/** With fewer orders, deciding and writing at the same time saves nothing. */
const fewest = 150

/** Orders of one amount compete for the same payments: they are in one slice, in their order. */
export const slicesOf = (orders: ReadonlyArray<OrderFacts>): ReadonlyArray<ReadonlyArray<OrderFacts>> => {
  const enough = Math.max(fewest, orders.length / mostSlices)
  const slices: Array<ReadonlyArray<OrderFacts>> = []
  let slice: Array<OrderFacts> = []
  for (const group of groupBy(orders, amountKey).values()) {
    for (const order of group) slice.push(order)
    if (slice.length < enough) continue
    slices.push(slice)
    slice = []
  }
  if (slice.length > 0) slices.push(slice)
  return slices
}
