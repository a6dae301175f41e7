/** The user's own system: pending orders to poll, and a receiver that keeps what it is sent. */
import { hash } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import { Watchers } from "./Watchers.ts"

export interface Received {
  readonly path: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly json: unknown
}

const port = (server: Server): number => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

export class Shop {
  readonly #server: Server
  readonly #orders = new Map<string, unknown>()
  readonly #received: Array<Received> = []
  readonly #watchers = new Watchers()

  private constructor(server: Server) {
    this.#server = server
  }

  static open(): Promise<Shop> {
    return new Promise((resolve) => {
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          const answer = shop.#take({
            path: request.url ?? "",
            method: request.method ?? "",
            headers: request.headers,
            text: Buffer.concat(chunks).toString(),
            json: parsed(Buffer.concat(chunks).toString())
          })
          const body = JSON.stringify(answer)
          // As many frameworks do it by themselves.
          const etag = request.url?.startsWith("/tagged/") === true ? { etag: `"${hash("sha256", body)}"` } : undefined
          if (etag !== undefined && request.headers["if-none-match"] === etag.etag) response.writeHead(304, etag).end()
          else response.writeHead(200, { "content-type": "application/json", ...etag }).end(body)
        })
      })
      const shop = new Shop(server)
      server.listen(0, "127.0.0.1", () => resolve(shop))
    })
  }

  url(path: string): string {
    return `http://127.0.0.1:${port(this.#server)}${path}`
  }

  /** What the path answers from now on. */
  list(path: string, answer: unknown): void {
    this.#orders.set(path, answer)
  }

  sent(path: string): ReadonlyArray<Received> {
    return this.#received.filter((one) => one.path === path)
  }

  /** Waits until the path was called so many times; gives these calls. */
  called(path: string, times: number): Promise<ReadonlyArray<Received>> {
    return this.#watchers.until(
      () => (this.sent(path).length < times ? undefined : this.sent(path)),
      () => `${path} was called ${this.sent(path).length} times, not ${times}`
    )
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  #take(received: Received): unknown {
    this.#received.push(received)
    this.#watchers.tell()
    return this.#orders.get(received.path) ?? []
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
