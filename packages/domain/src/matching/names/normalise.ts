/**
 * One way to read names, of orders and of banks alike: letters without marks, upper case, words that carry no weight left
 * out. Part of the ruleset's version.
 */
import {
  abbreviations,
  edgeHonorifics,
  edgeNames,
  elder,
  honorifics,
  inlineParticles,
  intermediaries,
  leadingHonorifics,
  legalForms,
  legalPhrases,
  particles,
  paymentWords,
  sameForms,
  vietnameseSurnames
} from "./lexicon.ts"
import { likeLatin } from "./lookAlikes.ts"
import { repairMisread } from "./misread.ts"

/** A name as it is compared. `?` in a bank's token stands for any one letter. */
export interface NormalName {
  /** In the order of the name. */
  readonly tokens: ReadonlyArray<string>
  /** The tokens with the particles between them. */
  readonly words: ReadonlyArray<string>
  /** A token at the edge that may be a particle: a surname only where the other name has it, or lacks a word too. */
  readonly edges: ReadonlySet<string>
  /** Legal forms after a company's name, each in one spelling; empty where there is none, or where it may be cut off. */
  readonly forms: ReadonlyArray<string>
  /** The text says more than a name: which bank, which branch. */
  readonly described: boolean
  /** Equal for names of the same tokens in any order. */
  readonly key: string
  /** The bank may have cut the name off within its last token. */
  readonly cut: boolean
  /** Whether the bank cuts names off there, so that what comes after the last word is not known. */
  readonly endsAtCut: "surely" | "perhaps" | "no"
  /** Its tokens by how they read without the letters that have marks: some banks lose those, MUOZ for Muñoz. */
  readonly bare: ReadonlyMap<string, string>
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
  Ŧ: "T",
  // Arabic letters that are written for one another, and the stroke that only stretches a word.
  ى: "ي",
  ی: "ي",
  ة: "ه",
  ک: "ك",
  ٱ: "ا",
  ـ: ""
}

/** Most texts of banks are: they need none of the work on letters. */
export const isPlain = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}

/** Upper case without marks; punctuation stays. */
export const foldText = (text: string): string => (isPlain(text) ? text.toUpperCase() : foldMarks(text))

const foldMarks = (text: string): string =>
  likeLatin(text)
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toUpperCase()
    .replace(/[ÆŒØŁĐÐÞĦŦىیةکٱـ]/g, (letter) => letters[letter] ?? letter)

