/** Effect's view of one request. Everything but the body was copied when the request came in. */
import { Cause, Context, Effect, Inspectable, Option, Stream } from "effect"
import type { FileSystem, Path, Schema, Scope } from "effect"
import {
  Cookies,
  type Headers,
  HttpIncomingMessage,
  HttpServerError,
  HttpServerRequest,
  Multipart,
  UrlParams
} from "effect/http"
import type { Socket } from "effect/socket"
import { isUtf8 } from "node:buffer"
import { clientAddress, formatPeer, type TrustedProxies } from "./clientAddress.ts"
import type { Exchange, ResponseHead } from "./Exchange.ts"
import { type RequestBody, RequestBodyTooLarge } from "./RequestBody.ts"
import type { RequestHead } from "./requestHead.ts"
import type { UnreadAnswers } from "./UnreadAnswers.ts"

/** What the views that `modify` makes of one request share. */
export interface RequestSource {
  readonly exchange: Exchange
  readonly head: RequestHead
  readonly body: RequestBody
  /** The 4 or 16 bytes of the peer's address. */
  readonly peer: Uint8Array
  readonly server: ServerSide
}

/** What all requests of a server share. */
export interface ServerSide {
  readonly trustedProxies: TrustedProxies
  /** Fields of every answer. */
  readonly fields: ResponseHead["fields"]
  readonly unread: UnreadAnswers
  /** Whether connections are to end with their next answer. */
  readonly isDraining: () => boolean
}

interface Overrides {
  readonly url?: string | undefined
  readonly headers?: Headers.Headers | undefined
  readonly remoteAddress?: Option.Option<string> | undefined
  readonly peerAddress?: Option.Option<string> | undefined
  readonly protocol?: "http" | "https" | undefined
}

/** Of what is no UTF-8, the text has replacement characters in place of what its sender wrote. */
type TextCheck = (text: string, wasUtf8: boolean) => Effect.Effect<void>

/**
 * Looks at a body's text before it is parsed, as JSON for example. It refuses by a defect, which whoever writes the server's
 * refusals turns into an answer. (Default: every text passes)
 */
export const BodyTextCheck = Context.Reference<TextCheck>("@counterfoil/uws/BodyTextCheck", {
  defaultValue: () => () => Effect.void
})

const decoder = new TextDecoder()
const formDecoder = new TextDecoder("utf-8", { ignoreBOM: true })

export class UwsRequest extends Inspectable.Class implements HttpServerRequest.HttpServerRequest {
  readonly [HttpServerRequest.TypeId]: typeof HttpServerRequest.TypeId = HttpServerRequest.TypeId
  readonly [HttpIncomingMessage.TypeId]: typeof HttpIncomingMessage.TypeId = HttpIncomingMessage.TypeId
  readonly source: RequestSource
  readonly url: string
  readonly headers: Headers.Headers
  readonly #overrides: Overrides
  #cookies: Readonly<Record<string, string>> | undefined
  #multipart: Effect.Effect<Multipart.Persisted, Multipart.MultipartError, MultipartServices> | undefined

  constructor(source: RequestSource, overrides: Overrides = {}) {
    super()
    this.source = source
    this.url = overrides.url ?? source.head.url
    this.headers = overrides.headers ?? source.head.headers
    this.#overrides = overrides
  }

  get method(): string {
    return this.source.head.method
  }

  get originalUrl(): string {
    const { headers, url } = this.source.head
    return headers["host"] === undefined ? url : `http://${headers["host"]}${url}`
  }

  get protocol(): "http" | "https" | undefined {
    return this.#overrides.protocol
  }

  /** The peer, or the client that trusted proxies speak for. */
  get remoteAddress(): Option.Option<string> {
    const { head, peer, server } = this.source
    return (
      this.#overrides.remoteAddress ??
      Option.map(Option.fromNullishOr(formatPeer(peer)), (address) =>
        clientAddress(address, head.headers["x-forwarded-for"], server.trustedProxies)
      )
    )
  }

  get peerAddress(): Option.Option<string> {
    return this.#overrides.peerAddress ?? Option.fromNullishOr(formatPeer(this.source.peer))
  }

