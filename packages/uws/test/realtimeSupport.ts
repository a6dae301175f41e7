/** A server with a stream, and WebSocket clients: Node's own, and one that speaks bytes. */
import { Deferred, Effect, Layer, Queue, type Scope } from "effect"
import { HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { RealtimeHub, Rejected, type StreamOptions, type UpgradeRequest } from "../src/index.ts"
import { portOfServer, request, server, type Wire, wireTo } from "./support.ts"

export const httpApp = Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) =>
  HttpServerResponse.text(`http ${url}`)
)

export const badTicket = new Rejected({ status: 401, body: `{"error":"Bad ticket"}`, contentType: "application/json" })

/** Whoever offers a name hears that name and "all". */
export const byName = ({ protocols }: UpgradeRequest) => {
  const name = protocols.find((protocol) => protocol !== "test.v1")
  return name === undefined ? Effect.fail(badTicket) : Effect.succeed({ topics: [name, "all"] })
}

/** A server with one stream on /realtime, until the scope closes. */
export const streaming = Effect.fnUntraced(function* (options: Partial<StreamOptions<never>> = {}) {
  const stream = RealtimeHub.serve({ path: "/realtime", protocol: "test.v1", authenticate: byName, ...options })
  const layers = Layer.mergeAll(HttpServer.serve(httpApp), stream)
  const context = yield* Layer.build(layers.pipe(Layer.provideMerge(server({ trustedProxies: ["127.0.0.1"] }))))
  const port = yield* Effect.provideContext(portOfServer, context)
  const hub = yield* Effect.provideContext(RealtimeHub, context)
  return { port, hub }
})

export interface Client {
  readonly protocol: string
  readonly send: (text: string) => void
  /** The next message. */
  readonly next: Effect.Effect<unknown>
  readonly closed: Effect.Effect<{ readonly code: number; readonly reason: string }>
}

/** Node's WebSocket, once it is open. Fails if the server doesn't want it. */
export const clientOf = (port: number, protocols: ReadonlyArray<string>): Effect.Effect<Client, string, Scope.Scope> =>
  Effect.gen(function* () {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime`, [...protocols])
    yield* Effect.addFinalizer(() => Effect.sync(() => socket.close()))
    const messages = yield* Queue.unbounded<unknown>()
    const closed = yield* Deferred.make<{ readonly code: number; readonly reason: string }>()
    socket.addEventListener("message", ({ data }) => Queue.offerUnsafe(messages, data))
    socket.addEventListener("close", ({ code, reason }) =>
      Deferred.doneUnsafe(closed, Effect.succeed({ code, reason }))
    )
    yield* Effect.callback<void, string>((resume) => {
      socket.addEventListener("open", () => resume(Effect.void))
      socket.addEventListener("error", () => resume(Effect.fail("refused")))
    })
    return {
      protocol: socket.protocol,
      send: (text) => socket.send(text),
      next: Queue.take(messages),
      closed: Deferred.await(closed)
    }
  })

export const handshake = (...fields: ReadonlyArray<string>): string =>
  request(
    "GET /realtime",
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version: 13",
    ...fields
  )

export const offering = (...protocols: ReadonlyArray<string>): string =>
  handshake(`Sec-WebSocket-Protocol: ${protocols.join(", ")}`)

/** A WebSocket that does nothing by itself: it neither answers pings nor reads unless it is told to. */
export const rawClientOf = (
  port: number,
  ...protocols: ReadonlyArray<string>
): Effect.Effect<Wire, never, Scope.Scope> =>
  Effect.tap(wireTo(port), (wire) => {
    wire.write(offering(...protocols))
    return wire.until("\r\n\r\n")
  })

/** A frame as clients send them, with an empty mask. */
export const frame = (opcode: number, payload = ""): Uint8Array =>
  Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), Buffer.from(payload)])
