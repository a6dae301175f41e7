import { OutboundHttp, outboundHttpLayer, type OutboundHttpOptions } from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import type { Socket } from "node:net"
import { httpServer, rawServer, text } from "./servers.ts"

/** One client for several requests. */
const client = Effect.fnUntraced(function* (options: Partial<OutboundHttpOptions> = {}) {
  const http = yield* OutboundHttp
  return {
    ...options,
    post: (url: string) =>
      Effect.map(
        http.send({
          method: "POST",
          url,
          headers: {},
          authorization: null,
          body: new TextEncoder().encode("{}"),
          deadline: Duration.seconds(20),
          maxBytes: 1024,
          overflow: "cut"
        }),
        ({ body, status }) => `${status} ${text(body)}`
      )
  }
})

const using = (options: Partial<OutboundHttpOptions> = {}) =>
  Effect.provide(outboundHttpLayer({ allow: ["127.0.0.0/8"], keepFor: Duration.minutes(5), ...options }))

const ok = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"

/** Answers each request of a connection as told by its number; the connection's first is 1. */
const talking = (say: (socket: Socket, nth: number) => void) =>
  rawServer((socket) => {
    let nth = 0
    let heard = ""
    socket.on("data", (chunk: Buffer) => {
      heard += chunk.toString("latin1")
      if (!heard.endsWith("\r\n\r\n{}")) return
      heard = ""
      nth += 1
      say(socket, nth)
    })
  })

describe("OutboundHttp, with connections that are kept", () => {
  it.live("sends the next request to the same URL over the same one, and to another URL over another", () =>
    Effect.gen(function* () {
      const { post } = yield* client()
      const server = yield* httpServer((request, response) => {
        request.resume()
        request.on("end", () => response.end(request.url))
      })
      const url = `http://127.0.0.1:${server.port}`

      const answers = [
        yield* post(`${url}/a`),
        yield* post(`${url}/a`),
        yield* post(`${url}/b`),
        yield* post(`${url}/a`)
      ]

      assert.deepStrictEqual(answers, ["200 /a", "200 /a", "200 /b", "200 /a"])
      assert.strictEqual(server.seen.connections, 2)
    }).pipe(using())
  )

  it.live("takes a new one where the receiver wants it so, or speaks HTTP/1.0, or was cut off", () =>
    Effect.gen(function* () {
      const { post } = yield* client()
      const heads = [
        "HTTP/1.1 200 OK\r\nconnection: close",
        "HTTP/1.0 200 OK",
        "HTTP/1.1 200 OK\r\nkeep-alive: timeout=1"
      ]
      const servers = yield* Effect.forEach(heads, (head) =>
        talking((socket) => void socket.write(`${head}\r\ncontent-length: 2\r\n\r\nok`))
      )
      const long = yield* talking((socket) => void socket.write(`HTTP/1.1 200 OK\r\n\r\n${"x".repeat(2000)}`))

      for (const server of [...servers, long]) {
        yield* post(`http://127.0.0.1:${server.port}/`)
        yield* post(`http://127.0.0.1:${server.port}/`)
      }

      assert.deepStrictEqual(
        [...servers, long].map(({ seen }) => seen.connections),
        [2, 2, 2, 2]
      )
    }).pipe(using())
  )

  it.live("asks once more over a new one when the receiver closes the kept one without an answer", () =>
    Effect.gen(function* () {
      const { post } = yield* client()
      const endings = [(socket: Socket) => socket.end(), (socket: Socket) => socket.resetAndDestroy()]
      const servers = yield* Effect.forEach(endings, (end) =>
        talking((socket, nth) => void (nth === 1 ? socket.write(ok) : end(socket)))
      )

      for (const { port, seen } of servers) {
        const answers = yield* Effect.replicateEffect(post(`http://127.0.0.1:${port}/`), 3)

        assert.deepStrictEqual(answers, ["200 ok", "200 ok", "200 ok"])
        assert.strictEqual(seen.connections, 3)
      }
    }).pipe(using())
  )

  it.live("does not send a request again after an answer had begun, or over a new connection", () =>
    Effect.gen(function* () {
      const { post } = yield* client()
      const half = yield* talking(
        (socket, nth) =>
          void (nth === 1 ? socket.write(ok) : socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf"))
      )
      const silent = yield* talking((socket) => void socket.end())

      yield* post(`http://127.0.0.1:${half.port}/`)
      const faults = [
        yield* Effect.flip(post(`http://127.0.0.1:${half.port}/`)),
        yield* Effect.flip(post(`http://127.0.0.1:${silent.port}/`))
      ]

      assert.deepStrictEqual(
        faults.map(({ kind }) => kind),
        ["broken", "broken"]
      )
      assert.deepStrictEqual([half.seen.connections, silent.seen.connections], [1, 1])
    }).pipe(using())
  )

  it.live("believes no answer that came before its request", () =>
    Effect.gen(function* () {
      const { post } = yield* client()
      const forged = "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged"
      const server = yield* talking((socket) => void socket.write(`${ok}${forged}`))

      const answers = yield* Effect.replicateEffect(post(`http://127.0.0.1:${server.port}/`), 3)

      assert.deepStrictEqual(answers, ["200 ok", "200 ok", "200 ok"])
      assert.strictEqual(server.seen.connections, 3)
    }).pipe(using())
  )

  it.live(
    "uses no kept connection to an address that the name no longer has, or once one of its addresses is forbidden",
    () => {
      let leadsTo = ["127.0.0.1"]
      return Effect.gen(function* () {
        const { post } = yield* client()
        const server = yield* httpServer((request, response) => {
          request.resume()
          request.on("end", () => response.end())
        })
        const url = `http://shop.test:${server.port}/`
        yield* post(url)
        yield* post(url)
        assert.strictEqual(server.seen.connections, 1)

        leadsTo = ["127.0.0.9"]
        const moved = yield* Effect.flip(post(url))
        leadsTo = ["127.0.0.1", "10.0.0.8"]
        const forbidden = yield* Effect.flip(post(url))

        assert.deepStrictEqual([moved.kind, forbidden.kind], ["connect_failed", "egress_refused"])
        assert.strictEqual(server.seen.connections, 1)
      }).pipe(using({ resolve: () => Promise.resolve(leadsTo) }))
    }
  )
})
