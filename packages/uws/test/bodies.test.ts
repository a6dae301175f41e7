/** Large bodies in both directions, and bodies that are too large. */
import { assert, describe, it } from "@effect/vitest"
import { ByteSize, Deferred, Effect, Option, Stream } from "effect"
import { HttpIncomingMessage, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { RequestBodyTooLarge } from "../src/index.ts"
import { fetched, request, serving, wireTo } from "./support.ts"

const MB = 1_000_000
const { HttpServerRequest: Current } = HttpServerRequest

/** Time enough for a server that doesn't hold its client back to swallow megabytes. */
const otherRequests = (port: number) => Effect.repeat(fetched(port, "/other"), { times: 30 })

describe("uploads", () => {
  it.effect("hold the client back while the handler doesn't read, and arrive whole", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const mayRead = yield* Deferred.make<void>()
      const port = yield* serving(
        Effect.gen(function* () {
          const { stream, url } = yield* Current
          if (url === "/other") return HttpServerResponse.empty()
          yield* Deferred.succeed(started, undefined)
          yield* Deferred.await(mayRead)
          const length = yield* Stream.runFold(
            stream,
            () => 0,
            (sum, piece) => sum + piece.length
          )
          return HttpServerResponse.text(`${length} bytes`)
        }),
        { maxBodyBytes: 100 * MB }
      )
      const wire = yield* wireTo(port)

      wire.write(request("POST /upload", `Content-Length: ${20 * MB}`))
      wire.write(Buffer.alloc(20 * MB, "x"))
      yield* Deferred.await(started)
      yield* otherRequests(port)
      const heldBack = wire.socket.writableLength
      yield* Deferred.succeed(mayRead, undefined)
      const answer = yield* wire.until("bytes")

      assert.isAbove(heldBack, 10 * MB)
      assert.include(answer, `${20 * MB} bytes`)
    })
  )

  it.effect("that nobody reads don't stand in the way of the connection's next request", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const mayAnswer = yield* Deferred.make<void>()
      const port = yield* serving(
        Effect.gen(function* () {
          const { method, url } = yield* Current
          if (method === "POST") yield* Effect.andThen(Deferred.succeed(started, undefined), Deferred.await(mayAnswer))
          return HttpServerResponse.text(`answer to ${url}`)
        }),
        { maxBodyBytes: 100 * MB }
      )
      const wire = yield* wireTo(port)

      wire.write(request("POST /upload", `Content-Length: ${20 * MB}`))
      wire.write(Buffer.alloc(20 * MB, "x"))
      yield* Deferred.await(started)
      yield* otherRequests(port)
      yield* Deferred.succeed(mayAnswer, undefined)
      yield* wire.until("answer to /upload")
      wire.write(request("GET /next"))

      yield* wire.until("answer to /next")
    })
  )

  it.effect("arrive whole when they are read at once", () =>
    Effect.gen(function* () {
      const port = yield* serving(
        Effect.flatMap(Current, ({ arrayBuffer }) =>
          Effect.map(arrayBuffer, (bytes) =>
            HttpServerResponse.text(`${bytes.byteLength} ${new Uint8Array(bytes).at(-1)}`)
          )
        ),
        { maxBodyBytes: 100 * MB }
      )

      const { text } = yield* fetched(port, "/", { method: "POST", body: Buffer.alloc(5 * MB, 7) })

      assert.strictEqual(text, `${5 * MB} 7`)
    })
  )
})

describe("downloads", () => {
  it.effect.each([
    { path: "/chunked", pieces: 500, pieceLength: 50_000 },
    { path: "/chunked", pieces: 8, pieceLength: 4 * MB },
    { path: "/sized", pieces: 500, pieceLength: 50_000 }
  ])(
    "are produced at the client's pace and arrive as they are: $path, $pieces pieces",
    ({ path, pieceLength, pieces }) =>
      Effect.gen(function* () {
        const sent = createHash("sha1")
        const got = createHash("sha1")
        let produced = 0
        const body = Stream.range(1, pieces).pipe(
          Stream.rechunk(1),
          Stream.map((index) => {
            const piece = new Uint8Array(pieceLength).fill(index)
            produced += piece.length
            sent.update(piece)
            return piece
          })
        )
        const port = yield* serving(
          Effect.map(Current, ({ url }) =>
            url === "/other"
              ? HttpServerResponse.empty()
              : HttpServerResponse.stream(body, url === "/sized" ? { contentLength: pieces * pieceLength } : {})
          )
        )

        const response = yield* Effect.promise(() => fetch(`http://127.0.0.1:${port}${path}`))
        yield* otherRequests(port)
        const producedAhead = produced
        yield* Effect.promise(async () => {
          for await (const piece of response.body ?? []) got.update(piece)
        })

        assert.isBelow(producedAhead, 20 * MB)
        assert.strictEqual(produced, pieces * pieceLength)
        assert.strictEqual(got.digest("hex"), sent.digest("hex"))
      })
  )

  it.effect("don't pile up in memory for a client that reads slowly", () =>
    Effect.gen(function* () {
      let produced = 0
      const body = Stream.range(1, 50).pipe(
        Stream.rechunk(1),
        Stream.map(() => {
          produced += 4 * MB
          return new Uint8Array(4 * MB)
        })
      )
      const port = yield* serving(Effect.succeed(HttpServerResponse.stream(body)))
      const wire = yield* wireTo(port)

      wire.socket.on("data", () => {
        wire.socket.pause()
        setImmediate(() => wire.socket.resume())
      })
      wire.write(request("GET /"))
      yield* wire.untilLength(60 * MB)

      assert.isBelow(produced - wire.length, 24 * MB)
    })
  )

  it.effect("reach a slow client up to the last byte, though nothing more is written", () =>
    Effect.gen(function* () {
      let produced = 0
      let isOver = false
      const piece = Effect.suspend(() => {
        if (isOver) return Effect.never
        produced += 64 * 1024
        return Effect.succeed(new Uint8Array(64 * 1024))
      })
      const port = yield* serving(
        Effect.map(Current, ({ url }) =>
          url === "/other" ? HttpServerResponse.empty() : HttpServerResponse.stream(Stream.fromEffectRepeat(piece))
        )
      )
      const wire = yield* wireTo(port)

      wire.write(request("GET /"))
      yield* wire.until("\r\n\r\n")
      wire.socket.pause()
      yield* otherRequests(port)
      isOver = true
      wire.socket.resume()

      yield* wire.untilLength(produced)
    })
  )

  it.effect("of bytes in memory reach a slow client whole, and the connection serves on", () =>
    Effect.gen(function* () {
      const port = yield* serving(
        Effect.map(Current, ({ url }) =>
          url === "/next" ? HttpServerResponse.text("next") : HttpServerResponse.uint8Array(Buffer.alloc(30 * MB, "x"))
        )
      )
      const wire = yield* wireTo(port)

      wire.write(request("GET /"))
      yield* wire.until("\r\n\r\n")
      wire.socket.pause()
      yield* Effect.promise(() => new Promise((resume) => setImmediate(resume)))
      wire.socket.resume()
      yield* wire.untilLength(30 * MB)
      wire.write(request("GET /next"))

      yield* wire.until("next")
    })
  )
})

