/** Servers on loopback, and requests to them. */
import { OutboundHttp, outboundHttpLayer, type OutboundHttpOptions, type OutboundRequest } from "@counterfoil/core"
import { Duration, Effect } from "effect"
import { createServer as createHttpServer, type RequestListener } from "node:http"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address !== null ? address.port : 0

/** Listens on loopback until the scope closes, and counts connections. */
export const listening = Effect.fnUntraced(function* <S extends Server>(server: S) {
  const seen = { connections: 0, sockets: new Set<Socket>() }
  server.on("connection", (socket: Socket) => {
    seen.connections += 1
    seen.sockets.add(socket.on("error", () => undefined))
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.sync(() => {
        for (const socket of seen.sockets) socket.destroy()
        server.close()
      })
  )
  return { seen, port: portOf(server.address()) }
})

export const httpServer = (listener: RequestListener) => listening(createHttpServer(listener))
export const rawServer = (onSocket: (socket: Socket) => void) => listening(createServer(onSocket))

export const send = (
  request: Partial<OutboundRequest> & { readonly url: string },
  options: Partial<OutboundHttpOptions> = {}
) =>
  Effect.flatMap(OutboundHttp, (http) =>
    http.send({
      method: "POST",
      headers: {},
      authorization: null,
      body: null,
      deadline: Duration.seconds(5),
      maxBytes: 1024,
      overflow: "cut",
      ...request
    })
  ).pipe(Effect.provide(outboundHttpLayer({ allow: ["127.0.0.0/8"], ...options })))

export const faultOf = (...call: Parameters<typeof send>) => Effect.flip(send(...call))

export const text = (body: Uint8Array) => new TextDecoder().decode(body)
