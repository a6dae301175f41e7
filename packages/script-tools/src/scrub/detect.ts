/** Finds what looks private in a text by itself: account and card numbers, tax numbers, mail addresses, tokens. */
import { nationalIds } from "./nationalIds.ts"
import { isCardNumber, isIban, isTaxNumber } from "./placeholder.ts"

export const privateKinds = [
  "account number",
  "card number",
  "tax number",
  "national id",
  "mail address",
  "token"
] as const
export type PrivateKind = (typeof privateKinds)[number]

export interface Detected {
  readonly kind: PrivateKind
  /** As it stands in the text. */
  readonly text: string
  /** Without the blanks that people group it by. */
  readonly compact: string
}

/** Also once its letters are others. The digits at its end may look like a card's. */
const uuid = /(?<![\w-])[\da-z]{8}(?:-[\da-z]{4}){3}-[\da-z]{12}(?![\w-])/gi

const patterns: ReadonlyArray<readonly [PrivateKind, RegExp]> = [
  ["token", uuid],
  ["account number", /\b[A-Z]{2}\d{2}(?:[ \u00a0]?[A-Z0-9]{4}){2,7}(?:[ \u00a0]?[A-Z0-9]{1,3})?\b/g],
  ["card number", /(?<![\d.,])\d(?:[ -]?\d){13,18}(?![\d.,])/g],
  ["tax number", /\b\d{8}[A-Z]\b/g],
  ["mail address", /[\w.+-]{2,64}@[\w-]+(?:\.[\w-]+)+/g],
  ["token", /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g],
  ["token", /(?<![\w-])[\w-]{20,}(?![\w-])/g]
]

/** In bits for each character. */
const entropy = (text: string): number => {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0)
}

/** Words joined by hyphens and names in code have few digits, all in one place; random texts have them all over. */
const isRandom = (text: string): boolean =>
  text.startsWith("eyJ") || ((text.match(/\d+/g) ?? []).length >= 2 && entropy(text) >= 3)

const isReally = (kind: PrivateKind, compact: string): boolean => {
  switch (kind) {
    case "account number":
      return isIban(compact)
    case "card number":
      return isCardNumber(compact)
    case "tax number":
      return isTaxNumber(compact)
    case "national id":
    case "mail address":
      return true
    case "token":
      return isRandom(compact)
  }
}

/** Pictures in a page would be taken for tokens. */
const withoutPictures = (text: string): string => text.replaceAll(/data:[\w/+.-]+;base64,[\w+/=]+/g, "data:")

/** What was found as one kind isn't looked at as another: the digits of an account number may look like a card's. */
export const detect = (text: string): ReadonlyArray<Detected> => {
  let rest = withoutPictures(text)
  const all: Array<Detected> = []
  for (const [kind, pattern] of patterns) {
    rest = rest.replace(pattern, (found) => {
      const compact = found.replaceAll(kind === "card number" ? /[ -]/g : /[ \u00a0]/g, "")
      if (!isReally(kind, compact)) return found
      all.push({ kind, text: found, compact })
      return " "
    })
  }
  for (const found of nationalIds(rest)) {
    all.push({ kind: "national id", text: found, compact: found.replaceAll(/[ .\-/]/g, "") })
  }
  return all
}
