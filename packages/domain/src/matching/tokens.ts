/** How two tokens relate, and how the tokens of two names are laid side by side. */
import { compareText } from "../collections.ts"
import { closeNames } from "./lexicon.ts"
import type { NormalName } from "./normalise.ts"

/** From the best to the worst: equal, cut off, mistyped, initial. */
export type TokenRelation = "equal" | "cut" | "typo" | "initial"

const ranks = { equal: 0, cut: 1, typo: 2, initial: 3 } as const satisfies Record<TokenRelation, number>

const shortestCut = 3
export const shortestTypo = 5

/** Mueller is Müller: banks that have no umlauts write them so. */
export const spellingOf = (token: string): string => token.replace(/([AOU])E/g, "$1")

/** The relation of an order's token to a bank's; `mayBeCut` if the bank's is the last of a name that may be cut off. */
export const relationOf = (order: string, bank: string, mayBeCut: boolean): TokenRelation | undefined => {
  if (order === bank) return "equal"
  // Most words of a crowd begin differently: none of what follows can hold then.
  if (!beginAlike(order, bank)) return undefined
  if (fits(order, bank, bank.length) || areSpellings(order, bank)) return "equal"
  if (
    mayBeCut &&
    bank.length >= shortestCut &&
    order.length > bank.length &&
    fits(order.slice(0, bank.length), bank, bank.length) &&
    !(closeNames.has(order) && closeNames.has(bank))
  ) {
    return "cut"
  }
  if (order.length >= shortestTypo && bank.length >= shortestTypo && oneEditApart(order, bank)) {
    return areTwoNames(order, bank) ? undefined : "typo"
  }
  if ((order.length === 1) !== (bank.length === 1) && order[0] === bank[0]) return "initial"
  return undefined
}

/** Two spellings of one word differ in length. Letter by letter what `spellingOf` says of both: most differ soon. */
const areSpellings = (a: string, b: string): boolean => {
  if (a.length === b.length) return false
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    const letter = a[i++]
    if (letter !== b[j++]) return false
    if (letter !== "A" && letter !== "O" && letter !== "U") continue
    if (a[i] === "E") i++
    if (b[j] === "E") j++
  }
  return i === a.length && j === b.length
}

/** Mario and Maria, Daniel and Daniela, Marta and María: one letter apart, and two people of one family. */
const areTwoNames = (a: string, b: string): boolean =>
  (closeNames.has(a) && closeNames.has(b)) || (a !== b && withoutEnding(a) === withoutEnding(b))

const withoutEnding = (token: string): string => ("AEIO".includes(token.slice(-1)) ? token.slice(0, -1) : token)

const same = (a: string | undefined, b: string | undefined): boolean => a === b || a === "?" || b === "?"

const fits = (a: string, b: string, length: number): boolean => {
  if (a.length !== length) return false
  for (let i = 0; i < length; i++) if (!same(a[i], b[i])) return false
  return true
}

/** With the same letter, or with the first two swapped. A slip there is rare: Hernández and Fernández are two families. */
const beginAlike = (a: string, b: string): boolean => same(a[0], b[0]) || (same(a[0], b[1]) && same(a[1], b[0]))

/** At most one letter more, less or other, or two neighbours swapped, of words that begin alike. */
const oneEditApart = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && same(a[start], b[start])) start++
  if (start === a.length && start === b.length) return true
  const rest = (from: number, other: number) => fits(a.slice(from), b.slice(other), b.length - other)
  if (a.length > b.length) return rest(start + 1, start)
  if (a.length < b.length) return rest(start, start + 1)
  return (
    rest(start + 1, start + 1) ||
    (same(a[start], b[start + 1]) && same(a[start + 1], b[start]) && rest(start + 2, start + 2))
  )
}

/** Two names side by side. */
export interface Alignment {
  readonly equal: number
  /** Aligned as cut off or mistyped. */
  readonly worn: number
  readonly initials: number
  /** Tokens of either side that found no other. */
  readonly orderLeft: number
  readonly bankLeft: number
  /** The order's first word, mostly a given name, found no other. */
  readonly firstLeft: boolean
}

