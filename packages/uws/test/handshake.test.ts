import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { Deferred, Effect, Option } from "effect"
import type { UpgradeRequest } from "../src/index.ts"
import { badTicket, clientOf, handshake, offering, streaming } from "./realtimeSupport.ts"
import { exchangeOn, request, wireTo } from "./support.ts"

describe("a handshake", () => {
  it.effect("agrees on our protocol and gives nothing of the offer back", () =>
    Effect.gen(function* () {
      const { port } = yield* streaming()
      const wire = yield* wireTo(port)

      wire.write(offering("ticket-1234", "test.v1"))
      const answer = yield* wire.until("\r\n\r\n")

      assert.match(answer, /^HTTP\/1.1 101 Switching Protocols\r\n/)
      assert.match(answer, /sec-websocket-protocol: test\.v1\r\n/i)
      assert.notInclude(answer, "ticket-1234")
    })
  )

  it.effect("is made by Node's own WebSocket", () =>
    Effect.gen(function* () {
      const { port } = yield* streaming()

      assert.strictEqual((yield* clientOf(port, ["test.v1", "ann"])).protocol, "test.v1")
    })
  )

  it.effect("leads to a connection that stays, whatever the names of its topics take of the library's memory", () =>
    Effect.gen(function* () {
      let asked = 0
      // New names of every length: some are kept where the response was, and read as its flags if anybody looks there.
      const topics = (nth: number) =>
        Array.from({ length: 80 }, (_, size) => "p".repeat(16 + 8 * size) + String(nth).padStart(8, "p"))
      const { hub, port } = yield* streaming({
        authenticate: () => Effect.as(Effect.yieldNow, { topics: ["all", ...topics(asked++)] })
      })

      const clients = yield* Effect.forEach(Array.from({ length: 120 }), () => clientOf(port, ["test.v1"]), {
        concurrency: 30
      })

      assert.strictEqual(yield* hub.connections, clients.length)
      yield* hub.publish("all", "hello")
      const heard = yield* Effect.forEach(clients, ({ closed, next }) => Effect.race(next, closed), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual([...new Set(heard)], ["hello"])
    })
  )

  it.effect("leads to a connection that stays, whatever lies in memory that the library has given back", () =>
    Effect.gen(function* () {
      const output = yield* Effect.callback<string>((resume) => {
        execFile(
          process.execPath,
          [`${import.meta.dirname}/manyStreams.ts`],
          // In glibc: what is freed is filled with this byte, which reads as "close this connection" where flags once were.
          { env: { ...process.env, MALLOC_PERTURB_: "16" } },
          (error, stdout, stderr) => resume(Effect.succeed(error === null ? stdout : stderr))
        )
      })

      assert.strictEqual(output, "60 of 60 heard it\n")
    })
  )

  it.effect.each([
    { offer: offering("ticket"), answer: /^HTTP\/1.1 400 .*The WebSocket subprotocol test\.v1 is required$/s },
    { offer: handshake(), answer: /^HTTP\/1.1 400 / },
    {
      offer: offering("test.v1"),
      answer: /^HTTP\/1.1 401 .*content-type: application\/json.*{"error":"Bad ticket"}$/s
    },
    { offer: offering("test.v1", "ann").replace("Version: 13", "Version: 8"), answer: /^HTTP\/1.1 426 .*version: 13/s }
  ])("that isn't wanted is answered before the upgrade: $answer", ({ answer, offer }) =>
    Effect.gen(function* () {
      const { hub, port } = yield* streaming()

      assert.match(yield* exchangeOn(port, offer), answer)
      assert.strictEqual(yield* hub.connections, 0)
    })
  )

  it.effect.each([
    "Connection: close",
    "Connection: keep-alive",
    "Connection: close\r\nConnection: Upgrade",
    "Connection: Upgrade\r\nConnection: close"
  ])("that doesn't ask for an upgrade of its connection, or not alone, does no harm: %s", (connection) =>
    Effect.gen(function* () {
      const { hub, port } = yield* streaming({ authenticate: () => Effect.as(Effect.yieldNow, { topics: ["all"] }) })

      const wire = yield* wireTo(port)
      wire.write(offering("test.v1", "ann").replace("Connection: Upgrade", connection))
      const answer = yield* wire.until("\r\n\r\n")

      assert.match(answer, connection.includes("\n") ? /^HTTP\/1.1 (101|200|400) / : /^HTTP\/1.1 200 OK/)
      assert.strictEqual((yield* clientOf(port, ["test.v1"])).protocol, "test.v1")
      assert.isAtLeast(yield* hub.connections, 1)
    })
  )

  it.effect("without our protocol is refused in the app's words", () =>
    Effect.gen(function* () {
      const { port } = yield* streaming({ unsupportedProtocol: badTicket })

      assert.match(yield* exchangeOn(port, offering("other")), /^HTTP\/1.1 401 .*Bad ticket/s)
    })
  )

  it.effect.each([
    request("GET /realtime?a=1", "Connection: close"),
    offering("test.v1", "ann").replace("Upgrade: websocket", "Connection: close")
  ])("is none without an upgrade: the HTTP app answers", (plain) =>
    Effect.gen(function* () {
      const { port } = yield* streaming()

      assert.match(yield* exchangeOn(port, plain), /http \/realtime/)
    })
  )

  it.effect("elsewhere is the HTTP app's", () =>
    Effect.gen(function* () {
      const { port } = yield* streaming()
      const elsewhere = offering("test.v1")
        .replace("/realtime", "/elsewhere")
        .replace("Connection: Upgrade", "Connection: close")

      assert.match(yield* exchangeOn(port, elsewhere), /http \/elsewhere/)
    })
  )

  it.effect("tells who asks, without repeating the credentials among the headers", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<UpgradeRequest>()
      const { port } = yield* streaming({
        authenticate: (request) => Effect.andThen(Deferred.succeed(asked, request), Effect.fail(badTicket))
      })

      yield* exchangeOn(
        port,
        handshake("X-Forwarded-For: 198.51.100.7", "Sec-WebSocket-Protocol: a,b, test.v1", "Origin: null")
      )
      const { headers, protocols, remoteAddress } = yield* Deferred.await(asked)

      assert.deepStrictEqual(remoteAddress, Option.some("198.51.100.7"))
      // Without our protocol the question would not have been asked.
      assert.deepStrictEqual(protocols, ["a", "b", "test.v1"])
      assert.strictEqual(headers["origin"], "null")
      assert.notProperty({ ...headers }, "sec-websocket-protocol")
    })
  )

  it.effect("that the client gives up interrupts its authentication", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const interrupted = yield* Deferred.make<void>()
      const { hub, port } = yield* streaming({
        authenticate: () =>
          Effect.andThen(Deferred.succeed(started, undefined), Effect.never).pipe(
            Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
          )
      })
      const wire = yield* wireTo(port)

      wire.write(offering("test.v1"))
      yield* Deferred.await(started)
      wire.socket.destroy()

      yield* Deferred.await(interrupted)
      assert.strictEqual(yield* hub.connections, 0)
    })
  )

  it.effect("whose authentication breaks is 500 and says no more", () =>
    Effect.gen(function* () {
      const { port } = yield* streaming({
        authenticate: () => {
          throw new Error("secret")
        }
      })

      const answer = yield* exchangeOn(port, offering("test.v1"))

      assert.match(answer, /^HTTP\/1.1 500 /)
      assert.notInclude(answer, "secret")
    })
  )

  it.effect("that the stream itself refuses is answered in the app's form", () =>
    Effect.gen(function* () {
      const { port } = yield* streaming({
        refusalBody: (sentence) => ({ body: JSON.stringify({ error: sentence }), contentType: "application/json" }),
        authenticate: () => Effect.die(new Error("secret"))
      })
      const version8 = offering("test.v1", "ann").replace("Version: 13", "Version: 8")

      assert.match(
        yield* exchangeOn(port, version8),
        /content-type: application\/json.*{"error":"WebSocket version 13 is required"}$/s
      )
      assert.match(
        yield* exchangeOn(port, offering("test.v1")),
        /^HTTP\/1.1 500 .*content-type: application\/json.*{"error":"Internal error"}$/s
      )
    })
  )
})
