/** Starting to listen and stopping. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { HttpMiddleware, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { execFile } from "node:child_process"
import { createServer, type Server } from "node:net"
import { type GateRefusal, ListenFailed, PortInUse, UwsHttpServer } from "../src/index.ts"
import { type App, exchangeOn, fetched, portOfServer, request, server, serving, wireTo } from "./support.ts"

const hello = Effect.succeed(HttpServerResponse.text("hello"))

/** The error of a server that can't start. */
const failureOf = (options: UwsHttpServer.Options) => Effect.flip(Layer.build(UwsHttpServer.layer(options)))

const heldByNode = Effect.acquireRelease(
  Effect.callback<Server>((resume) => {
    const holder = createServer()
    holder.listen(0, "127.0.0.1", () => resume(Effect.succeed(holder)))
  }),
  (holder) => Effect.callback<void>((resume) => void holder.close(() => resume(Effect.void)))
).pipe(
  Effect.map((holder) => holder.address()),
  Effect.map((address) => (typeof address === "object" && address !== null ? address.port : 0))
)

describe("listening", () => {
  it.effect("on port 0 takes a free port and says which", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(UwsHttpServer.layer({ host: "localhost", port: 0 }))
      const { address } = yield* Effect.provideContext(HttpServer.HttpServer, context)

      assert.match(HttpServer.formatAddress(address), /^http:\/\/(127\.0\.0\.1|\[::1\]):[1-9]\d+$/)
    })
  )

  it.effect("on a port that another of these servers holds fails in one clear sentence", () =>
    Effect.gen(function* () {
      const port = yield* serving(hello)

      const error = yield* failureOf({ port })

      assert.instanceOf(error, PortInUse)
      assert.strictEqual(error.message, `Port ${port} on 127.0.0.1 is already in use by another program`)
      assert.strictEqual((yield* fetched(port, "/")).text, "hello")
    })
  )

  it.effect("on a port that a Node server holds fails", () =>
    Effect.gen(function* () {
      const port = yield* heldByNode

      assert.deepStrictEqual({ ...(yield* failureOf({ port })) }, { ...new PortInUse({ host: "127.0.0.1", port }) })
    })
  )

  it.effect("on a port that a server held a moment ago works", () =>
    Effect.gen(function* () {
      const port = yield* Effect.scoped(heldByNode)

      const scope = yield* Scope.make()
      yield* Scope.provide(serving(hello, { port }), scope)
      yield* fetched(port, "/")
      yield* Scope.close(scope, Exit.void)

      assert.strictEqual(yield* serving(hello, { port }), port)
    })
  )

  it.effect("on an address that isn't ours, or a name that means nothing, says so", () =>
    Effect.gen(function* () {
      const elsewhere = yield* failureOf({ host: "192.0.2.1", port: 0 })
      const nowhere = yield* failureOf({ host: "no-such-host.invalid", port: 0 })

      assert.instanceOf(elsewhere, ListenFailed)
      assert.strictEqual(elsewhere.message, "Can't listen on port 0 of 192.0.2.1 (EADDRNOTAVAIL)")
      assert.instanceOf(nowhere, ListenFailed)
    })
  )

  it.effect("answers 503 until an app is served", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(server())
      const port = yield* Effect.provideContext(portOfServer, context)

      const before = yield* fetched(port, "/")
      yield* Effect.provideContext(HttpServer.serveEffect(hello), context)
      const after = yield* fetched(port, "/")

      assert.strictEqual(before.status, 503)
      assert.strictEqual(before.text, "The server is starting or stopping, try again")
      assert.strictEqual(after.text, "hello")
    })
  )

  it.effect("words what no app answers as it is told to", () =>
    Effect.gen(function* () {
      const refusalBody = (refusal: GateRefusal) => ({
        body: JSON.stringify(refusal),
        contentType: "application/json",
        headers: { "x-code": "starting" }
      })
      const port = yield* Effect.provideContext(portOfServer, yield* Layer.build(server({ refusalBody })))

      const response = yield* Effect.promise(() =>
        fetch(`http://127.0.0.1:${port}/orders?page=2`, { headers: { accept: "text/html" } })
      )

      assert.strictEqual(response.headers.get("content-type"), "application/json")
      assert.strictEqual(response.headers.get("retry-after"), "5")
      assert.strictEqual(response.headers.get("x-code"), "starting")
      assert.deepStrictEqual(yield* Effect.promise(() => response.json()), {
        status: 503,
        path: "/orders",
        sentence: "The server is starting or stopping, try again",
        accept: "text/html"
      })
    })
  )

  it.effect("serves one app at a time", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(HttpServer.serve(hello).pipe(Layer.provideMerge(server())))

      const exit = yield* Effect.exit(Effect.provideContext(HttpServer.serveEffect(hello), context))

      assert.isTrue(Exit.hasDies(exit))
    })
  )

  it.effect("serves an app with a middleware around it, which sees every answer", () =>
    Effect.gen(function* () {
      const statuses: Array<number> = []
      const watching = HttpMiddleware.make((app) =>
        Effect.tap(app, ({ status }) => Effect.sync(() => void statuses.push(status)))
      )
      const app = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
        url === "/" ? hello : Effect.die(HttpServerResponse.empty({ status: 418 }))
      )
      const context = yield* Layer.build(HttpServer.serve(app, watching).pipe(Layer.provideMerge(server())))
      const port = yield* Effect.provideContext(portOfServer, context)

      const good = yield* fetched(port, "/")
      const bad = yield* fetched(port, "/bad")

      assert.deepStrictEqual([good.text, bad.status], ["hello", 418])
      assert.deepStrictEqual(statuses, [200, 418])
    })
  )

  it.effect("names the server only if it is told to", () =>
    Effect.gen(function* () {
      const anonymous = yield* fetched(yield* serving(hello), "/")
      const named = yield* fetched(yield* serving(hello, { serverName: "example" }), "/")

      assert.deepStrictEqual([...anonymous.headers.keys()], ["content-length", "content-type", "date"])
      assert.strictEqual(named.headers.get("server"), "example")
    })
  )
})

