/** Texts and what stands in their place, applied in all spellings at once: nothing is replaced twice. */
import { spellings } from "./spellings.ts"

export interface Substitution {
  readonly put: (text: string, placeholder: string, kind: string) => void
  readonly has: (text: string) => boolean
  /** Whether a text is one of the placeholders. */
  readonly isPlaceholder: (text: string) => boolean
  /** Whether a text is one of the placeholders or a part of one: of its digits, a card's number may come about by chance. */
  readonly isOfPlaceholder: (text: string) => boolean
  readonly placeholders: () => ReadonlyArray<string>
  readonly apply: (text: string) => string
  /** How many places were changed so far, by kind. */
  readonly counts: () => Readonly<Record<string, number>>
}

interface Replacement {
  readonly placeholder: string
  readonly kind: string
}

/** Shorter ones, and words of people's names, are only replaced where they stand alone. */
const shortestAnywhere = 5

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const percent = "%(?:25)*"
const hex = String.raw`[\dA-Fa-f]`

/** What is no letter or digit and is written with some: signs of ASCII, the blank that doesn't break, dashes and quotes. */
const encodedBoundary = [
  `${percent}(?:2${hex}|3[A-Fa-f]|[Cc]2${percent}[Aa]0|[Ee]2${percent}80${percent}[89ABab]${hex})`,
  String.raw`\\[nrt]`,
  String.raw`\\u(?:00(?:[012]${hex}|3[A-Fa-f]|[Aa]0)|20[0-6]${hex})`
].join("|")

const alternatives = (texts: ReadonlyArray<string>): string =>
  texts.length === 0
    ? "(?!)"
    : texts
        .toSorted((a, b) => b.length - a.length)
        .map(escapeRegExp)
        .join("|")

/** `ordinary`: words that are no name where they stand in these letters: "mark all" though somebody is called Mark. */
export const makeSubstitution = (ordinary: ReadonlySet<string> = new Set()): Substitution => {
  const anywhere = new Map<string, Replacement>()
  const alone = new Map<string, Replacement>()
  const originals = new Set<string>()
  const placeholders = new Set<string>()
  const counts = new Map<string, number>()
  let pattern: RegExp | undefined

  // In an address a word stands alone behind `%20`, too, and in JSON behind `\n` and `\u00a0`.
  const compile = (): RegExp =>
    new RegExp(
      `(?:${alternatives([...anywhere.keys()])})|(?:(?<![\\p{L}\\p{N}])|(?<=${encodedBoundary}))(?:${alternatives([...alone.keys()])})(?![\\p{L}\\p{N}])`,
      "gu"
    )

  return {
    put: (text, placeholder, kind) => {
      if (originals.has(text)) return
      originals.add(text)
      placeholders.add(placeholder)
      pattern = undefined
      const isWord = text.length < shortestAnywhere || kind === "name"
      const theirs = spellings(placeholder)
      for (const [index, spelling] of spellings(text).entries()) {
        const target = isWord ? alone : anywhere
        const isLong = spelling.length >= (isWord ? Math.min(3, text.length) : shortestAnywhere)
        const isUsable = isLong && !(kind === "name" && ordinary.has(spelling))
        const replaced = theirs[index]
        if (isUsable && replaced !== undefined && !anywhere.has(spelling) && !target.has(spelling)) {
          target.set(spelling, { placeholder: replaced, kind })
        }
      }
    },
    has: (text) => originals.has(text),
    placeholders: () => [...placeholders],
    isPlaceholder: (text) => placeholders.has(text),
    isOfPlaceholder: (text) => [...placeholders].some((each) => each.includes(text)),
    apply: (text) => {
      pattern ??= compile()
      return text.replace(pattern, (found) => {
        const replacement = anywhere.get(found) ?? alone.get(found)
        if (replacement === undefined) return found
        counts.set(replacement.kind, (counts.get(replacement.kind) ?? 0) + 1)
        return replacement.placeholder
      })
    },
    counts: () => Object.fromEntries(counts)
  }
}