/** Letters, digits and `?`, word by word. Apostrophes join, an accent typed apart too; so does the Arabic «servant of». */
export const wordsOf = (text: string): ReadonlyArray<string> => {
  if (isPlain(text)) return plainWords(text)
  const joined = repairMisread(text)
    .replace(/['’‘`´ʼ′]/g, "")
    .replace(/\bM\.?ª/giu, " MARIA ")
    .replace(/\uFFFD/g, "?")
  return foldText(joined)
    .replace(/(?<!\p{L})عبد +(?=\p{L})/gu, "عبد")
    .split(/[^\p{L}\p{N}?]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
}

const plainWords = (text: string): ReadonlyArray<string> =>
  text
    .replace(/['`]/g, "")
    .toUpperCase()
    .split(/[^A-Z0-9?]+/)
    .filter((word) => /[A-Z0-9]/.test(word))

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
  /** The script says that the bank cuts names there; else it only may. */
  readonly isCutDeclared?: boolean | undefined
}

/**
 * Nobody's name has more. A hundred initials, which a customer may type as a name, are laid beside those of each payment: that took
 * seconds for some hundred orders.
 */
const mostWords = 20
/** A bank's text that stands for a name may say more before it. */
const mostBankWords = 40
const mostHolders = 8

export const normaliseName = (name: string, origin: NameOrigin = {}): NormalName => {
  const isBank = origin.cutFrom !== undefined || origin.prefixes !== undefined
  // What a customer types isn't there to stand for something else.
  const printed = isBank
    ? withoutIntermediary(withoutPrefix(wordsOf(name), origin.prefixes ?? [])).slice(0, mostBankWords)
    : wordsOf(name.replace(/[?\uFFFD]/g, " ")).slice(0, mostWords)
  const reachesCut = origin.cutFrom !== undefined && name.trim().length >= origin.cutFrom
  const unbegun = reachesCut ? withoutBegunForm(printed) : printed
  const formless = withoutLegalForm(unbegun)
  // Where a name is cut off, CO and SA may be the beginning of anything.
  const atCut = reachesCut && (formless.length === printed.length || isRemnant(printed.slice(formless.length)))
  const words = expand(withoutHonorifics(formless), atCut)
  const edges = edgesOf(words, atCut)
  const tokens = withoutParticles(words, edges)
  const cut =
    atCut &&
    tokens.at(-1) === words.at(-1) &&
    words.at(-1)?.[0] === printed.at(-1)?.[0] &&
    formless.length === printed.length
  return {
    tokens,
    words,
    edges,
    forms: reachesCut && origin.isCutDeclared === true ? [] : formsOf(unbegun.slice(formless.length)),
    described: isBank && printed.some((word) => paymentWords.has(word)),
    key: [...tokens].sort().join(" "),
    cut,
    endsAtCut: !atCut ? "no" : origin.isCutDeclared === true ? "surely" : "perhaps",
    bare: bareTokens(name, tokens)
  }
}

/** Without a payment service's name before the payer's; nothing is left where it stands alone. */
const withoutIntermediary = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const line = `${words.join(" ")} `
  const found = intermediaries.find((each) => line.startsWith(`${each} `))
  return found === undefined ? words : words.slice(found.split(" ").length)
}

const formsOf = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const whole = words.join(" ")
  const spelt = sameForms.has(whole) || legalPhrases.has(whole) ? [whole] : spelledForms(words)
  return [...new Set(spelt.map((form) => sameForms.get(form) ?? form))].sort()
}

/** S L is SL, and GMBH CO KG are three. */
const spelledForms = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const joined = words.join("")
  return words.every((word) => word.length <= 2) && legalForms.has(joined)
    ? [joined]
    : words.filter((word) => word !== "AND" && word !== "UND")
}

/** The first and the last word, where they are particles or titles that may be names; the last of a cut name is none. */
const edgesOf = (words: ReadonlyArray<string>, atCut: boolean): ReadonlySet<string> => {
  const [first = "", last = ""] = [words[0], words.at(-1)]
  const found = [
    ...(edgeNames.has(first) || edgeHonorifics.has(first) ? [first] : []),
    ...(!atCut && edgeNames.has(last) ? [last] : [])
  ]
  return found.length === 0 || words.length < 2 ? noEdges : new Set(found)
}

const noEdges: ReadonlySet<string> = new Set()

const marked = /\p{L}\p{M}+/gu

const bareTokens = (name: string, tokens: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  if (isPlain(name)) return noBareTokens
  const whole = name.normalize("NFD")
  if (whole.search(marked) < 0) return noBareTokens
  const words = whole.split(/[^\p{L}\p{M}]+/u).filter((word) => word.search(marked) >= 0)
  return new Map(
    words
      .map((word) => [foldText(word.replace(marked, "")), foldText(word)] as const)
      .filter(([bare, token]) => bare.length >= shortestBare && tokens.includes(token))
  )
}

const noBareTokens: ReadonlyMap<string, string> = new Map()
const shortestBare = 3

/** The names of an account's holders, where the bank prints several: `A / B`, `A UND B`. The whole text comes first. */
export const holdersOf = (name: string, origin: NameOrigin = {}): readonly [NormalName, ...Array<NormalName>] => {
  const whole = normaliseName(name, origin)
  const [separator, fewest] = /[/+;]| (?:and|und) /i.test(name) ? [/[/+;]| (?:and|und) /i, 2] : [/ y /i, 3]
  const parts = name.split(separator, mostHolders)
  if (parts.length === 1) return [whole]
  const isCut = origin.cutFrom !== undefined && name.trim().length >= origin.cutFrom
  const holders = parts.map((part, index) =>
    normaliseName(part, {
      prefixes: index === 0 ? origin.prefixes : undefined,
      cutFrom: isCut && index === parts.length - 1 ? 0 : undefined,
      isCutDeclared: origin.isCutDeclared
    })
  )
  // A Y between two surnames of one person leaves less than a name on one side.
  return holders.some(({ tokens }) => tokens.length < fewest) ? [whole] : [whole, ...holders]
}

/** Without the beginning of a legal form that was cut off: SOCIEDAD LIM. */
const withoutBegunForm = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const begun = [3, 2, 1].find((length) => {
    const tail = words.slice(-length).join(" ")
    return length < words.length && tail.length > 4 && longForms.some((form) => form.startsWith(tail))
  })
  return begun === undefined ? words : words.slice(0, -begun)
}

const longForms = [...legalPhrases]

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
  const rest =
    words.length < 3
      ? words
      : leadingHonorifics.has(first)
        ? words.slice(1)
        : first === "W" && words[1] === "RO"
          ? words.slice(2)
          : words
  return unlessEmpty(
    rest,
    rest.filter((word, index) => !honorifics.has(word) || (word === elder && index > 1 && index === rest.length - 1))
  )
}

const withoutParticles = (words: ReadonlyArray<string>, edges: ReadonlySet<string>): ReadonlyArray<string> => {
  const isEdge = (index: number) => index === 0 || index === words.length - 1
  if (words.every((word) => particles.has(word))) return words
  // Nguyễn Văn Lan has three words.
  const isOfVietnam = isVietnamese(words[0]) || isVietnamese(words.at(-1))
  return unlessEmpty(
    words,
    words.filter((word, index) =>
      isOfVietnam && edgeNames.has(word)
        ? true
        : isEdge(index)
          ? !particles.has(word) || edges.has(word)
          : !particles.has(word) && !inlineParticles.has(word)
    )
  )
}

const isVietnamese = (word = ""): boolean => vietnameseSurnames.has(word) && !particles.has(word)

/** A name made of nothing but such words keeps them. */
const unlessEmpty = (words: ReadonlyArray<string>, kept: ReadonlyArray<string>): ReadonlyArray<string> =>
  kept.length === 0 ? words : kept

const expandToken = (token: string): string => abbreviations.get(token) ?? token

/** MA at the end of a name that is cut off begins more than María. */
const expand = (tokens: ReadonlyArray<string>, atCut: boolean): ReadonlyArray<string> =>
  tokens.map((token, at) =>
    atCut && at === tokens.length - 1 && token.length <= longestRemnant ? token : expandToken(token)
  )

/** A letter or two of a word that was cut off. */
const longestRemnant = 2
const isRemnant = (words: ReadonlyArray<string>): boolean =>
  words.length === 1 && (words[0] ?? "").length <= longestRemnant
