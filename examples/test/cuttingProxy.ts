/** Passes everything on to a server, but cuts the first realtime stream after its first message. */
import { connect, createServer, type Server, type Socket } from "node:net"

export interface CuttingProxy {
  readonly url: string
  /** Waits until so many streams were opened. */
  readonly opened: (streams: number) => Promise<void>
  readonly close: () => Promise<void>
}

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

export const cuttingProxy = async (target: string): Promise<CuttingProxy> => {
  const sockets = new Set<Socket>()
  const watchers = new Set<() => void>()
  let streams = 0

  const server = createServer((client) => {
    const upstream = connect(Number(new URL(target).port), "127.0.0.1")
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on("error", end)
      socket.on("close", () => {
        sockets.delete(socket)
        end()
      })
    }
    // Not always the first request of its connection.
    client.on("data", (head) => {
      if (!head.toString("latin1").startsWith("GET /realtime ")) return
      const isFirst = ++streams === 1
      for (const watcher of watchers) watcher()
      // The handshake's answer, then the first message.
      if (isFirst) upstream.once("data", () => upstream.once("data", end))
    })
    client.pipe(upstream)
    upstream.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))

  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    opened: async (wanted) => {
      while (streams < wanted) {
        await new Promise<void>((resolve) => {
          watchers.add(resolve)
        })
      }
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
