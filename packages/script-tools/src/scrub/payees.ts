/**
 * Whom a movement's text names, and whether it names anybody: payers and payees stand behind the words for a transfer, in
 * either direction and in the bank's language; what cards, fees and direct debits are for is a shop's.
 */
import { folded as fold } from "./folded.ts"
import { paymentLexicon } from "./paymentWords.ts"

/** What is known of the people in a run's movements. */
export interface Payees {
  /** Payers and payees. */
  readonly persons: ReadonlyArray<string>
  /** Texts of cards, fees and debits: their words are no names, also where a person has one of them. */
  readonly shops: ReadonlyArray<string>
  /** Texts that say nothing of what they are, and could be a name. */
  readonly doubtful: ReadonlyArray<string>
}

export interface PaidText {
  readonly description: string
  readonly counterparty?: string | undefined
  readonly isCredit: boolean
  /** Behind a prefix or a pattern of the script's manifest. */
  readonly declared?: string | undefined
}

const { cards, directions, ends, fillers, forms, glued, ordinary, transfers, weakTransfers } = paymentLexicon

interface Word {
  readonly text: string
  readonly folded: string
  readonly at: number
}

const wordPattern = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu

const wordsOf = (text: string): ReadonlyArray<Word> =>
  [...text.replaceAll(/&#?\w+;/g, (entity) => " ".repeat(entity.length)).matchAll(wordPattern)].map((match) => ({
    text: match[0],
    folded: fold(match[0]),
    at: match.index
  }))

const some = (text: string, set: ReadonlySet<string>): boolean => wordsOf(text).some(({ folded }) => set.has(folded))

/** Says by itself that it is no person's: a card, a fee, a shop, a company. */
export const isOrdinary = (text: string): boolean => some(text, ordinary) || some(text, cards) || some(text, forms)

