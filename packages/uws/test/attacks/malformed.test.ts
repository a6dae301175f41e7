/** Whatever is no request is refused at once, and its connection ends, but for what the library waits for the rest of. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { exchangeOn, request, serving } from "../support.ts"

const chunked = request("POST /", "Transfer-Encoding: chunked")
const fields = Array.from({ length: 300 }, (_, nth) => `x-${nth}: ${nth}`)

const victim = Effect.gen(function* () {
  const served: Array<string> = []
  const app = Effect.flatMap(HttpServerRequest.HttpServerRequest, (asked) =>
    Effect.map(Effect.orDie(asked.text), () => {
      served.push(asked.url)
      return HttpServerResponse.text("served")
    })
  )
  return { served, port: yield* serving(app) }
})

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
