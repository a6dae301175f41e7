/** Where requests come in: hands each to the served app, and knows how many are in progress. */
import { Context, Effect, Fiber, type Scope } from "effect"
import { HttpServerError, HttpServerRequest } from "effect/http"
import { Exchange } from "./Exchange.ts"
import type { HttpRequest, HttpResponse } from "./native.ts"
import { RequestBody } from "./RequestBody.ts"
import { readHead, type RequestHead } from "./requestHead.ts"
import { type ServerSide, UwsRequest } from "./UwsRequest.ts"

export interface GateOptions extends Pick<ServerSide, "fields" | "trustedProxies"> {
  readonly maxBodyBytes: (path: string, method: string) => number
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
      isDraining: () => this.#draining
    }
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
    this.#inProgress++
    const exchange = new Exchange(response, this.#onOver)
    const peer = new Uint8Array(response.getRemoteAddress().slice(0))
    if (head.body._tag === "refused") return refuseLater(exchange, head.body.status)
    if (this.#served === undefined) return refuse(exchange, 503)
    const limit = this.#limitOf(head, this.#served)
    if (limit === undefined) return refuse(exchange, 500)
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
  400: "400 Bad Request",
  500: "500 Internal Server Error",
  501: "501 Not Implemented",
  503: "503 Service Unavailable"
}

const refuse = (exchange: Exchange, status: keyof typeof refusals): void =>
  exchange.respond({ status: refusals[status], fields: [] }, "", true)

/**
 * Answers in the next turn of the loop. Until then the request is unanswered, and to what stands behind one in the same
 * piece of bytes the library ends the connection instead of handing it over.
 */
const refuseLater = (exchange: Exchange, status: keyof typeof refusals): void => {
  setImmediate(() => refuse(exchange, status))
}
