import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { request } from "node:http"
import type { Socket } from "node:net"
import { text } from "node:stream/consumers"
import { connect } from "node:tls"
import { makeMatcher } from "../src/replay/matchRequest.ts"
import { openReplayProxy } from "../src/replay/ReplayProxy.ts"
import { exchangeOf } from "./exchanges.ts"

const tunnel = (proxy: string, host: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const asked = request(proxy, { method: "CONNECT", path: host })
    asked.on("connect", (_, socket) => resolve(socket)).on("error", reject)
    asked.end()
  })

/** Asks as a browser does: in clear through the proxy, or by TLS inside of a tunnel. */
const ask = async (proxy: string, address: string, headers: Record<string, string> = {}) => {
  const url = new URL(address)
  const isSecure = url.protocol === "https:"
  const socket = isSecure ? await tunnel(proxy, `${url.hostname}:443`) : undefined
  const answer = await new Promise<{
    readonly status: number
    readonly cookies: ReadonlyArray<string>
    readonly body: string
  }>((resolve, reject) => {
    const asked =
      socket === undefined
        ? request(proxy, { path: address, headers: { host: url.host, ...headers } })
        : request({
            path: url.pathname + url.search,
            headers: { host: url.host, ...headers },
            createConnection: () => connect({ socket, rejectUnauthorized: false, servername: url.hostname })
          })
    asked.on("error", reject).on("response", (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, cookies: response.headers["set-cookie"] ?? [], body }),
        reject
      )
    })
    asked.end()
  })
  socket?.destroy()
  return answer
}

const day = 86_400_000

describe("the replay proxy", () => {
  it.effect("plays several hosts with and without TLS, with cookies that are as old as they were", () =>
    Effect.gen(function* () {
      const recordedAt = Date.now() - 400 * day
      const expires = new Date(recordedAt + day).toUTCString()
      const exchanges = [
        exchangeOf("GET", "https://bank.example/home?a=1", {
          answer: "home",
          headers: [
            ["set-cookie", `a=1; Expires=${expires}`],
            ["set-cookie", "b=2; Path=/"],
            ["content-encoding", "gzip"]
          ]
        }),
        exchangeOf("GET", "http://static.example/x", { answer: "static" })
      ]
      const proxy = yield* openReplayProxy({ matcher: makeMatcher({ exchanges, volatile: new Set() }), recordedAt })
      const [home, other] = yield* Effect.promise(() =>
        Promise.all([ask(proxy.server, "https://bank.example/home?a=1"), ask(proxy.server, "http://static.example/x")])
      )
      assert.deepStrictEqual([home.status, home.body, other.body], [200, "home", "static"])
      const at = Date.parse(/Expires=([^;]+)/.exec(home.cookies[0] ?? "")?.[1] ?? "")
      assert.closeTo(at, Date.now() + day, 60_000)
      assert.strictEqual(home.cookies[1], "b=2; Path=/")
      assert.strictEqual(proxy.report().served, 2)
    }).pipe(Effect.scoped)
  )

  it.effect("has nothing for what was not recorded: an end with a reason, or emptiness for a picture", () =>
    Effect.gen(function* () {
      const exchanges = [exchangeOf("GET", "https://bank.example/home", { answer: "home" })]
      const matcher = makeMatcher({ exchanges, volatile: new Set() })
      const proxy = yield* openReplayProxy({ matcher, recordedAt: 0 })
      const page = yield* Effect.promise(() => ask(proxy.server, "https://bank.example/homes"))
      const picture = yield* Effect.promise(() => ask(proxy.server, "https://bank.example/logo.png"))
      assert.deepStrictEqual([page.status, picture.status], [599, 204])
      assert.deepStrictEqual(proxy.report().unmatched, [
        "GET https://bank.example/homes: nearest recorded is #1, GET https://bank.example/home"
      ])
      assert.deepStrictEqual(proxy.report().ignored, ["GET https://bank.example/logo.png"])
    }).pipe(Effect.scoped)
  )
})
