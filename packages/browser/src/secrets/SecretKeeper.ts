/** The secrets of one session by handle, and what keeps them from coming back in a text. */
import { PageFault, type ScriptPhase, type SecretHandle } from "@counterfoil/core"
import { Redacted, type Schema } from "effect"
import { finish, type Steps } from "@counterfoil/domain"
import { type Hiding, hidingOf, isHiddenIn } from "./hiding.ts"
import { type Found, longestSpread, shortestSpread, spreadLetters } from "./spreadLetters.ts"
import { base64SecretPattern, disguisedPatterns, longestMatch, secretPattern, shortestMatch } from "./secretPattern.ts"

/** What stands where a secret stood. */
export const scrubbed = "[secret]"

/** Shorter ones can't be taken out of running text without spoiling amounts and dates. */
const shortestInText = 4

/** Whose words the names in an answer's objects are. The script's own tell it nothing, also where a user is called like one. */
export type NamesOf = "bank" | "script"

export interface SecretKeeper {
  readonly put: (handle: string, value: Redacted.Redacted<string>) => void
  /** What a script reads from now on is read in this phase. */
  readonly enter: (phase: ScriptPhase) => void
  /** The characters to type; throws `InvalidCall` for an unknown handle, `SecretTooShort` for a position beyond the end. */
  readonly reveal: (handle: SecretHandle) => string
  /** Takes out every secret that was ever put: for what people read (logs, messages, evidence). */
  readonly scrub: (text: string) => string
  /** The same in pieces. */
  readonly scrubbing: (text: string) => Steps<string>
  /** The same for what a script reads: it takes out what is hidden from it in the phase (`hidingOf`). */
  readonly scrubText: (text: string) => string
  readonly scrubbingText: (text: string) => Steps<string>
  readonly scrubAnswer: (value: Schema.Json, names?: NamesOf) => Schema.Json
  /** The same in pieces: a page may have tables of thousands of texts, and texts of megabytes. */
  readonly scrubbingAnswer: (value: Schema.Json, names?: NamesOf) => Steps<Schema.Json>
  /** Of an address only what follows the origin is scrubbed. */
  readonly scrubAddress: (address: string) => string
  readonly scrubbingAddress: (address: string) => Steps<string>
  /** Of a file: in UTF-8 and UTF-16, whatever it will be read as. */
  readonly scrubbingBytes: (bytes: Buffer) => Steps<Buffer>
  /** The texts to hide in a picture. */
  readonly visible: () => ReadonlyArray<string>
}

/** What a secret may look like, and how long that is at most. */
interface Pattern {
  readonly find: (text: string) => ReadonlyArray<Found>
  readonly shortest: number
  readonly longest: number
}
interface Patterns {
  readonly secret: string
  readonly texts: ReadonlyArray<Pattern>
  readonly bytes: ReadonlyArray<Pattern>
}

const inUtf16 = (secret: string): string =>
  [...secret]
    .map((character) => `${character}\0`)
    .join("")
    .slice(0, -1)

const byExpressions = (spelling: string, expressions: ReadonlyArray<RegExp>): ReadonlyArray<Pattern> =>
  expressions.map((expression) => ({
    find: (text) => [...text.matchAll(expression)].map(({ 0: { length }, index }) => ({ index, length })),
    shortest: shortestMatch(spelling),
    longest: longestMatch(spelling)
  }))

const bySpreadLetters = (spelling: string): Pattern => ({
  find: spreadLetters(spelling),
  shortest: shortestSpread(spelling),
  longest: longestSpread(spelling)
})

const textPatterns = (secret: string): ReadonlyArray<Pattern> => [
  ...byExpressions(secret, [secretPattern(secret), base64SecretPattern(secret), ...disguisedPatterns(secret)]),
  bySpreadLetters(secret)
]

