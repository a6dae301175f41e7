/** Every spelling in which a page, an address or an error may show a secret, as one regular expression. */
import { oneByteEncodings, withoutByte } from "./oneByteEncodings.ts"

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&")

const namedEntities: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
  "\u00a0": "nbsp"
}

const shortJsonEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "/": "\\/",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\b": "\\b",
  "\f": "\\f"
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

const utf16Units = (character: string): ReadonlyArray<number> =>
  Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))

/** In UTF-8, and as pages of older banks write it that are in another encoding. */
const percentSpellings = (character: string): ReadonlyArray<string> => {
  const percent = hexOf(Buffer.from(character)).replaceAll(/../g, "%$&")
  if ((character.codePointAt(0) ?? 0) < 128) return [percent]
  const bytes = oneByteEncodings().flatMap((byteOf) => byteOf.get(character) ?? [])
  return [percent, ...bytes.map((byte) => `%${byte.toString(16)}`), withoutByte(character)]
}

/** One character in any mixture of spellings: plain, URL (once or twice), form, JSON and JavaScript, HTML. */
const characterPattern = (character: string): string => {
  const codePoint = character.codePointAt(0) ?? 0
  const percents = percentSpellings(character)
  const units = utf16Units(character)
  const json = shortJsonEscapes[character]
  const entity = namedEntities[character]
  const spellings = [
    escapeRegExp(character),
    escapeRegExp(character.toUpperCase()),
    escapeRegExp(character.toLowerCase()),
    ...percents,
    ...percents.map((percent) => percent.replaceAll("%", "%25")),
    ...(character === " " ? ["\\+", "\\u00a0", "&nbsp;"] : []),
    ...(json === undefined ? [] : [escapeRegExp(json)]),
    ...(entity === undefined ? [] : [`&${entity};`]),
    units.map((unit) => `\\\\u${unit.toString(16).padStart(4, "0")}`).join(""),
    ...(codePoint < 256 ? [`\\\\x${codePoint.toString(16).padStart(2, "0")}`] : []),
    `&#0{0,8}${codePoint};`,
    `&#x0{0,8}${codePoint.toString(16)};`
  ]
  return `(?:${[...new Set(spellings)].join("|")})`
}

const rotated = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter < "a" ? 65 : 97
    return String.fromCharCode(first + ((letter.charCodeAt(0) - first + 13) % 26))
  })

/** Shorter ones would be found by chance. */
const shortestDisguised = 6

/**
 * Match `secret` backwards, by ROT13, or with one sign that is no letter between any two of its characters. One expression for
 * each: to compile all of them at once takes an engine longer than others should wait.
 */
export const disguisedPatterns = (secret: string): ReadonlyArray<RegExp> => {
  const characters = [...secret]
  if (characters.length < shortestDisguised) return []
  const spelled = characters.map(characterPattern)
  const spaced = spelled.join(String.raw`(?:&nbsp;|[^a-z0-9\u00aa-\uffff]|[\u2000-\u206f\u3000\ufeff])`)
  const backwards = spelled.toReversed().join("")
  const rot13 = [...rotated(secret)].map(characterPattern).join("")
  // Of digits alone ROT13 is the secret itself.
  return [backwards, spaced, rot13].map((pattern) => new RegExp(pattern, "gi"))
}

/** The base64 characters that depend on `bytes` alone, for each of the three places where they may start in a group. */
const base64Fragments = (bytes: Uint8Array): ReadonlyArray<string> =>
  [0, 1, 2].map((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replaceAll("=", "")
    const start = Math.ceil((offset * 8) / 6)
    return padded.slice(start, Math.floor(((offset + bytes.length) * 8) / 6))
  })

const base64Pattern = (fragment: string): string =>
  [...fragment].map((character) => (character === "+" ? "[+-]" : character === "/" ? "[/_]" : character)).join("")

/** Below this, a fragment of base64 would be found in ordinary text. */
const shortestFragment = 4

/** Of one character, in any of the spellings above and with a sign behind it. */
const longestSpelling = 32

/** No match of the patterns of `secret` is longer, so that a text can be looked at in pieces. */
export const longestMatch = (secret: string): number => secret.length * longestSpelling

/** No match of the patterns of `secret` is shorter: each character is spelled by one or more, base64 by a fragment. */
export const shortestMatch = (secret: string): number =>
  Math.min(
    [...secret].length,
    ...base64Fragments(Buffer.from(secret))
      .map(({ length }) => length)
      .filter((length) => length >= shortestFragment)
  )

/** Matches `secret` in any case and any of its encodings. */
export const secretPattern = (secret: string): RegExp => {
  const bytes = Buffer.from(secret)
  const plain = [...secret].map(characterPattern).join("")
  return new RegExp(`${plain}|${hexOf(bytes)}`, "gi")
}

/** Matches `secret` within base64 or base64url, where case counts. */
export const base64SecretPattern = (secret: string): RegExp => {
  const fragments = base64Fragments(Buffer.from(secret)).filter(({ length }) => length >= shortestFragment)
  return new RegExp(fragments.map(base64Pattern).join("|") || "(?!)", "g")
}
