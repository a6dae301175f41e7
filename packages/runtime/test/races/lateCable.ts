/** The way to a node as a proxy on which messages may be late. */
import { connect, createServer, type Socket } from "node:net"

export class LateCable {
  readonly #late: Array<() => void> = []
  #isLate: ((size: number) => void) | null = null

  /** Answers the port at which the node of this port is found. */
  async to(port: number): Promise<number> {
    const server = createServer((client) => this.#join(client, connect(port, "127.0.0.1")))
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    server.unref()
    const address = server.address()
    return typeof address === "object" && address !== null ? address.port : 0
  }

  /** Keeps back what is sent to the node, until `release`. Ends when that is so many bytes at once: no sign of life is as long. */
  hold(size: number): Promise<void> {
    return new Promise((reached) => {
      this.#isLate = (length) => {
        if (length >= size) reached()
      }
    })
  }

  release(): void {
    this.#isLate = null
    for (const send of this.#late.splice(0)) send()
  }

  #join(client: Socket, node: Socket): void {
    const end = () => {
      client.destroy()
      node.destroy()
    }
    for (const socket of [client, node]) socket.on("error", end).on("close", end)
    client.on("data", (bytes) => {
      if (this.#isLate === null) node.write(bytes)
      else {
        this.#late.push(() => node.write(bytes))
        this.#isLate(bytes.length)
      }
    })
    node.on("data", (bytes) => client.write(bytes))
  }
}
