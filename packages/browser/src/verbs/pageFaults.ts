/** Turns what Playwright throws into a fault that tells an author what to do: no host path, no value, no stack. */
import { PageFault, type RefusedRequest, sentenceOf } from "@counterfoil/core"

export interface FaultContext {
  /** What was tried, as the author wrote it: `page.getByText('x').click()`. */
  readonly what: string
  readonly timeout: number
  /** A value was typed: Playwright's log of the call quotes it, so none of the log is shown. */
  readonly isSecret: boolean
  /** Hosts that the page asked for in vain, for the one who forgot an origin. */
  readonly refusedHosts: ReadonlyArray<string>
  /** What the page was kept from sending in this phase. */
  readonly refusedRequests: ReadonlyArray<RefusedRequest>
}

export const longestMessage = 1500
const shownCandidates = 5

// eslint-disable-next-line no-control-regex -- Playwright dims its call log with terminal escapes.
const withoutColours = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, "")

/** Attributes may hold values: of an element only its tag is shown. */
const withoutAttributes = (text: string): string => text.replaceAll(/<([a-z][\w-]*)[^>]*>/gi, "<$1>")

const withoutPaths = (text: string): string =>
  text.replaceAll(/(?:file:\/\/)?(?:\/[\w.@-]+){2,}(?::\d+)*/g, (path) =>
    /\.\w+(?::\d+)*$/.test(path) && !path.includes("//") ? "…" : path
  )

const lastWords = (log: string): ReadonlyArray<string> => {
  const noise = /waiting for (locator|getBy|page)|retrying|waiting \d+ms|attempting|navigating to|resolved to|^fill\(/
  const lines = log.split("\n").map((line) => line.replace(/^[\s-]*(\d+ × )?/, "").trim())
  return [...new Set(lines.filter((line) => line !== "" && !noise.test(line)))].slice(-3)
}

const candidates = (message: string): ReadonlyArray<string> =>
  [...message.matchAll(/^\s*\d+\) <(\w[\w-]*)[^\n]*? aka ([^\n]+)$/gm)]
    .slice(0, shownCandidates)
    .map(([, tag, locator]) => `  <${tag}> page.${locator}`)

const seconds = (millis: number): string => `${millis / 1000} s`

const outcomeIn = (log: string): string => {
  // Playwright's actions also wait for the document that they have led to.
  if (/action done/.test(log)) return "was done, but the page that it led to did not come"
  return /resolved to/.test(log) ? "was found, but could not be used" : "did not come about"
}

const coveredSentence =
  "\nSomething lies over it: page.overlay(what, close) clicks it away, and holds for one phase, not in login; " +
  "there wait for it and for what is below it by waitForAny"

const explainTimeout = (context: FaultContext, log: string): string => {
  const outcome = outcomeIn(log)
  const hints = context.isSecret ? [] : lastWords(withoutAttributes(log))
  const refused = context.refusedHosts.map((host) => `\n${refusedSentence(host)}`).join("")
  const kept = context.refusedRequests.map((request) => `\n${sentenceOf(request)}`).join("")
  const covered = /intercepts pointer events/.test(log) ? coveredSentence : ""
  return `${context.what} ${outcome} in ${seconds(context.timeout)}${hints.map((hint) => `\n  ${hint}`).join("")}${covered}${refused}${kept}`
}

/** A frame or a script of another origin fails in silence: what it was, and what adds it. */
const refusedSentence = (host: string): string =>
  `The page asked for ${host}, which isn't one of the bank's origins; if it belongs to the bank, add it: ` +
  "--origin to script record, a second --live to script dev, POST /banks/:bankId/origins on a server"

const isGone = (text: string): boolean =>
  /Target crashed|Page crashed|has been closed|Target closed|Browser closed|browser has disconnected/i.test(text)

const explain = (cause: Error, context: FaultContext): { code: PageFault["code"]; message: string } => {
  const [head = "", ...log] = withoutColours(cause.message).split(/\n?Call log:\n/)
  const reason = head.replace(/^\w+\.\w+: (Error: )?/, "")
  if (isGone(head)) return { code: "PageClosed", message: `${context.what}: the page is gone` }
  if (cause.name === "TimeoutError") return { code: "Timeout", message: explainTimeout(context, log.join("\n")) }
  if (/strict mode violation/.test(head)) {
    const count = /resolved to (\d+) elements/.exec(head)?.[1] ?? "several"
    const list = candidates(head)
    const more = Number(count) > list.length && list.length > 0 ? ["  …"] : []
    return {
      code: "StrictMode",
      message: [`${context.what} matches ${count} elements, one is needed:`, ...list, ...more].join("\n")
    }
  }
  const net = /net::(ERR_\w+)/.exec(head)?.[1]
  const [kept] = context.refusedRequests.slice(-1)
  if (net === "ERR_ABORTED" && kept !== undefined) {
    return { code: "NavigationRefused", message: `${context.what}: ${sentenceOf(kept)}` }
  }
  if (net !== undefined)
    return { code: "NavigationFailed", message: `${context.what}: the page could not be loaded (${net})` }
  if (/while parsing|is not a valid selector|Unknown engine|Unknown key|Invalid regular/.test(head)) {
    return { code: "InvalidCall", message: `${context.what}: ${reason}` }
  }
  const line = withoutPaths(withoutAttributes(reason.split("\n")[0] ?? ""))
  return { code: "Failed", message: context.isSecret ? `${context.what} did not work` : `${context.what}: ${line}` }
}

/** The fault for anything that a verb threw; the message still has to be scrubbed, and then cut: a cut secret isn't found. */
export const toPageFault = (cause: unknown, context: FaultContext): PageFault => {
  if (cause instanceof PageFault) return cause
  if (!(cause instanceof Error)) return new PageFault({ code: "Failed", message: `${context.what} did not work` })
  const { code, message } = explain(cause, context)
  return new PageFault({ code, message: message.slice(0, 2 * longestMessage) })
}
