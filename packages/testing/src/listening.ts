/** A server of a test on loopback, for as long as its scope. */
import { Effect, type Scope } from "effect"
import type { Server } from "node:net"
import type { Duplex } from "node:stream"

/** Listens on a free port, which it gives. The scope's end closes the server and every connection, whatever is under way. */
export const listening = (server: Server): Effect.Effect<number, never, Scope.Scope> => {
  const sockets = new Set<Duplex>()
  server.on("connection", (socket: Duplex) => sockets.add(socket.on("close", () => sockets.delete(socket))))
  const listen = Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
  const close = Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
    for (const socket of sockets) socket.destroy()
  })
  return Effect.map(
    Effect.acquireRelease(listen, () => close),
    () => {
      const address = server.address()
      return typeof address === "object" && address !== null ? address.port : 0
    }
  )
}
