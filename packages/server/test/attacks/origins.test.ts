/** A page of somebody else that got hold of a ticket: it can't open a stream in the browser of whoever looks at it. */
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startServer, type TestServer } from "../support/TestServer.ts"
import { wholeAnswer } from "../support/wholeAnswer.ts"

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startServer({ origins: ["https://app.example"] }, { origins: ["https://app.example"] })
  server.world.user("ana@example.com")
  token = await server.logIn("ana@example.com")
})
afterAll(() => server.stop())

const ticket = async (): Promise<string> =>
  String(Object((await server.call("/realtime/ticket", { method: "POST", token })).json).ticket)

/** What a handshake with these fields is answered. */
const answerTo = (secret: string, ...fields: ReadonlyArray<string>): Promise<string> => {
  const { hostname, port } = new URL(server.url)
  const head = [
    "GET /realtime HTTP/1.1",
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Protocol: realtime.v1, ${secret}`,
    ...fields
  ]
  const socket = connect(Number(port), hostname, () => socket.write(`${head.join("\r\n")}\r\n\r\n`))
  return wholeAnswer(socket)
}

describe("a page that opens a realtime stream", () => {
  it.each([
    ["of another site", "Host: counterfoil.example", "Origin: https://evil.example"],
    [
      "of a name that begins like ours",
      "Host: counterfoil.example",
      "Origin: https://counterfoil.example.evil.example"
    ],
    ["of a name that ends like ours", "Host: counterfoil.example", "Origin: https://evil-counterfoil.example"],
    ["of another port of our host", "Host: counterfoil.example:8080", "Origin: http://counterfoil.example:9001"],
    [
      "of the configured name without its scheme's protection",
      "Host: counterfoil.example",
      "Origin: http://app.example"
    ],
    ["that hides where it comes from", "Host: counterfoil.example", "Origin: null"],
    ["of nowhere", "Host: counterfoil.example", "Origin:"],
    ["with our name as its user", "Host: counterfoil.example", "Origin: https://counterfoil.example@evil.example"],
    ["with our name behind a slash", "Host: counterfoil.example", "Origin: https://evil.example/counterfoil.example"],
    ["of another scheme", "Host: counterfoil.example", "Origin: chrome-extension://counterfoil.example"],
    ["with two origins", "Host: counterfoil.example", "Origin: https://counterfoil.example, https://evil.example"]
  ] as const)("is refused: %s", async (...[, host, origin]) => {
    const secret = await ticket()

    const answer = await answerTo(secret, host, origin)

    expect(answer).toMatch(/^HTTP\/1\.1 403 .*content-type: application\/json/is)
    expect(answer).toMatch(/\r\n\r\n\{"error":"Pages of this origin may not open a stream"\}$/)
    // The ticket was not used up: its owner still gets in.
    expect(await answerTo(secret, host)).toMatch(/^HTTP\/1\.1 101 /)
  })

  it.each([
    ["of the server's own host", "Host: counterfoil.example", "Origin: https://counterfoil.example"],
    [
      "of the server's own host, its usual port written out",
      "Host: counterfoil.example:443",
      "Origin: https://counterfoil.example"
    ],
    ["of the server's own host in capitals", "Host: Counterfoil.Example", "Origin: https://counterfoil.example"],
    ["of the server's own host and port", "Host: 127.0.0.1:8080", "Origin: http://127.0.0.1:8080"],
    ["of a configured site", "Host: counterfoil.example", "Origin: https://app.example"]
  ] as const)("is let in: %s", async (...[, host, origin]) => {
    expect(await answerTo(await ticket(), host, origin)).toMatch(/^HTTP\/1\.1 101 /)
  })

  it("is no program, which sends no origin and is let in", async () => {
    expect(await answerTo(await ticket(), "Host: counterfoil.example")).toMatch(/^HTTP\/1\.1 101 /)
  })
})

describe("a page of another site that sends without asking", () => {
  const register = (fields: Readonly<Record<string, string>>, email: string) =>
    server.call("/auth/register", { method: "POST", json: { email, password: "a-long-pass-phrase" }, headers: fields })

  it("registers nobody in the name of whoever looks at it", async () => {
    const refused = await register({ "sec-fetch-site": "cross-site" }, "drive@example.com")
    expect([refused.status, refused.json]).toEqual([403, { error: "A page of another site can't ask for this" }])
    expect((await register({ "sec-fetch-site": "same-origin" }, "own@example.com")).status).toBe(201)
    expect((await register({}, "machine@example.com")).status).toBe(201)
    const named = { "sec-fetch-site": "cross-site", origin: "https://app.example" }
    expect((await register(named, "named@example.com")).status).toBe(201)
  })

  it("registers nobody under a name that was pointed at this machine, where whoever reaches it may register", async () => {
    const local = await startServer({ isForThisMachine: true, origins: ["http://counterfoil.test:8080"] })
    const registered = async (origin: string | undefined, name: string, path = "/auth/register") => {
      const { json, status } = await local.call(path, {
        method: "POST",
        json: { email: `${name}@example.com`, password: "a-long-pass-phrase" },
        headers: origin === undefined ? {} : { origin, "sec-fetch-site": "same-origin" }
      })
      return status === 201 ? status : [status, Object(json).error]
    }
    const refused = [403, expect.stringContaining("its page is at localhost")]

    expect(await registered("http://rebound.example:8080", "rebound")).toEqual(refused)
    expect(await registered("http://127.0.0.1.rebound.example:8080", "address")).toEqual(refused)
    expect(await registered("http://localhost.rebound.example", "localhost")).toEqual(refused)
    expect(await registered("null", "hidden")).toEqual(refused)
    for (const path of ["/auth/%72egister", "/%61uth/register", "/auth/register;x"]) {
      expect(await registered("http://rebound.example:8080", "spelled", path)).toEqual(refused)
    }
    const own = [
      undefined,
      "http://localhost:8080",
      "http://127.0.0.1:8080",
      "http://[::1]:8080",
      "http://counterfoil.test:8080"
    ]
    for (const [index, origin] of own.entries()) expect(await registered(origin, `own${index}`)).toBe(201)
    await local.stop()
  })

  it("may lead here by a link", async () => {
    expect((await server.call("/health", { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(200)
  })
})
