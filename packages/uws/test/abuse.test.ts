/** Whatever a socket can send: the server answers or hangs up, and lives on. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { RealtimeHub } from "../src/index.ts"
import { clientOf, frame, offering, rawClientOf } from "./realtimeSupport.ts"
import { exchangeOn, fetched, portOfServer, request, server, wireTo } from "./support.ts"

const echo = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
  Effect.map(request.text, (body) => HttpServerResponse.text(`${request.url} ${body}`))
)

const victim = Effect.gen(function* () {
  const stream = RealtimeHub.serve({
    path: "/realtime",
    protocol: "test.v1",
    authenticate: () => Effect.succeed({ topics: ["all"] })
  })
  const context = yield* Layer.build(Layer.mergeAll(HttpServer.serve(echo), stream).pipe(Layer.provideMerge(server())))
  return yield* Effect.provideContext(Effect.all({ port: portOfServer, hub: RealtimeHub }), context)
})

/** Sends the bytes and nothing more; waits until the server has hung up. */
const hitWith = (port: number, bytes: string | Uint8Array) =>
  Effect.scoped(
    Effect.gen(function* () {
      const wire = yield* wireTo(port)
      wire.write(bytes)
      wire.socket.end()
      return yield* wire.ended
    })
  )

const isAlive = (port: number) => Effect.map(fetched(port, "/alive"), ({ text }) => text === "/alive ")

describe("a request that can be read in two ways", () => {
  it.effect.each([
    ["two lengths", 400, request("POST /", "Content-Length: 3", "Content-Length: 5") + "abcde"],
    ["a length twice", 400, request("POST /", "Content-Length: 3", "Content-Length: 3") + "abc"],
    ["a length and chunks", 400, request("POST /", "Content-Length: 3", "Transfer-Encoding: chunked") + "0\r\n\r\n"],
    ["an unknown encoding", 501, request("POST /", "Transfer-Encoding: gzip, chunked") + "0\r\n\r\n"],
    ["two hosts", 400, request("GET /", "Host: other.test")],
    ["a negative length", 400, request("POST /", "Content-Length: -3") + "abc"],
    ["a length beyond numbers", 400, request("POST /", "Content-Length: 99999999999999999999")],
    ["a broken chunk", 400, request("POST /", "Transfer-Encoding: chunked") + "zz\r\nabc\r\n"]
  ] as const)("is refused and its connection closed: %s", ([, status, bytes]) =>
    Effect.gen(function* () {
      const { port } = yield* victim

      assert.match(yield* exchangeOn(port, bytes), new RegExp(`^HTTP/1.1 ${status} (?!.*HTTP/1.1)`, "s"))
      assert.isTrue(yield* isAlive(port))
    })
  )
})

describe("nonsense", () => {
  it.effect("instead of a request does no harm", () =>
    Effect.gen(function* () {
      const { port } = yield* victim
      const nonsense = [
        "",
        "\r\n\r\n",
        "GARBAGE\r\n\r\n",
        "GET\r\n\r\n",
        "GET  HTTP/1.1\r\n\r\n",
        "GET / HTTP/9.9\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n: nameless\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nfolded: a\r\n b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nunfinished",
        "GET http://[::bad/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
        "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n",
        request("GET /" + "x".repeat(100_000)),
        request("GET /", ...Array.from({ length: 300 }, (_, index) => `x-${index}: ${index}`)),
        request("GET /", `big: ${"x".repeat(50_000)}`),
        request("POST /", "Content-Length: 10") + "cut",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
      ]

      yield* Effect.forEach(nonsense, (bytes) => hitWith(port, bytes), { concurrency: 4 })

      assert.isTrue(yield* isAlive(port))
    })
  )

  it.effect("in the path and the fields arrives as replacement characters", () =>
    Effect.gen(function* () {
      const { port } = yield* victim

      const answer = yield* exchangeOn(
        port,
        request("GET /\xff\xfe%ff%", "x-name: \xff", "__proto__: x", "Connection: close")
      )

      assert.include(Buffer.from(answer, "latin1").toString(), "/\ufffd\ufffd%ff% ")
      assert.isTrue(yield* isAlive(port))
    })
  )

  it.effect("of random bytes does no harm, to HTTP or to a WebSocket", () =>
    Effect.gen(function* () {
      const { port } = yield* victim
      let seed = 12_345
      const randomByte = () => ((seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) >> 16) & 0xff
      const heads = ["", "GET ", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ", offering("test.v1")]
      const shots = Array.from({ length: 80 }, (_, index) =>
        Buffer.concat([
          Buffer.from(heads[index % heads.length] ?? ""),
          Buffer.from(Array.from({ length: 200 }, randomByte))
        ])
      )

      yield* Effect.forEach(shots, (bytes) => hitWith(port, bytes), { concurrency: 8 })

      assert.isTrue(yield* isAlive(port))
    })
  )

  it.effect("asked of a pipelining connection is answered or cut, never mixed up", () =>
    Effect.gen(function* () {
      const { port } = yield* victim

      const answer = yield* hitWith(port, request("GET /one") + request("GET /two") + request("GET /three"))

      assert.match(answer, /^(HTTP\/1.1 200 .*?\/one )?(HTTP\/1.1 200 .*?\/two )?(HTTP\/1.1 200 .*?\/three )?$/s)
      assert.isTrue(yield* isAlive(port))
    })
  )
})

describe("a broken WebSocket frame", () => {
  const bytes = (...values: ReadonlyArray<number>) => Buffer.from(values)

  it.effect.each([
    ["with reserved bits", bytes(0xf1, 0x80, 0, 0, 0, 0)],
    ["of an unknown kind", frame(0x3)],
    ["that continues nothing", frame(0x0, "x")],
    ["of control that is split", bytes(0x09, 0x80, 0, 0, 0, 0)],
    ["of control that is too long", bytes(0x89, 0xfe, 0x00, 0x7e, 0, 0, 0, 0, ...new Uint8Array(126))],
    ["of text that isn't UTF-8", bytes(0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe)],
    ["that announces too much", bytes(0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0)],
    ["longer than the limit", bytes(0x82, 0xfe, 0x10, 0x01, 0, 0, 0, 0, ...new Uint8Array(4097))],
    ["of closing with half a code", bytes(0x88, 0x81, 0, 0, 0, 0, 0x03)]
  ] as const)("ends its own connection only: %s", ([, broken]) =>
    Effect.gen(function* () {
      const { hub, port } = yield* victim
      const other = yield* clientOf(port, ["test.v1"])
      const wire = yield* rawClientOf(port, "test.v1")

      wire.write(broken)
      yield* wire.ended
      yield* hub.publish("all", "news")

      assert.strictEqual(yield* other.next, "news")
      assert.strictEqual(yield* hub.connections, 1)
    })
  )
})
