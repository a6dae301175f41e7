/** One path on which clients become listeners: the handshake, the heartbeat, the end. */
import { Cause, Duration, Effect, Exit, Fiber, Option, Scope } from "effect"
import { Headers, HttpServerResponse } from "effect/http"
import { clientAddress, formatPeer, type TrustedProxies } from "./clientAddress.ts"
import { Exchange } from "./Exchange.ts"
import type { HttpRequest, HttpResponse, TemplatedApp, us_socket_context_t, WebSocket } from "./native.ts"
import { type Admission, Rejected, type StreamOptions, type UpgradeRequest } from "./RealtimeHub.ts"
import { readHead } from "./requestHead.ts"
import { responseHead } from "./responseHead.ts"
import { steadyCork } from "./steadyCork.ts"

interface Pulse {
  answered: boolean
}

export type Listener = WebSocket<Pulse>

/** Where a stream writes down who asks for it, and who listens. */
export interface Registry {
  readonly requestFrom: (peer: ArrayBuffer) => void
  readonly add: (listener: Listener) => void
  readonly delete: (listener: Listener) => void
}

export const openStream = Effect.fnUntraced(function* <R>(
  app: TemplatedApp,
  options: StreamOptions<R>,
  trustedProxies: TrustedProxies,
  registry: Registry
) {
  const idleTimeout = yield* idleSeconds(options.idleTimeout ?? "60 seconds")
  const services = yield* Effect.context<R>()
  const cork = yield* steadyCork
  const handshakes = yield* Scope.fork(yield* Effect.scope, "parallel")
  const listeners = new Set<Listener>()
  // A native route can't be taken away: once the stream is closed it passes everything on.
  let isOpen = true
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isOpen = false
    })
  )

  let latest: Listener | undefined
  /** Undefined: the client has left. */
  const becomeListener = (exchange: Exchange, { key }: Offer, context: us_socket_context_t): Listener | undefined => {
    latest = undefined
    exchange.upgrade<Pulse>({ answered: true }, key, options.protocol, context, cork)
    return latest
  }

  const welcome = (
    exchange: Exchange,
    offer: Offer,
    context: us_socket_context_t,
    exit: Exit.Exit<Admission, Rejected>
  ) => {
    if (!Exit.isSuccess(exit)) return reject(exchange, exit.cause, options)
    return Effect.sync(() => {
      const listener = becomeListener(exchange, offer, context)
      for (const topic of exit.value.topics) listener?.subscribe(topic)
    })
  }

  app.ws<Pulse>(options.path, {
    maxPayloadLength: options.maxPayloadLength ?? 4 * 1024,
    maxBackpressure: options.maxBackpressure ?? 256 * 1024,
    closeOnBackpressureLimit: true,
    idleTimeout,
    sendPingsAutomatically: true,
    upgrade: (response, request, context) => {
      registry.requestFrom(response.getRemoteAddress())
      const offer = isOpen ? readOffer(response, request, trustedProxies) : undefined
      if (offer === undefined) return void request.setYield(true)
      const exchange = new Exchange(response, () => {})
      const admission = Effect.suspend(() => refusalOf(offer, options) ?? options.authenticate(offer.request))
      const fiber = Effect.runForkWith(services)(
        Effect.onExit(admission, (exit) => welcome(exchange, offer, context, exit))
      )
      Fiber.runIn(fiber, handshakes)
      exchange.whenAborted(() => fiber.interruptUnsafe())
      fiber.addObserver(() => exchange.cut())
    },
    open: (listener) => {
      listeners.add(listener)
      registry.add(listener)
      latest = listener
    },
    pong: (listener) => {
      listener.getUserData().answered = true
    },
    close: (listener) => {
      if (latest === listener) latest = undefined
      listeners.delete(listener)
      registry.delete(listener)
    }
  })

  // The library's own pings go out only on quiet connections, and whatever is sent puts off its idle timeout: a
  // dead peer of a busy stream would never be found out.
  const beat = Effect.sync(() => listeners.forEach(ping))
  yield* Effect.sleep(options.pingInterval ?? "30 seconds").pipe(
    Effect.andThen(beat),
    Effect.forever,
    Effect.forkScoped
  )
})

