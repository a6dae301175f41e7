/** What a request says before its body. Copied at once: the native request lives only as long as its callback. */
import { Headers } from "effect/http"
import type { HttpRequest } from "./native.ts"

export interface RequestHead {
  /** Upper case, as received. */
  readonly method: string
  /** Path and query string. */
  readonly url: string
  readonly path: string
  readonly headers: Headers.Headers
  readonly body: BodyFraming
}

/**
 * How the body is delimited. `refused` is a request that two parsers could read differently, the raw material of
 * request smuggling: it is answered with the status and the connection is closed.
 */
export type BodyFraming =
  | { readonly _tag: "none" }
  | { readonly _tag: "sized"; readonly length: number }
  | { readonly _tag: "chunked" }
  | { readonly _tag: "refused"; readonly status: 400 | 501 }

export const readHead = (request: HttpRequest): RequestHead => {
  const path = request.getUrl()
  const query = request.getQuery()
  const fields: Record<string, string> = Object.create(null)
  let ambiguous = false
  request.forEach((name, value) => {
    const earlier = fields[name]
    if (earlier === undefined) fields[name] = value
    else if (unrepeatable.has(name)) ambiguous = true
    else if (!firstWins.has(name)) fields[name] = earlier + (name === "cookie" ? "; " : ", ") + value
  })
  return {
    method: request.getCaseSensitiveMethod().toUpperCase(),
    url: query ? `${path}?${query}` : path,
    path,
    headers: Headers.fromRecordUnsafe(fields),
    body: ambiguous ? { _tag: "refused", status: 400 } : framingOf(fields)
  }
}

const framingOf = (fields: Record<string, string>): BodyFraming => {
  const encoding = fields["transfer-encoding"]
  if (encoding !== undefined) {
    return encoding.toLowerCase() === "chunked" ? { _tag: "chunked" } : { _tag: "refused", status: 501 }
  }
  const announced = fields["content-length"]
  // The library refuses it too, but only after it has handed the request over: it would be done, and answered by 400.
  if (announced !== undefined && !/^\d+$/.test(announced)) return { _tag: "refused", status: 400 }
  const length = Number(announced ?? 0)
  return length > 0 ? { _tag: "sized", length } : { _tag: "none" }
}

const unrepeatable = new Set(["host", "content-length", "transfer-encoding"])

// Fields with one value: a second one is dropped, as Node's parser does.
const firstWins = new Set([
  "age",
  "authorization",
  "content-type",
  "etag",
  "expires",
  "from",
  "if-modified-since",
  "if-unmodified-since",
  "last-modified",
  "location",
  "max-forwards",
  "proxy-authorization",
  "referer",
  "retry-after",
  "server",
  "user-agent"
])
