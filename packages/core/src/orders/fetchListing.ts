/** Asks a pending-orders endpoint for its whole list, page by page, within limits over all pages together. */
import { DateTime, Duration, Effect, Option, Result, Schema } from "effect"
import {
  honoursRetryAfter,
  mostListedItems,
  type OrderFault,
  parseRetryAfter,
  type PollAnswer,
  type PolledOrder,
  readingPollAnswer,
  type Steps
} from "@counterfoil/domain"
import { authorization } from "../accounts/authorization.ts"
import {
  type OutboundFault,
  outboundFaults,
  type OutboundHttp,
  type OutboundResponse,
  trustAdvice
} from "../outbound/OutboundHttp.ts"
import { cooperatively } from "../cooperatively.ts"
import { conditionOf, validatorsOf } from "./validators.ts"
import type { AccountSettings } from "../accounts/Account.ts"
import type { Validators } from "../conciliation/OrderRows.ts"

const pageDeadline = Duration.seconds(15)
const wholeDeadline = Duration.seconds(60)
const mebibyte = 1024 * 1024
/** The most that all pages of a list may have together. */
export const mostListBytes = 10 * mebibyte
/** Nearly every list is smaller than this; larger ones share a few permits. */
export const smallListBytes = mebibyte
const maxPages = 100

/** The endpoint gave no usable answer; `message` says what was wrong and what would be right. */
export class PollFailed extends Schema.TaggedError<PollFailed>()("PollFailed", {
  message: Schema.String,
  /** Of an answer that is none of ours to read. */
  httpStatus: Schema.optionalKey(Schema.Int),
  /** Why there was no answer. */
  reason: Schema.optionalKey(Schema.Literals(outboundFaults)),
  retryAfterMs: Schema.optionalKey(Schema.Finite)
}) {}

/** The list has more than was to be read of it. */
export class ListTooLarge extends Schema.TaggedError<ListTooLarge>()("ListTooLarge", {
  message: Schema.String
}) {}

export interface Listing {
  readonly orders: ReadonlyArray<PolledOrder>
  readonly faults: ReadonlyArray<OrderFault>
  /** It has no items at all, readable or not. */
  readonly isEmpty: boolean
  /** Size of all pages together. */
  readonly bytes: number
  /** Of a GET's list of one page only: those of a first page say nothing about the others, and POST knows no 304. */
  readonly validators: Validators | null
}

/** `unchanged`: not modified since the answer that the validators came with. */
export type Fetched = Listing | "unchanged"

export interface Wanted {
  readonly settings: AccountSettings
  readonly endpoint: string
  /** Ask only whether the answer that these came with still holds; null: ask for the whole list. */
  readonly validators: Validators | null
  readonly mostBytes: number
}

type Http = OutboundHttp["Service"]

/** Everything or a failure: nothing of a list that breaks off is used. */
export const fetchListing = (http: Http, wanted: Wanted): Effect.Effect<Fetched, PollFailed | ListTooLarge> =>
  allPages(http, wanted).pipe(
    Effect.timeoutOrElse({
      duration: wholeDeadline,
      orElse: () =>
        Effect.fail(
          new PollFailed({ message: `the list was not complete within ${Duration.format(wholeDeadline)} in all` })
        )
    })
  )

const allPages = Effect.fnUntraced(function* (http: Http, { endpoint, mostBytes, settings, validators }: Wanted) {
  const first = yield* ask(http, settings, endpoint, mostBytes, validators)
  if (first.status === 304) return "unchanged" as const
  const pages = [yield* readPage(first)]
  const seen = new Set([withoutFragment(endpoint)])
  let bytes = first.body.byteLength
  let url = endpoint
  for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
    url = yield* nextPage(next, url, seen)
    seen.add(url)
    const response = yield* ask(http, settings, url, mostBytes - bytes, null)
    bytes += response.body.byteLength
    pages.push(yield* readPage(response))
    if (pages.reduce((items, page) => items + itemsOf(page), 0) > mostListedItems) {
      return yield* new PollFailed({ message: `the list has more than ${mostListedItems} items in all` })
    }
  }
  const validated = settings.pollingMethod === "GET" && pages.length === 1
  return yield* cooperatively(joiningPages(pages, bytes, validated ? validatorsOf(first) : null))
})

