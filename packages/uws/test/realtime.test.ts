import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Layer, Scope } from "effect"
import { HttpServer } from "effect/http"
import { TestClock } from "effect/testing"
import { RealtimeHub } from "../src/index.ts"
import { byName, clientOf, frame, httpApp, offering, rawClientOf, streaming } from "./realtimeSupport.ts"
import { fetched, portOfServer, server, wireTo } from "./support.ts"

describe("a stream", () => {
  it.effect("brings what is published to those who hear the topic, in order", () =>
    Effect.gen(function* () {
      const { hub, port } = yield* streaming()
      const ann = yield* clientOf(port, ["test.v1", "ann"])
      const bob = yield* clientOf(port, ["test.v1", "bob"])

      const heard = yield* hub.publish("ann", "for ann: ü")
      yield* hub.publish("all", "1")
      yield* hub.publish("all", "2")
      const unheard = yield* hub.publish("nobody", "x")

      assert.deepStrictEqual([yield* ann.next, yield* ann.next, yield* ann.next], ["for ann: ü", "1", "2"])
      assert.deepStrictEqual([yield* bob.next, yield* bob.next], ["1", "2"])
      assert.isTrue(heard)
      assert.isFalse(unheard)
    })
  )

  it.effect("counts its connections and its listeners", () =>
    Effect.gen(function* () {
      const { hub, port } = yield* streaming()
      yield* clientOf(port, ["test.v1", "ann"])
      yield* clientOf(port, ["test.v1", "bob"])

      assert.deepStrictEqual(
        [
          yield* hub.connections,
          yield* hub.subscribers("all"),
          yield* hub.subscribers("ann"),
          yield* hub.subscribers("eve")
        ],
        [2, 2, 1, 0]
      )
    })
  )

  it.effect("lets those who hear a topic hear others too, and no longer", () =>
    Effect.gen(function* () {
      const { hub, port } = yield* streaming()
      const ann = yield* clientOf(port, ["test.v1", "ann"])
      yield* clientOf(port, ["test.v1", "bob"])

      const added = yield* hub.subscribe("ann", ["account-1", "account-2"])
      yield* hub.publish("account-2", "two")
      const removed = yield* hub.unsubscribe("ann", ["account-2"])
      yield* hub.publish("account-2", "two again")
      yield* hub.publish("account-1", "one")

      assert.deepStrictEqual([added, removed], [1, 1])
      assert.deepStrictEqual([yield* ann.next, yield* ann.next], ["two", "one"])
    })
  )

  it.effect("ends the connections of a topic, and no others", () =>
    Effect.gen(function* () {
      const { hub, port } = yield* streaming()
      const ann = yield* clientOf(port, ["test.v1", "ann"])
      const annElsewhere = yield* clientOf(port, ["test.v1", "ann"])
      const bob = yield* clientOf(port, ["test.v1", "bob"])

      const ended = yield* hub.close("ann", { code: 4001, reason: "Logged out" })
      yield* hub.publish("all", "still here")

      assert.strictEqual(ended, 2)
      assert.deepStrictEqual(yield* ann.closed, { code: 4001, reason: "Logged out" })
      assert.deepStrictEqual(yield* annElsewhere.closed, { code: 4001, reason: "Logged out" })
      assert.strictEqual(yield* bob.next, "still here")
      assert.strictEqual(yield* hub.connections, 1)
    })
  )

  it.effect("ignores what clients say", () =>
    Effect.gen(function* () {
      const { hub, port } = yield* streaming()
      const ann = yield* clientOf(port, ["test.v1", "ann"])
      const wire = yield* rawClientOf(port, "test.v1", "bob")

      ann.send("hello?")
      wire.write(Buffer.concat([frame(1, "text"), frame(2, "bytes"), frame(9, "ping")]))
      yield* wire.until("ping")
      yield* hub.publish("all", "news")

      assert.strictEqual(yield* ann.next, "news")
      yield* wire.until("news")
    })
  )

  it.effect("cuts off a reader whose backlog is too long, while others hear on", () =>
    Effect.gen(function* () {
      const { hub, port } = yield* streaming()
      const slow = yield* rawClientOf(port, "test.v1", "slow")
      const quick = yield* clientOf(port, ["test.v1", "quick"])
      slow.socket.pause()

      let published = 0
      while ((yield* hub.subscribers("slow")) > 0 && published < 500) {
        published++
        yield* hub.publish("all", `${published}`.padEnd(50_000))
        assert.strictEqual(yield* quick.next, `${published}`.padEnd(50_000))
      }
      slow.socket.resume()
      yield* slow.ended

      // What the kernel takes for a socket, and 256 KiB.
      assert.isBelow(published, 300)
      assert.strictEqual(yield* hub.connections, 1)
    })
  )

  it.effect("pings every 30 seconds and cuts off who hasn't answered by the next", () =>
    Effect.gen(function* () {
      const { hub, port } = yield* streaming()
      const silent = yield* rawClientOf(port, "test.v1", "silent")
      const lively = yield* rawClientOf(port, "test.v1", "lively")
      const ping = Buffer.from([0x89, 0]).toString("latin1")

      yield* TestClock.adjust("30 seconds")
      yield* Effect.all([silent.until(ping), lively.until(ping)])
      // The server reads in order: once it has answered this ping it has seen the pong.
      lively.write(Buffer.concat([frame(0xa), frame(9, "seen?")]))
      yield* lively.until("seen?")
      yield* TestClock.adjust("30 seconds")
      yield* silent.ended

      assert.strictEqual(yield* hub.connections, 1)
    })
  )

  it.effect("refuses an idle timeout that the library would end the process over", () =>
    Effect.gen(function* () {
      assert.isTrue(Exit.hasDies(yield* Effect.exit(streaming({ idleTimeout: "1 second" }))))
      assert.isTrue(Exit.hasDies(yield* Effect.exit(streaming({ idleTimeout: "1 hour" }))))
    })
  )
})

