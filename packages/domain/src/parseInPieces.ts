/** JSON of megabytes, parsed some members at a time: `JSON.parse` of all of it would keep everybody waiting. */
import { Option, type Schema } from "effect"
import {
  closings,
  comma,
  endOfString,
  isJsonObject,
  type JsonBounds,
  lookingWithin,
  openings,
  parsed,
  quote,
  stride
} from "./boundedJson.ts"
import type { Steps } from "./steps.ts"

/** `too_large`: beyond the bounds. None: it is no JSON. */
export function* parsingBounded(
  text: string,
  bounds: JsonBounds,
  piece = stride
): Steps<Option.Option<Schema.Json> | "too_large"> {
  if (!(yield* lookingWithin(text, bounds))) return "too_large"
  return yield* parsing(text, piece)
}

/** A large container is parsed by some of its members at a time, a large member by its own. */
function* parsing(text: string, piece: number): Steps<Option.Option<Schema.Json>> {
  yield
  const whole = yield* withoutSpace(text)
  const isObject = whole.startsWith("{") && whole.endsWith("}")
  const isContainer = isObject || (whole.startsWith("[") && whole.endsWith("]"))
  const inside = yield* withoutSpace(whole.slice(1, -1))
  if (whole.length <= piece || !isContainer || inside === "") return parsed(text)
  const ends = yield* endsOfMembers(inside)
  if (ends === undefined) return Option.none()
  const members: Array<Member> = []
  let from = 0
  for (const [nth, end] of ends.entries()) {
    const next = ends[nth + 1]
    if (next !== undefined && next - from <= piece) continue
    const some = inside.slice(from, end)
    const read = isObject ? yield* parsingEntries(some, piece) : yield* parsingItems(some, piece)
    if (read === undefined) return Option.none()
    for (const each of read) members.push(each)
    from = end + 1
    yield
  }
  return Option.some(isObject ? Object.fromEntries(members) : members.map(([, value]) => value))
}

type Member = readonly [name: string, value: Schema.Json]

/** JSON's own spaces: `trim` takes more of them. */
const spaces = "\t\n\r "
function* withoutSpace(text: string): Steps<string> {
  let [from, to] = [0, text.length]
  for (; from < to && spaces.includes(text.charAt(from)); from += 1) if (from % stride === stride - 1) yield
  for (; to > from && spaces.includes(text.charAt(to - 1)); to -= 1) if (to % stride === 0) yield
  return text.slice(from, to)
}

/** Several small items of a list, or one large one. None at all: a comma stood there for nothing. */
function* parsingItems(text: string, piece: number): Steps<ReadonlyArray<Member> | undefined> {
  if (text.length > piece) {
    const one = yield* parsing(text, piece)
    return Option.isSome(one) ? [["", one.value]] : undefined
  }
  const few = Option.getOrNull(parsed(`[${text}]`))
  return isList(few) && few.length > 0 ? few.map((value) => ["", value]) : undefined
}

const isList = (json: Schema.Json): json is ReadonlyArray<Schema.Json> => Array.isArray(json)

function* parsingEntries(text: string, piece: number): Steps<ReadonlyArray<Member> | undefined> {
  if (text.length <= piece) {
    const few = Option.getOrNull(parsed(`{${text}}`))
    const entries = isJsonObject(few) ? Object.entries(few) : []
    return entries.length > 0 ? entries : undefined
  }
  const end = yield* endOfString(text, text.indexOf('"') + 1)
  const name = Option.getOrNull(parsed(text.slice(0, end)))
  const behind = /^[\t\n\r ]*:/.exec(text.slice(end, end + stride))
  if (typeof name !== "string" || behind === null) return undefined
  const value = yield* parsing(text.slice(end + behind[0].length), piece)
  return Option.isSome(value) ? [[name, value.value]] : undefined
}

/** Where each member of a container ends; undefined: it isn't one. */
function* endsOfMembers(text: string): Steps<ReadonlyArray<number> | undefined> {
  const ends: Array<number> = []
  let depth = 0
  let pause = stride
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = (yield* endOfString(text, at + 1)) - 1
    else if (openings.has(code)) depth += 1
    else if (closings.has(code)) depth -= 1
    else if (code === comma && depth === 0) ends.push(at)
    if (depth < 0) return undefined
    if (at < pause) continue
    pause = at + stride
    yield
  }
  return depth === 0 ? [...ends, text.length] : undefined
}
