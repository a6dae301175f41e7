/** How much less a pair says, in bits, because others could be meant too. */
import { remembered } from "../../collections.ts"

/** The more open orders share what the two agree on, the less that says: −log2 of their number. */
export const costOf = remembered(10_000, (crowd: number) => Math.round(Math.log2(Math.max(1, crowd)) * 1_000) / 1_000)

/** Where a sixteenth of an order would have both words of three by chance, they don't reach the default threshold. */
const bitsOfChance = 2_048

/** Where a quarter of an order or more would be called so by chance, not even the whole name does, if it has two words. */
const bitsOfWholeName = 16_384
const fewestByChance = 0.25

/** A whole name with a word that is cut off or mistyped is so many times as often somebody else's. */
const wornNames = 4

/** And so are two words of a longer name without its first one, which is the one that people keep. */
const withoutFirst = 16

/** Among fewer orders a word that two have says nothing of how frequent it is. */
const fewestOrders = 20

/** They agree on one thing only. More than orders can be, and a small whole number: others are kept apart from what has them. */
export const noCrowd = 0x3fff_ffff

/** What two names agree on where they agree in two words. */
export interface TwoWords {
  /** How many open orders have the rarer of them, and the other one. */
  readonly crowd: number
  readonly nextCrowd: number
  /** How many words the longer name has. */
  readonly words: number
  /** The two are all of both names. */
  readonly whole: boolean
  /** One of them is cut off, mistyped, or spelt by another table of letters. */
  readonly worn: boolean
  /** They are of a longer name, and its first word isn't among them. */
  readonly lacksFirst: () => boolean
  /** How many open orders the payment could be for. */
  readonly orders: () => number
}

/**
 * Of two words, each of which many orders have (Nguyễn and Tuấn), some order may have both by chance: as many as the
 * shares of both among the orders say, and the more the more pairs of words a name has. The order itself doesn't count, nor
 * does another one, that may be its payer's. A whole name of two such words may be short for another's longer one.
 */
export const costOfTwo = (two: TwoWords): number => {
  const { crowd, whole } = two
  if (two.nextCrowd >= noCrowd) return costOf(crowd)
  const byChance = whole ? chanceOf(two, 0) * (two.worn ? wornNames : 1) : chanceOfPart(two)
  // Below, the whole name stays ahead of those that are nearly the same.
  if (whole && byChance < fewestByChance) return costOf(crowd)
  const bits = whole ? bitsOfWholeName : bitsOfChance * Math.max(1, pairsOf(two.words) / pairsOf(3))
  return Math.max(costOf(crowd), Math.round(Math.log2(1 + bits * byChance) * 1_000) / 1_000)
}

/** How many other orders would have both, if that many more had each of them. */
const chanceOf = ({ crowd, nextCrowd, orders }: TwoWords, more: number): number => {
  const [rarer, other] = [crowd + more, nextCrowd + more]
  return rarer < 2 || other < 3 ? 0 : ((rarer - 1.5) * (other - 2)) / Math.max(fewestOrders, orders())
}

/** Without the first word they may be anybody's, also where no other order has the rarer. */
const chanceOfPart = (two: TwoWords): number => {
  const chance = chanceOf(two, 1)
  return chance > 0 && two.lacksFirst() ? withoutFirst * chance : chanceOf(two, 0)
}

const pairsOf = (words: number): number => (words * (words - 1)) / 2
