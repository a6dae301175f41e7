/** Writes an `HttpServerResponse` to the exchange of its request. */
import { Cause, Effect, Option, Stream } from "effect"
import { type HttpBody, HttpServerError, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { Readable } from "node:stream"
import type { Exchange, ResponseHead } from "./Exchange.ts"
import { declaredLength, responseHead } from "./responseHead.ts"
import { UwsRequest } from "./UwsRequest.ts"

type Sent = Effect.Effect<void, unknown>

// Up to this size a body is handed over at once and the library buffers what the client can't take yet.
const SMALL = 64 * 1024

/** What a stream may have that has to be given to the library whole: what its client doesn't read of it is counted nowhere. */
const mostAtOnce = 256 * 1024

const connectionClose: ResponseHead["fields"] = [["connection", "close"]]

export const sendResponse = (
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
): Sent => {
  if (!(request instanceof UwsRequest)) return Effect.die(new TypeError("The request isn't one of this server"))
  const { body, exchange, server } = request.source
  if (!exchange.isOpen) return Effect.sync(() => dropBody(response.body))
  const close =
    server.isDraining() ||
    exchange.endsConnection ||
    body.isTooLarge ||
    response.headers["connection"]?.toLowerCase() === "close"
  try {
    return new Answer(request, response, responseHead(response, server.fields), close).send()
  } catch (defect) {
    dropBody(response.body)
    return new Answer(request, response, { status: "500 Internal Server Error", fields: [] }, close).fail(
      Cause.die(defect)
    )
  }
}

class Answer {
  readonly #request: UwsRequest
  readonly #exchange: Exchange
  readonly #withoutBody: boolean
  readonly #response: HttpServerResponse.HttpServerResponse
  readonly #head: ResponseHead
  readonly #close: boolean

  constructor(
    request: UwsRequest,
    response: HttpServerResponse.HttpServerResponse,
    head: ResponseHead,
    close: boolean
  ) {
    this.#request = request
    this.#exchange = request.source.exchange
    this.#withoutBody = HttpServerResponse.omitsBody(response, request.method === "HEAD")
    this.#response = response
    this.#head = head
    this.#close = close
  }

  send(): Sent {
    const { body } = this.#response
    if (this.#withoutBody) return this.#sendWithoutBody()
    switch (body._tag) {
      case "Empty":
        return this.#sendWhole("")
      case "Uint8Array":
        return body.contentLength <= SMALL ? this.#sendWhole(body.text ?? body.body) : this.#sendLarge(body.body)
      case "Stream":
        return this.#sendStream(body.stream, this.#head, declaredLength(this.#response))
      case "FormData":
        return this.#sendForm(body.formData)
      case "Raw":
        return this.#sendRaw(body.body)
    }
  }

  /** What can still be said when the answer could not be written: a status, or the end of the connection. */
  fail(cause: Cause.Cause<unknown>): Sent {
    return Effect.flatMap(HttpServerError.causeResponse(cause), ([fallback, reported]) => {
      if (this.#exchange.headSent) {
        this.#exchange.cut()
        return Effect.failCause(Cause.combine(cause, Cause.die(this.#response)))
      }
      const status = fallback.status >= 200 && fallback.status <= 599 ? fallback.status : 500
      this.#exchange.respond(responseHead(HttpServerResponse.empty({ status }), []), "", this.#close)
      return Effect.failCause(reported)
    })
  }

  // The library announces the end of the connection only in answers that it is given whole.
  #lasting(head: ResponseHead): ResponseHead {
    return this.#close ? { status: head.status, fields: [...head.fields, ...connectionClose] } : head
  }

  #inOne(head: ResponseHead): ResponseHead {
    return this.#exchange.endsConnection ? head : this.#lasting(head)
  }

  #sendWhole(body: string | Uint8Array): Sent {
    this.#exchange.respond(this.#head, body, this.#close)
    return Effect.void
  }

  #sendWithoutBody(): Sent {
    const { body, status } = this.#response
    dropBody(body)
    if (status === 205) return this.#sendWhole("")
    this.#exchange.respondWithoutBody(
      this.#inOne(this.#head),
      status === 204 ? undefined : declaredLength(this.#response)
    )
    return Effect.void
  }

  #sendLarge(bytes: Uint8Array): Sent {
    const head = this.#lasting(this.#head)
    const given = this.#handOver(bytes, () => this.#exchange.writePart(head, bytes, bytes.length))
    return Effect.andThen(given, this.#endParts)
  }

  /** To be waited for where the connection ends with the answer: its last bytes may still be with the library. */
  get #endParts(): Effect.Effect<void> {
    return this.#exchange.endsConnection ? this.#handOver(nothing, () => this.#exchange.endParts()) : Effect.void
  }

  #sendForm(formData: FormData): Sent {
    const { body, headers } = new Response(formData)
    const head = { status: this.#head.status, fields: [...this.#head.fields, ...headers] }
    return body === null ? this.#sendWhole("") : this.#sendIterable(body, head, undefined)
  }

  #sendRaw(body: unknown): Sent {
    if (typeof body === "string" || body instanceof Uint8Array) return this.#sendWhole(body)
    // Streams of Node and of the Web alike.
    if (!isAsyncIterable(body)) throw new TypeError("Unsupported raw response body")
    return this.#sendIterable(body, this.#head, declaredLength(this.#response))
  }

  #sendIterable(source: AsyncIterable<unknown>, head: ResponseHead, length: number | undefined): Sent {
    const stream = Stream.fromAsyncIterable(source, (cause) => cause).pipe(Stream.map(bytesOf))
    return this.#sendStream(stream, head, length)
  }

  /** A stream that ends its connection. In chunks it can't: the library would write that it does into the last of them. */
  #sendGathered(stream: Stream.Stream<Uint8Array, unknown>, head: ResponseHead): Sent {
    const gathered: Array<Uint8Array> = []
    let length = 0
    const gather = (pieces: ReadonlyArray<Uint8Array>): Effect.Effect<void> => {
      for (const piece of pieces) length += piece.length
      gathered.push(...pieces)
      return length <= mostAtOnce
        ? Effect.void
        : Effect.die(new RangeError("The answer to a request in chunks is too long to be given whole"))
    }
    return stream.pipe(
      Stream.runForEachArray(gather),
      Effect.andThen(Effect.sync(() => this.#exchange.respond(head, Buffer.concat(gathered), true))),
      Effect.interruptible,
      Effect.matchCauseEffect({ onSuccess: () => Effect.void, onFailure: (cause) => this.fail(cause) })
    )
  }

  #sendStream(stream: Stream.Stream<Uint8Array, unknown>, head: ResponseHead, length: number | undefined): Sent {
    const exchange = this.#exchange
    if (exchange.endsConnection && length === undefined) return this.#sendGathered(stream, head)
    const lasting = this.#lasting(head)
    let sent = 0
    const write = (bytes: Uint8Array): boolean => {
      sent += bytes.length
      if (length === undefined) return exchange.writeChunk(lasting, bytes)
      if (sent > length) throw new RangeError(`Response body is longer than its content-length of ${length}`)
      return exchange.writePart(lasting, bytes, length)
    }
    const end = Effect.suspend(() => {
      if (length === undefined || length === 0) return Effect.sync(() => exchange.endChunks(this.#inOne(head)))
      if (sent < length) throw new RangeError(`Response body is shorter than its content-length of ${length}`)
      return this.#endParts
    })
    return stream.pipe(
      Stream.runForEachArray((pieces) => {
        const bytes = joined(pieces)
        return this.#handOver(bytes, () => write(bytes))
      }),
      Effect.andThen(end),
      Effect.interruptible,
      Effect.matchCauseEffect({ onSuccess: () => Effect.void, onFailure: (cause) => this.fail(cause) })
    )
  }

  /** Hands bytes over and waits until they are taken: the client sets the pace, while there is room for what waits. */
  #handOver({ length }: Uint8Array, write: () => boolean): Effect.Effect<void> {
    return Effect.suspend(() =>
      write()
        ? Effect.void
        : Effect.callback<void>((resume) => {
            const over = this.#request.source.server.unread.wait(this.#reader, length, () => this.#exchange.drop())
            this.#exchange.whenTaken(() => {
              over()
              resume(Effect.void)
            })
            return Effect.sync(over)
          })
    )
  }

  get #reader(): string {
    return this.#exchange.reader ?? Option.getOrElse(this.#request.remoteAddress, () => "")
  }
}

const nothing = new Uint8Array(0)

const joined = (pieces: readonly [Uint8Array, ...Array<Uint8Array>]): Uint8Array =>
  pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)

const encoder = new TextEncoder()

const bytesOf = (piece: unknown): Uint8Array => {
  if (piece instanceof Uint8Array) return piece
  if (typeof piece === "string") return encoder.encode(piece)
  throw new TypeError("A raw response body gave something else than bytes or text")
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value

/** Frees what an answer that nobody gets holds open, such as a file. */
const dropBody = (body: HttpBody.HttpBody): void => {
  const source = body._tag === "Raw" ? body.body : undefined
  if (source instanceof ReadableStream) source.cancel().catch(() => {})
  else if (source instanceof Readable) source.destroy()
}
