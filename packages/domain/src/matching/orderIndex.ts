/**
 * Finds the orders of one amount that share something with a movement: a word of the name, the reference, an identifier or
 * a confirmed alias. Most names of a crowd share nothing, so only these pairs are looked at closely.
 */
import { groupBy, rememberedOf } from "../collections.ts"
import type { Steps } from "../steps.ts"
import { piece } from "./pieces.ts"
import { accountSpellings } from "../accountNumber.ts"
import { appearsAsToken, identifierOf, identifierSpellings, type TokenPattern } from "./references.ts"
import { referenceSaid, type MovementView, type OrderView } from "./score.ts"
import { joinedWords } from "./tokens.ts"
import { indexWords } from "./wordIndex.ts"

/** One thing that a movement and these orders agree on; the orders by their place in the list, each once. */
export interface Agreement {
  /** `words`: two that the bank prints as one. */
  readonly kind: "word" | "words" | "mark" | "reference"
  /** Of a word: its place in the movement's name; else 0. */
  readonly at: number
  readonly orders: ReadonlyArray<number>
}

export interface OrderIndex {
  readonly agreements: (movement: MovementView) => ReadonlyArray<Agreement>
  /** All that the movement's text says of these orders: equal for texts that say the same. */
  readonly said: (movement: MovementView) => string
  /** The words of orders that a bank's word may stand for. */
  readonly related: (word: string, mayBeCut: boolean) => ReadonlyArray<string>
  /** Orders whose name has no word to compare. */
  readonly nameless: ReadonlyArray<number>
}

type Places = Map<string, Array<number>>

const add = (places: Places, key: string, place: number): void => {
  const known = places.get(key)
  if (known === undefined) places.set(key, [place])
  else if (known.at(-1) !== place) known.push(place)
}

/** Letters of a reference or identifier by which those of one text are sorted: no such text is shorter. */
const markLength = 5

/** Of so many orders the marks are looked at in one go. */
const markPiece = 5 * piece

