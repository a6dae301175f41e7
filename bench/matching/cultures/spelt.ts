/** One name in several spellings: each writer keeps to a way of their own. */
import type { Random } from "../../lib/random.ts"

export type Spelling = readonly [from: RegExp, ...to: ReadonlyArray<string>]

/** Each place where writers differ is written one way by one writer, in all words. */
export const inOneWay = (random: Random, spellings: ReadonlyArray<Spelling>, share = 1): ((text: string) => string) => {
  const ways = spellings.map(([from, ...to]) => [from, random.chance(share) ? random.pick(to) : undefined] as const)
  return (text) => ways.reduce((sum, [from, to]) => (to === undefined ? sum : sum.replace(from, to)), text)
}
