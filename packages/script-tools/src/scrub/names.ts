/** How somebody's name is taken out: the same letters for the same word, in the capitals and the spellings of each place. */
import { honorifics } from "./pageWords.ts"
import { placeholderOf } from "./placeholder.ts"
import type { Substitution } from "./Substitution.ts"

const wordPattern = /[\p{L}\p{M}]{3,}/gu

const particles = new Set("del des der den van von dos das della dei les los las".split(" "))
const titles = new Set(honorifics)

/** Words of names that are replaced wherever they stand. */
export const nameWords = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names
    .flatMap((name) => name.match(wordPattern) ?? [])
    .filter((word) => !particles.has(word.toLowerCase()) && !titles.has(word.toLowerCase()))

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

const plain = (word: string): string => word.normalize("NFD").replaceAll(/\p{M}/gu, "").normalize("NFC")

/** JOSE is José's: both get the same letters. */
const letters = (key: Buffer, word: string): string => placeholderOf(key, plain(word).toLowerCase())

/** A word's placeholder in the capitals of the word. */
const maskedWord = (key: Buffer, word: string): string => {
  const placeholder = letters(key, word)
  if (word === word.toUpperCase()) return placeholder.toUpperCase()
  return word === word.toLowerCase() ? placeholder : capital(placeholder)
}

export const putWord = (into: Substitution, key: Buffer, word: string) => {
  for (const each of new Set([word.toLowerCase(), plain(word).toLowerCase()])) {
    for (const spelt of [each, capital(each), each.toUpperCase()]) into.put(spelt, maskedWord(key, spelt), "name")
  }
  into.put(word, maskedWord(key, word), "name")
}

/** "WU, BO" is Bo Wu elsewhere, and words of two letters are only taken out as parts of a name. */
const inOtherOrder = (name: string): ReadonlyArray<string> => {
  const parts = name.split(/\s*,\s*/u)
  const [family = "", given = ""] = parts
  if (parts.length !== 2 || family === "" || given === "") return [name]
  return [name, `${family},${given}`, `${given} ${family}`, `${family} ${given}`]
}

/** A name as it stands there: also its words that stay where they stand elsewhere. */
export const putPhrase = (into: Substitution, key: Buffer, phrase: string, kept: (word: string) => boolean) => {
  const masked = (text: string) =>
    text.replaceAll(/&#?\w+;|[\p{L}\p{M}]+/gu, (word) =>
      word.startsWith("&") || kept(word) ? word : maskedWord(key, word)
    )
  const written = inOtherOrder(phrase)
  for (const each of new Set([...written, ...written.map(plain)]))
    if (masked(each) !== each) into.put(each, masked(each), "name")
}

/** The holder's: nothing of it stays, but what is no name. */
export const putHolder = (into: Substitution, key: Buffer, name: string) =>
  putPhrase(into, key, name, (word) => titles.has(word.toLowerCase()) || particles.has(word.toLowerCase()))
