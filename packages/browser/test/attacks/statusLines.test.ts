/** A bank that answers with what Node reads and refuses to write: it must not end more than the one request. */
import { expect, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { request } from "node:http"
import { createServer } from "node:net"
import { openEgressProxy } from "../../src/network/EgressProxy.ts"
import { makeOriginRules } from "../../src/network/OriginRules.ts"
import { makeRefusalLog } from "../../src/network/RefusalLog.ts"
import { makeRequestRules } from "../../src/network/RequestRules.ts"

/** Answers everything with these bytes. */
const bankThatSays = (answer: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.gen(function* () {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy())
      socket.once("data", () => socket.end(Buffer.from(answer, "latin1")))
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
    )
    const address = server.address()
    return `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`
  })

/** What a browser gets through a proxy to that bank: status and text. */
const answerOf = Effect.fnUntraced(function* (answer: string, method: string, headers = {}) {
  const origin = yield* bankThatSays(answer)
  const proxy = yield* openEgressProxy({
    rules: makeOriginRules({ origins: [origin], secretOrigins: [] }),
    policy: { check: () => ({ allowed: true, reason: "" }) },
    refusals: makeRefusalLog(),
    requests: makeRequestRules({ isEnforced: false })
  })
  const { hostname, port } = new URL(proxy.server)
  return yield* Effect.callback<readonly [number | undefined, string]>((resume) => {
    const asked = { hostname, port, method, headers, path: `${origin}/` }
    request({ ...asked, agent: false, maxHeaderSize: 256 * 1024 }, (got) => {
      let text = ""
      got.setEncoding("utf8").on("data", (piece: string) => (text += piece))
      got.on("end", () => resume(Effect.succeed([got.statusCode, text])))
    })
      .on("error", ({ message }) => resume(Effect.succeed([undefined, message])))
      .end()
  })
}, Effect.scoped)

const broken = [502, expect.stringMatching(/^Counterfoil: the connection to 127\.0\.0\.1:\d+ broke$/)]

for (const method of ["GET", "POST"]) {
  it.effect.each([
    ["000 OK", broken],
    ["001 OK", broken],
    ["099 OK", broken],
    ["000 a\u0001b", broken],
    ["101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other", broken],
    ["200 a\u0001b", [200, "hi"]],
    ["200 \u007f", [200, "hi"]],
    ["404 a\u0000b", [404, "hi"]],
    ["999 Denied", [999, "hi"]],
    ["299", [299, "hi"]]
  ])(`${method}: %j`, ([status, expected]) =>
    Effect.gen(function* () {
      const answer = yield* answerOf(`HTTP/1.1 ${status}\r\ncontent-length: 2\r\n\r\nhi`, method)

      expect(answer).toEqual(expected)
    })
  )
}

it.effect("as many cookies as a browser keeps come and go", () =>
  Effect.gen(function* () {
    const cookie = `a=${"x".repeat(100_000)}`

    const answer = yield* answerOf(`HTTP/1.1 200 OK\r\nset-cookie: ${cookie}\r\ncontent-length: 2\r\n\r\nhi`, "GET", {
      cookie
    })

    expect(answer).toEqual([200, "hi"])
  })
)
