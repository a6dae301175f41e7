/** One request and its answer: what all clients here do, whatever their credential. */
import { CounterfoilError, refusalOf } from "./CounterfoilError.ts"

type Send = (url: string, init: RequestInit) => Promise<Response>

const byPlatform = (url: string): Send => {
  if (!url.startsWith("/") || "location" in globalThis) return (to, init) => fetch(to, init)
  throw new TypeError("baseUrl is missing: outside of a page nothing else says where Counterfoil is")
}

/** Checks a credential before `fetch` does, whose error would quote the secret. */
export const carried = (name: string, credential: unknown): string => {
  if (typeof credential === "string" && /^[\x20-\x7e]*$/.test(credential.trim())) return credential.trim()
  throw new TypeError(`${name} must be a text that a header can carry`)
}

/** One part of a path. `.` and `..` would lead to another path even when they are escaped. */
export const segment = (name: string, value: string | undefined, path: string, how = ""): string => {
  if (value === undefined || value === "") throw new TypeError(`${name} is missing for ${path}${how}`)
  if (value === "." || value === "..") throw new TypeError(`${name} must not be "${value}" in ${path}`)
  return encodeURIComponent(value)
}

const reach = async (send: Send, url: string, init: RequestInit) => {
  try {
    const response = await send(url, init)
    return { response, text: await response.text() }
  } catch (cause) {
    // A fetch of the caller's own may say it in other words.
    init.signal?.throwIfAborted()
    throw new CounterfoilError({ status: 0, code: "unreachable", message: "The service can't be reached", cause })
  }
}

/** Sends a request and parses the JSON of its answer; null: the answer has no body. */
export const exchange = async (
  url: string,
  init: RequestInit,
  send: Send = byPlatform(url),
  refusal: typeof refusalOf = refusalOf
) => {
  const { response, text } = await reach(send, url, init)
  if (!response.ok) throw refusal(response, text)
  try {
    return JSON.parse(text === "" ? "null" : text)
  } catch (cause) {
    const message = "The answer is no JSON: most likely baseUrl leads to something else"
    throw new CounterfoilError({ status: response.status, code: "unreadable", message, cause })
  }
}
