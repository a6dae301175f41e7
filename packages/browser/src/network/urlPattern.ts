/**
 * Matches an address against a script's pattern, on the host, in bounded time: a pattern is foreign code, and an address is
 * what a page says.
 *
 * A text is an address with Playwright's wildcards: `*` stands for anything but "/", `**` for anything at all.
 */
import { PageFault, type TextPattern } from "@counterfoil/core"
import { compileLinear, type LinearPattern } from "@counterfoil/domain"
import { Result } from "effect"

type Wildcard = "*" | "**"
type GlobPart = { readonly text: string } | { readonly wildcard: Wildcard }

const partsOf = (glob: string): ReadonlyArray<GlobPart> =>
  glob
    .split(/(\*+)/)
    .filter((part) => part !== "")
    .map((part) => (part.startsWith("*") ? { wildcard: part === "*" ? "*" : "**" } : { text: part }))

/** Keeps the set of places in `url` that the parts so far can end at: no part is ever tried twice at one place. */
export const matchesGlob = (glob: string, url: string): boolean => {
  let ends = new Set([0])
  for (const part of partsOf(glob)) {
    const next = new Set<number>()
    if ("text" in part) {
      for (const end of ends) if (url.startsWith(part.text, end)) next.add(end + part.text.length)
    } else {
      let isOpen = false
      for (let place = 0; place <= url.length; place += 1) {
        if (part.wildcard === "*" && place > 0 && url[place - 1] === "/") isOpen = false
        if (ends.has(place)) isOpen = true
        if (isOpen) next.add(place)
      }
    }
    ends = next
  }
  return ends.has(url.length)
}

/** A longer address matches nothing: each character of it is looked at once for each part of a pattern. */
const longestAddress = 8_192
const mostWildcards = 20
/** Kept of a session; a script that makes more has them read again. */
const mostKept = 50

export type UrlMatcher = (pattern: TextPattern, url: string) => boolean

const invalid = (message: string) => new PageFault({ code: "InvalidCall", message })

const checkedGlob = (glob: string): ((url: string) => boolean) => {
  if ((glob.match(/\*+/g)?.length ?? 0) > mostWildcards) {
    throw invalid(`An address pattern has at most ${mostWildcards} wildcards`)
  }
  return (url) => matchesGlob(glob, url)
}

const linear = ({ flags, regex }: Exclude<TextPattern, string>): LinearPattern["matches"] =>
  Result.match(compileLinear({ regex, flags }), {
    onFailure: (why) => {
      throw invalid(`/${regex}/${flags} ${why}`)
    },
    onSuccess: ({ matches }) => matches
  })

/** The matcher of one session. */
export const makeUrlMatcher = (): UrlMatcher => {
  const read = new Map<string, (url: string) => boolean>()
  return (pattern, url) => {
    const key = JSON.stringify(pattern)
    const matches = read.get(key) ?? (typeof pattern === "string" ? checkedGlob(pattern) : linear(pattern))
    if (read.size >= mostKept) read.clear()
    read.set(key, matches)
    return url.length <= longestAddress && matches(url)
  }
}