describe("a body over the limit", () => {
  // What an app does to word its own 413.
  const worded = <R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, R>) =>
    Effect.catchCause(app, (cause) =>
      Option.match(RequestBodyTooLarge.find(cause), {
        onNone: () => Effect.failCause(cause),
        onSome: ({ limit }) => HttpServerResponse.json({ error: `over ${limit}` }, { status: 413 })
      })
    )
  const app = Effect.flatMap(Current, ({ text }) =>
    Effect.map(text, (body) => HttpServerResponse.text(`got ${body.length}`))
  )

  it.effect("fails to be read before it is sent, if it says its length", () =>
    Effect.gen(function* () {
      const port = yield* serving(worded(app), { maxBodyBytes: 10 })
      const wire = yield* wireTo(port)

      wire.write(request("POST /", "Content-Length: 11"))

      assert.include(yield* wire.until("}"), `{"error":"over 10"}`)
      assert.include(yield* wire.ended, "Connection: close")
    })
  )

  it.effect("fails to be read by running count, if it comes in chunks", () =>
    Effect.gen(function* () {
      const port = yield* serving(worded(app), { maxBodyBytes: 10 })
      const wire = yield* wireTo(port)

      wire.write(request("POST /", "Transfer-Encoding: chunked") + "6\r\nsix by\r\n6\r\nsix by\r\n")

      assert.include(yield* wire.until("}"), "HTTP/1.1 413 Payload Too Large")
      yield* wire.ended
    })
  )

  it.effect("is 413 without any wording, also where the app took it for a defect", () =>
    Effect.gen(function* () {
      const port = yield* serving(Effect.orDie(app), { maxBodyBytes: 10 })

      assert.strictEqual((yield* fetched(port, "/", { method: "POST", body: "ten bytes!" })).text, "got 10")
      assert.strictEqual((yield* fetched(port, "/", { method: "POST", body: "eleven byte" })).status, 413)
    })
  )

  it.effect("depends on path and method where the app says so", () =>
    Effect.gen(function* () {
      const port = yield* serving(app, {
        maxBodyBytes: (path, method) => (path === "/scripts" && method === "POST" ? 20 : 10)
      })
      const status = (method: string, path: string) =>
        Effect.map(fetched(port, path, { method, body: "fifteen bytes !" }), ({ status }) => status)

      assert.strictEqual(yield* status("POST", "/scripts?a=1"), 200)
      assert.strictEqual(yield* status("PUT", "/scripts"), 413)
      assert.strictEqual(yield* status("POST", "/else"), 413)
    })
  )

  it.effect("is 500 when the rule itself fails, and the server lives on", () =>
    Effect.gen(function* () {
      const port = yield* serving(app, { maxBodyBytes: (path) => decodeURIComponent(path).length })

      assert.strictEqual((yield* fetched(port, "/%ff", { method: "POST", body: "x" })).status, 500)
      assert.strictEqual((yield* fetched(port, "/", { method: "POST", body: "x" })).text, "got 1")
    })
  )

  it.effect("can be lowered by Effect's MaxBodySize", () =>
    Effect.gen(function* () {
      const port = yield* serving(Effect.provideService(app, HttpIncomingMessage.MaxBodySize, ByteSize.bytes(5)))

      assert.strictEqual((yield* fetched(port, "/", { method: "POST", body: "12345" })).text, "got 5")
      assert.strictEqual((yield* fetched(port, "/", { method: "POST", body: "123456" })).status, 413)
    })
  )
})
