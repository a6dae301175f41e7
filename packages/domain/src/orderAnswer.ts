/**
 * The answer of a pending-orders endpoint, read from its bytes in pieces: what brackets and quotes say where an item ends is
 * found first, and each item is parsed by itself. So ten megabytes of anything (brackets without end among it) are never parsed
 * in one go.
 */
import { Result } from "effect"
import { type PollAnswer, PollFault, readingItems, unreadable } from "./orders.ts"
import type { Steps } from "./steps.ts"

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openingList = 0x5b
const closingList = 0x5d
const openingObject = 0x7b
const closingObject = 0x7d

/** What a byte does to the extent of a value. */
const kinds = { nothing: 0, quote: 1, opens: 2, closes: 3, parts: 4, space: 5 } as const
const kindOf = new Uint8Array(256)
kindOf[quote] = kinds.quote
for (const byte of [openingList, openingObject]) kindOf[byte] = kinds.opens
for (const byte of [closingList, closingObject]) kindOf[byte] = kinds.closes
for (const byte of [comma, colon]) kindOf[byte] = kinds.parts
for (const byte of [0x20, 0x09, 0x0a, 0x0d]) kindOf[byte] = kinds.space

const byteOrderMark = [0xef, 0xbb, 0xbf]

/** What is longer is not parsed: real orders have some hundred bytes. */
const longestItem = 64 * 1024
/** Bytes between two pauses. */
const stretch = 64 * 1024

const notJson = () => new PollFault({ message: "the answer is not JSON in UTF-8" })
const noAnswer = "The answer must be a JSON array of orders, or an object with orders or data."

/** Where the value that begins at `from` ends, by its brackets and quotes alone. */
function* endOfValue(bytes: Uint8Array, from: number): Steps<number> {
  let depth = 0
  let pauseAt = from + stretch
  for (let at = from; at < bytes.length;) {
    const kind = kindOf[bytes[at] ?? 0]
    if (depth === 0 && (kind === kinds.closes || kind === kinds.parts || kind === kinds.space)) return at
    if (kind === kinds.opens) depth += 1
    else if (kind === kinds.closes) depth -= 1
    at = kind === kinds.quote ? endOfString(bytes, at + 1) : at + 1
    if (depth === 0 && (kind === kinds.quote || kind === kinds.closes)) return at
    if (at < pauseAt) continue
    pauseAt = at + stretch
    yield
  }
  if (depth > 0) throw notJson()
  return bytes.length
}

/** Behind the end of the string that began before `from`. */
const endOfString = (bytes: Uint8Array, from: number): number => {
  for (let end = bytes.indexOf(quote, from); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let slashes = 0
    while (end - 1 - slashes >= from && bytes[end - 1 - slashes] === backslash) slashes += 1
    if (slashes % 2 === 0) return end + 1
  }
  throw notJson()
}

const afterSpace = (bytes: Uint8Array, from: number): number => {
  let at = from
  while (kindOf[bytes[at] ?? 0] === kinds.space) at += 1
  return at
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Undefined: it is too long to be looked at. */
const parse = (bytes: Uint8Array, from: number, end: number): { readonly value: unknown } | undefined => {
  if (end - from > longestItem) return undefined
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes.subarray(from, end)))
    return { value }
  } catch {
    throw notJson()
  }
}

/** Hands over what stands between the brackets, part by part, and answers where that ends. */
function* readingParts(
  bytes: Uint8Array,
  from: number,
  closing: number,
  part: (from: number) => Steps<number>
): Steps<number> {
  let at = afterSpace(bytes, from)
  if (bytes[at] === closing) return at + 1
  for (;;) {
    at = afterSpace(bytes, yield* part(afterSpace(bytes, at)))
    yield
    if (bytes[at] === closing) return at + 1
    if (bytes[at] !== comma) throw notJson()
    at += 1
  }
}

type Items = ReturnType<typeof readingItems>

function* readingList(bytes: Uint8Array, from: number, items: Items): Steps<number> {
  return yield* readingParts(bytes, from + 1, closingList, function* (begin) {
    const end = yield* endOfValue(bytes, begin)
    items.add(parse(bytes, begin, end))
    return end
  })
}

interface Members {
  /** Of `orders` and `data`: the items, or null where it is no list. */
  readonly lists: Map<unknown, Items | null>
  next: unknown
}

/** The members that we know; of one that is there twice the last counts, as in all JSON. */
function* readingMembers(bytes: Uint8Array, from: number, members: Members): Steps<number> {
  return yield* readingParts(bytes, from + 1, closingObject, function* (begin) {
    if (bytes[begin] !== quote) throw notJson()
    const endOfName = endOfString(bytes, begin + 1)
    const name = parse(bytes, begin, endOfName)?.value
    const at = afterSpace(bytes, endOfName)
    if (bytes[at] !== colon) throw notJson()
    const value = afterSpace(bytes, at + 1)
    const isList = name === "orders" || name === "data"
    if (isList && bytes[value] === openingList) {
      const items = readingItems()
      members.lists.set(name, items)
      return yield* readingList(bytes, value, items)
    }
    const end = yield* endOfValue(bytes, value)
    const parsed = parse(bytes, value, end)
    if (isList && parsed?.value === null) members.lists.delete(name)
    else if (isList) members.lists.set(name, null)
    if (name === "next") members.next = parsed === undefined ? end : parsed.value
    return end
  })
}

/** Nothing but space may follow. */
const endAt = (bytes: Uint8Array, at: number): void => {
  if (afterSpace(bytes, at) < bytes.length) throw notJson()
}

function* reading(bytes: Uint8Array): Steps<PollAnswer> {
  const begin = afterSpace(bytes, byteOrderMark.every((byte, index) => bytes[index] === byte) ? 3 : 0)
  if (bytes[begin] === openingList) {
    const items = readingItems()
    endAt(bytes, yield* readingList(bytes, begin, items))
    return items.answer(undefined)
  }
  if (bytes[begin] !== openingObject) {
    const end = yield* endOfValue(bytes, begin)
    parse(bytes, begin, end)
    endAt(bytes, end)
    throw unreadable(noAnswer)
  }
  const members: Members = { lists: new Map(), next: undefined }
  endAt(bytes, yield* readingMembers(bytes, begin, members))
  const items = members.lists.has("orders") ? members.lists.get("orders") : members.lists.get("data")
  if (items === undefined || items === null) {
    throw unreadable("The answer has neither a list orders nor a list data.")
  }
  const { next } = members
  if (next === undefined || next === null || next === "") return items.answer(undefined)
  if (typeof next !== "string") throw unreadable("next must be a URL, or null.")
  return items.answer(next)
}

/** Reads an answer: a JSON array, or an object with `orders` or `data` and an optional `next`. */
export function* readingPollAnswer(bytes: Uint8Array): Steps<Result.Result<PollAnswer, PollFault>> {
  try {
    return Result.succeed(yield* reading(bytes))
  } catch (fault) {
    if (fault instanceof PollFault) return Result.fail(fault)
    throw fault
  }
}