describe("the end of the server", () => {
  it.effect("is told to its clients as going away, and to handshakes in progress", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const scope = yield* Scope.make()
      const { hub, port } = yield* Scope.provide(
        streaming({
          authenticate: (request) =>
            request.protocols.includes("slow")
              ? Effect.andThen(Deferred.succeed(started, undefined), Effect.never)
              : byName(request)
        }),
        scope
      )
      const ann = yield* clientOf(port, ["test.v1", "ann"])
      const wire = yield* wireTo(port)
      wire.write(offering("test.v1", "slow"))
      yield* Deferred.await(started)

      yield* Scope.close(scope, Exit.void)

      assert.deepStrictEqual(yield* ann.closed, { code: 1001, reason: "The server is shutting down" })
      assert.match(yield* wire.ended, /^HTTP\/1.1 503 /)
      assert.isFalse(yield* hub.publish("all", "too late"))
    })
  )

  it.effect("of a stream alone ends its connections, and its path is the HTTP app's again", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(HttpServer.serve(httpApp).pipe(Layer.provideMerge(server())))
      const port = yield* Effect.provideContext(portOfServer, context)
      const hub = yield* Effect.provideContext(RealtimeHub, context)
      const options = { path: "/realtime", protocol: "test.v1", authenticate: byName }
      const scope = yield* Scope.make()
      yield* Scope.provide(hub.serve(options), scope)
      const ann = yield* clientOf(port, ["test.v1", "ann"])

      yield* Scope.close(scope, Exit.void)
      const after = yield* Effect.exit(clientOf(port, ["test.v1", "ann"]))
      yield* hub.serve(options)
      const again = yield* clientOf(port, ["test.v1", "ann"])

      assert.strictEqual((yield* ann.closed).code, 1001)
      assert.isTrue(Exit.isFailure(after))
      assert.strictEqual(again.protocol, "test.v1")
      assert.strictEqual((yield* fetched(port, "/realtime")).text, "http /realtime")
    })
  )
})
