/** References, tax ids and account numbers: found in a bank's text as whole tokens, never inside a longer number. */
import { later } from "../../collections.ts"
import { foldText, isPlain } from "../names/normalise.ts"

export interface TokenPattern {
  /** Its letters and digits only. */
  readonly squeezed: string
  /** Where a folded text has it. */
  readonly find: (text: string) => RegExpExecArray | null
}

const squeeze = (text: string): string => squeezedOf(foldText(text))

/** A folded text's letters and digits. */
export const squeezedOf = (text: string): string =>
  isPlain(text) ? text.replace(/[^A-Z0-9]/g, "") : text.replace(/[^\p{L}\p{N}]/gu, "")

/**
 * What to look for in a text: the same letters and digits, with a few other characters at most where the reference itself
 * changes between letters, digits and others. Undefined if it is too short or all zeros to mean anything.
 */
export const tokenPattern = (reference: string | undefined, shortest: number): TokenPattern | undefined => {
  if (reference === undefined) return undefined
  const squeezed = squeeze(reference)
  if (squeezed.length < shortest || /^0+$/.test(squeezed)) return undefined
  // Most are never looked for, and those mostly in plain texts: to know every letter there is costs ten times as much.
  const inPlainText = later(() => spelledPattern(reference, squeezed, plainLetters))
  const inAnyText = later(() => spelledPattern(reference, squeezed, allLetters))
  return { squeezed, find: (text) => (isPlain(text) ? inPlainText() : inAnyText()).exec(text) }
}

/** The insides of character classes. */
interface Letters {
  readonly letter: string
  readonly digit: string
  readonly flags: string
}

/** Enough for folded texts in ASCII. */
const plainLetters: Letters = { letter: "A-Z", digit: "0-9", flags: "" }
const allLetters: Letters = { letter: String.raw`\p{L}`, digit: String.raw`\p{N}`, flags: "u" }

const spelledPattern = (reference: string, squeezed: string, { digit, flags, letter }: Letters): RegExp => {
  const chunks = foldText(reference).match(/\p{N}+|\p{L}+/gu) ?? []
  const before = /^\p{N}/u.test(squeezed) ? `(?<![${digit}][.,'-])` : ""
  const after = /\p{N}$/u.test(squeezed) ? `(?![.,'-][${digit}])` : ""
  const body = chunks.map(spelling).join(`[^${letter}${digit}]{0,3}`)
  return new RegExp(`(?<![${letter}${digit}])${before}${body}(?![${letter}${digit}])${after}`, flags)
}

/** Account numbers are printed in groups. */
const spelling = (chunk: string): string => (/^\d{16,}$/.test(chunk) ? chunk.split("").join(" ?") : chunk)

/**
 * What a reference says by its form. Words, dates and zeros say nothing: any payment may have them. A short number may be a
 * postcode, and a word with a year a course: they need more than to stand there. Codes and long numbers are somebody's.
 */
export type ReferenceForm = "none" | "weak" | "strong"

export const referenceForm = (reference: string | undefined): ReferenceForm => {
  const squeezed = squeeze(reference ?? "")
  const digits = squeezed.replace(/\P{N}/gu, "")
  if (digits === "" || isDate(reference ?? "")) return "none"
  if (digits.length === squeezed.length) return digits.length <= longestPostcode ? "weak" : "strong"
  return /^(?:19|20)\d\d$/.test(digits) ? "weak" : "strong"
}

const longestPostcode = 6

const isDate = (text: string): boolean => {
  const [, a = "", b = "", c = ""] = /^\s*(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})\s*$/.exec(text) ?? []
  if (a !== "") return isDay(Number(b), 12) && (isDay(Number(a), 31) || isDay(Number(c), 31))
  const [, year = "", first = "", second = ""] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text.trim()) ?? []
  if (year !== "" && isDay(Number(first), 12) && isDay(Number(second), 31)) return true
  const [, day = "", month = ""] = /^(\d\d)(\d\d)(?:19|20)\d\d$/.exec(text.trim()) ?? []
  return day !== "" && isDay(Number(day), 31) && isDay(Number(month), 31)
}

