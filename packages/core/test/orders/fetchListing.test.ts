/** Asking for the pending orders over real sockets: pages, limits, and answers that mean harm. */
import { type AccountSettings, OutboundHttp, outboundHttpLayer } from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Queue, Redacted } from "effect"
import { TestClock } from "effect/testing"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:https"
import { gzipSync } from "node:zlib"
import { fetchListing, mostListBytes } from "../../src/orders/fetchListing.ts"
import { httpServer, listening } from "../delivery/servers.ts"
import { testCertificate, testKey } from "../delivery/testCertificate.ts"
import { plainSettings } from "../support/plainSettings.ts"

const fetch = (endpoint: string, settings: Partial<AccountSettings> = {}) =>
  Effect.flatMap(OutboundHttp, (http) =>
    fetchListing(http, {
      settings: { ...plainSettings, ...settings },
      endpoint,
      validators: null,
      mostBytes: mostListBytes
    })
  ).pipe(Effect.provide(outboundHttpLayer({ allow: ["127.0.0.0/8"] })))

const read = (endpoint: string, settings: Partial<AccountSettings> = {}) =>
  Effect.flatMap(fetch(endpoint, settings), (listing) =>
    listing === "unchanged" ? Effect.die("nothing was asked conditionally") : Effect.succeed(listing)
  )

/** The sentence that the account's owner reads. */
const refusal = (endpoint: string) => Effect.map(Effect.flip(fetch(endpoint)), ({ message }) => message)

const order = (id: string, more: object = {}) => ({
  external_id: id,
  amount: "10.00",
  currency: "EUR",
  name: "Jonas Weber",
  ...more
})

const shop = (answer: (request: IncomingMessage, response: ServerResponse) => void) =>
  Effect.map(httpServer(answer), ({ port, seen }) => ({ url: `http://127.0.0.1:${port}/orders`, seen }))

/** Answers by path and query. */
const pages = (bodies: Readonly<Record<string, unknown>>) =>
  shop((request, response) => response.end(JSON.stringify(bodies[request.url ?? ""] ?? [])))

describe("asking for the pending orders", () => {
  it.live("says whose certificate would have to be named, where nobody vouches for the shop's", () =>
    Effect.gen(function* () {
      const { port } = yield* listening(createServer({ key: testKey, cert: testCertificate }))

      const said = yield* refusal(`https://127.0.0.1:${port}/orders`)

      assert.match(
        said,
        /^no TLS connection to 127\.0\.0\.1:\d+ \(\w+\)\. Certificates of an authority.*EXTRA_CA_CERTS/
      )
    })
  )

  it.live("sends the saved method, body and credentials", () =>
    Effect.gen(function* () {
      const seen: Array<ReadonlyArray<string | undefined>> = []
      const { url } = yield* shop((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          const { headers, method } = request
          seen.push([method, headers.authorization, headers["content-type"], Buffer.concat(chunks).toString()])
          response.end("[]")
        })
      })
      const authToken = Redacted.make("T")
      yield* read(url, { authType: "bearer", authToken, pollingBody: { ignored: true } })
      yield* read(url, { authType: "api_key", authToken, pollingMethod: "POST", pollingBody: { state: ["öpen"] } })
      yield* read(url, { pollingMethod: "POST" })

      assert.deepStrictEqual(seen, [
        ["GET", "Bearer T", undefined, ""],
        ["POST", "Api-Key T", "application/json", '{"state":["öpen"]}'],
        ["POST", undefined, "application/json", "{}"]
      ])
    })
  )

  it.live(
    "reads all pages, by relative and absolute addresses of the same origin, with bad items in their places",
    () =>
      Effect.gen(function* () {
        const { url } = yield* pages({
          "/orders": { orders: [order("A"), 7], next: "?page=2" },
          "/orders?page=2": { data: [order("B"), { amount: 1 }], next: "/more" },
          "/more": { orders: [order("A", { amount: "12.00" })], next: null }
        })
        const listing = yield* read(url)

        assert.deepStrictEqual(
          listing.orders.map(({ amountMinor, externalId }) => [externalId, amountMinor]),
          [
            ["A", 1200n],
            ["B", 1000n]
          ]
        )
        assert.deepStrictEqual(
          listing.faults.map(({ index }) => index),
          [1, 3]
        )
      })
  )

  it.live("takes any content type, and a byte order mark", () =>
    Effect.gen(function* () {
      const { url } = yield* shop((_, response) =>
        response.writeHead(200, { "content-type": "text/html" }).end(`\ufeff${JSON.stringify([order("A")])}`)
      )
      assert.strictEqual((yield* read(url)).orders.length, 1)
    })
  )

  it.live("skips items whose numbers a JSON number doesn't keep, or that are nested without end", () =>
    Effect.gen(function* () {
      const depth = 1_000_000
      const bodies = [
        '[{"external_id":12345678901234567890,"amount":1,"currency":"EUR","name":"Ana"}]',
        '[{"external_id":"A","amount":1234567890123456.78,"currency":"EUR","name":"Ana"}]',
        '[{"external_id":"A","amount":1e999,"currency":"EUR","name":"Ana"}]',
        `[${"[".repeat(depth)}${"]".repeat(depth)}]`,
        `[${'{"a":'.repeat(depth)}1${"}".repeat(depth)}]`
      ]
      for (const body of bodies) {
        const { url } = yield* shop((_, response) => response.end(body))
        const listing = yield* read(url)
        assert.deepStrictEqual([listing.orders.length, listing.faults.length, listing.isEmpty], [0, 1, false])
      }
    })
  )
})

const mebibyte = 1024 * 1024
/** An item that is read, padded with what nobody looks at. */
const padded = (id: string, bytes: number) => order(id, { more: "x".repeat(bytes) })

