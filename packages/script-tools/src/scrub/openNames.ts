/** Texts that have the form of somebody's name where nothing says whose they are: their author decides. */
import { folded } from "./folded.ts"
import { commonWords, honorifics } from "./pageWords.ts"
import { behindTransfer, isOrdinary, isPaymentWord, piecesOf } from "./payees.ts"

const particles = new Set("de la las los del dos das da do van von der den zu di della i y e".split(" "))
const titles = new Set(honorifics)

const nameWord = /^\p{Lu}[\p{L}\p{M}'’.-]*,?$/u

const isCommon = (word: string): boolean =>
  folded(word)
    .split(/[^\p{L}]+/u)
    .some((part) => commonWords.has(part))

/** Two to six words with a capital each, none of them a page's or a payment's own. */
export const couldBeName = (text: string): boolean => {
  const words = text.trim().split(/\s+/)
  const names = words.filter((word) => !particles.has(word))
  return (
    words.length <= 6 &&
    names.length >= 2 &&
    names.every((word) => nameWord.test(word)) &&
    names.some((word) => /\p{L}{3}/u.test(word)) &&
    names.filter((word) => !titles.has(word.toLowerCase().replace(/\.$/, ""))).every((word) => !isCommon(word)) &&
    !isOrdinary(text) &&
    behindTransfer(text) === undefined
  )
}

/** What stands behind a transfer and is one word: a person's first name, or where one's own money goes. */
const couldBePayee = (text: string, prefixes: ReadonlyArray<string>): string | undefined => {
  const name = behindTransfer(text, prefixes)?.name ?? ""
  if (!/^\p{Lu}[\p{L}\p{M}'’-]{2,}$/u.test(name) || isCommon(name) || isPaymentWord(name)) return undefined
  return name
}

export interface KnownTexts {
  /** What the script's manifest says stands before names. */
  readonly prefixes: ReadonlyArray<string>
  /** The same for every customer: what stands in the script's code, and in the website's. */
  readonly known: ReadonlyArray<string>
  /** Texts of the movements that name nobody. */
  readonly shops: ReadonlyArray<string>
}

/** Whole texts, as people read them. */
const readTexts = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts
    .flatMap((text) => piecesOf(text.replaceAll(/&nbsp;|\u00a0/g, " ")))
    .map((piece) => piece.replace(/[\\\s.,:!]+$/u, "").replaceAll(/\s+/g, " "))

/** Texts of which two words are known to be of names: so are the others. */
export const namesAround = (texts: ReadonlyArray<string>, words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const known = new Set(words.map(folded))
  return [...new Set(readTexts(texts))].filter((text) => {
    const count = (text.match(/[\p{L}\p{M}]{3,}/gu) ?? []).filter((word) => known.has(folded(word))).length
    return count >= 2 && couldBeName(text)
  })
}

/** Every text of pages and answers that could be somebody's name. */
export const openNames = (
  texts: ReadonlyArray<string>,
  { known, prefixes, shops }: KnownTexts
): ReadonlyArray<string> => {
  const ordinary = new Set(shops.map(folded))
  const found = readTexts(texts).flatMap((text) => (couldBeName(text) ? [text] : (couldBePayee(text, prefixes) ?? [])))
  return [...new Set(found)].filter((text) => !ordinary.has(folded(text)) && !known.some((each) => each.includes(text)))
}
