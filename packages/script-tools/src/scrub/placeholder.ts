/**
 * What stands in a recording in the place of something private: a text of the same length and the same kinds of characters,
 * so that pages that check or count it go on working. The same text always gets the same one within a recording; the key
 * is forgotten with it, so nobody can find out which text it was by trying.
 */
import { createHmac } from "node:crypto"

const digits = "0123456789"
const lower = "abcdefghijklmnopqrstuvwxyz"
const upper = lower.toUpperCase()

const alphabetOf = (character: string): string | undefined => {
  if (/\d/.test(character)) return digits
  if (/\p{Lu}/u.test(character)) return upper
  return /\p{L}/u.test(character) ? lower : undefined
}

/** Endless bytes that depend on the key and the text alone. */
function* bytes(key: Buffer, text: string): Generator<number, never> {
  for (let block = 0; ; block += 1) yield* createHmac("sha256", key).update(`${block}:${text}`).digest()
}

/** Letters and digits are replaced by others of their kind, everything else stays. */
export const placeholderOf = (key: Buffer, text: string): string => {
  const source = bytes(key, text)
  return [...text]
    .map((character) => {
      const alphabet = alphabetOf(character)
      return alphabet === undefined ? character : (alphabet[source.next().value % alphabet.length] ?? character)
    })
    .join("")
}

const mod97 = (text: string): number => {
  let rest = 0
  for (const character of text) {
    const value = /\d/.test(character) ? character : String(character.charCodeAt(0) - 55)
    for (const digit of value) rest = (rest * 10 + Number(digit)) % 97
  }
  return rest
}

export const isIban = (text: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text) && mod97(text.slice(4) + text.slice(0, 4)) === 1

/** Another account of the same country, with check digits that fit. */
export const fakeIban = (key: Buffer, iban: string): string => {
  const country = iban.slice(0, 2)
  const account = placeholderOf(key, iban.slice(4))
  return `${country}${String(98 - mod97(`${account}${country}00`)).padStart(2, "0")}${account}`
}

const luhn = (number: string): number =>
  [...number]
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1))
    .reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10

export const isCardNumber = (text: string): boolean => /^[2-6]\d{13,18}$/.test(text) && luhn(text) === 0

export const fakeCardNumber = (key: Buffer, number: string): string => {
  const body = `4${placeholderOf(key, number).slice(1, -1)}`
  return `${body}${(10 - luhn(`${body}0`)) % 10}`
}

const nifLetters = "TRWAGMYFPDXBNJZSQVHLCKE"

/** A Spanish tax number: eight digits and the letter that they give. */
export const isTaxNumber = (text: string): boolean =>
  /^\d{8}[A-Z]$/.test(text) && nifLetters[Number(text.slice(0, 8)) % 23] === text[8]

export const fakeTaxNumber = (key: Buffer, number: string): string => {
  const body = placeholderOf(key, number.slice(0, 8))
  return `${body}${nifLetters[Number(body) % 23] ?? "T"}`
}