/** Neighbours of a name written as one word. */
export const joinedTokens = ({ tokens }: NormalName): ReadonlyArray<string> =>
  tokens.slice(1).map((token, before) => `${tokens[before]}${token}`)

/** The bank's name with a lost space put back: GARCIALOPEZ where the order has both words next to each other. */
const parted = (order: NormalName, bank: NormalName): NormalName => {
  const joined = joinedTokens(order)
  if (!bank.tokens.some((token) => joined.includes(token))) return bank
  const tokens = bank.tokens.flatMap((token) => {
    const first = order.tokens[joined.indexOf(token)]
    return first === undefined || order.tokens.includes(token) ? [token] : [first, token.slice(first.length)]
  })
  return { ...bank, tokens }
}

const nothingLeft: Alignment = { equal: 0, worn: 0, initials: 0, orderLeft: 0, bankLeft: 0, firstLeft: false }

/** Aligns one to one, the best relations first; the order of the tokens does not matter. */
export const align = (order: NormalName, printed: NormalName): Alignment => {
  // The same words: each is the best for itself.
  if (order.key === printed.key) return { ...nothingLeft, equal: order.tokens.length }
  const bank = parted(order, printed)
  const pairs: Array<{
    readonly rank: number
    readonly relation: TokenRelation
    readonly o: number
    readonly b: number
  }> = []
  for (let o = 0; o < order.tokens.length; o++) {
    for (let b = 0; b < bank.tokens.length; b++) {
      const mayBeCut = bank.cut && b === bank.tokens.length - 1
      const [ordered = "", printed = ""] = [order.tokens[o], bank.tokens[b]]
      const relation =
        relationOf(ordered, printed, mayBeCut) ?? (order.bare.get(printed) === ordered ? "typo" : undefined)
      if (relation !== undefined) pairs.push({ rank: ranks[relation], relation, o, b })
    }
  }
  // Most names of a crowd have nothing in common.
  if (pairs.length === 0) {
    const [orderLeft, bankLeft] = [order.tokens.length, bank.tokens.length]
    return { equal: 0, worn: 0, initials: 0, orderLeft, bankLeft, firstLeft: true }
  }
  const tokenOf = (name: NormalName, index: number) => name.tokens[index] ?? ""
  pairs.sort(
    (x, y) =>
      x.rank - y.rank ||
      compareText(tokenOf(order, x.o), tokenOf(order, y.o)) ||
      compareText(tokenOf(bank, x.b), tokenOf(bank, y.b))
  )
  const orderUsed = new Set<number>()
  const bankUsed = new Set<number>()
  const counts = { equal: 0, cut: 0, typo: 0, initial: 0 }
  for (const { relation, o, b } of pairs) {
    if (orderUsed.has(o) || bankUsed.has(b)) continue
    orderUsed.add(o)
    bankUsed.add(b)
    counts[relation]++
  }
  const orderLeft = order.tokens.filter((_, index) => !orderUsed.has(index))
  const bankLeft = bank.tokens.filter((_, index) => !bankUsed.has(index))
  return {
    equal: counts.equal,
    worn: counts.cut + counts.typo,
    initials: counts.initial,
    orderLeft: orderLeft.length,
    bankLeft: bankLeft.length - cutRemnants(bank, bankUsed, orderLeft),
    firstLeft: !orderUsed.has(0)
  }
}

/** One or two letters of a token that was cut off are no evidence, for or against. */
const cutRemnants = (bank: NormalName, bankUsed: ReadonlySet<number>, orderLeft: ReadonlyArray<string>): number => {
  const last = bank.tokens.at(-1) ?? ""
  const unused = bank.cut && !bankUsed.has(bank.tokens.length - 1) && last.length < shortestCut
  return unused && orderLeft.some((token) => token.startsWith(last)) ? 1 : 0
}
