/**
 * Which part of a bank's message is the code. A wrong one costs one of the bank's few attempts, so that nothing is guessed: where
 * several parts could be it and no word says which, there is none.
 */
import type { LinearPattern } from "../linearPattern.ts"
import { codeFits, type OtpDescriptor } from "../otp.ts"

export type Picked =
  | { readonly _tag: "Code"; readonly code: string }
  /** Nothing of the message has the form that the login asks for. */
  | { readonly _tag: "NoCode" }
  /** Several parts have it. */
  | { readonly _tag: "SeveralCodes" }

interface Candidate {
  readonly code: string
  readonly at: number
}

/** Texts longer than ten joined SMS are no message of a bank's. */
const longestMessage = 1_600

/**
 * A run of letters and digits that no letter, digit or part of an amount, date, time or telephone number touches.
 */
const standalone = /(?<![\p{L}\p{N}+@/]|[\p{N}][.,:-])[0-9A-Za-z]+(?![\p{L}\p{N}]|[.,:/-]\p{N})/gu

/** "123 456" and "123-456": one code in two halves. */
const halves = /(?<![\p{L}\p{N}.,:/+-]|\p{N} )(\d{2,4})[ -](\d{2,4})(?![\p{L}\p{N}]|[.,:/ -]\p{N})/gu

/** What stands at an amount: a code never does. */
const currency =
  /(?:€|\$|£|¥|\b(?:EUR|USD|GBP|CHF|MXN|COP|ARS|CLP|PEN|BRL|SEK|NOK|DKK|PLN|CZK|HUF|RON|euros?|pesos?))/iu

/** Words that banks put before a code, in the languages of theirs that we know. */
const announcing =
  /(?:c[oó]digo|codi\b|code|clave|contrase[nñ]a|token|otp|tan\b|mtan|smstan|pin\b|passcode|password|kennwort|senha|firma|verifica\w*|einmal\w*|koodi|kod\b|kode|kodas|kód)/giu

/** The last line of a message for one origin: `@bank.example #123456`. */
const boundLine = /^@[^\s#]+ #([0-9A-Za-z]+)(?: .*)?$/mu

const isAmount = (text: string, { at, code }: Candidate): boolean =>
  new RegExp(`^\\s?${currency.source}`, "iu").test(text.slice(at + code.length, at + code.length + 8)) ||
  new RegExp(`${currency.source}\\s?$`, "iu").test(text.slice(Math.max(0, at - 8), at))

const standing = (text: string): ReadonlyArray<Candidate> =>
  [...text.matchAll(standalone)].map(({ 0: code, index }) => ({ code, at: index }))

const inHalves = (text: string): ReadonlyArray<Candidate> =>
  [...text.matchAll(halves)].map(({ 1: first = "", 2: second = "", index }) => ({ code: first + second, at: index }))

const hasDigit = ({ code }: Candidate): boolean => /\d/.test(code)

/** Letters alone are a word, unless they shout where a code is announced. */
const isShouted = ({ code }: Candidate): boolean => /^[A-Z]+$/.test(code)

/** How far an announcing word may stand before its code: "Your code for logging in to Banco Demo is 123456". */
const reach = 60

/** How far before it the nearest announcing word ends; Infinity: there is none before it in its sentence. */
const distance = (text: string, { at }: Candidate): number => {
  const before = text.slice(Math.max(0, at - reach), at)
  const last = [...before.matchAll(announcing)].at(-1)
  return last === undefined ? Infinity : before.length - (last.index + last[0].length)
}

const distinct = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<string> => [
  ...new Set(candidates.map(({ code }) => code))
]

const one = (codes: ReadonlyArray<string>): Picked | undefined => {
  const [code, ...others] = codes
  return code === undefined || others.length > 0 ? undefined : { _tag: "Code", code }
}

const announced = (text: string, candidates: ReadonlyArray<Candidate>): ReadonlyArray<string> => {
  const byDistance = candidates.map((candidate) => ({ ...candidate, away: distance(text, candidate) }))
  const nearest = Math.min(...byDistance.map(({ away }) => away))
  return distinct(byDistance.filter(({ away }) => away === nearest && away < Infinity))
}

/** `pattern`: the bank's own; then only what it says is the code. */
export const pickCode = (message: string, descriptor: OtpDescriptor, pattern?: LinearPattern): Picked => {
  const text = message.normalize("NFKC").slice(0, longestMessage)
  const fits = ({ code }: { readonly code: string }) => codeFits(descriptor, code)
  if (pattern !== undefined) {
    const said = pattern.groups(text).map((part) => ({ code: part.replaceAll(/[\s-]/g, ""), at: 0 }))
    const codes = distinct(said.filter(fits))
    return one(codes) ?? { _tag: codes.length === 0 ? "NoCode" : "SeveralCodes" }
  }
  const bound = boundLine.exec(text)?.[1]
  if (bound !== undefined && fits({ code: bound })) return { _tag: "Code", code: bound }
  const candidates = [...standing(text), ...inHalves(text)].filter((each) => fits(each) && !isAmount(text, each))
  if (candidates.length === 0) return { _tag: "NoCode" }
  const withDigits = distinct(candidates.filter(hasDigit))
  const likely = withDigits.length > 0 ? withDigits : announced(text, candidates.filter(isShouted))
  const told = announced(text, candidates.filter(hasDigit))
  return one(likely) ?? one(told) ?? { _tag: likely.length === 0 ? "NoCode" : "SeveralCodes" }
}
