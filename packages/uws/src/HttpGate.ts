/** Where requests come in: hands each to the served app, and knows how many are in progress. */
import { Context, Effect, Fiber, type Scope } from "effect"
import { HttpServerError, HttpServerRequest } from "effect/http"
import { Exchange } from "./Exchange.ts"
import type { HttpRequest, HttpResponse } from "./native.ts"
import { RequestBody } from "./RequestBody.ts"
import { readHead, type RequestHead } from "./requestHead.ts"
import { SilentConnections } from "./SilentConnections.ts"
import { type ServerSide, UwsRequest } from "./UwsRequest.ts"

/** An answer that the gate gives by itself: the request is malformed, or no app is served. */
export interface GateRefusal {
  readonly status: 400 | 408 | 500 | 501 | 503
  /** Without its query; empty where no request could be read. */
  readonly path: string
  readonly sentence: string
  /** What the client would rather read, as its `Accept` says; empty where no request could be read. */
  readonly accept: string
}

export interface RefusalBody {
  readonly body: string
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface GateOptions extends Pick<ServerSide, "fields" | "trustedProxies" | "unread"> {
  readonly maxBodyBytes: (path: string, method: string) => number
  readonly refusalBody: (refusal: GateRefusal) => RefusalBody
  /** How long a connection may be without a request. */
  readonly firstRequestMillis: number
}

/** What runs the requests of a served app. */
export interface Served {
  /** Answers the request that it finds in its context. */
  readonly handled: Effect.Effect<void, never, HttpServerRequest.HttpServerRequest>
  readonly services: Context.Context<never>
  /** The fibers of requests end with it. */
  readonly scope: Scope.Scope
}

export class HttpGate {
  readonly #options: GateOptions
  readonly #server: ServerSide
  readonly #silent: SilentConnections
  readonly #onOver = () => this.#over()
  #served: Served | undefined
  #inProgress = 0
  #draining = false
  #whenIdle: (() => void) | undefined

  constructor(options: GateOptions) {
    this.#options = options
    this.#server = {
      fields: options.fields,
      trustedProxies: options.trustedProxies,
      unread: options.unread,
      isDraining: () => this.#draining
    }
    this.#silent = new SilentConnections(options.firstRequestMillis, (response) =>
      this.#refuse(new Exchange(response, () => {}), undefined, 408)
    )
  }

  /** A client has connected. */
  opened(response: HttpResponse): void {
    this.#silent.opened(response)
  }

  /** To be told before anything is done with a request that doesn't come to `receive`. */
  requestFrom(peer: ArrayBuffer): void {
    this.#silent.requestFrom(peer)
  }

  get isServing(): boolean {
    return this.#served !== undefined
  }

  serve(served: Served): void {
    this.#served = served
  }

  /** From now on requests are answered with 503. */
  shut(): void {
    this.#served = undefined
  }

  /** From now on each answer ends its connection. Waits until no request is in progress. */
  readonly drain: Effect.Effect<void> = Effect.callback((resume) => {
    this.#draining = true
    this.#whenIdle = () => resume(Effect.void)
    this.#tellIfIdle()
  })

  receive(response: HttpResponse, request: HttpRequest): void {
    const head = readHead(request)
    const address = response.getRemoteAddress()
    this.#silent.requestFrom(address)
    this.#inProgress++
    const exchange = new Exchange(response, this.#onOver)
    // To the library a body ends with its last chunk: trailers, and what a proxy takes for them, would be the next request.
    if (head.body._tag === "chunked") exchange.endConnection()
    const peer = new Uint8Array(address.slice(0))
    if (head.body._tag === "refused") return this.#refuseLater(exchange, head, head.body.status)
    if (this.#served === undefined) return this.#refuse(exchange, head, 503)
    const limit = this.#limitOf(head, this.#served)
    if (limit === undefined) return this.#refuse(exchange, head, 500)
    const body = new RequestBody(exchange, head.body, limit)
    run(new UwsRequest({ exchange, head, body, peer, server: this.#server }), this.#served)
  }

  // Runs inside a native callback, where an exception would end the process.
  #limitOf(head: RequestHead, served: Served): number | undefined {
    if (head.body._tag === "none") return 0
    try {
      return this.#options.maxBodyBytes(head.path, head.method)
    } catch (cause) {
      Effect.runForkWith(served.services)(Effect.logError("maxBodyBytes failed for a request", cause))
      return undefined
    }
  }

  #refuse(exchange: Exchange, head: RequestHead | undefined, status: GateRefusal["status"]): void {
    const { sentence, status: line } = refusals[status]
    const accept = head?.headers["accept"] ?? ""
    const refusal = { status, path: head?.path ?? "", sentence, accept }
    const { body, contentType, headers = {} } = this.#options.refusalBody(refusal)
    const again: ReadonlyArray<readonly [string, string]> = status === 503 ? [["retry-after", "5"]] : []
    exchange.respond(
      {
        status: line,
        fields: [...this.#options.fields, ["content-type", contentType], ...Object.entries(headers), ...again]
      },
      body,
      true
    )
  }

  /**
   * Answers in the next turn of the loop. Until then the request is unanswered, and to what stands behind one in the same
   * piece of bytes the library ends the connection instead of handing it over.
   */
  #refuseLater(exchange: Exchange, head: RequestHead, status: GateRefusal["status"]): void {
    setImmediate(() => this.#refuse(exchange, head, status))
  }

  #over(): void {
    this.#inProgress--
    this.#tellIfIdle()
  }

  #tellIfIdle(): void {
    if (this.#draining && this.#inProgress === 0) this.#whenIdle?.()
  }
}

const run = (request: UwsRequest, { handled, scope, services }: Served): void => {
  const context = Context.add(services, HttpServerRequest.HttpServerRequest, request)
  const fiber = Fiber.runIn(Effect.runForkWith(context)(handled), scope)
  const { body, exchange } = request.source
  if (fiber.pollUnsafe() !== undefined) return exchange.cut()
  exchange.whenAborted(() => {
    fiber.interruptUnsafe(undefined, HttpServerError.ClientAbort.annotation)
    body.cut()
  })
  // A fiber that ended without an answer: the client shall not wait for ever.
  fiber.addObserver(() => exchange.cut())
}

const refusals = {
  400: { status: "400 Bad Request", sentence: "The request is malformed" },
  408: { status: "408 Request Timeout", sentence: "No request that can be read has arrived in time" },
  500: { status: "500 Internal Server Error", sentence: "Internal error" },
  501: { status: "501 Not Implemented", sentence: "The only transfer coding that is understood is chunked" },
  503: { status: "503 Service Unavailable", sentence: "The server is starting or stopping, try again" }
} as const
