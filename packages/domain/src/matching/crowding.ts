/** What it costs a pair that others could be meant: in bits. */
import { remembered } from "../collections.ts"

/** The more open orders share what the two agree on, the less that says: −log2 of their number. */
export const costOf = remembered(10_000, (crowd: number) => Math.round(Math.log2(Math.max(1, crowd)) * 1_000) / 1_000)

/** Where a fifth of an order would have both words by chance, two words alone don't reach the default threshold. */
const bitsOfChance = 600

/** Among fewer orders a word that two have says nothing of how frequent it is. */
const fewestOrders = 20

/**
 * Of two words, each of which many orders have (Nguyễn and Tuấn), some order may have both by chance: as many as the
 * shares of both among the orders say. The order itself doesn't count, nor does another one, that may be its payer's.
 */
export const costOfTwo = (crowd: number, nextCrowd: number, orders: () => number): number => {
  if (crowd < 2 || nextCrowd < 3 || nextCrowd === Number.POSITIVE_INFINITY) return costOf(crowd)
  const byChance = ((crowd - 1.5) * (nextCrowd - 2)) / Math.max(fewestOrders, orders())
  return Math.max(costOf(crowd), Math.round(Math.log2(1 + bitsOfChance * byChance) * 1_000) / 1_000)
}