/** Where a reason for paying, a number or another field may begin. */
const stop = /[\d/,;:|(*#]|\s[-–—]\s/u

const upToStop = (text: string): string => text.slice(0, Math.max(0, stop.exec(text)?.index ?? text.length))

const mostGiven = 4

/**
 * Behind the family's name and a comma or a slash: "BERG, NILS", "BERG/NILS". Columns of a file have no blank behind their
 * comma. In small letters it must be short, and the family's name be written so too: else it is a reason.
 */
const givenBehind = (family: string, behind: string): string => {
  const [sign = ""] = /^\s*(?:,\s+|\/\s*)/u.exec(behind) ?? []
  const given = upToStop(behind.slice(sign.length)).trimEnd()
  const words = given.match(/[\p{L}\p{M}]+/gu) ?? []
  const large = words.filter((word) => /^(?:\p{Lu}|\p{Lo})/u.test(word))
  const isSmall = family === family.toLowerCase() && large.length === 0
  const isName = isSmall || words.every((word) => large.includes(word) || directions.has(fold(word)) || word.length < 3)
  return sign !== "" && words.length > 0 && words.length <= mostGiven && isName ? `${sign}${given}` : ""
}

/** Up to what says that a reason for paying, a number or another field begins. */
const untilEnd = (text: string): string => {
  const end = wordsOf(text).find(({ folded }, index) => index > 0 && ends.has(folded))
  const whole = text.slice(0, end?.at)
  const family = upToStop(whole).trimEnd()
  return `${family}${givenBehind(family, whole.slice(family.length))}`.replace(/[^\p{L}\p{M}]+$/u, "")
}

/** Up to the reason's first letter or digit; columns of a file that stand behind the name are none. */
const reasonBehind = (rest: string): string =>
  /^\s*,\S/u.test(rest) ? rest : rest.replace(/^[^\p{L}\p{M}\p{N}]+/u, "").trim()

const latestWord = 2

/** The name behind a transfer's words, and what follows it; undefined: the text is no transfer. */
export const behindTransfer = (
  text: string,
  prefixes: ReadonlyArray<string> = []
): { readonly name: string; readonly reason: string } | undefined => {
  const words = wordsOf(text)
  // Without a space nothing says where the word ends and the name begins: all of it goes.
  if (glued.some((word) => words[0]?.folded.startsWith(word) === true && words[0].folded !== word)) {
    return { name: untilEnd(text), reason: "" }
  }
  const own = new Set(prefixes.flatMap((prefix) => wordsOf(prefix).slice(0, 1)).map(({ folded }) => folded))
  const isTransfer = ({ folded }: Word) => transfers.has(folded) || own.has(folded)
  const first = words.slice(0, latestWord + 1).findIndex((word) => isTransfer(word) || weakTransfers.has(word.folded))
  const start = words[first]
  const isCard = words.slice(0, Math.max(first, 0) + 2).some(({ folded }) => cards.has(folded) || ordinary.has(folded))
  if (start === undefined || (isCard && !own.has(start.folded))) return undefined
  const rest = words.slice(first + 1)
  const skips = rest.findIndex(
    (word) =>
      !isTransfer(word) && !directions.has(word.folded) && !fillers.has(word.folded) && !weakTransfers.has(word.folded)
  )
  const behind = rest[skips]
  const isDirected = rest.slice(0, skips).some(({ folded }) => directions.has(folded))
  if (behind === undefined || (!isTransfer(start) && !isDirected)) return undefined
  const whole = text.slice(behind.at)
  const name = untilEnd(whole)
  return name === "" ? undefined : { name, reason: reasonBehind(whole.slice(name.length)) }
}

/** Two words and more, each with a capital: what a page's menu says of transfers is written otherwise. */
const isNameLike = (text: string): boolean => {
  const words = text.split(/[\s,.'’-]+/).filter((word) => /\p{L}/u.test(word))
  const capitals = words.filter((word) => !directions.has(fold(word)))
  return words.length >= 2 && words.length <= 6 && capitals.every((word) => /^(?:\p{Lu}|\p{Lo})/u.test(word))
}

/** What of a text is no name in any text: it stays. */
export const isPaymentWord = (word: string): boolean =>
  [cards, directions, ends, fillers, forms, ordinary, transfers, weakTransfers].some((set) => set.has(fold(word)))

const ofOne = (one: PaidText, prefixes: ReadonlyArray<string>): Payees => {
  const { counterparty = "", declared, description, isCredit } = one
  // Here a comma separates no columns.
  const found = behindTransfer(description.replaceAll(/,(?=\p{L})/gu, ", "), prefixes)
  const named = [
    found?.name ?? declared ?? "",
    some(description, cards) || isOrdinary(counterparty) ? "" : counterparty
  ]
  const persons = named.filter((name) => name !== "")
  if (persons.length > 0) return { persons, shops: [], doubtful: [] }
  if (isOrdinary(description)) return { persons, shops: [description, counterparty], doubtful: [] }
  // A payer whose bank prints nothing before the name; what is paid to somebody is mostly a shop's name alone.
  if (isCredit) return { persons: [description], shops: [], doubtful: [] }
  return { persons, shops: [], doubtful: isNameLike(description) ? [description] : [] }
}

/** `prefixes`: what the script's manifest says stands before names. */
export const payeesOf = (texts: ReadonlyArray<PaidText>, prefixes: ReadonlyArray<string>): Payees => {
  const each = texts.map((one) => ofOne(one, prefixes))
  return {
    persons: [...new Set(each.flatMap(({ persons }) => persons))],
    shops: [...new Set(each.flatMap(({ shops }) => shops))],
    doubtful: [...new Set(each.flatMap(({ doubtful }) => doubtful))]
  }
}

/** Whole texts of a page, a file or an answer: what stands between tags, quotes and columns. */
export const piecesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/[<>"\n\r\t;|]/)
    .map((piece) => piece.trim())
    .filter((piece) => piece.length >= 5 && piece.length <= 300)

/** Names behind transfers anywhere in a text, of rows that the script didn't hand over too. */
export const transfersIn = (text: string, prefixes: ReadonlyArray<string>): ReadonlyArray<string> =>
  piecesOf(text).flatMap((piece) => {
    const found = behindTransfer(piece, prefixes)
    return found !== undefined && isNameLike(found.name) && !isOrdinary(found.name) ? [found.name] : []
  })

/**
 * The reason that somebody gave for paying, which is as private as the name before it. Sentences of the page that speak of
 * sending and paying have none: nobody's name stands in them.
 */
export const reasonsIn = (
  texts: ReadonlyArray<string>,
  prefixes: ReadonlyArray<string>,
  persons: ReadonlySet<string>
): ReadonlyArray<string> =>
  texts.flatMap((text) => {
    const { name = "", reason = "" } = behindTransfer(text, prefixes) ?? {}
    return persons.has(name) && /\p{L}{3}/u.test(reason) ? [reason] : []
  })
