/**
 * Regular expressions of others, in an engine that can't be made to take for ever: RE2 looks at each character once for each
 * part of the pattern, whatever the pattern is. Patterns are written as in JavaScript and mean the same here, but for what can
 * only be done by trying: looking around, and referring back to a group.
 */
import { Result } from "effect"
import { RE2JS } from "re2js"
import { toRe2 } from "./re2Syntax.ts"
import type { Steps } from "./steps.ts"

export interface PatternText {
  readonly regex: string
  readonly flags: string
}

export interface LinearPattern {
  readonly matches: (text: string) => boolean
  /** Of each match: what its first group holds (if groups are kept), or all of it where there is none. */
  readonly groups: (text: string) => ReadonlyArray<string>
  /** Puts a space in the place of each part that matches; a step for each part, for each looks at the text again. */
  readonly blank: (text: string) => Steps<string>
}

const longestPattern = 1_024
/** Of the engine's program. A match takes as many looks at each character at the most. */
const mostInstructions = 300

/** Why a pattern can't be used, to follow its text in a sentence. */
type Unusable = string

const flagsOf = (flags: string): number =>
  (flags.includes("i") ? RE2JS.CASE_INSENSITIVE : 0) |
  (flags.includes("m") ? RE2JS.MULTILINE : 0) |
  (flags.includes("s") ? RE2JS.DOTALL : 0)

const isJavaScript = ({ flags, regex }: PatternText): boolean => {
  try {
    // Only read, never run.
    return new RegExp(regex, flags).source !== ""
  } catch {
    return false
  }
}

const compileRe2 = (source: string, flags: string): Result.Result<RE2JS, Unusable> =>
  Result.try({
    try: () => RE2JS.compile(source, flagsOf(flags)),
    catch: (error) =>
      /repeat count/.test(String(error))
        ? "repeats something more than 1,000 times"
        : "has something that can't be matched in linear time"
  })

/** `flags`: of `i`, `m`, `s` and `u`; others say nothing of what matches, and are left out. */
export const compileLinear = (
  { flags, regex }: PatternText,
  { keepGroups = false }: { readonly keepGroups?: boolean } = {}
): Result.Result<LinearPattern, Unusable> =>
  Result.gen(function* () {
    const known = [...new Set(flags.replace(/[^imsu]/g, ""))].join("")
    if (regex.length > longestPattern) return yield* Result.fail(`is longer than ${longestPattern} characters`)
    if (!isJavaScript({ regex, flags: known })) return yield* Result.fail("is not a regular expression")
    const engine = yield* compileRe2(yield* toRe2(regex, known, keepGroups), known)
    if (engine.programSize() > mostInstructions) return yield* Result.fail("is too large: repeat less, or fewer things")
    return {
      matches: (text: string) => engine.test(text),
      groups: (text: string) => groups(engine, text),
      blank: (text: string) => blank(engine, text)
    }
  })

const groups = (engine: RE2JS, text: string): ReadonlyArray<string> => {
  const matcher = engine.matcher(text)
  const found: Array<string> = []
  while (matcher.find()) {
    const held = matcher.group(engine.groupCount() > 0 ? 1 : 0)
    if (held !== null) found.push(held)
  }
  return found
}

function* blank(engine: RE2JS, text: string): Steps<string> {
  const matcher = engine.matcher(text)
  let kept = ""
  let from = 0
  while (matcher.find()) {
    kept += `${text.slice(from, matcher.start())} `
    from = matcher.end()
    yield
  }
  return kept + text.slice(from)
}
