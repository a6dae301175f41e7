/**
 * One way to read names, of orders and of banks alike: letters without marks, upper case, words that carry no weight left
 * out. Part of the ruleset's version.
 */
import {
  abbreviations,
  honorifics,
  inlineParticles,
  leadingHonorifics,
  legalForms,
  legalPhrases,
  particles
} from "./lexicon.ts"

/** A name as it is compared. `?` in a token stands for any one letter. */
export interface NormalName {
  /** In the order of the name. */
  readonly tokens: ReadonlyArray<string>
  /** Equal for names of the same tokens in any order. */
  readonly key: string
  /** The bank may have cut the name off within its last token. */
  readonly cut: boolean
}

const letters: Readonly<Record<string, string>> = {
  Æ: "AE",
  Œ: "OE",
  Ø: "O",
  Ł: "L",
  Đ: "D",
  Ð: "D",
  Þ: "TH",
  Ħ: "H",
  Ŧ: "T"
}

/** Upper case without marks; punctuation stays. */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toUpperCase()
    .replace(/[ÆŒØŁĐÐÞĦŦ]/g, (letter) => letters[letter] ?? letter)

/** Letters, digits and `?`, word by word. Apostrophes join, an accent typed apart too. */
export const wordsOf = (text: string): ReadonlyArray<string> => {
  const joined = text
    .replace(/['’‘`´ʼ′]/g, "")
    .replace(/\bM\.?ª/giu, " MARIA ")
    .replace(/\uFFFD/g, "?")
  return foldText(joined)
    .split(/[^\p{L}\p{N}?]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** The words after a declared prefix, the longest that fits; at least one word is left. */
export const withoutPrefix = (words: ReadonlyArray<string>, prefixes: ReadonlyArray<string>): ReadonlyArray<string> => {
  const lengths = prefixes.map((prefix) => {
    const prefixWords = wordsOf(prefix)
    return prefixWords.every((word, index) => word === words[index]) ? prefixWords.length : 0
  })
  const longest = Math.max(0, ...lengths)
  return longest < words.length ? words.slice(longest) : words
}

export interface NameOrigin {
  readonly prefixes?: ReadonlyArray<string> | undefined
  /** The length from which a bank's name may have been cut off; absent for names that no bank printed. */
  readonly cutFrom?: number | undefined
}

export const normaliseName = (name: string, origin: NameOrigin = {}): NormalName => {
  const printed = withoutPrefix(wordsOf(name), origin.prefixes ?? [])
  const formless = withoutLegalForm(printed)
  const tokens = expand(withoutParticles(withoutHonorifics(formless)))
  const reachesCut = origin.cutFrom !== undefined && name.trim().length >= origin.cutFrom
  const cut = reachesCut && formless.length === printed.length && tokens.at(-1) === expandToken(printed.at(-1) ?? "")
  return { tokens, key: [...tokens].sort().join(" "), cut }
}

const withoutLegalForm = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  for (let length = Math.min(5, words.length - 1); length >= 1; length--) {
    const tail = words.slice(-length)
    const spelt = length === 1 || tail.every((word) => word.length <= 2)
    if ((spelt && legalForms.has(tail.join(""))) || legalPhrases.has(tail.join(" "))) {
      return withoutLegalForm(words.slice(0, -length))
    }
  }
  return words
}

const withoutHonorifics = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first = ""] = words
  const rest = leadingHonorifics.has(first) && words.length > 2 ? words.slice(1) : words
  return unlessEmpty(
    rest,
    rest.filter((word) => !honorifics.has(word))
  )
}

const withoutParticles = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  unlessEmpty(
    words,
    words.filter(
      (word, index) => !particles.has(word) && !(inlineParticles.has(word) && index > 0 && index < words.length - 1)
    )
  )

/** A name made of nothing but such words keeps them. */
const unlessEmpty = (words: ReadonlyArray<string>, kept: ReadonlyArray<string>): ReadonlyArray<string> =>
  kept.length === 0 ? words : kept

const expandToken = (token: string): string => abbreviations.get(token) ?? token
const expand = (tokens: ReadonlyArray<string>): ReadonlyArray<string> => tokens.map(expandToken)