const ping = (listener: Listener): void => {
  const pulse = listener.getUserData()
  if (!pulse.answered) return listener.close()
  pulse.answered = false
  listener.ping()
}

// The library ends the process over a value outside its range.
const idleSeconds = (idleTimeout: Duration.Input): Effect.Effect<number> => {
  const seconds = Math.round(Duration.toSeconds(Duration.fromInputUnsafe(idleTimeout)))
  return seconds >= 8 && seconds <= 960
    ? Effect.succeed(seconds)
    : Effect.die(new RangeError(`idleTimeout must be 8 seconds to 16 minutes, not ${seconds} seconds`))
}

/** What a client offers for a WebSocket. */
interface Offer {
  readonly key: string
  readonly version: string
  readonly request: UpgradeRequest
}

/** Undefined if the client doesn't ask for a WebSocket. */
const readOffer = (response: HttpResponse, request: HttpRequest, trusted: TrustedProxies): Offer | undefined => {
  const head = readHead(request)
  if (head.headers["upgrade"]?.toLowerCase() !== "websocket" || head.body._tag !== "none") return undefined
  // As RFC 6455 wants it. And the library closes a connection that says "close" in the midst of an upgrade that isn't corked.
  if (!/\bupgrade\b/i.test(request.getHeader("connection"))) return undefined
  const peer = formatPeer(new Uint8Array(response.getRemoteAddress()))
  return {
    key: head.headers["sec-websocket-key"] ?? "",
    version: head.headers["sec-websocket-version"] ?? "",
    request: {
      url: head.url,
      protocols: (head.headers["sec-websocket-protocol"] ?? "")
        .split(",")
        .map((each) => each.trim())
        .filter(Boolean),
      headers: Headers.remove(head.headers, "sec-websocket-protocol"),
      remoteAddress: Option.map(Option.fromNullishOr(peer), (address) =>
        clientAddress(address, head.headers["x-forwarded-for"], trusted)
      )
    }
  }
}

type Wording = Pick<StreamOptions<unknown>, "refusalBody">

const plainText = (body: string) => ({ body, contentType: "text/plain" })

const refusal = (
  { refusalBody = plainText }: Wording,
  status: Rejected["status"],
  sentence: string,
  headers: Record<string, string> = {}
) => {
  const worded: Pick<Rejected, "body" | "contentType" | "headers"> = refusalBody(sentence, status)
  return new Rejected({ status, ...worded, headers: { ...worded.headers, ...headers } })
}

const refusalOf = (offer: Offer, options: StreamOptions<unknown>): Rejected | undefined => {
  if (offer.version !== "13") {
    return refusal(options, 426, "WebSocket version 13 is required", { "sec-websocket-version": "13" })
  }
  if (offer.request.protocols.includes(options.protocol)) return undefined
  return (
    options.unsupportedProtocol ?? refusal(options, 400, `The WebSocket subprotocol ${options.protocol} is required`)
  )
}

const reject = (exchange: Exchange, cause: Cause.Cause<Rejected>, wording: Wording): Effect.Effect<void> => {
  const rejected = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (rejected !== undefined) return Effect.sync(() => answer(exchange, rejected))
  const stopping = Cause.hasInterruptsOnly(cause)
  const end = stopping ? refusal(wording, 503, "The server is stopping") : refusal(wording, 500, "Internal error")
  return Effect.sync(() => answer(exchange, end)).pipe(
    Effect.andThen(stopping ? Effect.void : Effect.logError("Authenticating a WebSocket failed", cause))
  )
}

const answer = (exchange: Exchange, { body, contentType, headers, status }: Rejected): void => {
  const response = HttpServerResponse.text(body, { status, contentType, headers })
  exchange.respond(responseHead(response, []), body, true)
}