/** Of a file's bytes as characters of their own (Latin-1). */
const bytePatterns = (secret: string): ReadonlyArray<Pattern> => {
  const utf8 = Buffer.from(secret).toString("latin1")
  const utf16 = inUtf16(secret)
  return [
    ...byExpressions(utf16, [secretPattern(utf16)]),
    ...[...new Set([secret, utf8])].flatMap((spelling) => [
      ...byExpressions(spelling, [secretPattern(spelling), ...disguisedPatterns(spelling)]),
      bySpreadLetters(spelling)
    ]),
    ...byExpressions(secret, [base64SecretPattern(secret)])
  ]
}

/** Those of a file are made when one is read: few sessions read any. */
const patternsOf = (secret: string): Patterns => {
  let bytes: ReadonlyArray<Pattern> | undefined
  return {
    secret,
    texts: textPatterns(secret),
    get bytes() {
      bytes ??= bytePatterns(secret)
      return bytes
    }
  }
}

/** So many characters are looked at in one go. */
const stride = 32 * 1024

function* takingOut(patterns: ReadonlyArray<Pattern>, text: string): Steps<string> {
  let clean = text
  for (const pattern of patterns) {
    if (clean.length < pattern.shortest) continue
    clean = yield* replacing(pattern, clean)
    // The first use of an expression compiles it.
    yield
  }
  return clean
}

/** What begins in a piece may end in the next. */
function* replacing({ find, longest }: Pattern, text: string): Steps<string> {
  let clean = ""
  let from = 0
  while (from < text.length) {
    const piece = text.slice(from, from + stride + longest)
    let done = 0
    for (const { index, length } of find(piece)) {
      if (index >= stride) break
      clean += `${piece.slice(done, index)}${scrubbed}`
      done = index + length
    }
    const end = Math.max(done, stride)
    clean += piece.slice(done, end)
    from += end
    if (from < text.length) yield
  }
  return clean
}

const takeOut = (patterns: ReadonlyArray<Pattern>, text: string): string => finish(takingOut(patterns, text))

/** All texts of an answer, in their order. */
const textsIn = (value: Schema.Json): ReadonlyArray<string> => {
  const texts: Array<string> = []
  const look = (inner: Schema.Json): void => {
    if (typeof inner === "string") texts.push(inner)
    else if (isList(inner)) inner.forEach(look)
    else if (inner !== null && typeof inner === "object") Object.values(inner).forEach(look)
  }
  look(value)
  return texts
}

const isLetter = (text: string): boolean => text.length <= 40 && [...text.trim()].length <= 2

/** Where texts of a letter or two follow one another, so many that they could be a secret. */
const lettersIn = (texts: ReadonlyArray<string>): ReadonlyArray<{ readonly from: number; readonly to: number }> => {
  const runs: Array<{ readonly from: number; readonly to: number }> = []
  let from = 0
  for (let to = 0; to <= texts.length; to += 1) {
    const text = texts[to]
    if (text !== undefined && isLetter(text)) continue
    if (to - from >= shortestInText) runs.push({ from, to })
    from = to + 1
  }
  return runs
}

export const isList = (value: Schema.Json): value is ReadonlyArray<Schema.Json> => Array.isArray(value)

