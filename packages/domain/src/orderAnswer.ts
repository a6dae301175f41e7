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
const kinds = { nothing: 0, quote: 1, opens: 2, closes: 3, parts: 4, space: 5, escapes: 6 } as const
const kindOf = new Uint8Array(256)
kindOf[quote] = kinds.quote
kindOf[backslash] = kinds.escapes
for (const byte of [openingList, openingObject]) kindOf[byte] = kinds.opens
for (const byte of [closingList, closingObject]) kindOf[byte] = kinds.closes
for (const byte of [comma, colon]) kindOf[byte] = kinds.parts
for (const byte of [0x20, 0x09, 0x0a, 0x0d]) kindOf[byte] = kinds.space

const byteOrderMark = [0xef, 0xbb, 0xbf]

/** What is longer is not parsed: real orders have some hundred bytes. */
const longestItem = 64 * 1024
/** What nests deeper is not parsed either: brackets alone take the parser twenty times as long as texts. */
const deepestItem = 100
/** Bytes between two pauses. */
const stretch = 64 * 1024

const notJson = () => new PollFault({ message: "the answer is not JSON in UTF-8" })
const noAnswer = "the answer must be a JSON array of orders, or an object with orders or data"

interface Extent {
  readonly end: number
  readonly depth: number
}

/** Where the value that begins at `from` ends, by its brackets and quotes alone. */
function* extentOf(bytes: Uint8Array, from: number): Steps<Extent> {
  let [depth, deepest] = [0, 0]
  let isText = false
  let pauseAt = from + stretch
  for (let at = from; at < bytes.length;) {
    const kind = kindOf[bytes[at] ?? 0]
    if (isText) {
      at += kind === kinds.escapes ? 2 : 1
      isText = kind !== kinds.quote
      if (!isText && depth === 0) return { end: at, depth: deepest }
    } else {
      if (depth === 0 && (kind === kinds.closes || kind === kinds.parts || kind === kinds.space)) {
        return { end: at, depth: deepest }
      }
      if (kind === kinds.opens) depth += 1
      else if (kind === kinds.closes) depth -= 1
      if (depth > deepest) deepest = depth
      isText = kind === kinds.quote
      at += 1
      if (depth === 0 && kind === kinds.closes) return { end: at, depth: deepest }
    }
    if (at < pauseAt) continue
    pauseAt = at + stretch
    yield
  }
  if (depth > 0 || isText) throw notJson()
  return { end: bytes.length, depth: deepest }
}

function* afterSpace(bytes: Uint8Array, from: number): Steps<number> {
  let at = from
  let pauseAt = from + stretch
  while (kindOf[bytes[at] ?? 0] === kinds.space) {
    at += 1
    if (at < pauseAt) continue
    pauseAt = at + stretch
    yield
  }
  return at
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Undefined: it is too long, or too deep, to be looked at. */
const parse = (bytes: Uint8Array, from: number, { depth, end }: Extent): { readonly value: unknown } | undefined => {
  if (end - from > longestItem || depth > deepestItem) return undefined
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
  let at = yield* afterSpace(bytes, from)
  if (bytes[at] === closing) return at + 1
  for (;;) {
    at = yield* afterSpace(bytes, yield* part(yield* afterSpace(bytes, at)))
    yield
    if (bytes[at] === closing) return at + 1
    if (bytes[at] !== comma) throw notJson()
    at += 1
  }
}

type Items = ReturnType<typeof readingItems>

function* readingList(bytes: Uint8Array, from: number, items: Items): Steps<number> {
  return yield* readingParts(bytes, from + 1, closingList, function* (begin) {
    const extent = yield* extentOf(bytes, begin)
    items.add(parse(bytes, begin, extent))
    return extent.end
  })
}

interface Members {
  /** In milliseconds. */
  readonly now: number
  /** Of `orders` and `data`: the items, or null where it is no list. */
  readonly lists: Map<unknown, Items | null>
  next: unknown
}

/** The members that we know; of one that is there twice the last counts, as in all JSON. */
function* readingMembers(bytes: Uint8Array, from: number, members: Members): Steps<number> {
  return yield* readingParts(bytes, from + 1, closingObject, function* (begin) {
    if (bytes[begin] !== quote) throw notJson()
    const named = yield* extentOf(bytes, begin)
    const name = parse(bytes, begin, named)?.value
    const at = yield* afterSpace(bytes, named.end)
    if (bytes[at] !== colon) throw notJson()
    const value = yield* afterSpace(bytes, at + 1)
    const isList = name === "orders" || name === "data"
    if (isList && bytes[value] === openingList) {
      const items = readingItems(members.now)
      members.lists.set(name, items)
      return yield* readingList(bytes, value, items)
    }
    const extent = yield* extentOf(bytes, value)
    const parsed = parse(bytes, value, extent)
    if (isList && parsed?.value === null) members.lists.delete(name)
    else if (isList) members.lists.set(name, null)
    if (name === "next") members.next = parsed === undefined ? tooLong : parsed.value
    return extent.end
  })
}

/** No address. */
const tooLong = false

/** Nothing but space may follow. */
function* endingAt(bytes: Uint8Array, at: number): Steps<void> {
  if ((yield* afterSpace(bytes, at)) < bytes.length) throw notJson()
}

function* reading(bytes: Uint8Array, now: number): Steps<PollAnswer> {
  const begin = yield* afterSpace(bytes, byteOrderMark.every((byte, index) => bytes[index] === byte) ? 3 : 0)
  if (bytes[begin] === openingList) {
    const items = readingItems(now)
    yield* endingAt(bytes, yield* readingList(bytes, begin, items))
    return items.answer(undefined)
  }
  if (bytes[begin] !== openingObject) {
    const extent = yield* extentOf(bytes, begin)
    parse(bytes, begin, extent)
    yield* endingAt(bytes, extent.end)
    throw unreadable(noAnswer)
  }
  const members: Members = { now, lists: new Map(), next: undefined }
  yield* endingAt(bytes, yield* readingMembers(bytes, begin, members))
  const items = members.lists.has("orders") ? members.lists.get("orders") : members.lists.get("data")
  if (items === undefined || items === null) {
    throw unreadable("the answer is no list, and has none as orders or data")
  }
  const { next } = members
  if (next === undefined || next === null || next === "") return items.answer(undefined)
  if (typeof next !== "string") throw unreadable('"next" must be a URL, or null')
  return items.answer(next)
}

/** Reads an answer: a JSON array, or an object with `orders` or `data` and an optional `next`. `now`: in milliseconds. */
export function* readingPollAnswer(bytes: Uint8Array, now: number): Steps<Result.Result<PollAnswer, PollFault>> {
  try {
    return Result.succeed(yield* reading(bytes, now))
  } catch (fault) {
    if (fault instanceof PollFault) return Result.fail(fault)
    throw fault
  }
}
