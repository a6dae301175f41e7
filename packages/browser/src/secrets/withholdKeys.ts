/** Takes out of a bank's JSON what opens the session: a script reads movements, and needs no token for it. */
import type { Schema } from "effect"
import { hash } from "node:crypto"

/** What stands where a key stood. */
const withheld = "[withheld]"

/** As banks name them, in the spellings of JSON: `accessToken`, `access_token`, `X-CSRF-Token`, `jwt`. */
const keyNames =
  /token|secret|passw|passcode|credential|authori[sz]ation|bearer|cookie|csrf|xsrf|jwt|nonce|otp|apikey|api_key|sessionid|session_id|jsessionid|signature|challenge|^(?:sid|pin|tan|code|auth|session|assertion|saml.*)$/i

const [digits, capitals, smalls] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x61, 0x7a]
] as const
const others = ["_", "-", "."].map((sign) => sign.charCodeAt(0))

const isWithin = (code: number, [first, last]: readonly [number, number]): boolean => code >= first && code <= last

/** Of base64url, and the dots between its parts. */
const isOfToken = (code: number): boolean =>
  isWithin(code, smalls) || isWithin(code, digits) || isWithin(code, capitals) || others.includes(code)

/** Three parts of base64url, the first an object: a JSON Web Token (RFC 7519). */
const withoutTokens = (text: string): string => {
  const parts = text.split(".")
  const kept: Array<string> = []
  for (let at = 0; at < parts.length; at++) {
    const [part = "", body = ""] = [parts[at], parts[at + 1]]
    const start = at + 2 < parts.length && body.length >= 8 ? part.search(/\beyJ[\w-]{8}/) : -1
    if (start >= 0) at += 2
    kept.push(start < 0 ? part : `${part.slice(0, start)}${withheld}`)
  }
  return kept.join(".")
}

/**
 * What could be a token, each part looked at once. Sign by sign: a bank may send megabytes without a blank, for which an expression
 * runs out of stack.
 */
const withoutTokensIn = (text: string): string => {
  if (!text.includes("eyJ")) return text
  const kept: Array<string> = []
  for (let at = 0; at < text.length;) {
    const isRun = isOfToken(text.charCodeAt(at))
    let end = at + 1
    while (end < text.length && isOfToken(text.charCodeAt(end)) === isRun) end += 1
    const piece = text.slice(at, end)
    kept.push(isRun ? withoutTokens(piece) : piece)
    at = end
  }
  return kept.join("")
}

const longestKey = 20_000

/** 32 or more random signs without a space: keys of any other make. References of movements are shorter, or all digits. */
const isOpaque = (text: string): boolean =>
  text.length <= longestKey &&
  /^[\w+/=.~-]{32,}$/.test(text) &&
  /\d/.test(text) &&
  /[A-Z]/.test(text) &&
  /[a-z]/.test(text)

/**
 * Some banks number their movements by such texts. The digest tells one from another, and is the same in the next session;
 * of random signs so many nobody finds them by it.
 */
const withheldOpaque = (text: string): string => `[withheld ${hash("sha256", text).slice(0, 16)}]`

/** `{ "code": "EUR" }`: no code that opens anything is a currency's. */
const isCurrency = (name: string, value: Schema.Json): boolean =>
  name === "code" && typeof value === "string" && /^[A-Z]{3}$/.test(value)

const isKey = (name: string, value: Schema.Json): boolean =>
  keyNames.test(name) && value !== null && typeof value !== "boolean" && !isCurrency(name, value)

const deepest = 60
const mostValues = 100_000

class TooMuch extends Error {}

/** Undefined: it is no JSON, or nests deeper or has more values than a list of movements needs. */
export const withholdKeys = (text: string, keys: ReadonlyArray<string>): Schema.Json | undefined => {
  let values = 0
  const clean = (value: Schema.Json, depth: number): Schema.Json => {
    values += 1
    if (depth > deepest || values > mostValues) throw new TooMuch()
    if (typeof value === "string") return withholdIn(value, keys)
    if (typeof value !== "object" || value === null) return value
    if (Array.isArray(value)) return value.map((each: Schema.Json) => clean(each, depth + 1))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        withholdIn(name, keys),
        isKey(name, each) ? withheld : clean(each, depth + 1)
      ])
    )
  }
  try {
    const parsed: Schema.Json = JSON.parse(text)
    return clean(parsed, 0)
  } catch (error) {
    if (error instanceof TooMuch || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The same of one text. */
export const withholdIn = (text: string, keys: ReadonlyArray<string>): string => {
  if (isOpaque(text)) return withheldOpaque(text)
  const plain = withoutTokensIn(text)
  return keys.reduce((left, key) => left.replaceAll(key, withheld), plain)
}
