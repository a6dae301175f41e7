/** What stands behind a request that is refused is never served: two parsers could disagree about where it begins. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { exchangeOn, fetched, request, serving, wireTo } from "../support.ts"

/** More than a socket takes at once. */
const LARGE = 20_000_000

const smuggled = request("GET /smuggled")
const post = (...fields: ReadonlyArray<string>) => request("POST /first", ...fields)

/** A server, and the paths that it was asked for. */
const victim = Effect.gen(function* () {
  const served: Array<string> = []
  const app = Effect.flatMap(HttpServerRequest.HttpServerRequest, (asked) =>
    Effect.map(Effect.orDie(asked.text), () => {
      served.push(asked.url)
      return asked.url === "/large"
        ? HttpServerResponse.uint8Array(new Uint8Array(LARGE))
        : HttpServerResponse.text("served")
    })
  )
  return { served, port: yield* serving(app) }
})

describe("a refused request", () => {
  it.effect.each([
    ["two lengths, the first shorter", `${post("Content-Length: 2", "Content-Length: 40")}{}${smuggled}`],
    [
      "two lengths, the last the body's",
      `${post("Content-Length: 0", `Content-Length: ${smuggled.length}`)}${smuggled}`
    ],
    ["a length that is said twice", `${post("Content-Length: 2", "Content-Length: 2")}{}${smuggled}`],
    [
      "chunks that are said twice",
      `${post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked")}0\r\n\r\n${smuggled}`
    ],
    ["an unknown encoding", `${post("Transfer-Encoding: xchunked")}${smuggled}`],
    ["two hosts", `${request("GET /first", "Host: other.test")}${smuggled}`],
    ["one refused request after another", `${post("Content-Length: 2", "Content-Length: 2")}{}`.repeat(3) + smuggled],
    ["a body that is too large", `${post("Content-Length: 3000000")}${smuggled}`]
  ] as const)("with %s ends its connection, and nothing behind it is served", ([, bytes]) =>
    Effect.gen(function* () {
      const { port, served } = yield* victim

      const answer = yield* exchangeOn(port, bytes)

      assert.match(answer, /^(HTTP\/1.1 (400|413|501) |$)/)
      assert.notInclude(answer, "served")
      assert.deepStrictEqual(served, [])
      assert.strictEqual((yield* fetched(port, "/after")).text, "served")
    })
  )

  it.effect("doesn't touch those that come from the same address in the same moment", () =>
    Effect.gen(function* () {
      const { port } = yield* victim
      const [refused, neighbour] = [yield* wireTo(port), yield* wireTo(port)]
      const refusals = ["Content-Length: 2", "Content-Length: 2"]

      refused.write(`${request("POST /first", ...refusals)}{}`)
      neighbour.write(request("GET /neighbour", "Connection: close"))

      assert.match(yield* neighbour.ended, /^HTTP\/1.1 200 /)
      assert.match(yield* refused.ended, /^HTTP\/1.1 400 /)
    })
  )

  it.effect("of a large body still in flight has its answer before the connection ends", () =>
    Effect.gen(function* () {
      const { port } = yield* victim
      const send = fetched(port, "/large", { method: "POST", body: "x".repeat(3_000_000) })

      const statuses = yield* Effect.forEach(Array.from({ length: 10 }), () => Effect.map(send, ({ status }) => status))

      assert.deepStrictEqual(new Set(statuses), new Set([413]))
    })
  )
})

