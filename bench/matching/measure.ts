/** Right, wrong and undecided answers over many worlds. */
import type { Contender } from "./rivals.ts"
import type { World } from "./world.ts"

export interface Tally {
  readonly orders: number
  readonly paid: number
  readonly matched: number
  readonly right: number
  readonly ambiguous: number
  /** On a CPU, of the matching alone. */
  readonly milliseconds: number
}

/** A name's letters, word by word, in any order. */
const wordsOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .sort()
    .join(" ")
    .trim()

export const emptyTally: Tally = { orders: 0, paid: 0, matched: 0, right: 0, ambiguous: 0, milliseconds: 0 }

export const tally = (sum: Tally, world: World, { match }: Contender): Tally => {
  const before = process.cpuUsage()
  const { ambiguous, matched } = match(world.batch)
  const { system, user } = process.cpuUsage(before)
  const milliseconds = (system + user) / 1_000
  const names = new Map(world.batch.movements.map(({ id, senderName }) => [id, wordsOf(senderName)]))
  // Two payments of the same words, by namesakes: whose is whose is nobody's to tell, and both their orders are paid.
  const right = [...matched].filter(([order, movement]) =>
    [...(world.paidBy.get(order) ?? [])].some((id) => id === movement || names.get(id) === names.get(movement))
  ).length
  return {
    orders: sum.orders + world.batch.orders.length,
    paid: sum.paid + [...world.paidBy.values()].filter(({ size }) => size > 0).length,
    matched: sum.matched + matched.size,
    right: sum.right + right,
    ambiguous: sum.ambiguous + ambiguous,
    milliseconds: sum.milliseconds + milliseconds
  }
}

/** Worlds are made once for all contenders: to make one takes a fifth as long as to match it. */
export const tallyAll = (worlds: ReadonlyArray<World>, contender: Contender): Tally =>
  worlds.reduce((sum, world) => tally(sum, world, contender), emptyTally)

/** Of what was matched, how much rightly; 1 where nothing was. */
export const precision = ({ matched, right }: Tally): number => (matched === 0 ? 1 : right / matched)
/** Of what was paid, how much was matched rightly. */
export const recall = ({ paid, right }: Tally): number => (paid === 0 ? 1 : right / paid)
export const ambiguousRate = ({ ambiguous, orders }: Tally): number => ambiguous / orders

export const share = (value: number): string => `${(100 * value).toFixed(2)} %`.padStart(9)

export const line = (name: string, sum: Tally): string =>
  `${name.padEnd(20)} precision ${share(precision(sum))}  recall ${share(recall(sum))}  ambiguous ${share(ambiguousRate(sum))}`
