/** Backpressure against a model of a native response, for connections slower than loopback can be. */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { Exchange } from "../src/Exchange.ts"
import type { NativeResponse } from "../src/native.ts"

/** A socket that takes only what there is room for, and a library that keeps the rest. */
class SlowResponse implements NativeResponse {
  room = 0
  /** What the library keeps, in bytes. */
  kept = Buffer.alloc(0)
  taken = Buffer.alloc(0)
  mostKept = 0
  isEnded = false
  #offset = 0
  #corked = 0
  #onWritable: (offset: number) => boolean = () => true
  #onAborted = () => {}

  /** The client has read some: there is room for more. */
  makeRoom(room: number): void {
    this.room += room
    this.#onWritable(this.#offset)
  }

  abort(): void {
    this.#onAborted()
  }

  cork(write: () => void): void {
    this.#corked++
    write()
    this.#corked--
    this.#flush()
  }

  write(chunk: unknown): boolean {
    assert.isAbove(this.#corked, 0)
    if (chunk instanceof Uint8Array) this.kept = Buffer.concat([this.kept, chunk])
    this.#flush()
    this.mostKept = Math.max(this.mostKept, this.kept.length)
    return this.kept.length === 0
  }

  tryEnd(part: unknown, total: number): [boolean, boolean] {
    assert.isAbove(this.#corked, 0)
    const bytes = part instanceof Uint8Array ? part : new Uint8Array()
    const fitting = bytes.subarray(0, this.room)
    this.#offset += fitting.length
    this.#take(fitting)
    this.isEnded = this.#offset === total
    return [fitting.length === bytes.length, this.isEnded]
  }

  end(): void {
    this.isEnded = true
  }

  getWriteOffset(): number {
    return this.#offset
  }

  onWritable(listener: (offset: number) => boolean): void {
    this.#onWritable = listener
  }

  onAborted(listener: () => void): void {
    this.#onAborted = listener
  }

  writeStatus(): void {}
  writeHeader(): void {}
  endWithoutBody(): void {}
  close(): void {}
  onData(): void {}
  pause(): void {}
  resume(): void {}
  upgrade(): void {}

  #flush(): void {
    const fitting = this.kept.subarray(0, this.room)
    this.kept = this.kept.subarray(fitting.length)
    this.#take(fitting)
  }

  #take(fitting: Uint8Array): void {
    this.room -= fitting.length
    this.taken = Buffer.concat([this.taken, fitting])
  }
}

const head = { status: "200 OK", fields: [] }
const chunks = fc
  .array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 5 })
  .map((lengths) => lengths.map((length, index) => new Uint8Array(length).fill(index + 1)))
/** What a client makes room for at a time: as little as the smallest send buffers. */
const rooms = fc.infiniteStream(fc.integer({ min: 4000, max: 60_000 }))

/** Hands over one chunk after the other, each once the one before is taken. */
const sendAll = (
  response: SlowResponse,
  rooms: Iterator<number>,
  pieces: ReadonlyArray<Uint8Array>,
  write: (piece: Uint8Array) => boolean,
  exchange: Exchange
) => {
  for (const piece of pieces) {
    let isTaken = write(piece)
    if (!isTaken)
      exchange.whenTaken(() => {
        isTaken = true
      })
    while (!isTaken) response.makeRoom(rooms.next().value)
  }
}

describe("an exchange with a slow client", () => {
  it("brings chunks whole and in order, and never lets more than about one slice wait in the library", () => {
    fc.assert(
      fc.property(chunks, rooms, (pieces, rooms) => {
        const response = new SlowResponse()
        const exchange = new Exchange(response, () => {})

        sendAll(response, rooms, pieces, (piece) => exchange.writeChunk(head, piece), exchange)
        exchange.endChunks(head)
        while (response.kept.length > 0) response.makeRoom(1000)

        assert.isAtMost(response.mostKept, 66 * 1024)
        assert.isTrue(response.taken.equals(Buffer.concat(pieces)))
      }),
      { numRuns: 20 }
    )
  })

  it("brings the parts of an answer of known length whole, and ends it with the last", () => {
    fc.assert(
      fc.property(chunks, rooms, (pieces, rooms) => {
        let over = 0
        const response = new SlowResponse()
        const exchange = new Exchange(response, () => over++)
        const total = pieces.reduce((sum, piece) => sum + piece.length, 0)

        sendAll(response, rooms, pieces, (piece) => exchange.writePart(head, piece, total), exchange)

        assert.isTrue(response.isEnded)
        assert.isFalse(exchange.isOpen)
        assert.strictEqual(over, 1)
        assert.isTrue(response.taken.equals(Buffer.concat(pieces)))
      }),
      { numRuns: 20 }
    )
  })

  it("wakes who waits for the client when it leaves, and says nothing more to it", () => {
    let over = 0
    let woken = 0
    const response = new SlowResponse()
    const exchange = new Exchange(response, () => over++)

    assert.isFalse(exchange.writeChunk(head, new Uint8Array(100)))
    exchange.whenTaken(() => woken++)
    response.abort()
    exchange.endChunks(head)
    exchange.cut()

    assert.deepStrictEqual([woken, over, response.isEnded], [1, 1, false])
    assert.isTrue(exchange.writeChunk(head, new Uint8Array(100)))
  })
})
