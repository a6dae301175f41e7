/** A bank that answers in more pieces than anybody needs: each would be worked on by the service, which has others to serve. */
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { connect, createServer } from "node:net"
import { openEgressProxy } from "../../src/network/EgressProxy.ts"
import { makeOriginRules } from "../../src/network/OriginRules.ts"
import { makeRefusalLog } from "../../src/network/RefusalLog.ts"
import { makeRequestRules } from "../../src/network/RequestRules.ts"

/** Answers everything with these bytes, and stays. */
const bankThatSays = Effect.fnUntraced(function* (answer: string) {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy())
    socket.once("data", () => socket.write(answer))
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )
  const address = server.address()
  return `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`
})

/** All bytes that a browser gets through a proxy to that bank until the proxy ends the connection. */
const bytesOf = Effect.fnUntraced(function* (answer: string, method: string) {
  const origin = yield* bankThatSays(answer)
  const proxy = yield* openEgressProxy({
    rules: makeOriginRules({ origins: [origin], secretOrigins: [] }),
    policy: { check: () => ({ allowed: true, reason: "" }) },
    refusals: makeRefusalLog(),
    requests: makeRequestRules({ isEnforced: false })
  })
  const { hostname, port } = new URL(proxy.server)
  const { host } = new URL(origin)
  return yield* Effect.callback<string>((resume) => {
    let text = ""
    connect({ host: hostname, port: Number(port) })
      .setEncoding("latin1")
      .on("data", (piece: string) => (text += piece))
      .on("close", () => resume(Effect.succeed(text)))
      .write(`${method} ${origin}/ HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  })
}, Effect.scoped)

for (const method of ["GET", "POST"]) {
  it.effect(`${method}: interim answers without end are broken off`, () =>
    Effect.gen(function* () {
      const bytes = yield* bytesOf("HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n".repeat(1_000), method)

      expect(bytes).toMatch(/^HTTP\/1\.1 502 /)
      expect(bytes).toMatch(/the connection to 127\.0\.0\.1:\d+ broke/)
    })
  )

  it.effect(`${method}: a few interim answers are passed over`, () =>
    Effect.gen(function* () {
      const hints = "HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n".repeat(32)

      const bytes = yield* bytesOf(`${hints}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi`, method)

      expect(bytes).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nhi$/s)
    })
  )

  it.effect(`${method}: a body that comes letter by letter is passed on in large pieces`, () =>
    Effect.gen(function* () {
      const letters = "1\r\nx\r\n".repeat(5_000)

      const bytes = yield* bytesOf(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${letters}0\r\n\r\n`, method)
      const [, body = ""] = bytes.split("\r\n\r\n", 2)

      expect(bytes.match(/x/g)).toHaveLength(5_000)
      expect(bytes.endsWith("\r\n0\r\n\r\n")).toBe(true)
      expect(body.split("\r\n").length).toBeLessThan(100)
    })
  )
}
