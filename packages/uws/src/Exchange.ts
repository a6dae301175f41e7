/**
 * One request and its answer on the native side, the only holder of a native response.
 *
 * Nothing touches the native response after its last byte was accepted or after the client left: every method is a
 * no-op then. All writes are corked.
 */
import type { NativeResponse, RecognizedString, us_socket_context_t } from "./native.ts"

import type { SteadyCork } from "./steadyCork.ts"

/** A status line such as "200 OK" and the fields; `content-length` is never among them. */
export interface ResponseHead {
  readonly status: string
  readonly fields: ReadonlyArray<readonly [name: string, value: RecognizedString]>
}

/** Bytes that the socket hasn't taken yet. */
type Outgoing =
  | { readonly _tag: "chunk"; readonly bytes: Uint8Array; at: number }
  | { readonly _tag: "part"; readonly bytes: Uint8Array; readonly start: number; readonly total: number }
  | { readonly _tag: "end" }

// A chunk is handed over in slices. After one that didn't fit, the next is small: what the library buffers then
// shrinks while the client catches up, however slow it is.
const SLICE = 64 * 1024
const PROBE = 1024

export class Exchange {
  /** Who asked, where more is known of it than its address. */
  reader: string | undefined
  readonly #response: NativeResponse
  readonly #onOver: () => void
  #open = true
  #headSent = false
  #closes = false
  #outgoing: Outgoing | undefined
  /** Every byte of an answer whose end is for us to make. */
  #left = false
  #pressed = false
  #listensForRoom = false
  #paused = false
  #discards = false
  #whenTaken: (() => void) | undefined
  #whenAborted: (() => void) | undefined

