import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer, type Socket } from "node:net"
import { connect } from "node:tls"
import { useOf } from "../src/network/clientHello.ts"

/** The first bytes that a TLS client sends when it offers these protocols. */
const helloOf = async (protocols: ReadonlyArray<string>): Promise<Buffer> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const accepted = once(server, "connection")
  const client = connect({ host: "127.0.0.1", port, ALPNProtocols: [...protocols], rejectUnauthorized: false })
  client.on("error", () => undefined)
  const sockets: ReadonlyArray<Socket> = await accepted
  const [socket] = sockets
  if (socket === undefined) throw new Error("nobody came")
  const bytes: ReadonlyArray<Buffer> = await once(socket, "data")
  socket.destroy()
  client.destroy()
  server.close()
  return Buffer.concat(bytes)
}

describe("the beginning of a tunnel", () => {
  it("tells requests, which offer HTTP/2, from sockets, which can't", async () => {
    assert.strictEqual(useOf(await helloOf(["h2", "http/1.1"])), "requests")
    assert.strictEqual(useOf(await helloOf(["http/1.1"])), "socket")
    assert.strictEqual(useOf(await helloOf([])), "socket")
    assert.strictEqual(useOf(Buffer.from("GET /live HTTP/1.1\r\nupgrade: websocket\r\n")), "socket")
  })

  it("is not known before all of the first message is there, and never breaks on what is none", async () => {
    const hello = await helloOf(["h2", "http/1.1"])
    for (let length = 0; length < hello.length; length += 1) {
      assert.strictEqual(useOf(hello.subarray(0, length)), "unknown", `after ${length} bytes`)
    }
    for (let at = 5; at < hello.length; at += 1) {
      const broken = Buffer.from(hello)
      broken[at] = 255
      assert.include(["requests", "socket"], useOf(broken))
    }
  })
})