/** Answers with status 200, or 304 if it was asked with validators. */
const ask = Effect.fnUntraced(function* (
  http: Http,
  settings: AccountSettings,
  url: string,
  most: number,
  validators: Validators | null
) {
  const post = settings.pollingMethod === "POST"
  const response = yield* http
    .send({
      method: settings.pollingMethod,
      url,
      headers: {
        accept: "application/json",
        ...(post ? { "content-type": "application/json" } : {}),
        ...(validators === null ? {} : conditionOf(validators))
      },
      authorization: authorization(settings.authType, settings.authToken),
      body: post ? new TextEncoder().encode(JSON.stringify(settings.pollingBody ?? {})) : null,
      deadline: pageDeadline,
      maxBytes: most,
      overflow: "fail"
    })
    .pipe(Effect.mapError(refusedBy))
  if (response.status === 200 || (response.status === 304 && validators !== null)) return response
  return yield* refusal(response)
})

const refusedBy = ({ kind, message }: OutboundFault): PollFailed | ListTooLarge =>
  kind === "too_large"
    ? new ListTooLarge({ message: `the list is larger than ${mostListBytes / mebibyte} MiB in all` })
    : new PollFailed({ message: kind === "tls_failed" ? `${message}. ${trustAdvice}` : message, reason: kind })

const refusal = Effect.fnUntraced(function* ({ headers, status }: OutboundResponse) {
  const now = yield* DateTime.now
  const header = honoursRetryAfter(status) ? headers["retry-after"] : undefined
  const retryAfterMs =
    header === undefined ? undefined : Option.getOrUndefined(parseRetryAfter(header, now.epochMilliseconds))
  const redirected = status >= 300 && status < 400 && status !== 304
  return yield* new PollFailed({
    message: `the endpoint answered ${status}; ${redirected ? "redirects are not followed" : "200 was expected"}`,
    httpStatus: status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs })
  })
})

/** Those that servers use. Anything else may be our own request, repeated. */
const encodings = ["gzip", "deflate", "br", "zstd", "compress"]
const nameOfEncoding = (said: string) => encodings.find((name) => name === said.toLowerCase()) ?? "in another way"

const readPage = Effect.fnUntraced(function* ({ body, headers }: OutboundResponse) {
  const encoding = headers["content-encoding"] ?? "identity"
  if (encoding.toLowerCase() !== "identity") {
    return yield* new PollFailed({
      message: `the answer is encoded (${nameOfEncoding(encoding)}), which was not asked for`
    })
  }
  const now = yield* DateTime.now
  const answer = yield* cooperatively(readingPollAnswer(body, now.epochMilliseconds))
  return Result.isFailure(answer) ? yield* new PollFailed({ message: answer.failure.message }) : answer.success
})

const nextPage = (next: string, from: string, seen: ReadonlySet<string>): Effect.Effect<string, PollFailed> => {
  const base = new URL(from)
  const url = URL.parse(next, base.href)
  if (url?.origin !== base.origin) {
    return Effect.fail(new PollFailed({ message: `"next" must be an address of ${base.origin}` }))
  }
  const page = withoutFragment(url.href)
  if (seen.has(page))
    return Effect.fail(new PollFailed({ message: '"next" leads back to a page that was read already' }))
  return seen.size >= maxPages
    ? Effect.fail(new PollFailed({ message: `the list has more than ${maxPages} pages` }))
    : Effect.succeed(page)
}

const withoutFragment = (address: string): string => {
  const url = new URL(address)
  url.hash = ""
  return url.href
}

/** An order that is listed on two pages counts as it was listed last. */
function* joiningPages(pages: ReadonlyArray<PollAnswer>, bytes: number, validators: Validators | null): Steps<Listing> {
  let before = 0
  const faults: Array<OrderFault> = []
  const orders = new Map<string, PolledOrder>()
  for (const page of pages) {
    for (const fault of page.faults) {
      faults.push({ ...fault, index: before + fault.index })
      yield
    }
    for (const order of page.orders) {
      orders.set(order.externalId, order)
      yield
    }
    before += itemsOf(page)
  }
  return { orders: [...orders.values()], faults, isEmpty: before === 0, bytes, validators }
}

/** Each item is either read or a fault. */
const itemsOf = (page: PollAnswer): number => page.orders.length + page.faults.length
