/**
 * A regular expression of JavaScript in the syntax of RE2, with the same meaning. The two differ in what a space is, in what
 * may stand without a backslash, and in escapes that only one of them knows.
 *
 * Expects a text that JavaScript takes for a regular expression.
 */
import { Result } from "effect"

/** What JavaScript means by `\s`, and what by `\S`: to RE2 they are six characters of ASCII and the rest. */
const spaces =
  "\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}"
const noSpaces =
  "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}"
const anything = "\\x{0}-\\x{10ffff}"
const lineEnds = "\\x{a}\\x{d}\\x{2028}\\x{2029}"

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 }

/** RE2 knows the short names of Unicode's categories alone. */
const categories: Readonly<Record<string, string>> = {
  Letter: "L",
  Uppercase_Letter: "Lu",
  Lowercase_Letter: "Ll",
  Mark: "M",
  Number: "N",
  Decimal_Number: "Nd",
  Punctuation: "P",
  Separator: "Z",
  Space_Separator: "Zs",
  Symbol: "S",
  Currency_Symbol: "Sc"
}

const literal = (codePoint: number): string => `\\x{${codePoint.toString(16)}}`
const ofHex = (digits: string | undefined): string => literal(Number.parseInt(digits ?? "", 16))

type Token = RegExpMatchArray

/** Null: it can't be done by RE2. */
interface Rule {
  readonly token: RegExp
  readonly re2: (token: Token) => string | null
  /** Why not. */
  readonly refused?: string
}

/** One character, inside of a class and outside. */
const characterRules = (unicode: boolean): ReadonlyArray<Rule> => [
  { token: /\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/iy, re2: ([, high = "", low = ""]) => pairOf(high, low) },
  { token: /\\u([0-9a-f]{4})/iy, re2: ([, digits]) => ofHex(digits) },
  { token: /\\x([0-9a-f]{2})/iy, re2: ([, digits]) => ofHex(digits) },
  ...(unicode ? [{ token: /\\u\{([0-9a-f]+)\}/iy, re2: ([, digits]: Token) => ofHex(digits) }] : []),
  { token: /\\c([a-z])/iy, re2: ([, letter = ""]) => literal(letter.charCodeAt(0) % 32) },
  { token: /\\([tnvfr]|0(?!\d))/y, re2: ([, name = ""]) => literal(controls[name] ?? 0) },
  { token: /\\\d/y, re2: () => null, refused: "refers back to a group" },
  { token: /\\?(.)/suy, re2: ([, character = ""]) => literal(character.codePointAt(0) ?? 0) }
]

const pairOf = (high: string, low: string): string =>
  literal(String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0) ?? 0)

const propertyRules = (unicode: boolean): ReadonlyArray<Rule> =>
  unicode
    ? [
        {
          token: /\\(p)\{(?:(?:Script|sc|General_Category|gc)=)?(\w+)\}/iy,
          re2: ([, p = "", name = ""]) => `\\${p}{${categories[name] ?? name}}`
        }
      ]
    : []

/** Sets of characters within a class. */
const setRules = (unicode: boolean): ReadonlyArray<Rule> => [
  { token: /\\[dDwW]/y, re2: ([set]) => set },
  { token: /\\s/y, re2: () => spaces },
  { token: /\\S/y, re2: () => noSpaces },
  ...propertyRules(unicode)
]

const outsideRules = (flags: string, keepGroups: boolean): ReadonlyArray<Rule> => [
  { token: /\(\?<?[=!]/y, re2: () => null, refused: "looks around" },
  { token: /\((?:\?:|\?<[^>]*>)?(?!\?)/y, re2: ([same]) => (keepGroups && same !== "(?:" ? "(" : "(?:") },
  { token: /\(\?/y, re2: () => null, refused: "has a group of a kind that isn't known" },
  { token: /\\(?:[1-9]|k)/y, re2: () => null, refused: "refers back to a group" },
  { token: /\\[bBdDwW]|[*+?]\??|\{\d+(?:,\d*)?\}\??|[|)]/y, re2: ([same]) => same },
  { token: /\\s/y, re2: () => `[${spaces}]` },
  { token: /\\S/y, re2: () => `[${noSpaces}]` },
  { token: /\^/y, re2: () => (flags.includes("m") ? "^" : "\\A") },
  { token: /\$/y, re2: () => (flags.includes("m") ? "$" : "\\z") },
  { token: /\./y, re2: () => (flags.includes("s") ? "." : `[^${lineEnds}]`) },
  ...propertyRules(flags.includes("u")),
  ...characterRules(flags.includes("u"))
]

interface Found {
  readonly re2: string
  readonly end: number
}

/** The first rule that applies at a place. */
const read = (rules: ReadonlyArray<Rule>, regex: string, at: number): Result.Result<Found | undefined, string> => {
  for (const { re2, refused, token } of rules) {
    token.lastIndex = at
    const found = token.exec(regex)
    if (found === null) continue
    const written = re2(found)
    return written === null
      ? Result.fail(refused ?? "can't be matched in linear time")
      : Result.succeed({ re2: written, end: token.lastIndex })
  }
  return Result.succeed(undefined)
}

/** From behind its opening bracket to behind its end. */
const readClass = (regex: string, start: number, unicode: boolean): Result.Result<Found, string> =>
  Result.gen(function* () {
    const isNegated = regex[start] === "^"
    const characters = [{ token: /\\b/y, re2: () => literal(8) }, ...characterRules(unicode)]
    const sets = setRules(unicode)
    let at = isNegated ? start + 1 : start
    let body = ""
    while (at < regex.length && regex[at] !== "]") {
      const set = yield* read(sets, regex, at)
      const first = set ?? (yield* read(characters, regex, at))
      if (first === undefined) return yield* Result.fail("has a class that isn't closed")
      body += first.re2
      at = first.end
      if (set !== undefined || regex[at] !== "-" || regex[at + 1] === "]") continue
      const isBeforeSet = (yield* read(sets, regex, at + 1)) !== undefined
      const last = isBeforeSet ? undefined : yield* read(characters, regex, at + 1)
      if (last === undefined) continue
      body += `-${last.re2}`
      at = last.end
    }
    const inside = body === "" ? (isNegated ? `[${anything}]` : `[^${anything}]`) : `[${isNegated ? "^" : ""}${body}]`
    return { re2: inside, end: at + 1 }
  })

/**
 * `flags`: of `i`, `m`, `s` and `u`. Fails with why RE2 can't do it, to follow the pattern's text in a sentence.
 * `keepGroups`: what a group holds can be asked for; it takes room in the engine's program.
 */
export const toRe2 = (regex: string, flags: string, keepGroups = false): Result.Result<string, string> =>
  Result.gen(function* () {
    const rules = outsideRules(flags, keepGroups)
    let written = ""
    let at = 0
    while (at < regex.length) {
      const found =
        regex[at] === "[" ? yield* readClass(regex, at + 1, flags.includes("u")) : yield* read(rules, regex, at)
      if (found === undefined) return yield* Result.fail("ends in the middle of an escape")
      written += found.re2
      at = found.end
    }
    return written
  })
