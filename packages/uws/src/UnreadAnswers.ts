/**
 * What was answered and is not read yet. An answer that is too large for a socket's buffers stays in memory until its reader
 * has taken it, and who reads nothing can ask again and again: beyond a limit the oldest of whoever has most is cut off.
 */

export interface UnreadLimits {
  /** Bytes that may wait for one reader; its newest answer waits whatever its size. (Default: 16 MiB) */
  readonly perReader?: number | undefined
  /** Bytes that may wait for all. (Default: 128 MiB) */
  readonly inAll?: number | undefined
}

interface Waiting {
  readonly bytes: number
  readonly cut: () => void
}

interface Reader {
  readonly name: string
  /** The oldest first: a set gives its members in the order in which they came. */
  readonly waiting: Set<Waiting>
  bytes: number
}

const MIB = 1024 * 1024

export class UnreadAnswers {
  readonly #perReader: number
  readonly #inAll: number
  readonly #readers = new Map<string, Reader>()
  #bytes = 0

  constructor({ inAll = 128 * MIB, perReader = 16 * MIB }: UnreadLimits = {}) {
    this.#perReader = perReader
    this.#inAll = inAll
  }

  /** So many bytes wait for this reader, until what is returned is called or `cut` was. */
  wait(name: string, bytes: number, cut: () => void): () => void {
    const reader = this.#readers.get(name) ?? { name, waiting: new Set(), bytes: 0 }
    const waiting = { bytes, cut }
    this.#readers.set(name, reader)
    reader.waiting.add(waiting)
    reader.bytes += bytes
    this.#bytes += bytes
    while (reader.bytes > this.#perReader && reader.waiting.size > 1) this.#cutOldest(reader)
    while (this.#bytes > this.#inAll) this.#cutOldest(this.#greediest(reader))
    return () => this.#forget(reader, waiting)
  }

  #greediest(first: Reader): Reader {
    let most = first
    for (const reader of this.#readers.values()) if (reader.bytes > most.bytes) most = reader
    return most
  }

  #cutOldest(reader: Reader): void {
    const [oldest] = reader.waiting
    if (oldest === undefined) return
    this.#forget(reader, oldest)
    oldest.cut()
  }

  #forget(reader: Reader, waiting: Waiting): void {
    if (!reader.waiting.delete(waiting)) return
    reader.bytes -= waiting.bytes
    this.#bytes -= waiting.bytes
    if (reader.waiting.size === 0 && this.#readers.get(reader.name) === reader) this.#readers.delete(reader.name)
  }
}
