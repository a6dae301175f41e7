/** The status line and the fields of an answer, checked: the native side writes whatever it is given. */
import { Cookies, type HttpServerResponse } from "effect/http"
import { STATUS_CODES } from "node:http"
import type { ResponseHead } from "./Exchange.ts"
import type { RecognizedString } from "./native.ts"

/**
 * Throws a `RangeError` for a status outside 200 to 599 and a `TypeError` for text that a header can't carry, such
 * as a line break.
 */
export const responseHead = (
  response: HttpServerResponse.HttpServerResponse,
  extra: ResponseHead["fields"]
): ResponseHead => {
  const { cookies, headers, status } = response
  if (!(status >= 200 && status <= 599)) throw new RangeError(`Invalid final response status: ${status}`)
  const reason = response.statusText ?? STATUS_CODES[status] ?? "unknown"
  const fields = [...extra]
  for (const cookie of Cookies.toSetCookieHeaders(cookies))
    fields.push(["set-cookie", fieldValue("set-cookie", cookie)])
  for (const name in headers) {
    if (!writtenByServer.has(name)) fields.push([checkedName(name), fieldValue(name, headers[name] ?? "")])
  }
  return { status: `${status} ${checkedText("the status text", reason)}`, fields }
}

// The library adds its own, and two of them would frame the answer twice.
const writtenByServer = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"])

/** What the answer says of its own length, in bytes. */
export const declaredLength = (response: HttpServerResponse.HttpServerResponse): number | undefined => {
  const length = response.headers["content-length"]
  return length === undefined || !/^\d+$/.test(length) ? undefined : Number(length)
}

const notToken = /[^!#$%&'*+\-.^_`|~0-9A-Za-z]/
const notText = /[^\t\x20-\x7e\x80-\xff]/
const notAscii = /[\x80-\xff]/

const checkedName = (name: string): string => {
  if (name === "" || notToken.test(name)) throw new TypeError(`Invalid header name ${JSON.stringify(name)}`)
  return name
}

const checkedText = (what: string, text: string): string => {
  if (notText.test(text)) throw new TypeError(`Invalid character in ${what}`)
  return text
}

// Beyond ASCII, header text is Latin-1 on the wire.
const fieldValue = (name: string, value: string): RecognizedString =>
  notAscii.test(checkedText(`header ${name}`, value)) ? Buffer.from(value, "latin1") : value