/** Writes for as long as anybody reads. */
const endless = (response: ServerResponse) => {
  const chunk = " ".repeat(mebibyte)
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on("drain", more)
  more()
}

describe("an answer that is refused whole", () => {
  it.live.each([
    [
      "an error page",
      "the endpoint answered 404; 200 was expected",
      (_: unknown, response: ServerResponse) => response.writeHead(404).end("[]")
    ],
    [
      "a redirect",
      "the endpoint answered 302; redirects are not followed",
      (_: unknown, response: ServerResponse) => response.writeHead(302, { location: "/elsewhere" }).end()
    ],
    [
      "HTML",
      "the answer is not JSON in UTF-8",
      (_: unknown, response: ServerResponse) => response.end("<html>[]</html>")
    ],
    ["nothing", "the answer is not JSON in UTF-8", (_: unknown, response: ServerResponse) => response.end()],
    [
      "Latin 1",
      "the answer is not JSON in UTF-8",
      (_: unknown, response: ServerResponse) => response.end(Buffer.from('["\xe9"]', "latin1"))
    ],
    [
      "an object without a list",
      "the answer is no list, and has none as orders or data",
      (_: unknown, response: ServerResponse) => response.end('{"error":"later"}')
    ],
    [
      "a gzip bomb",
      "the answer is encoded (gzip), which was not asked for",
      (_: unknown, response: ServerResponse) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50 * mebibyte, " ")))
    ],
    [
      "more than 10 MiB",
      "the list is larger than 10 MiB in all",
      (_: unknown, response: ServerResponse) => response.end(JSON.stringify([padded("A", 10 * mebibyte)]))
    ],
    [
      "an answer without end",
      "the list is larger than 10 MiB in all",
      (_: unknown, response: ServerResponse) => endless(response)
    ],
    [
      "millions of items",
      "The answer has more than 100000 items.",
      (_: unknown, response: ServerResponse) => response.end(`[${"0,".repeat(4_000_000)}0]`)
    ]
  ] as const)("%s", ([, message, answer]) =>
    Effect.gen(function* () {
      const { url } = yield* shop(answer)
      assert.strictEqual(yield* refusal(url), message)
    })
  )

  it.live("pages that are too large together", () =>
    Effect.gen(function* () {
      const { url } = yield* pages({
        "/orders": { orders: [padded("A", 4 * mebibyte)], next: "?2" },
        "/orders?2": { orders: [padded("B", 4 * mebibyte)], next: "?3" },
        "/orders?3": { orders: [padded("C", 4 * mebibyte)] }
      })
      assert.strictEqual(yield* refusal(url), "the list is larger than 10 MiB in all")
    })
  )

  it.live("pages without end, and pages in a circle", () =>
    Effect.gen(function* () {
      let calls = 0
      const many = yield* shop((_, response) => response.end(JSON.stringify({ orders: [], next: `?page=${++calls}` })))
      const circle = yield* pages({
        "/orders": { orders: [], next: "?2" },
        "/orders?2": { orders: [], next: "/orders#again" }
      })

      assert.strictEqual(yield* refusal(many.url), "the list has more than 100 pages")
      assert.strictEqual(calls, 100)
      assert.strictEqual(yield* refusal(circle.url), '"next" leads back to a page that was read already')
    })
  )

  it.live("a next page of another origin, which is not called", () =>
    Effect.gen(function* () {
      const other = yield* pages({})
      for (const next of [
        other.url,
        other.url.replace("http:", ""),
        "file:///etc/passwd",
        "http://[",
        "javascript:1"
      ]) {
        const { url } = yield* pages({ "/orders": { orders: [], next } })
        assert.strictEqual(yield* refusal(url), `"next" must be an address of ${new URL(url).origin}`)
      }
      assert.strictEqual(other.seen.connections, 0)
    })
  )

  it.live("an endpoint that the egress rules don't allow", () =>
    Effect.gen(function* () {
      for (const host of ["10.0.0.1", "169.254.169.254", "[::ffff:10.0.0.1]", "2130706433.example.test@10.0.0.1"]) {
        const message = yield* refusal(`http://${host}/orders`)
        assert.match(message, /may not be called|without credentials/)
      }
    })
  )
})

describe("an endpoint that takes its time", () => {
  /** A shop that tells of each call, and answers when it is told to. */
  const patient = Effect.gen(function* () {
    const calls = yield* Queue.unbounded<ServerResponse>()
    const { url } = yield* shop((_, response) => Queue.offerUnsafe(calls, response))
    return { url, nextCall: Queue.take(calls) }
  })

  it.effect("has 15 seconds for each page, however it trickles", () =>
    Effect.gen(function* () {
      const { nextCall, url } = yield* patient
      const asking = yield* Effect.forkChild(refusal(url))
      const response = yield* nextCall
      const wrote = yield* Deferred.make<void>()
      response.writeHead(200).write("[", () => Deferred.doneUnsafe(wrote, Effect.void))
      yield* Deferred.await(wrote)
      yield* TestClock.adjust("15 seconds")

      assert.strictEqual(yield* Fiber.join(asking), "there was no complete answer within 15s")
    })
  )

  it.effect("has a minute for all pages", () =>
    Effect.gen(function* () {
      const { nextCall, url } = yield* patient
      const asking = yield* Effect.forkChild(refusal(url))
      for (const page of [1, 2, 3, 4]) {
        const response = yield* nextCall
        yield* TestClock.adjust("14 seconds")
        response.end(JSON.stringify({ orders: [], next: `?page=${page}` }))
      }
      yield* nextCall
      yield* TestClock.adjust("4 seconds")

      assert.strictEqual(yield* Fiber.join(asking), "the list was not complete within 1m in all")
    })
  )
})
