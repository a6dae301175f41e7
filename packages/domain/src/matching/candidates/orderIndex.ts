/**
 * Finds the orders of one amount that share something with a movement: a word of the name, the reference, an identifier or
 * a confirmed alias. Most names of a crowd share nothing, so only these pairs are looked at closely.
 */
import { groupBy } from "../../collections.ts"
import type { Steps } from "../../steps.ts"
import { piece } from "../pieces.ts"
import { accountSpellings } from "../../accountNumber.ts"
import { appearsAsToken, identifierOf, identifierSpellings, type TokenPattern } from "../score/references.ts"
import { referenceSaid } from "../score/score.ts"
import type { MovementView, OrderView } from "../score/views.ts"
import { joinedWords } from "../names/tokens.ts"
import { indexWords, WordIndex } from "../names/wordIndex.ts"

/** One thing that a movement and these orders agree on; the orders by their place in the list, each once. */
export interface Agreement {
  /** `words`: two that the bank prints as one. */
  readonly kind: "word" | "words" | "mark" | "reference"
  /** Of a word: its place in the movement's name; else 0. */
  readonly at: number
  readonly orders: ReadonlyArray<number>
}

type Places = Map<string, Array<number>>

const add = (places: Places, key: string, place: number): void => {
  const known = places.get(key)
  if (known === undefined) places.set(key, [place])
  else if (known.at(-1) !== place) known.push(place)
}

const placesBy = (places: Places, spellings: ReadonlyArray<string>): ReadonlyArray<number> =>
  spellings.flatMap((spelling) => places.get(spelling) ?? [])

/** Letters of a reference or identifier by which those of one text are sorted: no such text is shorter. */
const markLength = 5

/** Of so many orders the marks are looked at in one go. */
const markPiece = 5 * piece

/** The orders by what they have. */
interface By {
  readonly word: Places
  readonly joined: Places
  readonly alias: Places
  readonly identifier: Places
  readonly confirmedAccount: Places
}

const nothingYet = (): By => ({
  word: new Map(),
  joined: new Map(),
  alias: new Map(),
  identifier: new Map(),
  confirmedAccount: new Map()
})

export const emptyIndex = (): OrderIndex =>
  new OrderIndex(nothingYet(), [], new WordIndex([], new Map(), new Map()), {
    references: none,
    taxIds: none,
    accounts: none
  })

export function* indexOrders(orders: ReadonlyArray<OrderView>): Steps<OrderIndex> {
  const by = nothingYet()
  const nameless: Array<number> = []
  const bare = new Map<string, Array<string>>()
  for (const [place, order] of orders.entries()) {
    const { account, aliases, confirmedAccounts, expectedAccount, name, taxId } = order
    if (place % piece === piece - 1) yield
    if (name.tokens.length === 0) nameless.push(place)
    for (const word of name.tokens) add(by.word, word, place)
    for (const words of joinedWords(name)) add(by.joined, words, place)
    for (const [spelling, word] of name.bare) {
      const known = bare.get(spelling)
      if (known === undefined) bare.set(spelling, [word])
      else known.push(word)
    }
    for (const { key } of aliases) if (key !== "") add(by.alias, key, place)
    for (const mark of [taxId, account]) {
      for (const spelling of identifierSpellings(mark?.squeezed)) add(by.identifier, spelling, place)
    }
    for (const spelling of accountSpellings(expectedAccount)) add(by.identifier, spelling, place)
    for (const confirmed of confirmedAccounts) {
      for (const spelling of accountSpellings(confirmed)) add(by.confirmedAccount, spelling, place)
    }
  }
  yield
  const words = yield* indexWords([...by.word.keys()], bare)
  const references = yield* indexMarks(orders, referenceMark)
  const taxIds = yield* indexMarks(orders, taxIdMark)
  const accounts = yield* indexMarks(orders, accountMark)
  return new OrderIndex(by, nameless, words, { references, taxIds, accounts })
}

