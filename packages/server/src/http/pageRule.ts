/** Which pages a browser may send something for, here. Programs say nothing of a page, and are let in. */
import type { HttpServerRequest } from "effect/http"
import { RequestRefused } from "./RequestRefused.ts"

export interface PageRule {
  /** Of pages that are not the server's own and may send it something all the same (`REALTIME_ORIGINS`). */
  readonly origins: ReadonlyArray<string>
  /** Nobody but this machine is meant to reach the server, and whoever does may register. */
  readonly isForThisMachine: boolean
}

const readingMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"])

/** Why what a browser sends for a page isn't taken; undefined: it is. */
export const refusedPage = (
  request: HttpServerRequest.HttpServerRequest,
  { isForThisMachine, origins }: PageRule
): RequestRefused | undefined => {
  const origin = request.headers["origin"]
  if (readingMethods.has(request.method) || (origin !== undefined && origins.includes(origin))) return undefined
  // A browser says so of what it sends for a page of another site, which may register here in the name of whoever looks at that page.
  if (request.headers["sec-fetch-site"] === "cross-site") return RequestRefused.otherSite
  // A name that its owner has pointed at this machine once the page was loaded (DNS rebinding): for a browser it is the page's own.
  // Whatever it asks for: how the router reads a path is the router's own.
  return isForThisMachine && origin !== undefined && !isOfThisMachine(origin) ? RequestRefused.foreignName : undefined
}

/** Whoever has a page there has it by this machine, or by an address, which can't be pointed elsewhere. */
const isOfThisMachine = (origin: string): boolean => {
  const host = URL.parse(origin)?.hostname ?? ""
  return /^(?:(?:.+\.)?localhost|[\d.]+|\[.+\])$/.test(host)
}
