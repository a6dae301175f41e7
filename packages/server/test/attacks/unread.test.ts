/** Somebody who asks for the longest answers there are, over many connections, and reads none of them. */
import { connect, type Socket } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startServer, type TestServer } from "../support/TestServer.ts"

/** More than the kernel takes for a connection; of two one is too many for what may wait for one user (16 MiB). */
const long = "x".repeat(8.5 * 1024 * 1024)

let server: TestServer
const open: Array<Socket> = []

beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  for (const socket of open) socket.destroy()
  await server.stop()
})

const someone = async (email: string) => {
  const user = server.world.user(email)
  const account = server.world.accountOf(user, server.world.bank(`bank-of-${user.id}`))
  server.world.movement(account, { description: long })
  return { path: `/accounts/${account.id}/movements`, token: await server.logIn(email) }
}

type Someone = Awaited<ReturnType<typeof someone>>

interface Asking {
  readonly socket: Socket
  /** Bytes of the answer that came before it stopped reading. */
  readonly begun: number
}

/** A connection that has asked, and reads nothing once the answer begins. */
const asking = ({ path, token }: Someone): Promise<Asking> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    )
    open.push(socket)
    socket.once("error", reject)
    socket.once("data", (bytes) => {
      socket.pause()
      expect(bytes.toString("latin1")).toMatch(/^HTTP\/1\.1 200 /)
      resolve({ socket, begun: bytes.length })
    })
  })

/** Whether all of the answer comes when it is read after all. */
const comesWhole = ({ begun, socket }: Asking): Promise<boolean> =>
  new Promise((resolve) => {
    let length = begun
    socket.on("data", (bytes) => {
      length += bytes.length
      if (length > long.length) resolve(true)
    })
    socket.once("close", () => resolve(false))
    socket.resume()
  })

it("has the oldest of them cut off, by whichever log-in, while everybody else gets theirs", async () => {
  const greedy = await someone("greedy@example.com")
  const again = { ...greedy, token: await server.logIn("greedy@example.com") }
  const modest = await someone("modest@example.com")
  // Few, so that all of it is over before the HTTP library itself ends who reads nothing for ten seconds.
  const first = await asking(greedy)
  const later = await Promise.all([asking(again), asking(modest)])

  expect(await Promise.all([first, ...later].map(comesWhole))).toEqual([false, true, true])
  expect((await server.call("/accounts", { token: greedy.token })).status).toBe(200)
})