export class OrderIndex {
  /** Orders whose name has no word to compare. */
  readonly nameless: ReadonlyArray<number>
  readonly words: WordIndex
  readonly #by: By
  readonly #marks: AllMarks
  readonly #hasMarks: boolean
  readonly #marked = new WeakMap<MovementView, Marked>()

  constructor(by: By, nameless: ReadonlyArray<number>, words: WordIndex, marks: AllMarks) {
    this.nameless = nameless
    this.words = words
    this.#by = by
    this.#marks = marks
    this.#hasMarks = [marks.references, marks.taxIds, marks.accounts].some(({ lengths }) => lengths.length > 0)
  }

  agreements(movement: MovementView): ReadonlyArray<Agreement> {
    const { cut, tokens } = movement.name
    const { alias, confirmedAccount, joined, word: byWord } = this.#by
    const found: Array<Agreement> = []
    for (const [at, word] of tokens.entries()) {
      put(found, "word", this.#ordersOfWord(word, cut && at === tokens.length - 1), at)
    }
    for (const word of tokens) put(found, "words", joined.get(word))
    for (const word of joinedWords(movement.name)) put(found, "words", byWord.get(word))
    if (this.#hasMarks || alias.size + confirmedAccount.size > 0) {
      for (const orders of this.#ordersOfMarks(movement)) put(found, "mark", [...new Set(orders)])
    }
    if (this.#marks.references.lengths.length > 0) put(found, "reference", placesOf(this.#marksOf(movement).references))
    return found
  }

  /** All that the movement's text says of these orders: equal for texts that say the same. */
  said(movement: MovementView): string {
    const { accounts, references, taxIds } = this.#marksOf(movement)
    if (accounts.length + references.length + taxIds.length === 0) return ""
    const forms = references.map(({ order, text }) => [text, referenceSaid(order, movement)])
    return JSON.stringify([forms, taxIds.map(textOf), accounts.map(textOf)])
  }

  #ordersOfWord(word: string, mayBeCut: boolean): ReadonlyArray<number> {
    const related = this.words.related(word, mayBeCut)
    const [only] = related
    if (only !== undefined && related.length === 1) return this.#by.word.get(only) ?? []
    const orders = new Set<number>()
    for (const each of related) for (const place of this.#by.word.get(each) ?? []) orders.add(place)
    return [...orders]
  }

  #ordersOfMarks(movement: MovementView): ReadonlyArray<ReadonlyArray<number>> {
    const { alias, confirmedAccount, identifier } = this.#by
    const said = this.#marksOf(movement)
    return [
      alias.get(movement.name.key) ?? [],
      confirmedAccount.size === 0 ? [] : placesBy(confirmedAccount, accountSpellings(movement.account())),
      ...(this.#hasMarks
        ? [
            [...placesOf(said.taxIds), ...placesBy(identifier, identifierSpellings(movement.taxId))],
            [...placesOf(said.accounts), ...placesBy(identifier, spellingsOf(movement))]
          ]
        : [])
    ]
  }

  /** Which marks of orders stand in the movement's text. */
  #marksOf(movement: MovementView): Marked {
    if (!this.#hasMarks) return noMarks
    const known = this.#marked.get(movement)
    if (known !== undefined) return known
    const { accounts, references, taxIds } = this.#marks
    const found: Marked = {
      // References stand in what is left of the text without long numbers.
      references: marksIn(movement.remarks, references).filter(
        ({ order }) => referenceSaid(order, movement) !== "none"
      ),
      taxIds: marksIn(movement, taxIds).filter(({ pattern }) => appearsAsToken(pattern, movement)),
      accounts: marksIn(movement, accounts).filter(({ pattern }) => appearsAsToken(pattern, movement))
    }
    this.#marked.set(movement, found)
    return found
  }
}

const put = (
  found: Array<Agreement>,
  kind: Agreement["kind"],
  orders: ReadonlyArray<number> | undefined,
  at = 0
): void => {
  if (orders !== undefined && orders.length > 0) found.push({ kind, orders, at })
}

/** As it is printed, too: an order and a bank may share a mistake. */
const spellingsOf = (movement: MovementView): ReadonlyArray<string> => [
  ...identifierSpellings(identifierOf(movement.facts.senderAccount)),
  ...accountSpellings(movement.account())
]

/** A reference or identifier, and the orders that have it: each once, however many they are. */
interface Mark {
  readonly text: string
  readonly pattern: TokenPattern
  /** One of them. */
  readonly order: OrderView
  /** Its place among the marks. */
  readonly nth: number
  readonly places: Array<number>
}

export interface Marks<Of> {
  /** By their letters and digits; the same ones may be written in several ways. */
  readonly bySqueezed: ReadonlyMap<string, ReadonlyArray<Of>>
  /** How many letters and digits they have, each number once. */
  readonly lengths: ReadonlyArray<number>
}

interface AllMarks {
  readonly references: Marks<Mark>
  readonly taxIds: Marks<Mark>
  readonly accounts: Marks<Mark>
}

interface Marked {
  readonly references: ReadonlyArray<Mark>
  readonly taxIds: ReadonlyArray<Mark>
  readonly accounts: ReadonlyArray<Mark>
}

const none: Marks<Mark> = { bySqueezed: new Map(), lengths: [] }
const noMarks: Marked = { references: [], taxIds: [], accounts: [] }

const textOf = ({ text }: Mark): string => text

/** Where an order has marks of a kind. */
interface MarkKind {
  readonly patternOf: (order: OrderView) => TokenPattern | undefined
  readonly textOf: (facts: OrderView["facts"]) => string | undefined
}

const referenceMark: MarkKind = { patternOf: ({ reference }) => reference, textOf: ({ reference }) => reference }
const taxIdMark: MarkKind = { patternOf: ({ taxId }) => taxId, textOf: ({ taxId }) => taxId }
const accountMark: MarkKind = { patternOf: ({ account }) => account, textOf: ({ payerAccount }) => payerAccount }

function* indexMarks(orders: ReadonlyArray<OrderView>, kind: MarkKind): Steps<Marks<Mark>> {
  const byText = new Map<string, Mark>()
  const lengths = new Set<number>()
  for (const [place, order] of orders.entries()) {
    if (place % markPiece === markPiece - 1) yield
    const pattern = kind.patternOf(order)
    if (pattern === undefined) continue
    const text = kind.textOf(order.facts) ?? ""
    const known = byText.get(text)
    if (known === undefined) byText.set(text, { text, pattern, order, nth: byText.size, places: [place] })
    else known.places.push(place)
    lengths.add(pattern.squeezed.length)
  }
  if (byText.size === 0) return none
  if (orders.length >= markPiece) yield
  return { bySqueezed: groupBy(byText.values(), ({ pattern }) => pattern.squeezed), lengths: [...lengths] }
}

const placesOf = ([first, ...others]: ReadonlyArray<Mark>): ReadonlyArray<number> =>
  first === undefined
    ? []
    : others.length === 0
      ? first.places
      : [...first.places, ...others.flatMap(({ places }) => places)]

/**
 * Those whose letters and digits stand in the text from a word on, whatever stands between them; by the first letters that
 * they have, as these come in the text. Thousands may begin alike, and one text says a few.
 */
export const marksIn = <Of extends { readonly nth: number }>(
  said: Pick<MovementView, "squeezed" | "text">,
  { bySqueezed, lengths }: Marks<Of>
): ReadonlyArray<Of> => {
  if (lengths.length === 0) return []
  const starts = new Map<string, Array<Of>>()
  const letters = said.squeezed()
  let at = 0
  for (const [word] of said.text().matchAll(/[\p{L}\p{N}]+/gu)) {
    const start = letters.slice(at, at + markLength)
    const known = starts.get(start) ?? []
    if (known.length === 0) starts.set(start, known)
    for (const length of lengths) {
      for (const mark of bySqueezed.get(letters.slice(at, at + length)) ?? []) {
        if (!known.includes(mark)) known.push(mark)
      }
    }
    at += word.length
  }
  return [...starts.values()].flatMap((found) => found.sort((a, b) => a.nth - b.nth))
}
