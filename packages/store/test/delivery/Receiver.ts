/** A shop's endpoint: a server on loopback that keeps what it was sent and answers as told. */
import { Effect, Queue } from "effect"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Answer = number | ((response: ServerResponse, received: Received, nth: number) => void)

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address !== null ? address.port : 0

/** Open until the scope closes. `answer` may be replaced at any time. */
export const startReceiver = Effect.fnUntraced(function* (first: Answer = 200, host = "127.0.0.1") {
  const arrived = yield* Queue.unbounded<Received>()
  const state = { answer: first, connections: 0, inFlight: 0, mostInFlight: 0, received: new Array<Received>() }
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    state.inFlight += 1
    state.mostInFlight = Math.max(state.mostInFlight, state.inFlight)
    response.on("close", () => (state.inFlight -= 1))
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const received = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() }
      state.received.push(received)
      Queue.offerUnsafe(arrived, received)
      const { answer } = state
      if (typeof answer === "number") response.writeHead(answer).end()
      else answer(response, received, state.received.length)
    })
  })
  server.on("connection", () => (state.connections += 1))
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, host, () => resume(Effect.void))
    }),
    () =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )
  const port = portOf(server.address())
  return {
    state,
    port,
    url: `http://${host}:${port}/hook`,
    /** The next request, as it arrives. */
    next: Queue.take(arrived)
  }
})
