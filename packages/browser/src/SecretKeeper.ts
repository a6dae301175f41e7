/** The secrets of one session by handle, and what keeps them from coming back in a text. */
import { PageFault, type SecretHandle, secretKind } from "@counterfoil/core"
import { Redacted, type Schema } from "effect"
import { base64SecretPattern, disguisedPattern, secretPattern } from "./secretPattern.ts"

/** What stands where a secret stood. */
export const scrubbed = "[secret]"

/** Shorter ones can't be taken out of running text without spoiling amounts and dates. */
const shortestInText = 4

export interface SecretKeeper {
  readonly put: (handle: string, value: Redacted.Redacted<string>) => void
  /** The characters to type; throws `InvalidCall` for an unknown handle or a position beyond the end. */
  readonly reveal: (handle: SecretHandle) => string
  /** Takes out every secret that was ever put: for what people read (logs, messages, evidence). */
  readonly scrub: (text: string) => string
  /**
   * The same for what a script reads, less the passwords that could be found out so: a script that may have texts of its
   * own choosing scrubbed finds a PIN by three of them, and sees one that is missing among numbers.
   */
  readonly scrubText: (text: string) => string
  readonly scrubAnswer: (value: Schema.Json) => Schema.Json
  /** Of an address only what follows the origin is scrubbed. */
  readonly scrubAddress: (address: string) => string
  /** Of a file: in UTF-8 and UTF-16, whatever it will be read as. */
  readonly scrubBytes: (bytes: Buffer) => Buffer
  /** The texts to hide in a picture. */
  readonly visible: () => ReadonlyArray<string>
}

/** Few enough that all of them can be tried. */
const isGuessable = (password: string): boolean =>
  password.length < 6 || (password.length < 9 && /^\d+$/.test(password))

interface Patterns {
  readonly texts: ReadonlyArray<RegExp>
  readonly bytes: ReadonlyArray<RegExp>
}

const inUtf16 = (secret: string): string =>
  [...secret]
    .map((character) => `${character}\0`)
    .join("")
    .slice(0, -1)

/** Of a file's bytes as characters of their own (Latin-1). */
const bytePatterns = (secret: string): ReadonlyArray<RegExp> => {
  const utf8 = Buffer.from(secret).toString("latin1")
  const utf16 = inUtf16(secret)
  return [utf16, ...new Set([secret, utf8])].map((spelling) => secretPattern(spelling))
}

const patternsOf = (secrets: Iterable<string>): Patterns => {
  // The longest first: a password that holds a shorter secret is taken out whole.
  const longestFirst = [...secrets].toSorted((a, b) => b.length - a.length)
  return {
    texts: longestFirst.flatMap((secret) => [
      secretPattern(secret),
      base64SecretPattern(secret),
      disguisedPattern(secret)
    ]),
    bytes: longestFirst.flatMap((secret) => [...bytePatterns(secret), base64SecretPattern(secret)])
  }
}

const takeOut = (patterns: ReadonlyArray<RegExp>, text: string): string =>
  patterns.reduce((clean, pattern) => clean.replace(pattern, scrubbed), text)

/** Single characters: a text that a page has split into elements is read as one. */
const isSplit = (value: ReadonlyArray<Schema.Json>): value is ReadonlyArray<string> =>
  value.length >= shortestInText && value.every((each) => typeof each === "string" && [...each.trim()].length <= 2)

export const makeSecretKeeper = (): SecretKeeper => {
  const current = new Map<string, Redacted.Redacted<string>>()
  const known = new Set<string>()
  const hiddenFromScripts = new Set<string>()
  let all = patternsOf([])
  let forScripts = patternsOf([])

  const remember = (text: string, isHidden: boolean) => {
    if (text.length < shortestInText) return
    known.add(text)
    all = patternsOf(known)
    if (!isHidden) return
    hiddenFromScripts.add(text)
    forScripts = patternsOf(hiddenFromScripts)
  }

  const reveal = (handle: SecretHandle): string => {
    const value = current.get(handle.secret)
    if (value === undefined) {
      throw new PageFault({
        code: "InvalidCall",
        message: `There is no secret named "${handle.secret}" in this session`
      })
    }
    const characters = [...Redacted.value(value)]
    const picked = handle.positions?.map((position) => {
      const character = characters[position - 1]
      if (character !== undefined) return character
      throw new PageFault({ code: "InvalidCall", message: `"${handle.secret}" has no character ${position}` })
    })
    return (picked ?? characters).join("")
  }

  const scrubText = (text: string): string => takeOut(forScripts.texts, text)

  const scrubAnswer = (value: Schema.Json): Schema.Json => {
    if (typeof value === "string") return scrubText(value)
    if (Array.isArray(value)) {
      const whole = isSplit(value) ? value.map((each) => each.trim()).join("") : ""
      return scrubText(whole) === whole ? value.map(scrubAnswer) : value.map(() => scrubbed)
    }
    if (value === null || typeof value !== "object") return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [scrubText(key), scrubAnswer(inner)]))
  }

  return {
    put: (handle, value) => {
      current.set(handle, value)
      const text = Redacted.value(value).trim()
      remember(text, secretKind(handle) !== "password" || !isGuessable(text))
    },
    reveal,
    scrub: (text) => takeOut(all.texts, text),
    scrubText,
    scrubAnswer,
    scrubAddress: (address) => {
      const origin = URL.parse(address)?.origin
      if (origin === undefined || !address.startsWith(origin)) return scrubText(address)
      return `${origin}${scrubText(address.slice(origin.length))}`
    },
    scrubBytes: (bytes) => {
      const text = bytes.toString("latin1")
      const clean = takeOut(forScripts.bytes, text)
      return clean === text ? bytes : Buffer.from(clean, "latin1")
    },
    visible: () => [...known]
  }
}
