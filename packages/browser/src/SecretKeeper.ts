/** The secrets of one session by handle, and what keeps them from coming back in a text. */
import { PageFault, type SecretHandle } from "@counterfoil/core"
import { Redacted, type Schema } from "effect"
import { base64SecretPattern, secretPattern } from "./secretPattern.ts"

/** What stands where a secret stood. */
export const scrubbed = "[secret]"

/**
 * Shorter ones can't be taken out of running text without spoiling amounts and dates; such a text is refused only when
 * it is the secret as a whole.
 */
const shortestInText = 4

export interface SecretKeeper {
  readonly put: (handle: string, value: Redacted.Redacted<string>) => void
  /** The characters to type; throws `InvalidCall` for an unknown handle or a position beyond the end. */
  readonly reveal: (handle: SecretHandle) => string
  /** Takes out every secret that was ever put, and every piece of one that was typed. */
  readonly scrub: (text: string) => string
  readonly scrubJson: (value: Schema.Json) => Schema.Json
  /** Whether a text is, as a whole, something that was typed from a secret. */
  readonly isTyped: (text: string) => boolean
  /** The texts to hide in a picture. */
  readonly visible: () => ReadonlyArray<string>
}

export const makeSecretKeeper = (): SecretKeeper => {
  const current = new Map<string, Redacted.Redacted<string>>()
  const known = new Set<string>()
  const typed = new Set<string>()
  const short = new Set<string>()
  let patterns: ReadonlyArray<RegExp> = []

  const remember = (value: string) => {
    const text = value.trim()
    if (text.length < shortestInText || known.has(text)) return
    known.add(text)
    // The longest first: a password that holds a shorter secret is taken out whole.
    const longestFirst = [...known].toSorted((a, b) => b.length - a.length)
    patterns = longestFirst.flatMap((secret) => [secretPattern(secret), base64SecretPattern(secret)])
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
    const text = (picked ?? characters).join("")
    typed.add(text)
    remember(text)
    return text
  }

  const scrub = (text: string): string => {
    if (short.has(text.trim())) return scrubbed
    return patterns.reduce((clean, pattern) => clean.replace(pattern, scrubbed), text)
  }

  const scrubJson = (value: Schema.Json): Schema.Json => {
    if (typeof value === "string") return scrub(value)
    if (Array.isArray(value)) return value.map(scrubJson)
    if (value === null || typeof value !== "object") return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [scrub(key), scrubJson(inner)]))
  }

  return {
    put: (handle, value) => {
      current.set(handle, value)
      const text = Redacted.value(value).trim()
      if (text.length < shortestInText && text !== "") short.add(text)
      remember(text)
    },
    reveal,
    scrub,
    scrubJson,
    isTyped: (text) => typed.has(text),
    visible: () => [...known]
  }
}
