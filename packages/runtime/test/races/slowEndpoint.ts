/** The shop's list of pending orders, slow. */
import { createServer, type ServerResponse } from "node:http"

/** An endpoint that answers when it is told to. */
export const slowEndpoint = async () => {
  const waiting: Array<ServerResponse> = []
  const watchers = new Set<() => void>()
  let calls = 0
  const server = createServer((_, response) => {
    waiting.push(response)
    calls += 1
    for (const watcher of watchers) watcher()
  })
  /** Until it was asked so many times. */
  const asked = (times: number): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (calls < times) return
        watchers.delete(look)
        resolve()
      }
      watchers.add(look)
      look()
    })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/orders`,
    asked,
    answer: (orders: unknown) => {
      for (const response of waiting.splice(0)) {
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(orders))
      }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
