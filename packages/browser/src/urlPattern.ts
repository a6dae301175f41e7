/**
 * Matches an address against a script's pattern, on the host, in bounded time: a pattern is foreign code.
 *
 * A text is an address with Playwright's wildcards: `*` stands for anything but "/", `**` for anything at all.
 */
import { PageFault, type TextPattern } from "@counterfoil/core"
import { Predicate } from "effect"
import { createContext, Script } from "node:vm"

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

/** A regular expression can take for ever; V8 can stop one only in a script with a time limit. */
const regexMillis = 250
const slowOnesAllowed = 3
const sandbox = createContext({ source: "", flags: "", url: "" })
const testScript = new Script("new RegExp(source, flags).test(url)")

export type UrlMatcher = (pattern: TextPattern, url: string) => boolean

/** The matcher of one session: a regular expression that took too long once is not tried again. */
export const makeUrlMatcher = (): UrlMatcher => {
  const tooSlow = new Set<string>()
  return (pattern, url) => {
    if (typeof pattern === "string") return matchesGlob(pattern, url)
    const written = `/${pattern.regex}/${pattern.flags}`
    if (tooSlow.has(written) || tooSlow.size >= slowOnesAllowed) {
      throw new PageFault({ code: "InvalidCall", message: `${written} takes too long: write a simpler pattern` })
    }
    Object.assign(sandbox, { source: pattern.regex, flags: pattern.flags, url })
    try {
      return testScript.runInContext(sandbox, { timeout: regexMillis }) === true
    } catch (error) {
      // Made in the script's own realm, it is no Error of ours.
      const isSlow = Predicate.hasProperty(error, "code") && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
      if (isSlow) tooSlow.add(written)
      throw new PageFault({
        code: "InvalidCall",
        message: isSlow
          ? `${written} takes too long: write a simpler pattern`
          : `${written} is not a regular expression`
      })
    }
  }
}