describe("a body in chunks", () => {
  // To the library it ends with its last chunk: what a client, or a proxy, still says of it would be the next request.
  it.effect.each([
    ["another request", "\r\n"],
    ["a trailer that reads like one", ""]
  ] as const)("ends its connection with its answer: %s behind it is never served", ([, last]) =>
    Effect.gen(function* () {
      const { port, served } = yield* victim
      const wire = yield* wireTo(port)

      wire.write(`${post("Transfer-Encoding: chunked")}2\r\n{}\r\n0\r\n${last}`)
      if (last === "") wire.write("xx")
      yield* wire.until("served")
      wire.write(smuggled)

      const answer = yield* wire.ended
      assert.match(answer, /^HTTP\/1.1 200 (?!.*HTTP\/1.1)/s)
      assert.match(answer, /^Connection: close\r$/im)
      assert.deepStrictEqual(served, ["/first"])
    })
  )

  it.effect.each([
    ["nothing", HttpServerResponse.empty()],
    ["much", HttpServerResponse.uint8Array(new Uint8Array(50_000))],
    ["more than a socket takes at once", HttpServerResponse.uint8Array(new Uint8Array(LARGE))],
    ["a stream", HttpServerResponse.stream(Stream.make(new Uint8Array(10), new Uint8Array(10)))]
  ] as const)("ends its connection also where the answer is %s", ([, answer]) =>
    Effect.gen(function* () {
      let served = 0
      const app = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ text }) =>
        Effect.map(Effect.orDie(text), () => {
          served += 1
          return answer
        })
      )
      const wire = yield* wireTo(yield* serving(app))

      wire.write(`${post("Transfer-Encoding: chunked")}2\r\n{}\r\n0\r\n\r\n`)
      yield* wire.until("\r\n\r\n")
      wire.write(smuggled)

      assert.match(yield* wire.ended, /^Connection: close\r$/im)
      assert.strictEqual(served, 1)
    })
  )

  it.effect.each([
    ["much", HttpServerResponse.uint8Array(new Uint8Array(200_000)), 200_000],
    ["more than a socket takes at once", HttpServerResponse.uint8Array(new Uint8Array(LARGE)), LARGE],
    [
      "a long stream of a known length",
      HttpServerResponse.stream(Stream.range(1, 200).pipe(Stream.map(() => new Uint8Array(100_000))), {
        contentLength: LARGE
      }),
      LARGE
    ],
    ["a stream", HttpServerResponse.stream(Stream.make(new Uint8Array(10), new Uint8Array(10))), 20],
    [
      "a stream of a known length",
      HttpServerResponse.stream(Stream.make(new Uint8Array(20)), { contentLength: 20 }),
      20
    ]
  ] as const)("is answered so that clients can read it, where the answer is %s", ([, answer, length]) =>
    Effect.gen(function* () {
      const port = yield* serving(
        Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ text }) => Effect.as(Effect.orDie(text), answer))
      )

      const { text } = yield* fetched(port, "/", { method: "POST", body: new Blob(["{}"]).stream(), duplex: "half" })

      assert.strictEqual(text.length, length)
    })
  )

  it.effect("is answered whole where its client reads slowly, and nothing that was sent meanwhile is served", () =>
    Effect.gen(function* () {
      const { port, served } = yield* victim
      const wire = yield* wireTo(port)
      wire.socket.on("data", () => {
        wire.socket.pause()
        setImmediate(() => wire.socket.resume())
      })

      wire.write(`${post("Transfer-Encoding: chunked").replace("/first", "/large")}2\r\n{}\r\n0\r\n\r\n`)
      yield* wire.until("\r\n\r\n")
      const [head = ""] = wire.received.split("\r\n\r\n")
      yield* wire.untilLength(head.length + 4 + LARGE)
      wire.write(smuggled)
      yield* wire.ended

      assert.include(head, `Content-Length: ${LARGE}`)
      assert.strictEqual(wire.length, head.length + 4 + LARGE)
      assert.deepStrictEqual(served, ["/large"])
    })
  )

  it.effect("counts towards what its client has not read", () =>
    Effect.gen(function* () {
      const app = Effect.succeed(HttpServerResponse.uint8Array(new Uint8Array(LARGE)))
      const port = yield* serving(app, { unread: { perReader: LARGE + 1_000_000 } })
      const [first, second] = [yield* wireTo(port), yield* wireTo(port)]
      const asked = `${post("Transfer-Encoding: chunked")}0\r\n\r\n`

      first.write(asked)
      yield* first.until("\r\n\r\n")
      first.socket.pause()
      second.write(asked)
      yield* second.ended
      first.socket.resume()
      yield* first.ended

      assert.isBelow(first.length, LARGE)
      assert.isAbove(second.length, LARGE)
    })
  )

  it.effect("is answered with an error where a stream would be too long to be given whole", () =>
    Effect.gen(function* () {
      const port = yield* serving(
        Effect.succeed(HttpServerResponse.stream(Stream.make(new Uint8Array(300_000)), { contentType: "text/plain" }))
      )

      const { status } = yield* fetched(port, "/", { method: "POST", body: new Blob(["{}"]).stream(), duplex: "half" })

      assert.strictEqual(status, 500)
    })
  )
})
