/**
 * Connections on which no request has come yet. To bytes that are no request the library mostly answers at once; some it takes
 * for a request that isn't whole, waits for the rest, and cuts the connection after ten to twelve seconds without a word. These
 * get an answer shortly before.
 *
 * The library names no connection: a request can't be told to be this one's or that one's. So a request lets go of all silent
 * connections of its peer's address, for one of them may be its own, and its response must not be touched from here any more.
 */
import type { HttpResponse } from "./native.ts"

/** A connection's response, before any request: valid until the connection closes or has its first request. */
type Silent = Pick<HttpResponse, "getRemoteAddress" | "onAborted">

export class SilentConnections {
  readonly #patience: number
  readonly #answer: (response: HttpResponse) => void
  readonly #waiting = new Map<string, Map<Silent, NodeJS.Timeout>>()

  /** `answer` has to end the connection. */
  constructor(patienceMillis: number, answer: (response: HttpResponse) => void) {
    this.#patience = patienceMillis
    this.#answer = answer
  }

  opened(response: HttpResponse): void {
    const peer = keyOf(response.getRemoteAddress())
    const overdue = setTimeout(() => {
      this.#forget(peer, response)
      this.#answer(response)
    }, this.#patience)
    overdue.unref()
    const beside = this.#waiting.get(peer)
    if (beside === undefined) this.#waiting.set(peer, new Map([[response, overdue]]))
    else beside.set(response, overdue)
    // The listener goes with the first request, which brings its own.
    response.onAborted(() => this.#forget(peer, response))
  }

  /** A request came from there. Nowhere (its peer has gone already): it may have come on any of them. */
  requestFrom(peer: ArrayBuffer): void {
    if (this.#waiting.size === 0) return
    const key = keyOf(peer)
    for (const each of key === "" ? [...this.#waiting.keys()] : [key, ""]) this.#letGo(each)
  }

  #letGo(peer: string): void {
    for (const overdue of this.#waiting.get(peer)?.values() ?? []) clearTimeout(overdue)
    this.#waiting.delete(peer)
  }

  #forget(peer: string, response: Silent): void {
    const beside = this.#waiting.get(peer)
    clearTimeout(beside?.get(response))
    beside?.delete(response)
    if (beside?.size === 0) this.#waiting.delete(peer)
  }
}

const keyOf = (address: ArrayBuffer): string => Buffer.from(address).toString("latin1")
