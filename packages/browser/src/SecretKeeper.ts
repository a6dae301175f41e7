/** The secrets of one session by handle, and what keeps them from coming back in a text. */
import { PageFault, type SecretHandle, secretKind } from "@counterfoil/core"
import { Redacted, type Schema } from "effect"
import { finish, type Steps } from "@counterfoil/domain"
import { base64SecretPattern, disguisedPattern, longestMatch, secretPattern } from "./secretPattern.ts"

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
  /** The same in pieces. */
  readonly scrubbing: (text: string) => Steps<string>
  /**
   * The same for what a script reads, less the passwords that could be found out so: a script that may have texts of its
   * own choosing scrubbed finds a PIN by three of them, and sees one that is missing among numbers.
   */
  readonly scrubText: (text: string) => string
  readonly scrubAnswer: (value: Schema.Json) => Schema.Json
  /** The same in pieces: a page may have tables of thousands of texts, and texts of megabytes. */
  readonly scrubbingAnswer: (value: Schema.Json) => Steps<Schema.Json>
  /** Of an address only what follows the origin is scrubbed. */
  readonly scrubAddress: (address: string) => string
  /** Of a file: in UTF-8 and UTF-16, whatever it will be read as. */
  readonly scrubbingBytes: (bytes: Buffer) => Steps<Buffer>
  /** The texts to hide in a picture. */
  readonly visible: () => ReadonlyArray<string>
}

/** Few enough that all of them can be tried. */
const isGuessable = (password: string): boolean =>
  password.length < 6 || (password.length < 9 && /^\d+$/.test(password))

interface Pattern {
  readonly find: RegExp
  readonly longest: number
}
interface Patterns {
  readonly texts: ReadonlyArray<Pattern>
  readonly bytes: ReadonlyArray<Pattern>
}

const inUtf16 = (secret: string): string =>
  [...secret]
    .map((character) => `${character}\0`)
    .join("")
    .slice(0, -1)

/** Of a file's bytes as characters of their own (Latin-1). */
const bytePatterns = (secret: string): ReadonlyArray<Pattern> => {
  const utf8 = Buffer.from(secret).toString("latin1")
  const utf16 = inUtf16(secret)
  return [utf16, ...new Set([secret, utf8])].map((spelling) => ({
    find: secretPattern(spelling),
    longest: longestMatch(spelling)
  }))
}

const patternsOf = (secrets: Iterable<string>): Patterns => {
  // The longest first: a password that holds a shorter secret is taken out whole.
  const longestFirst = [...secrets].toSorted((a, b) => b.length - a.length)
  return {
    texts: longestFirst.flatMap((secret) =>
      [secretPattern, base64SecretPattern, disguisedPattern].map((patternOf) => ({
        find: patternOf(secret),
        longest: longestMatch(secret)
      }))
    ),
    bytes: longestFirst.flatMap((secret) => [
      ...bytePatterns(secret),
      { find: base64SecretPattern(secret), longest: longestMatch(secret) }
    ])
  }
}

/** So many characters are looked at in one go. */
const stride = 32 * 1024

function* takingOut(patterns: ReadonlyArray<Pattern>, text: string): Steps<string> {
  let clean = text
  for (const pattern of patterns) clean = yield* replacing(pattern, clean)
  return clean
}

/** As `replace` does it: what begins in a piece may end in the next. */
function* replacing({ find, longest }: Pattern, text: string): Steps<string> {
  if (text.length <= stride) return text.replace(find, scrubbed)
  let clean = ""
  let from = 0
  while (from < text.length) {
    const piece = text.slice(from, from + stride + longest)
    let done = 0
    for (const match of piece.matchAll(find)) {
      if (match.index >= stride) break
      clean += `${piece.slice(done, match.index)}${scrubbed}`
      done = match.index + match[0].length
    }
    const end = Math.max(done, stride)
    clean += piece.slice(done, end)
    from += end
    yield
  }
  return clean
}

const takeOut = (patterns: ReadonlyArray<Pattern>, text: string): string => finish(takingOut(patterns, text))

/** Single characters: a text that a page has split into elements is read as one. */
const isSplit = (value: ReadonlyArray<Schema.Json>): value is ReadonlyArray<string> =>
  value.length >= shortestInText && value.every((each) => typeof each === "string" && [...each.trim()].length <= 2)

const isList = (value: Schema.Json): value is ReadonlyArray<Schema.Json> => Array.isArray(value)

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

  function* scrubbingList(list: ReadonlyArray<Schema.Json>): Steps<Schema.Json> {
    const whole = isSplit(list) ? list.map((each) => each.trim()).join("") : ""
    if ((yield* takingOut(forScripts.texts, whole)) !== whole) return list.map(() => scrubbed)
    const clean: Array<Schema.Json> = []
    for (const each of list) clean.push(yield* scrubbingAnswer(each))
    return clean
  }

  function* scrubbingAnswer(value: Schema.Json): Steps<Schema.Json> {
    yield
    if (typeof value === "string") return yield* takingOut(forScripts.texts, value)
    if (isList(value)) return yield* scrubbingList(value)
    if (value === null || typeof value !== "object") return value
    const clean: Array<readonly [string, Schema.Json]> = []
    for (const [key, inner] of Object.entries(value)) {
      clean.push([yield* takingOut(forScripts.texts, key), yield* scrubbingAnswer(inner)])
    }
    return Object.fromEntries(clean)
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
    scrubbing: (text) => takingOut(all.texts, text),
    scrubAnswer: (value) => finish(scrubbingAnswer(value)),
    scrubbingAnswer,
    scrubAddress: (address) => {
      const origin = URL.parse(address)?.origin
      if (origin === undefined || !address.startsWith(origin)) return scrubText(address)
      return `${origin}${scrubText(address.slice(origin.length))}`
    },
    *scrubbingBytes(bytes) {
      const text = bytes.toString("latin1")
      const clean = yield* takingOut(forScripts.bytes, text)
      return clean === text ? bytes : Buffer.from(clean, "latin1")
    },
    visible: () => [...known]
  }
}
