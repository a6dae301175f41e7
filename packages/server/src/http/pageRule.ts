/** Which pages a browser may send something for, here. Programs say nothing of a page, and are let in. */
import { Context } from "effect"
import type { HttpServerRequest } from "effect/http"
import { RequestRefused } from "./RequestRefused.ts"

interface PageRule {
  /** Of pages that are not the server's own and may send it something all the same (`REALTIME_ORIGINS`). */
  readonly origins: ReadonlyArray<string>
  /** Nobody but this machine is meant to reach the server, and whoever does may register. */
  readonly isForThisMachine: boolean
}

export const PageRules = Context.Reference<PageRule>("@counterfoil/server/http/PageRules", {
  defaultValue: () => ({ origins: [], isForThisMachine: false })
})

const readingMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"])

type Headers = HttpServerRequest.HttpServerRequest["headers"]

const isNamed = (headers: Headers, origins: ReadonlyArray<string>): boolean => origins.includes(headers["origin"] ?? "")

/**
 * A browser says so of what it sends for a page of another site, which may register here in the name of whoever looks at that page.
 * None of ours is of another site, unless it is named, where a proxy answers preflights for it.
 */
export const isOfOtherSite = (
  { headers, method }: HttpServerRequest.HttpServerRequest,
  origins: ReadonlyArray<string>
): boolean => !readingMethods.has(method) && headers["sec-fetch-site"] === "cross-site" && !isNamed(headers, origins)

/**
 * Why nobody is registered for the page that asks; undefined: somebody may be. Its owner may have pointed its name at this machine
 * once the page was loaded (DNS rebinding): for a browser it is the page's own server then.
 */
export const foreignRegistration = (
  { headers }: Pick<HttpServerRequest.HttpServerRequest, "headers">,
  { isForThisMachine, origins }: PageRule
): RequestRefused | undefined => {
  const origin = headers["origin"]
  const isForeign = origin !== undefined && !isNamed(headers, origins) && !isOfThisMachine(origin)
  return isForThisMachine && isForeign ? RequestRefused.foreignName : undefined
}

/** Whoever has a page there has it by this machine, or by an address, which can't be pointed elsewhere. */
const isOfThisMachine = (origin: string): boolean => {
  const host = URL.parse(origin)?.hostname ?? ""
  return /^(?:(?:.+\.)?localhost|[\d.]+|\[.+\])$/.test(host)
}
