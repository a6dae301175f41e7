import { DatabaseSockets } from "@counterfoil/store"
import { Duration, Effect, Exit, Scope } from "effect"
import { once } from "node:events"
import { createServer, type Server, type Socket } from "node:net"
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest"

/** It takes connections; what it answers is for the test to say. */
let server: Server
let place: { host: string; port: number }
const taken: Array<Socket> = []

beforeAll(async () => {
  server = createServer((socket) => void taken.push(socket.on("error", () => {}).resume()))
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  place = { host: "127.0.0.1", port: typeof address === "object" && address !== null ? address.port : 0 }
})
afterAll(() => {
  for (const socket of taken) socket.destroy()
  server.close()
})
afterEach(() => void vi.useRealTimers())

/** Sockets that are looked at when the test says so. */
const socketsOf = async (scope: Scope.Scope) => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  const sockets = await Effect.runPromise(Scope.provide(DatabaseSockets.make({ place, silence: undefined }), scope))
  return {
    stop: () => Effect.runPromise(sockets.stopWithin(Duration.zero)),
    looks: (count: number) => void vi.advanceTimersByTime(count * 1_000),
    /** A connection over which something was asked. */
    asked: async () => {
      const before = taken.length
      const socket = sockets.open()
      await once(socket, "connect")
      await vi.waitFor(() => expect(taken.length).toBe(before + 1))
      await new Promise<void>((sent) => void socket.write("a question", () => sent()))
      return { socket, answer: (text: string) => void taken[before]?.write(text) }
    }
  }
}

it("a stop ends a silent database's connections after five seconds of silence, though they were opened anew meanwhile", async () => {
  const scope = Scope.makeUnsafe()
  const { asked, looks, stop } = await socketsOf(scope)
  const first = await asked()
  await stop()
  looks(3)
  expect(first.socket.destroyed).toBe(false)
  first.socket.destroy()
  await once(first.socket, "close")

  const second = await asked()
  looks(1)
  expect(second.socket.destroyed).toBe(false)
  looks(1)
  expect(second.socket.destroyed).toBe(true)
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

it("a stop waits for a database that answers, and while nothing is asked", async () => {
  const scope = Scope.makeUnsafe()
  const { asked, looks, stop } = await socketsOf(scope)
  const { answer, socket } = await asked()
  await stop()
  looks(4)
  answer("an answer")
  await once(socket, "readable")
  // Whatever is asked was answered: the silence means nothing.
  looks(6)
  expect(socket.destroyed).toBe(false)
  socket.write("another question")
  looks(4)
  expect(socket.destroyed).toBe(false)
  looks(1)
  expect(socket.destroyed).toBe(true)
  await Effect.runPromise(Scope.close(scope, Exit.void))
})
