/** A bank that takes WebSockets within the HTTP/2 connection of its page (RFC 8441), where the proxy can't see them. */
import type { DeclaredRequest } from "@counterfoil/core"
import { expect, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { createHash } from "node:crypto"
import { createSecureServer, type Http2Session } from "node:http2"
import type { Duplex } from "node:stream"
import { afterAll, beforeAll } from "vitest"
import { badKey, selfSignedCertificate } from "@counterfoil/testing/badCertificates"
import { browserLayer, open } from "../support/drive.ts"
import { type TrustingChromium, trustingChromium } from "../support/trustingChromium.ts"

let browser: TrustingChromium
beforeAll(async () => {
  browser = await trustingChromium()
})
afterAll(() => browser.remove())

const page = `<!doctype html><button>Pay</button><script>
  const note = (id) => document.body.append(Object.assign(document.createElement('p'), { id }))
  document.querySelector('button').onclick = () => {
    const socket = new WebSocket('wss://' + location.host + '/pay')
    socket.onopen = () => note('opened')
    socket.onclose = () => note('shut')
  }
</script>`

/** RFC 6455, section 1.3. */
const acceptOf = (offered: string | undefined): string =>
  createHash("sha1").update(`${offered}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64")

/** What it was asked, and in which protocol. */
const startBank: Effect.Effect<{ readonly origin: string; readonly asked: ReadonlyArray<string> }, never, Scope.Scope> =
  Effect.gen(function* () {
    const asked: Array<string> = []
    const connections = new Set<Http2Session | Duplex>()
    const server = createSecureServer({
      key: badKey,
      cert: selfSignedCertificate,
      allowHTTP1: true,
      settings: { enableConnectProtocol: true }
    })
    server.on("session", (session) => connections.add(session))
    server.on("stream", (stream, headers) => {
      asked.push(`h2 ${headers[":method"]} ${headers[":path"]}`)
      stream.on("error", () => undefined).respond({ ":status": 200, "content-type": "text/html" })
      if (headers[":method"] !== "CONNECT") stream.end(page)
    })
    server.on("upgrade", ({ headers, url }, socket: Duplex) => {
      asked.push(`h1 ${url}`)
      connections.add(socket)
      const accept = acceptOf(headers["sec-websocket-key"])
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`
      )
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () =>
        Effect.callback<void>((resume) => {
          server.close(() => resume(Effect.void))
          for (const connection of connections) connection.destroy()
        })
    )
    const address = server.address()
    const port = address !== null && typeof address === "object" ? address.port : 0
    return { origin: `https://127.0.0.1:${port}`, asked }
  })

/** What the bank is asked for once the page has logged in and opens a socket, and what becomes of that. */
const opening = Effect.fnUntraced(
  function* (declared: ReadonlyArray<DeclaredRequest>, outcome: "opened" | "shut") {
    const { asked, origin } = yield* startBank
    const driver = yield* open({ origin })
    yield* driver.goto("/")
    yield* driver.page.enterPhase("extract", declared)
    yield* driver.on("button", "locator.click")
    yield* driver.on(`#${outcome}`, "locator.waitFor", { state: "attached" })
    return asked
  },
  (effect) =>
    Effect.suspend(() => effect.pipe(Effect.scoped, Effect.provide(browserLayer({ executablePath: browser.path }))))
)

it.live("opens none that isn't declared", () =>
  Effect.gen(function* () {
    expect(yield* opening([], "shut")).toEqual(["h2 GET /"])
  })
)

it.live("opens a declared one over a connection of its own", () =>
  Effect.gen(function* () {
    expect(yield* opening([{ method: "WEBSOCKET", path: "/pay" }], "opened")).toEqual(["h2 GET /", "h1 /pay"])
  })
)
