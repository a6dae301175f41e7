/** A stream whose connection never comes about: some device on the way takes it and says nothing, or the call was wrong. */
import { once } from "node:events"
import { createServer } from "node:http"
import { createServer as createSilence, type AddressInfo, type Socket } from "node:net"
import { afterEach, expect, it, vi } from "vitest"
import { type ClientOptions, createClient, openStream, type StreamOptions, type StreamState } from "../src/index.ts"

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

const ticket = async () => new Response(JSON.stringify({ ticket: "ticket", ttl_seconds: 30 }))
const ended = (given: ClientOptions, openSocket?: StreamOptions["openSocket"]) =>
  new Promise<unknown>((resolve, reject) => {
    const stream = openStream(createClient(given), {
      onMessage: () => {},
      onState: (state, cause) => {
        if (state === "ended") resolve(cause)
        if (state !== "waiting") return
        reject(new Error("it waits for what no trying again brings"))
        stream.close()
      },
      ...(openSocket === undefined ? {} : { openSocket })
    })
  })

it.each([
  ["a token that no header can carry", { baseUrl: "http://127.0.0.1:1", token: "a\nb" }, "token must be a text"],
  ["no address where no page has one", { token: "a token" }, "baseUrl is missing"]
])("ends, and says why, where it is given %s", async (_, given, why) => {
  const cause = await ended(given)

  expect(cause).toBeInstanceOf(TypeError)
  expect(String(cause)).toContain(why)
})

it("ends, and says why, where there is no WebSocket", async () => {
  const cause = await ended({ baseUrl: "http://127.0.0.1:1", fetch: ticket }, () => {
    throw new ReferenceError("WebSocket is not defined")
  })

  expect(cause).toBeInstanceOf(TypeError)
  expect(cause).toMatchObject({ message: "no WebSocket can be opened here: give openSocket" })
})

it("says that its token is not accepted, and why it waits", async () => {
  const refused = async () =>
    new Response('{"error":"Invalid or expired token"}', {
      status: 401,
      headers: { "counterfoil-error-code": "token_invalid" }
    })
  const waited: Array<unknown> = []
  const away = openStream(
    createClient({ baseUrl: "http://127.0.0.1:1", fetch: () => Promise.reject(new Error("connection refused")) }),
    { onMessage: () => {}, onState: (state, cause) => void (state === "waiting" && waited.push(cause)) }
  )

  expect(await ended({ baseUrl: "http://127.0.0.1:1", token: "old", fetch: refused })).toMatchObject({
    status: 401,
    code: "token_invalid"
  })
  expect(waited).toMatchObject([{ status: 0, code: "unreachable" }])
  away.close()
})
