import { OutboundFault } from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Fiber, Redacted } from "effect"
import type { Socket } from "node:net"
import { faultOf, httpServer, rawServer, send, text } from "./servers.ts"

describe("OutboundHttp", () => {
  it.live("sends the bytes with the owner's headers and answers with status, headers and body", () =>
    Effect.gen(function* () {
      const server = yield* httpServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () =>
          response
            .writeHead(201, { "X-Seen": `${request.method} ${request.url}` })
            .end(JSON.stringify({ headers: request.headers, body: Buffer.concat(chunks).toString() }))
        )
      })

      const response = yield* send({
        url: `http://127.0.0.1:${server.port}/hook?a=1`,
        headers: { "content-type": "application/json" },
        authorization: Redacted.make("Bearer T"),
        body: new TextEncoder().encode('{"name":"Gómez"}')
      })

      assert.deepInclude(response.headers, { "x-seen": "POST /hook?a=1" })
      assert.strictEqual(response.status, 201)
      assert.deepStrictEqual(JSON.parse(text(response.body)), {
        headers: {
          "content-type": "application/json",
          authorization: "Bearer T",
          "content-length": "17",
          host: `127.0.0.1:${server.port}`,
          "accept-encoding": "identity",
          connection: "keep-alive"
        },
        body: '{"name":"Gómez"}'
      })
    })
  )

  it.live("never follows a redirect", () =>
    Effect.gen(function* () {
      const other = yield* httpServer((_, response) => response.end())
      const server = yield* httpServer((_, response) =>
        response.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end()
      )

      const response = yield* send({ url: `http://127.0.0.1:${server.port}/` })

      assert.strictEqual(response.status, 307)
      assert.strictEqual(other.seen.connections, 0)
    })
  )

  it.live("cuts a large answer, or fails on it, as asked", () =>
    Effect.gen(function* () {
      // Never ends: only who stops reading gets an answer.
      const server = yield* httpServer((_, response) => void response.write("x".repeat(5000)))
      const url = `http://127.0.0.1:${server.port}/`

      const cut = yield* send({ url, maxBytes: 100 })
      const fault = yield* faultOf({ url, maxBytes: 100, overflow: "fail" })

      assert.strictEqual(text(cut.body), "x".repeat(100))
      assert.strictEqual(fault.kind, "too_large")
    })
  )

  it.live("cuts an answer that goes on while its beginning is put together", () =>
    Effect.gen(function* () {
      const maxBytes = 10_000_500
      const piece = Buffer.alloc(999, "x")
      const server = yield* httpServer((_, response) => {
        const more = () => {
          while (!response.destroyed && response.write(piece));
          response.once("drain", more)
        }
        more()
      })

      const { body } = yield* send({ url: `http://127.0.0.1:${server.port}/`, maxBytes })

      assert.strictEqual(body.length, maxBytes)
    })
  )

  it.live("takes an answer of exactly the limit", () =>
    Effect.gen(function* () {
      const server = yield* httpServer((_, response) => response.end("x".repeat(100)))

      const response = yield* send({ url: `http://127.0.0.1:${server.port}/`, maxBytes: 100, overflow: "fail" })

      assert.strictEqual(response.body.length, 100)
    })
  )

  it.live("ends a trickling answer at the deadline and closes the connection", () =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>()
      const server = yield* httpServer((_, response) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write("."), 10)
        response.on("close", () => {
          clearInterval(drip)
          Deferred.doneUnsafe(closed, Exit.void)
        })
      })

      const fault = yield* faultOf({ url: `http://127.0.0.1:${server.port}/`, deadline: Duration.millis(100) })
      yield* Deferred.await(closed)

      assert.strictEqual(fault.kind, "timeout")
      assert.strictEqual(fault.message, "there was no complete answer within 100ms")
    })
  )

  it.live("closes the connection when it is interrupted", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<Socket>()
      const closed = yield* Deferred.make<void>()
      const server = yield* rawServer((socket) => {
        socket.on("close", () => Deferred.doneUnsafe(closed, Exit.void))
        Deferred.doneUnsafe(arrived, Exit.succeed(socket))
      })
      const fiber = yield* Effect.forkChild(send({ url: `http://127.0.0.1:${server.port}/` }))
      yield* Deferred.await(arrived)

      yield* Fiber.interrupt(fiber)

      yield* Deferred.await(closed)
    })
  )

  it.live("says how a connection failed", () =>
    Effect.gen(function* () {
      const hasty = yield* rawServer((socket) => socket.end())
      const rude = yield* rawServer((socket) => socket.end("SSH-2.0-server\r\n"))
      const half = yield* rawServer((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf"))
      const gone = yield* Effect.scoped(rawServer(() => undefined))

      const faults = yield* Effect.forEach(
        [
          `http://127.0.0.1:${hasty.port}/`,
          `http://127.0.0.1:${rude.port}/`,
          `http://127.0.0.1:${half.port}/`,
          `http://127.0.0.1:${gone.port}/`,
          `https://127.0.0.1:${rude.port}/`
        ],
        (url) => faultOf({ url })
      )

      assert.deepStrictEqual(
        faults.map(({ kind }) => kind),
        ["broken", "broken", "broken", "connect_failed", "tls_failed"]
      )
      assert.strictEqual(faults[3]?.message, `no connection to 127.0.0.1:${gone.port} (ECONNREFUSED)`)
      assert.isTrue(faults.every((fault) => fault instanceof OutboundFault))
    })
  )

  it.live("does not show a token that no header can carry", () =>
    Effect.gen(function* () {
      const server = yield* httpServer((_, response) => response.end())

      const fault = yield* faultOf({
        url: `http://127.0.0.1:${server.port}/?key=hunter2`,
        authorization: Redacted.make("Bearer hunter2\r\nx: y")
      })

      assert.notInclude(fault.message, "hunter2")
    })
  )
})
