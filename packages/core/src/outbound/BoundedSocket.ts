/**
 * Stands between a connection and a library that takes whatever the other side says. So much is read and no more, and a few
 * lines are handed on in each turn of the event loop: a library may need far longer for a line than the other side to send it,
 * and may keep them.
 *
 * It is a `Socket`, as libraries that turn to TLS by themselves want one, but without a handle of its own: Node runs TLS over it
 * as over any stream, and what TLS brings is counted too.
 */
import { Socket } from "node:net"
import { setImmediate } from "node:timers"
import { hold } from "./outboundConnection.ts"

/** Libraries need up to 50 µs for one. */
const linesInTurn = 32
const lineFeed = 10

/** Where so many lines that begin at `from` end. */
const endOfPiece = (chunk: Buffer, from: number): number => {
  let end = from
  for (let taken = 0; taken < linesInTurn; taken += 1) {
    const next = chunk.indexOf(lineFeed, end)
    if (next === -1) return chunk.length
    end = next + 1
  }
  return end
}

export class BoundedSocket extends Socket {
  readonly #inner: Socket
  /** Bytes that it may still say. */
  #room: number
  #saidTooMuch = false
  #chunk: Buffer = Buffer.alloc(0)
  #from = 0
  /** The other side has said its last, which may not be handed on yet. */
  #hasEnded = false

  constructor(inner: Socket, room: number) {
    super()
    this.#inner = inner
    this.#room = room
    hold(this)
    // TLS takes a socket without a handle for one that is still to be connected.
    this.on("newListener", (event) => {
      if (event === "connect") process.nextTick(() => this.emit("connect"))
    })
    inner
      .on("data", (chunk: Buffer) => this.#take(chunk))
      .on("end", () => this.#end())
      .on("error", (cause) => this.destroy(cause))
      .on("close", () => this.#hasEnded || this.destroy())
      .on("timeout", () => this.emit("timeout"))
      .pause()
  }

  /** It said more than it might, and was left. */
  get saidTooMuch(): boolean {
    return this.#saidTooMuch
  }

  leave(): void {
    this.#saidTooMuch = true
    this.destroy()
  }

  /** From now on it may say so many bytes. */
  allow(room: number): void {
    this.#room = room
  }

  #take(chunk: Buffer): void {
    this.#inner.pause()
    this.#room -= chunk.length
    if (this.#room < 0) return this.leave()
    this.#chunk = chunk
    this.#from = 0
    this.#handOn()
  }

  /** A socket that is paused says so all the same. */
  #end(): void {
    this.#hasEnded = true
    if (this.#from >= this.#chunk.length) this.push(null)
  }

  #handOn(): void {
    if (this.destroyed) return
    const from = this.#from
    this.#from = endOfPiece(this.#chunk, from)
    this.push(this.#chunk.subarray(from, this.#from))
  }

  override _read(): void {
    if (this.#from < this.#chunk.length) setImmediate(() => this.#handOn())
    else if (this.#hasEnded) this.push(null)
    else this.#inner.resume()
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: (cause?: Error | null) => void): void {
    this.#inner.write(chunk, encoding, done)
  }

  override _writev(
    parts: ReadonlyArray<{ readonly chunk: Buffer | string; readonly encoding: BufferEncoding }>,
    done: (cause?: Error | null) => void
  ): void {
    this.#inner.cork()
    for (const [place, { chunk, encoding }] of parts.entries()) {
      this.#inner.write(chunk, encoding, place === parts.length - 1 ? done : undefined)
    }
    this.#inner.uncork()
  }

  override _final(done: (cause?: Error | null) => void): void {
    if (this.#inner.destroyed) done()
    else this.#inner.end(done)
  }

  override _destroy(cause: Error | null, done: (cause?: Error | null) => void): void {
    this.#inner.destroy()
    super._destroy(cause, done)
  }

  override setTimeout(millis: number, listener?: () => void): this {
    this.#inner.setTimeout(millis, listener)
    return this
  }
}
