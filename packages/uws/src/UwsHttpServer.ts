/**
 * Effect's `HttpServer` and a `RealtimeHub` on one uWebSockets.js app and one port.
 *
 * The server listens as soon as its layer is built and answers 503 until an app is served. When the served app's
 * scope closes, the port is given up first, requests in progress may finish within `shutdownGrace`, and then their
 * fibers are interrupted. When the server's own scope closes, all connections end.
 */
import { Context, Duration, Effect, Layer, Scope } from "effect"
import { HttpEffect, HttpServer } from "effect/http"
import { type InvalidTrustedProxy, parseTrustedProxies } from "./clientAddress.ts"
import { type GateRefusal, HttpGate, type RefusalBody } from "./HttpGate.ts"
import { listen, type ListenFailed, type PortInUse } from "./listen.ts"
import { makeHub } from "./makeHub.ts"
import { App, type TemplatedApp } from "./native.ts"
import { RealtimeHub } from "./RealtimeHub.ts"
import { sendResponse } from "./sendResponse.ts"
import { UnreadAnswers, type UnreadLimits } from "./UnreadAnswers.ts"

export interface Options {
  /** A name or an IP address. (Default: "127.0.0.1") */
  readonly host?: string | undefined
  /** 0 takes a free one; the server's `address` says which. */
  readonly port: number
  /**
   * The longest request body in bytes, or a rule that gives it by path (without query) and upper-case method.
   * A longer one fails to be read, with `RequestBodyTooLarge` as the cause. (Default: 1 MiB)
   */
  readonly maxBodyBytes?: number | ((path: string, method: string) => number) | undefined
  /** Addresses and CIDR networks of proxies whose X-Forwarded-For counts. (Default: none) */
  readonly trustedProxies?: ReadonlyArray<string> | undefined
  /**
   * How long a new connection may be without a request that can be read, before it is answered with 408 and ends.
   * The library beneath cuts it after ten seconds. (Default: 8 seconds)
   */
  readonly firstRequestWithin?: Duration.Input | undefined
  /** How long requests in progress may take to finish once the server stops. (Default: 10 seconds) */
  readonly shutdownGrace?: Duration.Input | undefined
  /** How much of large answers may wait in memory until it is read; beyond it the oldest is cut off. */
  readonly unread?: UnreadLimits | undefined
  /** The `Server` field of every answer. (Default: no such field) */
  readonly serverName?: string | undefined
  /** The body of answers that no app gives: malformed requests (400, 408, 501), no app served (503). (Default: plain text) */
  readonly refusalBody?: ((refusal: GateRefusal) => RefusalBody) | undefined
}

const plainText = ({ sentence }: GateRefusal): RefusalBody => ({
  body: sentence,
  contentType: "text/plain; charset=utf-8"
})

const MIB = 1024 * 1024

export const make = Effect.fnUntraced(function* (options: Options) {
  const trustedProxies = yield* parseTrustedProxies(options.trustedProxies ?? [])
  const limit = options.maxBodyBytes ?? MIB
  const gate = new HttpGate({
    maxBodyBytes: typeof limit === "number" ? () => limit : limit,
    trustedProxies,
    unread: new UnreadAnswers(options.unread),
    refusalBody: options.refusalBody ?? plainText,
    firstRequestMillis: Duration.toMillis(options.firstRequestWithin ?? "8 seconds"),
    fields: options.serverName === undefined ? [] : [["server", options.serverName]]
  })

  const app = yield* Effect.acquireRelease(
    Effect.sync(() => App()),
    closeConnections
  )
  app.filter((response, change) => {
    if (change > 0) gate.opened(response)
  })
  app.any("/*", (response, request) => gate.receive(response, request))
  const { address, stopAccepting } = yield* Effect.acquireRelease(
    listen(app, options.host ?? "127.0.0.1", options.port),
    ({ stopAccepting }) => Effect.sync(stopAccepting)
  )
  const hub = yield* makeHub(app, trustedProxies, (peer) => gate.requestFrom(peer))

  const stop = Effect.sync(stopAccepting).pipe(
    Effect.andThen(Effect.interruptible(gate.drain)),
    Effect.timeoutOption(options.shutdownGrace ?? "10 seconds"),
    Effect.andThen(Effect.sync(() => gate.shut()))
  )

  const server = HttpServer.make({
    address,
    serve: Effect.fnUntraced(function* (httpApp, middleware) {
      if (gate.isServing) return yield* Effect.die(new Error("UwsHttpServer serves one app at a time"))
      const scope = yield* Effect.scope
      const services = yield* Effect.context<never>()
      const fibers = Scope.forkUnsafe(scope, "parallel")
      // Added after the fibers' scope, so that it runs before they are interrupted.
      yield* Scope.addFinalizer(scope, stop)
      gate.serve({ handled: HttpEffect.toHandled(httpApp, sendResponse, middleware), services, scope: fibers })
    })
  })

  return Context.make(HttpServer.HttpServer, server).pipe(Context.add(RealtimeHub, hub))
})

/** Listens, and provides the `HttpServer` and the `RealtimeHub` of the port. */
export const layer = (
  options: Options
): Layer.Layer<HttpServer.HttpServer | RealtimeHub, PortInUse | ListenFailed | InvalidTrustedProxy> =>
  Layer.effectContext(make(options))

const closeConnections = (app: TemplatedApp): Effect.Effect<void> =>
  Effect.callback((resume) => {
    // One turn of the loop for the last bytes that were handed over.
    setImmediate(() => {
      app.close()
      resume(Effect.void)
    })
  })
