/** An address that stays, in front of a program that comes and goes; and the weather on the way to it. */
import { connect, createServer, type Server, type Socket } from "node:net"

export interface Proxy {
  readonly port: number
  readonly stop: () => void
  /** Each answer comes so much later from now on. */
  readonly delay: (milliseconds: number) => void
  /** From now on nothing passes: what is sent is taken and lost, and nobody is told. */
  readonly silence: () => void
  /** New connections pass again. What was open is reset, or, `forgotten`, stays as it is: gone at the other end, open at this one. */
  readonly speak: (how: "reset" | "forgotten") => void
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })

interface Wire {
  readonly client: Socket
  readonly upstream: Socket
  isSilent: boolean
}

/**
 * Passes pieces on after a while, in the order in which they came: on a busy machine a timer may fire after a later piece
 * is due already.
 */
export const inOrder = <Piece>(pass: (piece: Piece) => void) => {
  const waiting: Array<{ readonly piece: Piece; readonly due: number }> = []
  const passDue = () => {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      const wait = first.due - performance.now()
      if (wait > 0) return void setTimeout(passDue, wait)
      waiting.shift()
      pass(first.piece)
    }
  }
  return (piece: Piece, afterMs: number) => {
    if (afterMs === 0 && waiting.length === 0) return pass(piece)
    waiting.push({ piece, due: performance.now() + afterMs })
    if (waiting.length === 1) passDue()
  }
}

/** Passes each connection on to the port of now; cuts it off where there is none. */
export const startProxy = async (portNow: () => number | undefined): Promise<Proxy> => {
  const wires = new Set<Wire>()
  let lateMs = 0
  let isSilent = false

  const end = (wire: Wire) => {
    if (wire.isSilent) return
    wires.delete(wire)
    wire.client.destroy()
    wire.upstream.destroy()
  }

  const join = (client: Socket, upstream: Socket) => {
    const wire: Wire = { client, upstream, isSilent }
    wires.add(wire)
    const late = inOrder((bytes: Buffer) => {
      if (!wire.isSilent) client.write(bytes)
    })
    for (const socket of [client, upstream]) socket.on("error", () => end(wire)).on("close", () => end(wire))
    client.on("close", () => {
      wire.isSilent = false
      end(wire)
    })
    client.on("data", (bytes) => {
      if (!wire.isSilent) upstream.write(bytes)
    })
    upstream.on("data", (bytes) => {
      if (!wire.isSilent) late(bytes, lateMs)
    })
  }

  const server = createServer((client) => {
    const port = portNow()
    if (port === undefined) return void client.destroy()
    join(client, connect(port, "127.0.0.1"))
  })
  return {
    port: await listen(server),
    delay: (milliseconds) => {
      lateMs = milliseconds
    },
    silence: () => {
      isSilent = true
      for (const wire of wires) wire.isSilent = true
    },
    speak: (how) => {
      isSilent = false
      for (const wire of wires) {
        if (!wire.isSilent) continue
        wire.upstream.destroy()
        if (how === "reset") wire.client.resetAndDestroy()
      }
    },
    stop: () => {
      for (const { client, upstream } of wires) {
        client.destroy()
        upstream.destroy()
      }
      server.close()
    }
  }
}
