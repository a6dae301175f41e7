/** Servers on free ports and clients that speak bytes. */
import { Effect, Layer, type Scope } from "effect"
import { HttpServer, type HttpServerRequest, type HttpServerResponse } from "effect/http"
import { NetAddress } from "effect/net"
import { connect, type Socket } from "node:net"
import { UwsHttpServer } from "../src/index.ts"

export type App<R> = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  unknown,
  R | HttpServerRequest.HttpServerRequest | Scope.Scope
>

export const server = (options: Partial<UwsHttpServer.Options> = {}) => UwsHttpServer.layer({ port: 0, ...options })

/** Serves the app until the scope closes. Gives the port. */
export const serving = <R>(app: App<R>, options?: Partial<UwsHttpServer.Options>) =>
  Layer.build(HttpServer.serve(app).pipe(Layer.provideMerge(server(options)))).pipe(
    Effect.flatMap((context) => Effect.provideContext(portOfServer, context))
  )

export const portOfServer = HttpServer.HttpServer.use(({ address }) =>
  NetAddress.isInetAddress(address) ? Effect.succeed(address.port) : Effect.die(new Error("not on a port"))
)

const KEPT = 256 * 1024

/** A TCP connection. The first 256 KiB that arrive are kept as Latin-1 text, and the last of what arrives. */
export class Wire {
  readonly socket: Socket
  received = ""
  /** Bytes. */
  length = 0
  isClosed = false
  #tail = ""
  readonly #watchers = new Set<() => void>()

  constructor(socket: Socket) {
    this.socket = socket
    socket.on("data", (bytes) => {
      this.length += bytes.length
      if (this.received.length < KEPT) this.received += bytes.toString("latin1")
      this.#tail = this.#tail.slice(-100) + bytes.subarray(-1000).toString("latin1")
      this.#notify()
    })
    socket.on("error", () => {})
    socket.on("close", () => {
      this.isClosed = true
      this.#notify()
    })
  }

  write(data: string | Uint8Array): void {
    this.socket.write(typeof data === "string" ? Buffer.from(data, "latin1") : data)
  }

  /** Waits for text to arrive; fails if the connection ends without it. */
  until(text: string): Effect.Effect<string> {
    return this.#when(() => this.#tail.includes(text) || this.received.includes(text)).pipe(
      Effect.flatMap((seen) =>
        seen ? Effect.succeed(this.received) : Effect.die(new Error(`closed after ${JSON.stringify(this.received)}`))
      )
    )
  }

  /** Waits for so many bytes to have arrived. */
  untilLength(length: number): Effect.Effect<void> {
    return Effect.asVoid(this.#when(() => this.length >= length))
  }

  /** Waits until the server has ended the connection. Gives all that arrived. */
  get ended(): Effect.Effect<string> {
    return Effect.map(
      this.#when(() => this.isClosed),
      () => this.received
    )
  }

  #when(condition: () => boolean): Effect.Effect<boolean> {
    return Effect.callback((resume) => {
      const watcher = () => {
        if (!condition() && !this.isClosed) return
        this.#watchers.delete(watcher)
        resume(Effect.succeed(condition()))
      }
      this.#watchers.add(watcher)
      watcher()
    })
  }

  #notify(): void {
    for (const watcher of this.#watchers) watcher()
  }
}

export const wireTo = (port: number): Effect.Effect<Wire, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Wire>((resume) => {
      const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed(new Wire(socket))))
    }),
    (wire) => Effect.sync(() => wire.socket.destroy())
  )

/** One request and the rest of its connection. */
export const exchangeOn = (port: number, request: string): Effect.Effect<string> =>
  Effect.scoped(
    Effect.gen(function* () {
      const wire = yield* wireTo(port)
      wire.write(request)
      return yield* wire.ended
    })
  )

export const request = (line: string, ...fields: ReadonlyArray<string>): string =>
  [`${line} HTTP/1.1`, "Host: example.test", ...fields, "", ""].join("\r\n")

export interface Fetched {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export const fetched = (port: number, path: string, init: RequestInit = {}): Effect.Effect<Fetched> =>
  Effect.promise(async (signal) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal, redirect: "manual", ...init })
    return { status: response.status, headers: response.headers, text: await response.text() }
  })
