/** How much two of a bank's texts share. */
import { Schema } from "effect"
import { legalForms, particles } from "../matching/names/lexicon.ts"
import { wordsOf } from "../matching/names/normalise.ts"
import type { Steps } from "../steps.ts"

/** A movement's texts, read once for all comparisons. */
export interface ReadText {
  /** The description's words, in order. */
  readonly line: string
  readonly words: ReadonlySet<string>
  /** The counterparty's words. */
  readonly names: ReadonlySet<string>
}

export interface Texts {
  readonly description: string
  readonly counterparty?: string | undefined
}

export const readText = ({ description, counterparty = "" }: Texts): ReadText => {
  const words = wordsOf(description)
  return { line: words.join(" "), words: new Set(words), names: new Set(wordsOf(counterparty)) }
}

/** The share of words that both texts have, 0 to 1 in thousandths; a text that was only cut off shares all it has. */
export const textOverlap = (a: ReadText, b: ReadText): number => {
  if (a.words.size === 0 && b.words.size === 0) return 1
  if (isCutOff(a.line, b.line) || isCutOff(b.line, a.line)) return 1
  return Math.round((2_000 * shared(a.words, b.words)) / (a.words.size + b.words.size)) / 1_000
}

export const shared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let count = 0
  for (const word of a) if (b.has(word)) count++
  return count
}

const shortestCut = 12

const isCutOff = (short: string, long: string): boolean => short.length >= shortestCut && long.startsWith(short)

/** Texts of one bank share their boilerplate, so half is not enough; names apart speak against it. */
const clearOverlap = 0.6

export const clearlyOverlap = (a: ReadText, b: ReadText, overlap: number): boolean =>
  overlap >= clearOverlap && (a.names.size === 0 || b.names.size === 0 || shared(a.names, b.names) > 0)

/**
 * They begin with other words and end alike, or name the same, and have no other number: a bank that changes its language keeps
 * names and references. Payments of two people begin alike and end with other names.
 */
export const areWordedAnew = (a: ReadText, b: ReadText): boolean =>
  (commonEnd(a, b) >= fewestOfName || shared(a.names, b.names) >= fewestOfName) &&
  !hasOtherNumber(a.words, b.words) &&
  !hasOtherNumber(b.words, a.words)

const fewestOfName = 2

/** Words at the end of texts that begin otherwise. */
const commonEnd = (a: ReadText, b: ReadText): number => {
  const [one, other] = [a.line.split(" "), b.line.split(" ")]
  if (one[0] === other[0]) return 0
  let count = 0
  while (count < Math.min(one.length, other.length) && one.at(-1 - count) === other.at(-1 - count)) count++
  return count
}

const hasOtherNumber = (words: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...words].some((word) => /\d/.test(word) && !others.has(word))

/** A name may be cut off, and a brand begin like its company. */
const shortestBeginning = 3

const isBeginning = (short: string, long: string): boolean =>
  short.length >= shortestBeginning && long.startsWith(short)

/** Rows that may be known movements come in pairs; so many are kept at once. An honest bank's list has a few thousand. */
const mostPairs = 500_000

/** Every row may be nearly every known movement: nobody could tell which is which, and to look at all pairs takes all memory. */
export class TooManyAlike extends Schema.TaggedError<TooManyAlike>()("TooManyAlike", {}) {
  override get message(): string {
    return "too many of its rows are alike"
  }
}

/** Thrown: it ends the work, however deep in it. */
export const refuseTooMany = (pairs: ReadonlyArray<unknown>): void => {
  if (pairs.length > mostPairs) throw new TooManyAlike()
}

/** A day on which two thousand pay one price, or eight days of two hundred each whom a file says nothing of, take so many. */
const mostPieces = 4_000_000
const piecesOfEach = 100

/** The same of pairs that are looked at and not kept: the work on so many rows and movements ends, whichever rule it is in. */
export function* refuseEndless<A>(work: Steps<A>, count: number): Steps<A> {
  for (let left = mostPieces + piecesOfEach * count; left > 0; left -= 1) {
    const piece = work.next()
    if (piece.done === true) return piece.value
    yield
  }
  throw new TooManyAlike()
}

/** Both name somebody, and nothing of the one name is in the other. */
export const nameOthers = (a: ReadText, b: ReadText): boolean =>
  a.names.size > 0 &&
  b.names.size > 0 &&
  ![...a.names].some((one) =>
    [...b.names].some((other) => one === other || isBeginning(one, other) || isBeginning(other, one))
  )

/** A name of two words or more that both have: all of one's, or words that names of other people don't have as well. */
export const nameOne = (a: ReadText, b: ReadText): boolean => {
  const both = [...a.names].filter((word) => b.names.has(word))
  if (both.length < fewestOfName) return false
  return both.length === Math.min(a.names.size, b.names.size) || both.filter(tellsNames).length >= fewestOfName
}

/** Neither an initial nor what stands in many names: DE LA, S.L., GMBH. */
const tellsNames = (word: string): boolean => word.length > 1 && !particles.has(word) && !legalForms.has(word)

/** All of a name of two words or more is in the text. */
export const isNamedIn = ({ names }: ReadText, { words }: ReadText): boolean =>
  names.size >= fewestOfName && shared(names, words) === names.size

interface Booked {
  readonly balanceMinor?: bigint | undefined
}

/** Both print the balance after them, and it is the same. */
export const leadToOneBalance = (one: Booked, other: Booked): boolean =>
  one.balanceMinor !== undefined && one.balanceMinor === other.balanceMinor