describe("stopping", () => {
  /** A server with a request in progress that is being stopped. */
  const stopping = Effect.fnUntraced(function* (app: App<never>, started: Effect.Effect<void>) {
    const scope = yield* Scope.make()
    const port = yield* Scope.provide(serving(app, { shutdownGrace: "5 seconds" }), scope)
    const wire = yield* wireTo(port)
    wire.write(request("GET /slow"))
    yield* started
    const stopped = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
    return { port, wire, stopped }
  })

  it.effect("lets a request in progress finish, and takes no new connections meanwhile", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const mayFinish = yield* Deferred.make<void>()
      const app = Effect.andThen(Deferred.succeed(started, undefined), Effect.andThen(Deferred.await(mayFinish), hello))
      const { port, stopped, wire } = yield* stopping(app, Deferred.await(started))

      const refused = yield* Effect.exit(Effect.tryPromise(() => fetch(`http://127.0.0.1:${port}/`)))
      yield* Deferred.succeed(mayFinish, undefined)
      const answer = yield* wire.ended
      yield* Fiber.join(stopped)

      assert.isTrue(Exit.isFailure(refused))
      assert.match(answer, /^HTTP\/1.1 200 OK\r\n.*connection: close\r\n.*hello$/is)
    })
  )

  it.effect("ends a request that takes longer than the grace with 503", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const app = Effect.andThen(Deferred.succeed(started, undefined), Effect.interruptible(Effect.never))
      const { stopped, wire } = yield* stopping(app, Deferred.await(started))

      yield* TestClock.adjust("5 seconds")
      const answer = yield* wire.ended
      yield* Fiber.join(stopped)

      assert.include(answer, "HTTP/1.1 503 Service Unavailable")
    })
  )

  it.effect("lets a slow client have the rest of a large answer", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const app = Effect.as(
        Deferred.succeed(started, undefined),
        HttpServerResponse.uint8Array(new Uint8Array(20_000_000))
      )
      const { stopped, wire } = yield* stopping(app, Deferred.await(started))

      yield* wire.untilLength(20_000_000)
      yield* Fiber.join(stopped)
      yield* wire.ended
    })
  )

  it.effect("ends idle connections", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const port = yield* Scope.provide(serving(hello), scope)
      const wire = yield* wireTo(port)
      wire.write(request("GET /"))
      yield* wire.until("hello")

      yield* Scope.close(scope, Exit.void)

      yield* wire.ended
    })
  )

  it.effect("leaves nothing behind that keeps the process alive", () =>
    Effect.gen(function* () {
      const output = yield* Effect.callback<string>((resume) => {
        execFile(process.execPath, [`${import.meta.dirname}/startAndStop.ts`], (error, stdout, stderr) =>
          resume(Effect.succeed(error === null ? stdout : stderr))
        )
      })

      assert.strictEqual(output, "answered hello\nstopped\n")
    })
  )
})

describe("a connection", () => {
  it.effect("that asks to be closed is closed after its answer", () =>
    Effect.gen(function* () {
      const port = yield* serving(hello)

      assert.match(yield* exchangeOn(port, request("GET /", "Connection: close")), /hello$/)
    })
  )

  it.effect.each([
    ["HEAD", request("HEAD /")],
    ["304", request("GET /not-modified")],
    ["a large body that nobody read", request("POST /", "Content-Length: 1000000") + "x".repeat(1_000_000)]
  ] as const)("serves the next request after %s", ([, first]) =>
    Effect.gen(function* () {
      const port = yield* serving(
        Effect.map(HttpServerRequest.HttpServerRequest, ({ method, url }) =>
          HttpServerResponse.text(`${method} ${url}`, { status: url === "/not-modified" ? 304 : 200 })
        )
      )
      const wire = yield* wireTo(port)

      wire.write(first)
      yield* wire.until("\r\n\r\n")
      wire.write(request("GET /next"))

      yield* wire.until("GET /next")
    })
  )

  it.effect("is closed where the answer says so", () =>
    Effect.gen(function* () {
      const port = yield* serving(
        Effect.map(HttpServerRequest.HttpServerRequest, () =>
          HttpServerResponse.text("bye", { headers: { connection: "close" } })
        )
      )

      assert.match(yield* exchangeOn(port, request("GET /")), /connection: close.*bye$/is)
    })
  )
})
