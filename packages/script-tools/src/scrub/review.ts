/** What was taken out of a recording and what was left in, each once and in its context, for its author to look at. */
import type { Exchange } from "@counterfoil/browser"
import { textOf } from "../recording/har.ts"
import { withoutEntities } from "./entities.ts"

export interface Review {
  /** What stands in the recording now, with a few words around it. */
  readonly replaced: ReadonlyArray<string>
  /** Names and numbers that nothing was done to: do they say who the customer is? */
  readonly left: ReadonlyArray<string>
  /** Of movements: they say nothing of what they are, and could be somebody's name. */
  readonly doubtful: ReadonlyArray<string>
}

const around = 24
const mostLines = 100

export const plainText = (html: string): string =>
  html
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/gi, " ")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")

const inContext = (text: string, at: number, length: number): string => {
  const before = text.slice(Math.max(0, at - around), at).trimStart()
  return `…${before}[${text.slice(at, at + length)}]${text.slice(at + length, at + length + around).trimEnd()}…`
}

/** Two words with a capital, or five digits and more. */
const telling =
  /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}'’-]{2,}(?:\s+\p{Lu}[\p{L}'’-]{2,}){1,3}|\d(?:[ .-]?\d){4,})(?![\p{L}\p{N}])/gu

/** Of files it says nothing: many banks' are `application/octet-stream`. */
const isText = ({ responseHeaders }: Exchange): boolean =>
  !responseHeaders.some(
    ([name, value]) => name === "content-type" && /javascript|css|^(?:image|font|audio|video)\//i.test(value)
  )

export const reviewOf = (
  scrubbed: ReadonlyArray<Exchange>,
  isPlaceholder: (text: string) => boolean,
  placeholders: ReadonlyArray<string>,
  doubtful: ReadonlyArray<string>
): Review => {
  const texts = scrubbed
    .filter(isText)
    .map(({ responseBody }) => withoutEntities(plainText(textOf(responseBody) ?? "")))
  const firstOf = (wanted: string): string | undefined => {
    const text = texts.find((each) => each.includes(wanted))
    return text === undefined ? undefined : inContext(text, text.indexOf(wanted), wanted.length)
  }
  const known = placeholders.map((each) => each.toLowerCase())
  const knownWords = new Set(known.flatMap((each) => each.match(/[\p{L}\p{M}]+/gu) ?? []))
  const isKnown = (found: string) => {
    const words = (found.match(/[\p{L}\p{M}\d.-]{2,}/gu) ?? []).filter((word) => /\d|^\p{Lu}/u.test(word))
    const ofPlaceholder = (word: string) =>
      /\d/.test(word)
        ? known.some((each) => each.includes(word))
        : (word.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).every((part) => knownWords.has(part))
    return isPlaceholder(found) || (words.length > 0 && words.every(ofPlaceholder))
  }
  const left = new Map<string, string>()
  for (const text of texts) {
    for (const match of text.matchAll(telling)) {
      const [found] = match
      if (!left.has(found) && !isKnown(found)) left.set(found, inContext(text, match.index, found.length))
    }
  }
  return {
    replaced: placeholders.flatMap((each) => firstOf(each) ?? []),
    left: [...left.values()],
    doubtful: doubtful.filter((each) => !isKnown(each)).map((each) => firstOf(each) ?? `[${each}]`)
  }
}

const printed = (lines: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...lines.slice(0, mostLines).map((line) => `  ${line}`),
  ...(lines.length > mostLines ? [`  … ${lines.length - mostLines} more`] : [])
]

export const printReview = ({ doubtful, left, replaced }: Review): ReadonlyArray<string> => [
  `replaced, as it stands in the recording now (${replaced.length}):`,
  ...printed(replaced),
  `left as the bank wrote it (${left.length}); if one of them is somebody's, --mask it:`,
  ...printed(left),
  ...(doubtful.length === 0
    ? []
    : [
        `left, and nothing says whether it is a shop or a person (${doubtful.length}); --mask it, or --keep it:`,
        ...doubtful.map((line) => `  ${line}`)
      ])
]