export const makeSecretKeeper = (): SecretKeeper => {
  const current = new Map<string, Redacted.Redacted<string>>()
  // The longest first: a password that holds a shorter secret is taken out whole.
  let known: ReadonlyArray<Patterns> = []
  const hidings = new Map<string, ReadonlySet<Hiding>>()
  let phase: ScriptPhase | undefined
  let all: ReadonlyArray<Pattern> = []
  let forScripts: ReadonlyArray<Pattern> = []
  const isHidden = (secret: string) => [...(hidings.get(secret) ?? [])].some((hiding) => isHiddenIn(phase, hiding))
  const ofScripts = () => known.filter(({ secret }) => isHidden(secret))
  const hide = () => {
    forScripts = ofScripts().flatMap(({ texts }) => texts)
  }

  const remember = (text: string, hiding: Hiding) => {
    if (text.length < shortestInText) return
    hidings.set(text, new Set([...(hidings.get(text) ?? []), hiding]))
    if (known.every(({ secret }) => secret !== text)) {
      known = [...known, patternsOf(text)].toSorted((a, b) => b.secret.length - a.secret.length)
    }
    all = known.flatMap(({ texts }) => texts)
    hide()
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
      throw new PageFault({ code: "SecretTooShort", message: `"${handle.secret}" has no character ${position}` })
    })
    return (picked ?? characters).join("")
  }

  const scrubText = (text: string): string => takeOut(forScripts, text)

  function* scrubbingAddress(address: string): Steps<string> {
    const origin = URL.parse(address)?.origin
    if (origin === undefined || !address.startsWith(origin)) return yield* takingOut(forScripts, address)
    return `${origin}${yield* takingOut(forScripts, address.slice(origin.length))}`
  }

  /** Of six digits and more: what counts and measures stays. */
  const isScrubbedNumber = (value: number): boolean =>
    Math.abs(value) >= 100_000 && scrubText(String(value)) !== String(value)

  /** Which of the texts of an answer are letters of a secret that a page has split: into elements, cells or lines. */
  function* splitIn(texts: ReadonlyArray<string>): Steps<ReadonlySet<number>> {
    const hidden = new Set<number>()
    for (const { from, to } of lettersIn(texts)) {
      const letters = texts.slice(from, to)
      // A space may belong to the secret, or be around a letter only, or be a whole letter of it.
      const trimmed = letters.map((each) => each.trim())
      for (const whole of [letters, trimmed, trimmed.map((each) => each || " ")].map((each) => each.join(""))) {
        if ((yield* takingOut(forScripts, whole)) === whole) continue
        for (let place = from; place < to; place += 1) hidden.add(place)
      }
    }
    return hidden
  }

  function* scrubbingAnswer(answer: Schema.Json, names: NamesOf = "bank"): Steps<Schema.Json> {
    const hidden = yield* splitIn(textsIn(answer))
    let place = 0
    function* clean(value: Schema.Json): Steps<Schema.Json> {
      yield
      if (typeof value === "string") {
        place += 1
        return hidden.has(place - 1) ? scrubbed : yield* takingOut(forScripts, value)
      }
      if (typeof value === "number") return isScrubbedNumber(value) ? scrubbed : value
      if (value === null || typeof value !== "object") return value
      if (isList(value)) {
        const items: Array<Schema.Json> = []
        for (const each of value) items.push(yield* clean(each))
        return items
      }
      const entries: Array<readonly [string, Schema.Json]> = []
      for (const [key, inner] of Object.entries(value)) {
        entries.push([names === "bank" ? yield* takingOut(forScripts, key) : key, yield* clean(inner)])
      }
      return Object.fromEntries(entries)
    }
    return yield* clean(answer)
  }

  return {
    put: (handle, value) => {
      current.set(handle, value)
      const text = Redacted.value(value).trim()
      remember(text, hidingOf(handle, text))
    },
    enter: (next) => {
      phase = next
      hide()
    },
    reveal,
    scrub: (text) => takeOut(all, text),
    scrubText,
    scrubbingText: (text) => takingOut(forScripts, text),
    scrubbing: (text) => takingOut(all, text),
    scrubAnswer: (value, names) => finish(scrubbingAnswer(value, names)),
    scrubbingAnswer,
    scrubAddress: (address) => finish(scrubbingAddress(address)),
    scrubbingAddress,
    *scrubbingBytes(bytes) {
      const text = bytes.toString("latin1")
      const clean = yield* takingOut(
        ofScripts().flatMap((patterns) => patterns.bytes),
        text
      )
      return clean === text ? bytes : Buffer.from(clean, "latin1")
    },
    visible: () => known.map(({ secret }) => secret)
  }
}
