/** A stream whose connection never comes about: some device on the way takes it, and says nothing. */
import { once } from "node:events"
import { createServer } from "node:http"
import { createServer as createSilence, type AddressInfo, type Socket } from "node:net"
import { afterEach, expect, it, vi } from "vitest"
import { createClient, openStream, type StreamState } from "../src/index.ts"

afterEach(() => vi.useRealTimers())

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address !== null ? address.port : 0

it("is given up after ten seconds, and tried again", async () => {
  const sockets = new Set<Socket>()
  const silence = createSilence((socket) => sockets.add(socket))
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify({ ticket: "ticket", ttl_seconds: 30 }))
  })
  await Promise.all([
    once(silence.listen(0, "127.0.0.1"), "listening"),
    once(server.listen(0, "127.0.0.1"), "listening")
  ])
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const states: Array<StreamState> = []
  const stream = openStream(createClient({ baseUrl: `http://127.0.0.1:${portOf(server.address())}`, token: "token" }), {
    onMessage: () => {},
    onState: (state) => states.push(state),
    openSocket: () => new WebSocket(`ws://127.0.0.1:${portOf(silence.address())}/`)
  })
  await once(silence, "connection")
  expect(states).toEqual(["connecting"])

  vi.advanceTimersByTime(10_000)
  expect(states).toEqual(["connecting", "waiting"])
  vi.advanceTimersByTime(1_000)
  await once(silence, "connection")
  expect(states).toEqual(["connecting", "waiting", "connecting"])

  stream.close()
  for (const socket of sockets) socket.destroy()
  silence.close()
  server.close()
})

it("is back within ten seconds of its server, however long that was away", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
  vi.spyOn(Math, "random").mockReturnValue(0.999)
  const tries: Array<number> = []
  const stream = openStream(
    createClient({
      baseUrl: "http://counterfoil.test",
      token: "token",
      fetch: () => {
        tries.push(performance.now())
        return Promise.reject(new Error("connection refused"))
      }
    }),
    { onMessage: () => {} }
  )
  await vi.advanceTimersByTimeAsync(600_000)
  stream.close()
  vi.restoreAllMocks()

  expect(tries.length).toBeGreaterThan(10)
  expect(Math.max(...tries.map((at, nth) => at - (tries[nth - 1] ?? at)))).toBeLessThan(10_000)
})
