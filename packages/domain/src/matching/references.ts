/** References, tax ids and account numbers: found in a bank's text as whole tokens, never inside a longer number. */
import { foldText } from "./normalise.ts"

export interface TokenPattern {
  /** Its letters and digits only. */
  readonly squeezed: string
  readonly pattern: RegExp
}

const squeeze = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, "")

/**
 * What to look for in a text: the same letters and digits, with a few other characters at most where the reference itself
 * changes between letters, digits and others. Undefined if it is too short or all zeros to mean anything.
 */
export const tokenPattern = (reference: string | undefined, shortest: number): TokenPattern | undefined => {
  const squeezed = squeeze(reference ?? "")
  if (squeezed.length < shortest || /^0+$/.test(squeezed)) return undefined
  const chunks = foldText(reference ?? "").match(/\p{N}+|\p{L}+/gu) ?? []
  const before = /^\p{N}/u.test(squeezed) ? String.raw`(?<!\p{N}[.,'-])` : ""
  const after = /\p{N}$/u.test(squeezed) ? String.raw`(?![.,'-]\p{N})` : ""
  const body = chunks.map(spelling).join(String.raw`[^\p{L}\p{N}]{0,3}`)
  return {
    squeezed,
    pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])${before}${body}(?![\p{L}\p{N}])${after}`, "u")
  }
}

/** Account numbers are printed in groups. */
const spelling = (chunk: string): string => (/^\d{16,}$/.test(chunk) ? chunk.split("").join(" ?") : chunk)

export const appearsAsToken = (
  wanted: TokenPattern | undefined,
  movement: { readonly text: () => string; readonly squeezed: () => string }
): boolean =>
  wanted !== undefined && movement.squeezed().includes(wanted.squeezed) && wanted.pattern.test(movement.text())

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
  a === b || withoutCountry(a) === b || a === withoutCountry(b)

const withoutCountry = (identifier: string): string => identifier.replace(/^[A-Z]{2}(?=[A-Z]?\d)/, "")
