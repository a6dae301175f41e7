/** How two tokens relate, and how the tokens of two names are laid side by side. */
import { compareText } from "../../collections.ts"
import { afterMaria, beforeMaria, closeNames } from "./lexicon.ts"
import type { NormalName } from "./normalise.ts"
import { soundAlike } from "./sounds.ts"

/** From the best to the worst: equal, by another table of letters, cut off, mistyped, initial. */
export type TokenRelation = "equal" | "spelt" | "cut" | "typo" | "initial"

const ranks = { equal: 0, spelt: 1, cut: 2, typo: 3, initial: 4 } as const satisfies Record<TokenRelation, number>

const shortestCut = 3
/** Of a word that was cut off; which one, it doesn't tell. */
export const longestRemnant = 2
/** A word in which letters may be swapped, doubled or lost; in a shorter one, and for another letter, only as said below. */
const shortestTypo = 5
const shortestSwap = 4
const shortestSubstitution = 6
export const shortestSlip = shortestSwap

/** Mueller is Müller: banks that have no umlauts write them so. */
export const spellingOf = (token: string): string => token.replace(/([AOU])E/g, "$1")

/** The relation of an order's token to a bank's; `mayBeCut` if the bank's is the last of a name that may be cut off. */
export const relationOf = (order: string, bank: string, mayBeCut: boolean): TokenRelation | undefined => {
  if (order === bank) return "equal"
  // Most words of a crowd begin differently: none of what follows can hold then.
  if (!beginAlike(order, bank)) return areSpelt(order, bank) ? "spelt" : undefined
  if (!isLegible(bank)) return undefined
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
  if (areSpelt(order, bank)) return "spelt"
  if (areOneSlipApart(order, bank)) return areTwoNames(order, bank) ? undefined : "typo"
  if (mayBeCut && bank.length === 2 && order.startsWith(bank)) return "initial"
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

const areSpelt = (a: string, b: string): boolean => soundAlike(a, b) && !areTwoNames(a, b)

/** Mario and Maria, Daniel and Daniela, Marta and María: one letter apart, and two people of one family. */
const areTwoNames = (a: string, b: string): boolean =>
  (closeNames.has(a) && closeNames.has(b)) || (a !== b && withoutEnding(a) === withoutEnding(b))

/** Tesfaye is Tesfay: an E after a Y is no other name's ending. */
const withoutEnding = (token: string): string =>
  "AEIO".includes(token.slice(-1)) && !token.endsWith("YE") ? token.slice(0, -1) : token

const same = (a: string | undefined, b: string | undefined): boolean => a === b || a === "?" || b === "?"

/** Some letters of it are there: a word of nothing but `?` would be anybody's. */
const isLegible = (word: string): boolean => !word.includes("?") || 2 * word.replaceAll("?", "").length > word.length

const fits = (a: string, b: string, length: number): boolean => {
  if (a.length !== length) return false
  for (let i = 0; i < length; i++) if (!same(a[i], b[i])) return false
  return true
}

/** With the same letter, or with the first two swapped. A slip there is rare: Hernández and Fernández are two families. */
const beginAlike = (a: string, b: string): boolean => same(a[0], b[0]) || (same(a[0], b[1]) && same(a[1], b[0]))

const areEqualFrom = (a: string, from: number, b: string, other: number): boolean =>
  fits(a.slice(from), b.slice(other), b.length - other)

/** At most one letter more, less or other, or two neighbours swapped, of words that begin alike. */
const areOneSlipApart = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false
  const shorter = Math.min(a.length, b.length)
  if (shorter < shortestSwap) return false
  let start = 0
  while (start < shorter && same(a[start], b[start])) start++
  if (a.length !== b.length) {
    const [long, isRest] =
      a.length > b.length ? [a, areEqualFrom(a, start + 1, b, start)] : [b, areEqualFrom(a, start, b, start + 1)]
    // In a short word a letter may be doubled; another letter may make another name.
    return isRest && (shorter >= shortestTypo || (start > 0 && long[start] === long[start - 1]))
  }
  if (start === a.length) return true
  if (same(a[start], b[start + 1]) && same(a[start + 1], b[start]) && areEqualFrom(a, start + 2, b, start + 2))
    return true
  // Nadia and Nadir, Thanh and Thang are two people of one family.
  return shorter >= shortestSubstitution && areEqualFrom(a, start + 1, b, start + 1)
}

