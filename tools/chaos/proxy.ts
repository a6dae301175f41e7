/** An address that stays, in front of a program that comes and goes. */
import { connect, createServer, type Server, type Socket } from "node:net"

export interface Proxy {
  readonly port: number
  readonly stop: () => void
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })

/** Passes each connection on to the port of now; cuts it off where there is none. */
export const startProxy = async (portNow: () => number | undefined): Promise<Proxy> => {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const port = portNow()
    if (port === undefined) return void client.destroy()
    const upstream = connect(port, "127.0.0.1")
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on("error", end).on("close", () => {
        sockets.delete(socket)
        end()
      })
    }
    client.pipe(upstream)
    upstream.pipe(client)
  })
  return {
    port: await listen(server),
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    }
  }
}
