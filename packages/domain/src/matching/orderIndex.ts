/**
 * Finds the orders of one amount that share something with a movement: a word of the name, the reference, an identifier or
 * a confirmed alias. Most names of a crowd share nothing, so only these pairs are looked at closely.
 */
import { groupBy } from "../collections.ts"
import { appearsAsToken, identifierSpellings, type TokenPattern } from "./references.ts"
import { referenceSaid, type MovementView, type OrderView } from "./score.ts"
import { joinedWords, relationOf, shortestSlip, spellingOf } from "./tokens.ts"

/** One thing that a movement and these orders agree on; the orders by their place in the list, each once. */
export interface Agreement {
  /** `words`: two that the bank prints as one. */
  readonly kind: "word" | "words" | "mark" | "reference"
  readonly orders: ReadonlyArray<number>
}

export interface OrderIndex {
  readonly agreements: (movement: MovementView) => ReadonlyArray<Agreement>
  /** Orders whose name has no word to compare. */
  readonly nameless: ReadonlyArray<number>
}

type Places = Map<string, Array<number>>

const add = (places: Places, key: string, place: number): void => {
  const known = places.get(key)
  if (known === undefined) places.set(key, [place])
  else if (known.at(-1) !== place) known.push(place)
}

/** Letters of a reference or identifier by which it is looked up: no such text is shorter. */
const markLength = 5

export const indexOrders = (orders: ReadonlyArray<OrderView>): OrderIndex => {
  const byWord: Places = new Map()
  const byJoined: Places = new Map()
  const byAlias: Places = new Map()
  const byMark: Places = new Map()
  const byIdentifier: Places = new Map()
  const nameless: Array<number> = []
  for (const [place, { account, aliases, name, reference, taxId }] of orders.entries()) {
    if (name.tokens.length === 0) nameless.push(place)
    for (const word of name.tokens) add(byWord, word, place)
    for (const words of joinedWords(name)) add(byJoined, words, place)
    for (const { key } of aliases) if (key !== "") add(byAlias, key, place)
    for (const mark of [reference, taxId, account]) {
      if (mark !== undefined) add(byMark, mark.squeezed.slice(0, markLength), place)
    }
    for (const mark of [taxId, account]) {
      for (const spelling of identifierSpellings(mark?.squeezed)) add(byIdentifier, spelling, place)
    }
  }
  const bare = groupBy(
    orders.flatMap(({ name }) => [...name.bare]),
    ([spelling]) => spelling
  )
  const words = indexWords([...byWord.keys()], (word) => (bare.get(word) ?? []).map(([, token]) => token))

  const ordersOfWord = (word: string, mayBeCut: boolean): ReadonlyArray<number> => {
    const related = words.related(word, mayBeCut)
    const [only] = related
    if (only !== undefined && related.length === 1) return byWord.get(only) ?? []
    return [...new Set(related.flatMap((each) => byWord.get(each) ?? []))]
  }

  const marked = (movement: MovementView, markOf: (order: OrderView) => TokenPattern | undefined) =>
    wordStarts(movement).flatMap((start) =>
      (byMark.get(start) ?? []).filter((place) => {
        const order = orders[place]
        return order !== undefined && appearsAsToken(markOf(order), movement)
      })
    )

  /** Orders whose reference the movement says. */
  const referred = (movement: MovementView): ReadonlyArray<number> => [
    ...new Set(
      wordStarts(movement)
        .flatMap((start) => byMark.get(start) ?? [])
        .filter((place) => {
          const order = orders[place]
          return order !== undefined && referenceSaid(order, movement) !== "none"
        })
    )
  ]

  const identified = (identifier: string | undefined) =>
    identifierSpellings(identifier).flatMap((spelling) => byIdentifier.get(spelling) ?? [])

  const marks = (movement: MovementView): ReadonlyArray<ReadonlyArray<number>> => [
    byAlias.get(movement.name.key) ?? [],
    ...(byMark.size === 0
      ? []
      : [
          [...marked(movement, ({ taxId }) => taxId), ...identified(movement.taxId)],
          [...marked(movement, ({ account }) => account), ...identified(movement.account)]
        ])
  ]

  const agreements = (movement: MovementView): ReadonlyArray<Agreement> => {
    const { cut, tokens } = movement.name
    const found: Array<Agreement> = []
    const put = (kind: Agreement["kind"], orders: ReadonlyArray<number> | undefined) => {
      if (orders !== undefined && orders.length > 0) found.push({ kind, orders })
    }
    for (const [at, word] of tokens.entries()) put("word", ordersOfWord(word, cut && at === tokens.length - 1))
    for (const word of tokens) put("words", byJoined.get(word))
    for (const word of joinedWords(movement.name)) put("words", byWord.get(word))
    if (byAlias.size + byMark.size > 0) for (const orders of marks(movement)) put("mark", [...new Set(orders)])
    if (byMark.size > 0) put("reference", referred(movement))
    return found
  }

  return { nameless, agreements }
}

/** The first letters from each word of the text on, whatever stands between them: where a mark can begin. */
const wordStarts = (movement: MovementView): ReadonlyArray<string> => {
  const starts: Array<string> = []
  const squeezed = movement.squeezed()
  let at = 0
  for (const [word] of movement.text().matchAll(/[\p{L}\p{N}]+/gu)) {
    starts.push(squeezed.slice(at, at + markLength))
    at += word.length
  }
  return starts
}

interface WordIndex {
  /** The indexed words that a bank's word may stand for. */
  readonly related: (word: string, mayBeCut: boolean) => ReadonlyArray<string>
}

/** Words that are sooner compared one by one than indexed. */
const fewWords = 60

/** Every pair of words that `relationOf` relates is found by one of these keys; `relationOf` has the last word. */
const indexWords = (all: ReadonlyArray<string>, withBare: (word: string) => ReadonlyArray<string>): WordIndex => {
  const bySpelling = new Map<string, Array<string>>()
  const put = (key: string, word: string) => {
    const known = bySpelling.get(key)
    if (known === undefined) bySpelling.set(key, [word])
    else known.push(word)
  }
  const isSmall = all.length <= fewWords
  const wild = all.filter((word) => word.includes("?"))
  for (const word of isSmall ? [] : all) {
    put(word.slice(0, 1), word)
    for (const key of new Set([spellingOf(word), ...nearSpellings(word)])) put(`=${key}`, word)
  }
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