export function* indexOrders(orders: ReadonlyArray<OrderView>): Steps<OrderIndex> {
  const byWord: Places = new Map()
  const byJoined: Places = new Map()
  const byAlias: Places = new Map()
  const byIdentifier: Places = new Map()
  const byConfirmedAccount: Places = new Map()
  const nameless: Array<number> = []
  const bare = new Map<string, Array<string>>()
  for (const [place, order] of orders.entries()) {
    const { account, aliases, confirmedAccounts, expectedAccount, name, taxId } = order
    if (place % piece === piece - 1) yield
    if (name.tokens.length === 0) nameless.push(place)
    for (const word of name.tokens) add(byWord, word, place)
    for (const words of joinedWords(name)) add(byJoined, words, place)
    for (const [spelling, word] of name.bare) {
      const known = bare.get(spelling)
      if (known === undefined) bare.set(spelling, [word])
      else known.push(word)
    }
    for (const { key } of aliases) if (key !== "") add(byAlias, key, place)
    for (const mark of [taxId, account]) {
      for (const spelling of identifierSpellings(mark?.squeezed)) add(byIdentifier, spelling, place)
    }
    for (const spelling of accountSpellings(expectedAccount)) add(byIdentifier, spelling, place)
    for (const confirmed of confirmedAccounts) {
      for (const spelling of accountSpellings(confirmed)) add(byConfirmedAccount, spelling, place)
    }
  }
  yield
  const words = yield* indexWords([...byWord.keys()], (word) => bare.get(word) ?? [])

  const ordersOfWord = (word: string, mayBeCut: boolean): ReadonlyArray<number> => {
    const related = words.related(word, mayBeCut)
    const [only] = related
    if (only !== undefined && related.length === 1) return byWord.get(only) ?? []
    return [...new Set(related.flatMap((each) => byWord.get(each) ?? []))]
  }

  const references = yield* indexMarks(
    orders,
    ({ reference }) => reference,
    ({ reference }) => reference
  )
  const taxIds = yield* indexMarks(
    orders,
    ({ taxId }) => taxId,
    (facts) => facts.taxId
  )
  const accounts = yield* indexMarks(
    orders,
    ({ account }) => account,
    ({ payerAccount }) => payerAccount
  )
  const hasMarks = [references, taxIds, accounts].some(({ lengths }) => lengths.length > 0)

  /** Which marks of orders stand in the movement's text. */
  const marksOf = rememberedOf((movement: MovementView): Marked => {
    if (!hasMarks) return noMarks
    const { remarks } = movement
    // References stand in what is left of the text without long numbers.
    return {
      references: marksIn(remarks, references).filter(({ order }) => referenceSaid(order, movement) !== "none"),
      taxIds: marksIn(movement, taxIds).filter(({ pattern }) => appearsAsToken(pattern, movement)),
      accounts: marksIn(movement, accounts).filter(({ pattern }) => appearsAsToken(pattern, movement))
    }
  })

  const placesBy = (places: Places, spellings: ReadonlyArray<string>) =>
    spellings.flatMap((spelling) => places.get(spelling) ?? [])

  const marks = (movement: MovementView): ReadonlyArray<ReadonlyArray<number>> => {
    const said = marksOf(movement)
    return [
      byAlias.get(movement.name.key) ?? [],
      byConfirmedAccount.size === 0 ? [] : placesBy(byConfirmedAccount, accountSpellings(movement.account())),
      ...(hasMarks
        ? [
            [...placesOf(said.taxIds), ...placesBy(byIdentifier, identifierSpellings(movement.taxId))],
            [...placesOf(said.accounts), ...placesBy(byIdentifier, spellingsOf(movement))]
          ]
        : [])
    ]
  }

  const said = (movement: MovementView): string => {
    const { accounts: ofAccounts, references: ofReferences, taxIds: ofTaxIds } = marksOf(movement)
    if (ofAccounts.length + ofReferences.length + ofTaxIds.length === 0) return ""
    const forms = ofReferences.map(({ order, text }) => [text, referenceSaid(order, movement)])
    return JSON.stringify([forms, ofTaxIds.map(({ text }) => text), ofAccounts.map(({ text }) => text)])
  }

  const agreements = (movement: MovementView): ReadonlyArray<Agreement> => {
    const { cut, tokens } = movement.name
    const found: Array<Agreement> = []
    const put = (kind: Agreement["kind"], orders: ReadonlyArray<number> | undefined, at = 0) => {
      if (orders !== undefined && orders.length > 0) found.push({ kind, orders, at })
    }
    for (const [at, word] of tokens.entries()) put("word", ordersOfWord(word, cut && at === tokens.length - 1), at)
    for (const word of tokens) put("words", byJoined.get(word))
    for (const word of joinedWords(movement.name)) put("words", byWord.get(word))
    if (hasMarks || byAlias.size + byConfirmedAccount.size > 0)
      for (const orders of marks(movement)) put("mark", [...new Set(orders)])
    if (references.lengths.length > 0) put("reference", placesOf(marksOf(movement).references))
    return found
  }

  return { nameless, agreements, said, related: words.related }
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

interface Marks {
  /** By their letters and digits; the same ones may be written in several ways. */
  readonly bySqueezed: ReadonlyMap<string, ReadonlyArray<Mark>>
  /** How many letters and digits they have, each number once. */
  readonly lengths: ReadonlyArray<number>
}

interface Marked {
  readonly references: ReadonlyArray<Mark>
  readonly taxIds: ReadonlyArray<Mark>
  readonly accounts: ReadonlyArray<Mark>
}

const none: Marks = { bySqueezed: new Map(), lengths: [] }
const noMarks: Marked = { references: [], taxIds: [], accounts: [] }

function* indexMarks(
  orders: ReadonlyArray<OrderView>,
  patternOf: (order: OrderView) => TokenPattern | undefined,
  textOf: (facts: OrderView["facts"]) => string | undefined
): Steps<Marks> {
  if (!orders.some((order) => patternOf(order) !== undefined)) return none
  const byText = new Map<string, Mark>()
  const lengths = new Set<number>()
  for (const [place, order] of orders.entries()) {
    if (place % markPiece === markPiece - 1) yield
    const [pattern, text = ""] = [patternOf(order), textOf(order.facts)]
    if (pattern === undefined) continue
    const known = byText.get(text)
    if (known === undefined) byText.set(text, { text, pattern, order, nth: byText.size, places: [place] })
    else known.places.push(place)
    lengths.add(pattern.squeezed.length)
  }
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
const marksIn = (
  { squeezed, text }: Pick<MovementView, "squeezed" | "text">,
  { bySqueezed, lengths }: Marks
): ReadonlyArray<Mark> => {
  if (lengths.length === 0) return []
  const starts = new Map<string, Array<Mark>>()
  const letters = squeezed()
  let at = 0
  for (const [word] of text().matchAll(/[\p{L}\p{N}]+/gu)) {
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
