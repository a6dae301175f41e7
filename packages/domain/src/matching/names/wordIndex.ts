/** The words of many names by their spellings, so that a word is compared with few of them. */
import type { Steps } from "../../steps.ts"
import { piece } from "../pieces.ts"
import { soundKeys } from "./sounds.ts"
import { relationOf, shortestSlip, spellingOf } from "./tokens.ts"

/** Up to so many words, comparing them one by one is faster than making an index. */
const fewWords = 60

/** By a bare spelling the words that have it. */
type Bare = ReadonlyMap<string, ReadonlyArray<string>>

/** Finds by these keys every pair of words that `relationOf` relates, and some more: `relationOf` decides. */
export function* indexWords(all: ReadonlyArray<string>, bare: Bare): Steps<WordIndex> {
  const bySpelling = new Map<string, Array<string>>()
  if (all.length > fewWords) {
    for (const [at, word] of all.entries()) {
      if (at % piece === piece - 1) yield
      put(bySpelling, word.slice(0, 1), word)
      for (const key of new Set([spellingOf(word), ...nearSpellings(word)])) put(bySpelling, `=${key}`, word)
      for (const key of soundKeys(word)) put(bySpelling, `~${key}`, word)
    }
    yield
  }
  return new WordIndex(all, bare, bySpelling)
}

const put = (words: Map<string, Array<string>>, key: string, word: string): void => {
  const known = words.get(key)
  if (known === undefined) words.set(key, [word])
  else known.push(word)
}

export class WordIndex {
  readonly #all: ReadonlyArray<string>
  readonly #bare: Bare
  readonly #bySpelling: Bare
  readonly #wild: ReadonlyArray<string>
  readonly #sorted: ReadonlyArray<string>
  readonly #memory = new Map<string, ReadonlyArray<string>>()

  constructor(all: ReadonlyArray<string>, bare: Bare, bySpelling: Bare) {
    this.#all = all
    this.#bare = bare
    this.#bySpelling = bySpelling
    this.#wild = all.filter(isWild)
    this.#sorted = [...all].sort()
  }

  /** The indexed words that a bank's word may stand for. */
  related(word: string, mayBeCut: boolean): ReadonlyArray<string> {
    const key = mayBeCut ? `${word}…` : word
    const known = this.#memory.get(key)
    if (known !== undefined) return known
    const related = new Set<string>()
    for (const other of this.#candidates(word, mayBeCut)) {
      if (relationOf(other, word, mayBeCut) !== undefined) related.add(other)
    }
    for (const other of this.#bare.get(word) ?? []) related.add(other)
    const found = [...related]
    this.#memory.set(key, found)
    return found
  }

  #candidates(word: string, mayBeCut: boolean): Iterable<string> {
    if (this.#all.length <= fewWords || isWild(word)) return this.#all
    const found = new Set<string>()
    for (const key of [spellingOf(word), ...nearSpellings(word)]) {
      for (const other of this.#bySpelling.get(`=${key}`) ?? []) found.add(other)
    }
    for (const key of soundKeys(word)) for (const other of this.#bySpelling.get(`~${key}`) ?? []) found.add(other)
    for (const other of this.#bySpelling.get(word.slice(0, 1)) ?? []) {
      if ((other.length === 1) !== (word.length === 1)) found.add(other)
    }
    for (const other of this.#wild) found.add(other)
    if (mayBeCut) for (const other of startingWith(this.#sorted, word)) found.add(other)
    return found
  }
}

const isWild = (word: string): boolean => word.includes("?")

/** The word without one of its letters: two words within one edit or swap have one such spelling, or a whole word, in common. */
const nearSpellings = (word: string): ReadonlyArray<string> =>
  word.length < shortestSlip ? [] : [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))]

const startingWith = (sorted: ReadonlyArray<string>, start: string): ReadonlyArray<string> => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? "") < start) low = middle + 1
    else high = middle
  }
  let end = low
  while (sorted[end]?.startsWith(start) === true) end++
  return sorted.slice(low, end)
}