  /** `onOver` runs once: the answer was handed over whole, or the client left, or the connection was cut. */
  constructor(response: NativeResponse, onOver: () => void) {
    this.#response = response
    this.#onOver = onOver
    response.onAborted(() => this.#abort())
  }

  get isOpen(): boolean {
    return this.#open
  }

  /** Whether part of an answer is on its way, so that no other can be given any more. */
  get headSent(): boolean {
    return this.#headSent
  }

  /** Runs `listener` if the client leaves before it has its answer. */
  whenAborted(listener: () => void): void {
    this.#whenAborted = listener
  }

  /** Runs `listener` once what was handed over last has been taken, or nobody is left to take it. */
  whenTaken(listener: () => void): void {
    if (this.#open && this.#outgoing !== undefined) this.#whenTaken = listener
    else listener()
  }

  /** Calls `receive` with a copy of each piece of the request's body, until the answer ends. */
  onData(receive: (piece: Uint8Array, isLast: boolean) => void): void {
    this.#response.onData((piece, isLast) => {
      // The native buffer is taken back when this callback returns. Pieces still come after an early answer.
      if (this.#open && !this.#discards) receive(new Uint8Array(piece.slice(0)), isLast)
    })
  }

  /** Stops reading the request's body: the client is held back. */
  pause(): void {
    if (!this.#open || this.#paused || this.#discards) return
    this.#paused = true
    this.#response.pause()
  }

  resume(): void {
    if (!this.#open || !this.#paused) return
    this.#paused = false
    this.#response.resume()
  }

  /** The connection ends with the answer, which must not be handed over in chunks, and in parts has to be ended: the library ends none after those. */
  endConnection(): void {
    this.#closes = true
  }

  get endsConnection(): boolean {
    return this.#closes
  }

  /** The whole answer at once. `close` also ends the connection. */
  respond(head: ResponseHead, body: RecognizedString, close: boolean): void {
    this.#finish((response) => {
      writeHead(response, head)
      response.end(body, close || this.#closes)
    })
  }

  /**
   * An answer without a body, announcing `length` bytes if it is given. The library's own `endWithoutBody(length)`
   * leaves the response pending, which breaks the next request of the connection: so the field is written here. Where there is
   * none, an empty body ends the connection.
   */
  respondWithoutBody(head: ResponseHead, length: number | undefined): void {
    this.#finish((response) => {
      writeHead(response, head)
      if (this.#closes) return response.end("", true)
      if (length !== undefined) response.writeHeader("content-length", String(length))
      return response.endWithoutBody()
    })
  }

  /** The next chunk of an answer of unknown length; the head goes with the first. True if it was taken at once. */
  writeChunk(head: ResponseHead, bytes: Uint8Array): boolean {
    // To the library an empty chunk is the end of the answer.
    if (!this.#open || bytes.length === 0) return true
    return this.#hand(head, () => ({ _tag: "chunk", bytes, at: 0 }))
  }

  /** Ends a chunked answer. */
  endChunks(head: ResponseHead): void {
    if (this.#headSent) this.#finish((response) => response.end())
    else this.respond(head, "", false)
  }

  /** The next part of an answer of `total` bytes in all, the last of which ends it. True if it was taken at once. */
  writePart(head: ResponseHead, bytes: Uint8Array, total: number): boolean {
    if (!this.#open || bytes.length === 0) return true
    const start = this.#response.getWriteOffset()
    if (start + bytes.length >= total) this.#discardRest()
    return this.#hand(head, () => ({ _tag: "part", bytes, start, total: this.#closes ? total + 1 : total }), total)
  }

  /** Ends the connection of an answer in parts, in a later turn, once all of them have left (`whenTaken`). */
  endParts(): boolean {
    if (!this.#open) return true
    this.#outgoing = { _tag: "end" }
    // Within a callback of the library what was written may still be in its cork, of which it says nothing.
    setImmediate(() => {
      if (this.#open) this.#pushOn()
    })
    return false
  }

  /** Becomes a WebSocket that speaks `protocol`. The cork is another's, where there is one: see there. */
  upgrade<UserData>(
    userData: UserData,
    key: string,
    protocol: string,
    context: us_socket_context_t,
    cork: SteadyCork
  ): void {
    const upgrade = () => this.#response.upgrade(userData, key, protocol, "", context)
    this.#end(() => {
      if (!cork(upgrade)) this.#response.cork(upgrade)
    })
  }

  /** Cuts the connection: for an answer that can't be completed. */
  cut(): void {
    if (!this.#open) return
    this.#open = false
    this.#response.close()
    this.#onOver()
  }

  /** Ends the connection as if the client had left. */
  drop(): void {
    // The library says so at once.
    if (this.#open) this.#response.close()
  }

  #finish(write: (response: NativeResponse) => void): void {
    this.#end(() => this.#response.cork(() => write(this.#response)))
  }

  #end(write: () => void): void {
    if (!this.#open) return
    this.#discardRest()
    this.#open = false
    write()
    this.#onOver()
  }

  #abort(): void {
    if (!this.#open) return
    this.#open = false
    this.#outgoing = undefined
    this.#whenAborted?.()
    this.#taken()
    this.#onOver()
  }

  // What is left of the request's body is read and dropped, so that the connection can serve the next request.
  #discardRest(): void {
    this.#discards = true
    this.resume()
  }

  #hand(head: ResponseHead, outgoing: () => Outgoing, announced?: number): boolean {
    this.#listenForRoom()
    this.#outgoing = outgoing()
    this.#response.cork(() => {
      if (!this.#headSent) {
        this.#headSent = true
        writeHead(this.#response, head)
        // The length is told by the first call. The later ones name one that is never reached (`endParts`).
        if (this.#closes && announced !== undefined) this.#response.tryEnd("", announced)
      }
      this.#push(this.#response.getWriteOffset())
    })
    return this.#outgoing === undefined
  }

  #listenForRoom(): void {
    if (this.#listensForRoom) return
    this.#listensForRoom = true
    this.#response.onWritable(() => {
      this.#pushOn()
      return true
    })
  }

  #pushOn(): void {
    // With a listener set the library doesn't send what it has buffered: leaving a cork does, even an unused one.
    this.#response.cork(() => this.#push(this.#response.getWriteOffset()))
    if (this.#left) this.cut()
    if (this.#outgoing === undefined) this.#taken()
  }

  #taken(): void {
    const listener = this.#whenTaken
    this.#whenTaken = undefined
    listener?.()
  }

  #push(offset: number): void {
    if (this.#outgoing?._tag === "chunk") this.#pushChunk(this.#outgoing)
    else if (this.#outgoing?._tag === "part") this.#pushPart(this.#outgoing, offset)
    else if (this.#outgoing?._tag === "end") this.#pushEnd(offset)
  }

  // To the library this answer never ends, so that what stands behind its request is none (`HttpGate.receive`). That nothing at
  // all can be written says that nothing waits to be.
  #pushEnd(offset: number): void {
    const [taken] = this.#response.tryEnd("", offset + 1)
    if (!taken) return
    this.#outgoing = undefined
    this.#left = true
  }

  #pushChunk(chunk: Extract<Outgoing, { _tag: "chunk" }>): void {
    while (chunk.at < chunk.bytes.length) {
      const slice = chunk.bytes.subarray(chunk.at, chunk.at + (this.#pressed ? PROBE : SLICE))
      chunk.at += slice.length
      this.#pressed = !this.#response.write(slice)
      if (this.#pressed) return
    }
    this.#outgoing = undefined
  }

  #pushPart(part: Extract<Outgoing, { _tag: "part" }>, offset: number): void {
    const [taken, complete] = this.#response.tryEnd(part.bytes.subarray(offset - part.start), part.total)
    if (taken || complete) this.#outgoing = undefined
    if (!complete) return
    this.#open = false
    this.#onOver()
  }
}

const writeHead = (response: NativeResponse, head: ResponseHead): void => {
  response.writeStatus(head.status)
  for (const [name, value] of head.fields) response.writeHeader(name, value)
}
