/**
 * The alignment of a payment's name with each of thousands of orders' names: their words are related to the payment's once,
 * then a name takes a look at each of its words. Members of a family, one letter apart, would be compared letter by letter.
 */
import type { Steps } from "../../steps.ts"
import type { NormalName } from "./normalise.ts"
import { piece } from "../pieces.ts"
import { type Alignment, joinedWords, longestRemnant, makeOneName, relationOf, type TokenRelation } from "./tokens.ts"
import type { WordIndex } from "./wordIndex.ts"

/**
 * Undefined: the words alone don't say it, since one of them may be several of the other side's, or a particle, or have lost a
 * space or letters with marks; `align` says it. Where it is defined it is what `align` says.
 */
export type AlignAmong = (name: number, bank: NormalName) => Alignment | undefined

/** What is known of an order's name beforehand. */
interface Known {
  /** The numbers of its words. */
  readonly words: ReadonlyArray<number>
  /** The numbers of other spellings of them: neighbours as one word, words without the letters that have marks. */
  readonly spellings: ReadonlyArray<number>
  /** The places of words that make one name with the next. */
  readonly halves: number
}

/** Places are bits of a number. */
const mostWords = 30
const several = -1

export function* alignAmong(names: ReadonlyArray<NormalName>, index: WordIndex): Steps<AlignAmong> {
  const numbers = new Map<string, number>()
  const numberOf = (word: string): number => {
    const number = numbers.get(word) ?? numbers.size
    numbers.set(word, number)
    return number
  }
  const read = (name: NormalName): Known => ({
    words: name.tokens.map(numberOf),
    spellings: [...joinedWords(name), ...name.bare.keys()].map(numberOf),
    halves: halvesOf(name.tokens)
  })
  const known: Array<Known | undefined> = []
  for (const name of names) {
    known.push(isPlain(name) ? read(name) : undefined)
    if (known.length % piece === 0) yield
  }

  // Of the bank's name that was asked for last: by the number of an order's word the place of the word that it goes with.
  let latest: NormalName | undefined
  let halves = 0
  let round = 0
  const roundOf = new Int32Array(numbers.size)
  const printedIn = new Int32Array(numbers.size)
  const places = new Int8Array(numbers.size)
  const relations: Array<TokenRelation | undefined> = []

  const put = (word: string, place: number, relation?: TokenRelation): void => {
    const number = numbers.get(word)
    if (number === undefined) return
    places[number] = roundOf[number] === round ? several : place
    roundOf[number] = round
    relations[number] = relation
  }

  const turnTo = (bank: NormalName): void => {
    latest = bank
    round += 1
    halves = halvesOf(bank.tokens)
    for (const [place, word] of bank.tokens.entries()) {
      const mayBeCut = bank.cut && place === bank.tokens.length - 1
      for (const other of index.related(word, mayBeCut)) {
        const relation = relationOf(other, word, mayBeCut)
        if (relation !== undefined) put(other, place, relation)
      }
      const number = numbers.get(word)
      if (number !== undefined) printedIn[number] = round
    }
    for (const word of joinedWords(bank)) put(word, several)
  }

  return (name, bank) => {
    const order = known[name]
    if (order === undefined || !isPlain(bank)) return undefined
    if (bank !== latest) turnTo(bank)
    const { spellings, words } = order
    for (const number of spellings) if (printedIn[number] === round) return undefined
    const last = bank.tokens.length - 1
    let equal = 0
    let spelt = 0
    let slips = 0
    let cuts = 0
    let initials = 0
    let orderUsed = 0
    let bankUsed = 0
    let lastAt = -1
    let lastRelation: TokenRelation | undefined
    let beginAlike = false
    for (let at = 0; at < words.length; at++) {
      const number = words[at] ?? 0
      if (roundOf[number] !== round) continue
      const place = places[number] ?? several
      if (place === several || (bankUsed & (1 << place)) !== 0) return undefined
      orderUsed |= 1 << at
      bankUsed |= 1 << place
      const relation = relations[number]
      if (relation === "equal") equal += 1
      else if (relation === "spelt") spelt += 1
      else if (relation === "typo") slips += 1
      else if (relation === "cut") cuts += 1
      else initials += 1
      if (place === last) {
        lastAt = at
        lastRelation = relation
      }
      if (at === 0 && place === 0 && relation === "equal") beginAlike = true
    }
    // Names that have nothing in common have all their words left.
    if (bankUsed === 0) return nothingIn(words.length, last + 1)
    const endsThere =
      lastAt >= 0 &&
      ((bank.cut && (lastRelation === "cut" || lastRelation === "initial")) ||
        bank.endsAtCut === "surely" ||
        (bank.endsAtCut === "perhaps" && beginAlike))
    const orderEnd = endsThere ? lastAt + 1 : words.length
    // A letter or two of a word that was cut off are none that the order lacks.
    const bankEnd = bank.cut && (bank.tokens[last] ?? "").length <= longestRemnant ? last : last + 1
    const others = isHalved(order.halves, orderUsed) || isHalved(halves, bankUsed) ? 1 : 0
    return {
      equal,
      worn: cuts + slips + spelt,
      spelt,
      slips,
      initials,
      orderLeft: Math.max(unused(orderUsed, orderEnd), others),
      bankLeft: Math.max(unused(bankUsed, bankEnd), others),
      firstLeft: (orderUsed & 1) === 0,
      bankFirstLeft: (bankUsed & 1) === 0
    }
  }
}

const nothingIn = (orderLeft: number, bankLeft: number): Alignment => ({
  equal: 0,
  worn: 0,
  spelt: 0,
  slips: 0,
  initials: 0,
  orderLeft,
  bankLeft,
  firstLeft: true,
  bankFirstLeft: true
})

const isPlain = ({ edges, tokens }: NormalName): boolean => edges.size === 0 && tokens.length <= mostWords

const halvesOf = (tokens: ReadonlyArray<string>): number => {
  let places = 0
  for (let at = 0; at + 1 < tokens.length; at++) {
    if (makeOneName(tokens[at] ?? "", tokens[at + 1] ?? "")) places |= 1 << at
  }
  return places
}

/** One of them isn't used, and the next is. */
const isHalved = (halves: number, used: number): boolean => (halves & ~used & (used >> 1)) !== 0

/** How many places before the end are not used. */
const unused = (used: number, end: number): number => {
  let count = 0
  for (let at = 0; at < end; at++) if ((used & (1 << at)) === 0) count += 1
  return count
}