const isDay = (number: number, most: number): boolean => number >= 1 && number <= most

/** Account numbers and telephone numbers, in the groups that people write them in. */
const longNumbers =
  /(?<![\p{L}\p{N}])[A-Z]{2}\d{2} ?(?:[A-Z]{4} ?)?(?:\d{4} ?){2,7}\d{0,4}(?![\p{L}\p{N}])|(?:\+|(?<!\p{N})00)\d(?:[ ().-]{0,2}\d){7,14}|(?<!\p{L})(?:TEL|TLF|TFNO|TELEFONO|MOVIL|PHONE|MOBILE|FON|HANDY)[ .:]{0,3}\d(?:[ ().-]{0,2}\d){5,14}/gu

/** A text without the numbers that may hold any digits. */
export const withoutLongNumbers = (text: string): string => text.replace(longNumbers, " ")

const referenceWords =
  "PEDIDO|PED|PEDIDOS|REF|REFERENCIA|REFERENCE|FACTURA|FACT|FRA|FAC|FATURA|FATTURA|FACTURE|INVOICE|INV|ORDER|ORDEN|ORDRE|ORDINE|ORD|COMMANDE|CMD|RECHNUNG|RE|RG|RNR|AUFTRAG|BESTELLUNG|BEST|ZAMOWIENIE|FAKTURA|FV|NUM|NUMERO|NRO|NR|NO|N|PAGO|PAY|PAYMENT|COMPRA|RECIBO|CONCEPTO|BIZUM|ID|CODE|CODIGO"

/** A weak reference counts by itself only where the text calls it one, or holds nothing else; never before a town's name. */
const callsItReference = (pattern: TokenPattern, text: string): boolean => {
  const place = pattern.find(text)
  if (place === null) return false
  const [before, after] = [text.slice(0, place.index), text.slice(place.index + place[0].length)]
  if (/^[^\p{L}\p{N}]+\p{L}{3}/u.test(after)) return false
  return !/\p{L}/u.test(before) || calledBefore.test(before)
}

const calledBefore = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${referenceWords})[^\p{L}\p{N}]{0,4}$`, "u")

/** Whether the text says the reference, and how clearly. */
export const saysReference = (
  pattern: TokenPattern | undefined,
  form: ReferenceForm,
  movement: { readonly text: () => string; readonly squeezed: () => string }
): ReferenceForm => {
  if (pattern === undefined || form === "none" || !appearsAsToken(pattern, movement)) return "none"
  return form === "strong" || callsItReference(pattern, movement.text()) ? "strong" : "weak"
}

export const appearsAsToken = (
  wanted: TokenPattern | undefined,
  movement: { readonly text: () => string; readonly squeezed: () => string }
): boolean =>
  wanted !== undefined && movement.squeezed().includes(wanted.squeezed) && wanted.find(movement.text()) !== null

/** An identifier's letters and digits; undefined if there is none, or if the bank masks a part of it. */
export const identifierOf = (text: string | undefined): string | undefined => {
  const squeezed = squeeze(text ?? "")
  return squeezed === "" || /[*•]/.test(text ?? "") ? undefined : squeezed
}

/** As it is, and without its country: two identifiers are the same if one spelling of each is. */
export const identifierSpellings = (identifier: string | undefined): ReadonlyArray<string> =>
  identifier === undefined ? [] : [...new Set([identifier, withoutCountry(identifier)])]

/** Equal, but for the two letters of a country before one of them. */
export const sameIdentifier = (a: string, b: string): boolean =>
  a === b || (a.length !== b.length && (withoutCountry(a) === b || a === withoutCountry(b)))

const withoutCountry = (identifier: string): string => identifier.replace(/^[A-Z]{2}(?=[A-Z]?\d)/, "")
