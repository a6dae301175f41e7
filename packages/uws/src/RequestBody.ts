/**
 * The body of one request as it comes in: counted against its limit, and held back while nobody reads it.
 */
import { type Cause, Data, Option } from "effect"
import { HttpServerError } from "effect/http"
import type { Exchange } from "./Exchange.ts"
import type { BodyFraming } from "./requestHead.ts"

/** The request's body is longer than `limit` bytes. What came in was dropped. */
export class RequestBodyTooLarge extends Data.TaggedError("RequestBodyTooLarge")<{ readonly limit: number }> {
  override get message(): string {
    return `The request body is larger than ${this.limit} bytes`
  }

  /** Finds it behind the `HttpServerError` that a request failed or died of, for middleware that words the 413. */
  static find(cause: Cause.Cause<unknown>): Option.Option<RequestBodyTooLarge> {
    for (const reason of cause.reasons) {
      const error = reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : undefined
      if (!HttpServerError.isHttpServerError(error) || !("cause" in error.reason)) continue
      if (error.reason.cause instanceof RequestBodyTooLarge) return Option.some(error.reason.cause)
    }
    return Option.none()
  }
}

/** The client left before its body was complete. */
export class RequestBodyCut extends Data.TaggedError("RequestBodyCut") {
  override get message(): string {
    return "The client closed the connection before the request body was complete"
  }
}

export type BodyFailure = RequestBodyTooLarge | RequestBodyCut

export type BodyRead =
  | { readonly _tag: "pieces"; readonly pieces: readonly [Uint8Array, ...Array<Uint8Array>] }
  | { readonly _tag: "end" }
  | { readonly _tag: "failure"; readonly failure: BodyFailure }

// How much of a body waits in memory for a reader of its stream.
const HIGH_WATER = 128 * 1024

// Each piece costs some 200 bytes beside its own: a body that comes in pieces of a byte would take gigabytes.
const SMALL_PIECE = 4096
const MOST_SMALL_PIECES = 1000

export class RequestBody {
  readonly #exchange: Exchange
  #limit: number
  #received = 0
  #waiting = 0
  #pieces: Array<Uint8Array> = []
  /** Small ones at the end of the list. */
  #small = 0
  #complete = false
  #failure: BodyFailure | undefined
  #collects = false
  #whole: Uint8Array | undefined
  readonly #listeners = new Set<() => void>()

  constructor(exchange: Exchange, framing: BodyFraming, limit: number) {
    this.#exchange = exchange
    this.#limit = limit
    if (framing._tag === "none" || framing._tag === "refused") this.#complete = true
    else if (framing._tag === "sized" && framing.length > limit) this.#fail(new RequestBodyTooLarge({ limit }))
    else exchange.onData((piece, isLast) => this.#receive(piece, isLast))
  }

  /** It is longer than it may be: what is left of it isn't waited for. */
  get isTooLarge(): boolean {
    return this.#failure instanceof RequestBodyTooLarge
  }

  /** Runs `listener` at once or when there is something to read. Gives back how to stop waiting. */
  read(listener: (read: BodyRead) => void): () => void {
    this.#collects = false
    return this.#when(
      () => this.#pieces.length > 0 || this.#complete || this.#failure !== undefined,
      () => listener(this.#take())
    )
  }

  /** Runs `listener` with the whole body, or what is left of it, once it is complete; later calls get the same. */
  readWhole(limit: number, listener: (read: Uint8Array | BodyFailure) => void): () => void {
    this.#limit = Math.min(this.#limit, limit)
    if (this.#received > this.#limit) this.#fail(new RequestBodyTooLarge({ limit: this.#limit }))
    this.#collects = true
    this.#exchange.resume()
    return this.#when(
      () => this.#complete || this.#failure !== undefined,
      () => listener(this.#failure ?? (this.#whole ??= this.#join()))
    )
  }

  /** The client left: readers that wait for more are told. */
  cut(): void {
    if (!this.#complete) this.#fail(new RequestBodyCut())
  }

  #receive(piece: Uint8Array, isLast: boolean): void {
    if (this.#failure !== undefined) return
    this.#received += piece.length
    if (this.#received > this.#limit) return this.#fail(new RequestBodyTooLarge({ limit: this.#limit }))
    if (piece.length > 0) {
      this.#keep(piece)
      this.#waiting += piece.length
    }
    this.#complete = isLast
    if (!isLast && !this.#collects && this.#waiting > HIGH_WATER) this.#exchange.pause()
    this.#notify()
  }

  /** In their order; neighbours that are small become one. */
  #keep(piece: Uint8Array): void {
    const isSmall = piece.length < SMALL_PIECE
    if (!isSmall) this.#joinSmall()
    this.#pieces.push(piece)
    if (isSmall) this.#small += 1
    if (this.#small >= MOST_SMALL_PIECES) this.#joinSmall()
  }

  /** The small ones at the end of the list. */
  #joinSmall(): void {
    if (this.#small > 1) this.#pieces.push(Buffer.concat(this.#pieces.splice(-this.#small)))
    this.#small = 0
  }

  #release(): Array<Uint8Array> {
    const pieces = this.#pieces
    this.#pieces = []
    this.#small = 0
    return pieces
  }

  #fail(failure: BodyFailure): void {
    this.#failure ??= failure
    this.#release()
    this.#exchange.resume()
    this.#notify()
  }

  #take(): BodyRead {
    if (this.#failure !== undefined) return { _tag: "failure", failure: this.#failure }
    const [first, ...others] = this.#release()
    if (first === undefined) return { _tag: "end" }
    this.#waiting = 0
    this.#exchange.resume()
    return { _tag: "pieces", pieces: [first, ...others] }
  }

  #join(): Uint8Array {
    const pieces = this.#release()
    const [first] = pieces
    return first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces)
  }

  #when(ready: () => boolean, listener: () => void): () => void {
    const listen = () => {
      if (!ready()) return
      this.#listeners.delete(listen)
      listener()
    }
    this.#listeners.add(listen)
    listen()
    return () => this.#listeners.delete(listen)
  }

  #notify(): void {
    for (const listen of this.#listeners) listen()
  }
}