  get cookies(): Readonly<Record<string, string>> {
    return (this.#cookies ??= Cookies.parseHeader(this.headers["cookie"] ?? ""))
  }

  get arrayBuffer(): Effect.Effect<ArrayBuffer, HttpServerError.HttpServerError> {
    return Effect.map(this.#bytes, (bytes) => new Uint8Array(bytes).buffer)
  }

  get text(): Effect.Effect<string, HttpServerError.HttpServerError> {
    return Effect.flatMap(this.#bytes, (bytes) =>
      Effect.flatMap(BodyTextCheck, (check) => {
        const text = decoder.decode(bytes)
        return Effect.as(check(text, isUtf8(bytes)), text)
      })
    )
  }

  get json(): Effect.Effect<Schema.Json, HttpServerError.HttpServerError> {
    return Effect.flatMap(this.text, (text) =>
      Effect.try({
        try: () => (text === "" ? null : JSON.parse(text)),
        catch: (cause) => this.#parseError(cause)
      })
    )
  }

  get urlParamsBody(): Effect.Effect<UrlParams.UrlParams, HttpServerError.HttpServerError> {
    return Effect.flatMap(this.#bytes, (bytes) =>
      Effect.try({
        // A leading "?" is form data; URLSearchParams would take it for the mark of a query.
        try: () => UrlParams.fromInput(new URLSearchParams(formDecoder.decode(bytes).replace(/^\?/, "%3F"))),
        catch: (cause) => this.#parseError(cause)
      })
    )
  }

  get stream(): Stream.Stream<Uint8Array, HttpServerError.HttpServerError> {
    const pull = Effect.callback<
      readonly [Uint8Array, ...Array<Uint8Array>],
      HttpServerError.HttpServerError | Cause.Done
    >((resume) => {
      const stop = this.source.body.read((read) => {
        if (read._tag === "pieces") resume(Effect.succeed(read.pieces))
        else if (read._tag === "end") resume(Cause.done())
        else resume(Effect.fail(this.#parseError(read.failure)))
      })
      return Effect.sync(stop)
    })
    return Stream.fromPull(Effect.succeed(pull))
  }

  get multipart(): Effect.Effect<Multipart.Persisted, Multipart.MultipartError, MultipartServices> {
    return (this.#multipart ??= Effect.runSync(Effect.cached(Multipart.toPersisted(this.multipartStream))))
  }

  get multipartStream(): Stream.Stream<Multipart.Part, Multipart.MultipartError> {
    return Stream.pipeThroughChannel(
      Stream.mapError(this.stream, (cause) => Multipart.MultipartError.fromReason("InternalError", cause)),
      Multipart.makeChannel(this.headers)
    )
  }

  get upgrade(): Effect.Effect<Socket.Socket, HttpServerError.HttpServerError> {
    return this.upgradeWith({})
  }

  upgradeWith(_options: { readonly headers?: Headers.Input | undefined }) {
    const reason = new HttpServerError.RequestParseError({
      request: this,
      description: "WebSockets of this server belong to its RealtimeHub"
    })
    return Effect.fail(new HttpServerError.HttpServerError({ reason }))
  }

  modify(overrides: Overrides): UwsRequest {
    const before = this.#overrides
    return new UwsRequest(this.source, {
      url: overrides.url ?? before.url,
      headers: overrides.headers ?? before.headers,
      remoteAddress: overrides.remoteAddress ?? before.remoteAddress,
      peerAddress: overrides.peerAddress ?? before.peerAddress,
      protocol: overrides.protocol ?? before.protocol
    })
  }

  override toString(): string {
    return `UwsRequest(${this.method} ${UrlParams.redactUrl(this.url)})`
  }

  toJSON(): unknown {
    return HttpIncomingMessage.inspect(this, {
      _id: "HttpServerRequest",
      method: this.method,
      url: UrlParams.redactUrl(this.originalUrl)
    })
  }

  get #bytes(): Effect.Effect<Uint8Array, HttpServerError.HttpServerError> {
    return Effect.withFiber((fiber) => {
      const limit = Number(fiber.getRef(HttpIncomingMessage.MaxBodySize) ?? Infinity)
      return Effect.callback<Uint8Array, HttpServerError.HttpServerError>((resume) => {
        const stop = this.source.body.readWhole(limit, (read) =>
          resume(read instanceof Uint8Array ? Effect.succeed(read) : Effect.fail(this.#parseError(read)))
        )
        return Effect.sync(stop)
      })
    })
  }

  #parseError(cause: unknown): HttpServerError.HttpServerError {
    const reason = cause instanceof RequestBodyTooLarge ? "BodyTooLarge" : "Parse"
    return new HttpServerError.HttpServerError({
      reason: new HttpServerError.RequestParseError({ request: this, reason, cause })
    })
  }
}

type MultipartServices = Scope.Scope | FileSystem.FileSystem | Path.Path

/** Whose answer the request's is: what of a reader's answers isn't read yet is counted together. (By default: the address's) */
export const readBy = (reader: string): Effect.Effect<void> =>
  Effect.map(Effect.serviceOption(HttpServerRequest.HttpServerRequest), (found) => {
    const request = Option.getOrUndefined(found)
    if (request instanceof UwsRequest) request.source.exchange.reader = reader
  })
