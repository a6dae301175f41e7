/** The words of many names by their spellings, so that a word is compared with few of them. */
import type { Steps } from "../steps.ts"
import { piece } from "./pieces.ts"
import { relationOf, shortestSlip, spellingOf } from "./tokens.ts"

export interface WordIndex {
  /** The indexed words that a bank's word may stand for. */
  readonly related: (word: string, mayBeCut: boolean) => ReadonlyArray<string>
}

/** Up to so many words, comparing them one by one is faster than making an index. */
const fewWords = 60

/** Finds by these keys every pair of words that `relationOf` relates, and some more: `relationOf` decides. */
export function* indexWords(
  all: ReadonlyArray<string>,
  withBare: (word: string) => ReadonlyArray<string>
): Steps<WordIndex> {
  const bySpelling = new Map<string, Array<string>>()
  const put = (key: string, word: string) => {
    const known = bySpelling.get(key)
    if (known === undefined) bySpelling.set(key, [word])
    else known.push(word)
  }
  const isSmall = all.length <= fewWords
  const wild = all.filter((word) => word.includes("?"))
  for (const [at, word] of isSmall ? [] : all.entries()) {
    if (at % piece === piece - 1) yield
    put(word.slice(0, 1), word)
    for (const key of new Set([spellingOf(word), ...nearSpellings(word)])) put(`=${key}`, word)
  }
  if (!isSmall) yield
  const sorted = [...all].sort()
  const memory = new Map<string, ReadonlyArray<string>>()

  const candidates = (word: string, mayBeCut: boolean): Iterable<string> => {
    if (isSmall || word.includes("?")) return all
    const keys = [spellingOf(word), ...nearSpellings(word)].flatMap((key) => bySpelling.get(`=${key}`) ?? [])
    const initials = (bySpelling.get(word.slice(0, 1)) ?? []).filter(
      (other) => (other.length === 1) !== (word.length === 1)
    )
    return new Set([...keys, ...initials, ...wild, ...(mayBeCut ? startingWith(sorted, word) : [])])
  }

  return {
    related: (word, mayBeCut) => {
      const key = mayBeCut ? `${word}…` : word
      const known = memory.get(key)
      if (known !== undefined) return known
      const related = [...candidates(word, mayBeCut)].filter((other) => relationOf(other, word, mayBeCut) !== undefined)
      const found = [...new Set([...related, ...withBare(word)])]
      memory.set(key, found)
      return found
    }
  }
}

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
