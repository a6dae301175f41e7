/** The way to the database as a proxy, which can lose a connection without a word to its client. */
import { connect, createServer, type Server, type Socket } from "node:net"

interface Wire {
  readonly client: Socket
  readonly upstream: Socket
  silent: boolean
}

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

export class Cable {
  readonly #wires = new Set<Wire>()
  /** Nothing passes either way, nor does anybody hear of an end. */
  frozen = false
  /** Who connects is turned away. */
  unplugged = false
  /** How often that happened. */
  turnedAway = 0

  /** Where a client finds the database of this address from now on. */
  async through(url: string): Promise<string> {
    const { hostname, port } = new URL(url)
    const server = createServer((client) => {
      if (this.unplugged) {
        this.turnedAway++
        client.resetAndDestroy()
      } else this.#join(client, connect(Number(port), hostname))
    })
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    server.unref()
    const to = new URL(url)
    to.hostname = "127.0.0.1"
    to.port = String(portOf(server))
    return to.href
  }

  /**
   * As with a NAT that forgot an idle connection, or a failover behind one address: the server's side is gone, and the client
   * isn't told. The connection is named by the port that the server sees.
   */
  silence(clientPort: number): void {
    const wire = [...this.#wires].find(({ upstream }) => upstream.localPort === clientPort)
    if (wire === undefined) throw new Error(`no connection from port ${clientPort}`)
    wire.silent = true
    wire.upstream.destroy()
  }

  /** Silences whatever is connected; new connections pass. */
  silenceAll(): void {
    for (const { upstream } of this.#wires) if (upstream.localPort !== undefined) this.silence(upstream.localPort)
  }

  /** What is connected now is reset, as a firewall does that lost its state. */
  reset(): void {
    for (const { client, upstream } of this.#wires) {
      client.resetAndDestroy()
      upstream.destroy()
    }
  }

  #join(client: Socket, upstream: Socket): void {
    const wire: Wire = { client, upstream, silent: false }
    this.#wires.add(wire)
    const end = () => {
      if (this.frozen) return
      this.#wires.delete(wire)
      client.destroy()
      upstream.destroy()
    }
    const endUnlessSilent = () => {
      if (!wire.silent) end()
    }
    client.on("error", end).on("close", end)
    upstream.on("error", endUnlessSilent).on("close", endUnlessSilent)
    client.on("data", (bytes) => {
      if (!this.frozen && !wire.silent) upstream.write(bytes)
    })
    upstream.on("data", (bytes) => {
      if (!this.frozen) client.write(bytes)
    })
  }
}