/** Two names side by side. */
export interface Alignment {
  readonly equal: number
  /** Aligned as cut off, mistyped or spelt by another table. */
  readonly worn: number
  /** How many of `worn` are spelt by another table of letters. */
  readonly spelt: number
  /** How many of `worn` are mistyped. */
  readonly slips: number
  readonly initials: number
  /** Tokens of either side that found no other. */
  readonly orderLeft: number
  readonly bankLeft: number
  /** The order's first word, mostly a given name, found no other. */
  readonly firstLeft: boolean
  readonly bankFirstLeft: boolean
}

/** Neighbours of a name written as one word, with the article before a name too: GARCIALOPEZ, MCDONALD, ALMASRI. */
export const joinedWords = ({ tokens, words }: NormalName): ReadonlyArray<string> =>
  words.length < 2
    ? []
    : neighbours(words)
        .filter(([a, b]) => tokens.includes(a) || tokens.includes(b))
        .map(([a, b]) => `${a}${b}`)

const neighbours = (words: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> =>
  words.slice(1).map((word, before) => [words[before] ?? "", word] as const)

/** The one name's tokens with a lost space put back, where the other has both words next to each other. */
const parted = (one: NormalName, other: NormalName): ReadonlyArray<string> => {
  if (!joinedWords(other).some((joined) => one.tokens.includes(joined))) return one.tokens
  const parts = new Map(
    neighbours(other.words).map(([a, b]) => [`${a}${b}`, [a, b].filter((word) => other.tokens.includes(word))])
  )
  return one.tokens.flatMap((token) => (other.tokens.includes(token) ? [token] : (parts.get(token) ?? [token])))
}

const nothingLeft: Alignment = {
  equal: 0,
  worn: 0,
  spelt: 0,
  slips: 0,
  initials: 0,
  orderLeft: 0,
  bankLeft: 0,
  firstLeft: false,
  bankFirstLeft: false
}

/** A token of the one name and a token of the other, by their places. */
interface TokenPair {
  readonly relation: TokenRelation
  readonly o: number
  readonly b: number
}

/** Aligns one to one, the best relations first; the order of the tokens does not matter. */
export const align = (order: NormalName, bank: NormalName): Alignment => {
  // The same words: each is the best for itself.
  if (order.key === bank.key) return { ...nothingLeft, equal: order.tokens.length }
  const [ordered, printed] = [parted(order, bank), parted(bank, order)]
  const possible = relatedTokens(order, ordered, bank, printed)
  // Most names of a crowd have nothing in common.
  if (possible.length === 0) {
    return { ...nothingLeft, orderLeft: ordered.length, bankLeft: printed.length, firstLeft: true, bankFirstLeft: true }
  }
  const pairs = bestPairs(possible, ordered, printed)
  const [orderUsed, bankUsed] = [new Set(pairs.map(({ o }) => o)), new Set(pairs.map(({ b }) => b))]
  const cutAfter = cutPlace(pairs, printed, bank)
  const orderLeft = ordered.filter((_, at) => !orderUsed.has(at) && !(cutAfter !== undefined && at > cutAfter))
  const isRemnant = (at: number) =>
    bank.cut && at === printed.length - 1 && (printed[at] ?? "").length <= longestRemnant
  const bankLeft = printed.filter((_, at) => !bankUsed.has(at) && !isRemnant(at))
  const left = leftOver(order, orderLeft, bank, bankLeft)
  const others = areOthers(ordered, orderUsed, printed, bankUsed)
  const [slips, spelt] = [countOf(pairs, "typo"), countOf(pairs, "spelt")]
  return {
    equal: countOf(pairs, "equal"),
    worn: countOf(pairs, "cut") + slips + spelt,
    spelt,
    slips,
    initials: countOf(pairs, "initial"),
    orderLeft: Math.max(left.order, others ? 1 : 0),
    bankLeft: Math.max(left.bank, others ? 1 : 0),
    firstLeft: !orderUsed.has(0),
    bankFirstLeft: !bankUsed.has(0)
  }
}

const countOf = (pairs: ReadonlyArray<TokenPair>, wanted: TokenRelation): number => {
  let count = 0
  for (const { relation } of pairs) if (relation === wanted) count += 1
  return count
}

const relatedTokens = (
  order: NormalName,
  ordered: ReadonlyArray<string>,
  bank: NormalName,
  printed: ReadonlyArray<string>
): ReadonlyArray<TokenPair> => {
  const pairs: Array<TokenPair> = []
  for (const [o, one] of ordered.entries()) {
    for (const [b, other] of printed.entries()) {
      const mayBeCut = bank.cut && b === printed.length - 1
      const relation = relationOf(one, other, mayBeCut) ?? (order.bare.get(other) === one ? "typo" : undefined)
      if (relation !== undefined) pairs.push({ relation, o, b })
    }
  }
  return pairs
}

const bestPairs = (
  possible: ReadonlyArray<TokenPair>,
  ordered: ReadonlyArray<string>,
  printed: ReadonlyArray<string>
): ReadonlyArray<TokenPair> => {
  const ranked = [...possible].sort(
    (x, y) =>
      ranks[x.relation] - ranks[y.relation] ||
      compareText(ordered[x.o] ?? "", ordered[y.o] ?? "") ||
      compareText(printed[x.b] ?? "", printed[y.b] ?? "")
  )
  const [orderUsed, bankUsed] = [new Set<number>(), new Set<number>()]
  return ranked.filter(({ b, o }) => {
    if (orderUsed.has(o) || bankUsed.has(b)) return false
    orderUsed.add(o)
    bankUsed.add(b)
    return true
  })
}

/**
 * Where in the order's name the bank's print ended: what comes after it was cut away. It ended within a word; or after one,
 * where the bank is known to cut, or where it may and both begin with the same word.
 */
const cutPlace = (pairs: ReadonlyArray<TokenPair>, printed: ReadonlyArray<string>, { cut, endsAtCut }: NormalName) => {
  const last = pairs.find(({ b }) => b === printed.length - 1)
  const isWithin = cut && (last?.relation === "cut" || last?.relation === "initial")
  const beginAlike = pairs.some(({ b, o, relation }) => o === 0 && b === 0 && relation === "equal")
  return isWithin || endsAtCut === "surely" || (endsAtCut === "perhaps" && beginAlike) ? last?.o : undefined
}

/**
 * How many words each side has that the other lacks. One at the edge that may be a particle is none where the other has it
 * between its words, or lacks nothing else; nor is a letter or two of a word that was cut off.
 */
const leftOver = (
  order: NormalName,
  orderLeft: ReadonlyArray<string>,
  bank: NormalName,
  bankLeft: ReadonlyArray<string>
): { readonly order: number; readonly bank: number } => {
  const isElsewhere = (one: NormalName, word: string, other: NormalName) =>
    one.edges.has(word) && other.words.includes(word)
  const fromOrder = orderLeft.filter((word) => !isElsewhere(order, word, bank))
  const fromBank = bankLeft.filter((word) => !isElsewhere(bank, word, order))
  const onlyEdges = (one: NormalName, left: ReadonlyArray<string>) => left.every((word) => one.edges.has(word))
  return {
    order: fromBank.length === 0 && onlyEdges(order, fromOrder) ? 0 : fromOrder.length,
    bank: fromOrder.length === 0 && onlyEdges(bank, fromBank) ? 0 : fromBank.length
  }
}

/** José and María José, María and José María: only one side has the other half of the name. */
const areOthers = (
  ordered: ReadonlyArray<string>,
  orderUsed: ReadonlySet<number>,
  printed: ReadonlyArray<string>,
  bankUsed: ReadonlySet<number>
): boolean => isHalved(ordered, orderUsed) || isHalved(printed, bankUsed)

const isHalved = (tokens: ReadonlyArray<string>, used: ReadonlySet<number>): boolean =>
  tokens.some((token, at) => !used.has(at) && used.has(at + 1) && makeOneName(token, tokens[at + 1] ?? ""))

export const makeOneName = (token: string, next: string): boolean =>
  token === "MARIA" ? afterMaria.has(next) : next === "MARIA" && beforeMaria.has(token)
