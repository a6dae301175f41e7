/** Whatever is no request is answered, and its connection ends: at once, or when the rest of it hasn't come in time. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { exchangeOn, request, serving, wireTo } from "../support.ts"

const chunked = request("POST /", "Transfer-Encoding: chunked")
const fields = Array.from({ length: 300 }, (_, nth) => `x-${nth}: ${nth}`)

const victimWith = Effect.fnUntraced(function* (options: Parameters<typeof serving>[1]) {
  const served: Array<string> = []
  const app = Effect.flatMap(HttpServerRequest.HttpServerRequest, (asked) =>
    Effect.map(Effect.orDie(asked.text), () => {
      served.push(asked.url)
      return HttpServerResponse.text("served")
    })
  )
  return { served, port: yield* serving(app, options) }
})
const victim = victimWith({})

describe("a malformed request", () => {
  it.effect.each([
    ["has fields, and no host", 400, "GET / HTTP/1.1\r\nx: y\r\n\r\n"],
    ["has a length and chunks", 400, request("POST /", "Content-Length: 3", "Transfer-Encoding: chunked")],
    ["has a length that is no number", 400, `${request("POST /", "Content-Length: abc")}abc`],
    ["has a length with a sign", 400, `${request("POST /", "Content-Length: +3")}abc`],
    ["has a chunk of no size", 400, `${chunked}zz\r\nabc\r\n0\r\n\r\n`],
    ["has a chunk of a negative size", 400, `${chunked}-1\r\nabc\r\n0\r\n\r\n`],
    ["has a chunk beyond numbers", 400, `${chunked}ffffffffffffffffff\r\nabc\r\n0\r\n\r\n`],
    ["has a field that is too large", 431, request("GET /", `big: ${"x".repeat(50_000)}`)],
    ["has too many fields", 431, request("GET /", ...fields)],
    ["has a path that is too long", 431, request(`GET /${"x".repeat(100_000)}`)],
    ["speaks HTTP/1.0", 505, "GET / HTTP/1.0\r\nHost: a\r\n\r\n"],
    ["speaks HTTP/2", 505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["speaks TLS", 505, "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["is binary", 505, "\x00\x01\x02\x03\r\n\r\n"],
    ["has NUL in its path", 505, "GET /\x00 HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["has tabs for spaces", 505, "GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n"],
    ["ends its lines without CR", 505, "GET / HTTP/1.1\nHost: a\n\n"],
    ["asks to be a tunnel", 505, "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["has no path", 505, "GET foo HTTP/1.1\r\nHost: a\r\n\r\n"]
  ] as const)("is answered and ends its connection, and nothing of it is served: it %s", ([, status, bytes]) =>
    Effect.gen(function* () {
      const { port, served } = yield* victim

      const answer = yield* exchangeOn(port, bytes)

      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} (?!.*HTTP/1.1)`, "s"))
      assert.match(answer, /^Connection: close\r$/im)
      assert.deepStrictEqual(served, [])
    })
  )
})

/** The library takes each for the beginning of a request, and hands over nothing of it. */
const beginnings = [
  ["nothing at all", ""],
  ["a request line of HTTP/1.1 without any field", "GET / HTTP/1.1\r\n\r\n"],
  ["a request line without a version", "GET /\r\n\r\n"],
  ["text without a space", "hello\r\n\r\n"],
  ["empty lines", "\r\n\r\n\r\n"],
  ["a field without a colon", "GET / HTTP/1.1\r\nHost: a\r\nno colon here\r\n\r\n"],
  ["a space before a field's colon", "GET / HTTP/1.1\r\nHost: a\r\nx : y\r\n\r\n"],
  ["a folded field", "GET / HTTP/1.1\r\nHost: a\r\nx: y\r\n z\r\n\r\n"],
  ["NUL in a field", "GET / HTTP/1.1\r\nHost: a\r\nx: \0\r\n\r\n"],
  ["a bare CR in a field", "GET / HTTP/1.1\r\nHost: a\r\nx: a\rb\r\n\r\n"],
  ["half a request", "GET / HTTP/1.1\r\nHost: a\r\n"]
] as const

const impatient = {
  firstRequestWithin: "100 millis",
  refusalBody: ({ sentence }: { readonly sentence: string }) => ({
    body: JSON.stringify({ error: sentence }),
    contentType: "application/json"
  })
} as const

describe("what may be the beginning of a request", () => {
  it.effect.each(beginnings)("is answered in the server's own words and ends, when no rest has come: %s", ([, bytes]) =>
    Effect.gen(function* () {
      const { port, served } = yield* victimWith(impatient)

      const answer = yield* exchangeOn(port, bytes)

      assert.match(answer, /^HTTP\/1.1 408 (?!.*HTTP\/1.1)/s)
      assert.match(answer, /^content-type: application\/json\r$/im)
      assert.match(answer, /^Connection: close\r$/im)
      assert.isTrue(answer.endsWith('\r\n\r\n{"error":"No request that can be read has arrived in time"}'))
      assert.deepStrictEqual(served, [])
    })
  )

  it.effect("is answered while others of the same address are, who came before and have left", () =>
    Effect.gen(function* () {
      const { port } = yield* victimWith(impatient)
      yield* exchangeOn(port, request("GET /", "Connection: close"))
      const [first, second] = [yield* wireTo(port), yield* wireTo(port)]
      first.write("hello\r\n")
      second.write("hello\r\n")

      assert.match(yield* first.ended, /^HTTP\/1.1 408 /)
      assert.match(yield* second.ended, /^HTTP\/1.1 408 /)
    })
  )

  // The library doesn't say on which connection a request came: none of its address is touched any more.
  it.effect(
    "never disturbs a request of the same address, neither one that is worked on nor one that comes later",
    () =>
      Effect.gen(function* () {
        const release = yield* Deferred.make<void>()
        const app = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
          Effect.as(url === "/slow" ? Deferred.await(release) : Effect.void, HttpServerResponse.text(url))
        )
        const port = yield* serving(app, { ...impatient, firstRequestWithin: "2 seconds" })
        const [slow, garbage, patient] = [yield* wireTo(port), yield* wireTo(port), yield* wireTo(port)]
        garbage.write("hello\r\n")
        slow.write(request("GET /slow", "Connection: close"))
        patient.write(request("GET /first"))
        yield* patient.until("/first")
        const late = yield* wireTo(port)

        assert.match(yield* late.ended, /^HTTP\/1.1 408 /)
        patient.write(request("GET /second"))
        yield* patient.until("/second")
        yield* Deferred.succeed(release, undefined)

        assert.match(yield* slow.ended, /^HTTP\/1.1 200 .*\/slow$/s)
        assert.notInclude(patient.received + slow.received, "408")
      })
  )

  it.effect("is forgotten with its connection", () =>
    Effect.gen(function* () {
      const { port, served } = yield* victimWith(impatient)
      for (let nth = 0; nth < 50; nth += 1) {
        yield* Effect.scoped(Effect.map(wireTo(port), (wire) => wire.write(nth % 2 === 0 ? "" : "hello\r\n")))
      }

      assert.match(yield* exchangeOn(port, ""), /^HTTP\/1.1 408 /)
      assert.match(yield* exchangeOn(port, request("GET /after", "Connection: close")), /^HTTP\/1.1 200 /)
      assert.deepStrictEqual(served, ["/after"])
    })
  )
})
