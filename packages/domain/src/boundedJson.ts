/**
 * JSON of strangers, looked at before anything is made of it: what takes the parser long (many values, many different names, deep
 * nesting) is refused for the price of reading the text once.
 */
import { Option, type Schema } from "effect"
import { finish, type Steps } from "./steps.ts"

export interface JsonBounds {
  /** Members and items, in all. */
  readonly values: number
  /** Different names of members: each new one costs the parser as much as a hundred values. */
  readonly names: number
  readonly depth: number
}

export const isJsonObject = (json: Schema.Json): json is Schema.JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)

export const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
export const comma = 0x2c
export const openings = new Set([0x5b, 0x7b])
export const closings = new Set([0x5d, 0x7d])

/** Beyond that a number is none any more. */
const longestNumber = 300
const exponentAt = /[+]?(\d+)/y

/** Whether an exponent begins here that no number has. */
const isTooGreat = (text: string, from: number): boolean => {
  exponentAt.lastIndex = from
  const digits = exponentAt.exec(text)?.[1]
  return digits !== undefined && Number(digits) >= longestNumber
}

/** So many characters are looked at in one go. */
export const stride = 64 * 1024

/** Behind the end of the string that begins before `from`. */
export function* endOfString(text: string, from: number): Steps<number> {
  let pause = from + stride
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code === backslash) at += 1
    if (at < pause) continue
    pause = at + stride
    yield
  }
  return text.length
}

/** Looks at the text, and makes nothing of it. */
export function* lookingWithin(text: string, bounds: JsonBounds): Steps<boolean> {
  const names = new Set<string>()
  let values = 0
  let depth = 0
  let digits = 0
  let pause = stride
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isDigit = code >= 0x30 && code <= 0x39
    if (digits > 0 && (code === 0x65 || code === 0x45) && isTooGreat(text, at + 1)) return false
    digits = isDigit ? digits + 1 : 0
    if (digits > longestNumber) return false
    if (code === quote) {
      const end = yield* endOfString(text, at + 1)
      if (text.charCodeAt(end) === colon) names.add(text.slice(at, end))
      at = end - 1
    } else if (code === comma || openings.has(code)) {
      values += 1
      if (code !== comma) depth += 1
    } else if (closings.has(code)) depth -= 1
    if (values > bounds.values || depth > bounds.depth || names.size > bounds.names) return false
    if (at < pause) continue
    pause = at + stride
    yield
  }
  return true
}

/** None: it is no JSON, or beyond the bounds. */
export const parseBounded = (text: string, bounds: JsonBounds): Option.Option<Schema.Json> =>
  finish(lookingWithin(text, bounds)) ? parsed(text) : Option.none()

export const parsed = (text: string): Option.Option<Schema.Json> => {
  try {
    const json: Schema.Json = JSON.parse(text)
    return Option.some(json)
  } catch {
    return Option.none()
  }
}
