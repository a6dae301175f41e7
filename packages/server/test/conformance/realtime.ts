import type { AccountEvent } from "@counterfoil/core"
import { Effect, PubSub } from "effect"
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { at } from "../support/World.ts"
import { startServer, type TestServer } from "../support/TestServer.ts"
import { wholeAnswer } from "../support/wholeAnswer.ts"

let server: TestServer
let token: string
let userId: string

beforeAll(async () => {
  server = await startServer()
  userId = server.world.user("ana@example.com").id
  token = await server.logIn("ana@example.com")
})
afterAll(() => server.stop())

const ticket = async (): Promise<string> => {
  const answer = await server.call("/realtime/ticket", { method: "POST", token })
  expect([answer.status, answer.json]).toEqual([200, { ticket: expect.any(String), ttl_seconds: 30 }])
  return String(Object(answer.json).ticket)
}

const event = (extra: Partial<AccountEvent> = {}): AccountEvent => ({
  id: 7n,
  accountId: "5f0c0a9e-2a55-4a38-9c55-0d6a1c1f2b11",
  userId,
  version: 1n,
  type: "session.started",
  data: { session_id: "s-1" },
  occurredAt: at("2026-11-20T09:30:00Z"),
  ...extra
})

const publish = (one: AccountEvent) => Effect.runPromise(PubSub.publish(server.world.events, one))

const open = (protocols: ReadonlyArray<string>): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${server.url.replace("http", "ws")}/realtime`, [...protocols])
    socket.addEventListener("open", () => resolve(socket))
    socket.addEventListener("error", () => reject(new Error("not opened")))
  })

const next = (socket: WebSocket): Promise<unknown> =>
  new Promise((resolve) => {
    socket.addEventListener("message", ({ data }) => resolve(JSON.parse(String(data))), { once: true })
  })

/** The raw answer to an upgrade request. */
const upgrade = (protocols: string | undefined, version = 13): Promise<string> => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname, () =>
    socket.write(
      [
        "GET /realtime HTTP/1.1",
        "Host: x",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        `Sec-WebSocket-Version: ${version}`,
        ...(protocols === undefined ? [] : [`Sec-WebSocket-Protocol: ${protocols}`]),
        "",
        ""
      ].join("\r\n")
    )
  )
  return wholeAnswer(socket)
}

describe("the realtime stream", () => {
  it("carries the events of the ticket's user, and of nobody else", async () => {
    const socket = await open(["realtime.v1", await ticket()])
    const first = next(socket)
    await publish(event({ userId: "somebody-else" }))
    await publish(event())
    expect(await first).toEqual({
      type: "session.started",
      userId,
      accountId: "5f0c0a9e-2a55-4a38-9c55-0d6a1c1f2b11",
      data: { session_id: "s-1" },
      occurredAt: "2026-11-20T09:30:00.000Z"
    })
    expect(socket.protocol).toBe("realtime.v1")
    socket.close()
  })

  it("answers the handshake with its protocol and never with the ticket", async () => {
    const secret = await ticket()
    const answer = await upgrade(`realtime.v1, ${secret}`)
    expect(answer).toMatch(/^HTTP\/1\.1 101 /)
    expect(answer).toMatch(/sec-websocket-protocol: realtime\.v1\r\n/i)
    expect(answer).not.toContain(secret)
  })

  it("takes a ticket once", async () => {
    const once = await ticket()
    expect(await upgrade(`realtime.v1, ${once}`)).toMatch(/^HTTP\/1\.1 101 /)
    expect(await upgrade(`realtime.v1, ${once}`)).toMatch(/^HTTP\/1\.1 401 /)
  })

  it("refuses before the upgrade what brings no good ticket", async () => {
    const wrong = await upgrade("realtime.v1, wrong")
    expect(wrong).toMatch(/^HTTP\/1\.1 401 /)
    expect(wrong).toContain('{"error":"Invalid or expired ticket"}')
    expect(wrong).toMatch(/\r\ncounterfoil-error-code: unauthorized\r\n/i)
    expect(await upgrade("realtime.v1")).toMatch(/^HTTP\/1\.1 401 /)
    expect(await upgrade(`realtime.v1, ${await ticket()}, more`)).toMatch(/^HTTP\/1\.1 401 /)
    expect(await upgrade(await ticket())).toMatch(/^HTTP\/1\.1 400 /)
    expect(await upgrade(undefined)).toMatch(/^HTTP\/1\.1 400 /)
  })

  it("refuses another version of WebSockets in JSON too", async () => {
    const answer = await upgrade(`realtime.v1, ${await ticket()}`, 12)
    expect(answer).toMatch(/^HTTP\/1\.1 426 .*sec-websocket-version: 13.*content-type: application\/json/is)
    expect(answer).toMatch(/\r\ncounterfoil-error-code: upgrade_required\r\n/i)
    expect(answer).toMatch(/\r\n\r\n\{"error":"WebSocket version 13 is required"\}$/)
  })

  it("ends when its user changes the password", async () => {
    server.world.user("pw@example.com")
    const own = await server.logIn("pw@example.com")
    const issued = await server.call("/realtime/ticket", { method: "POST", token: own })
    const socket = await open(["realtime.v1", String(Object(issued.json).ticket)])
    const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)))
    const json = { current_password: "correct horse", new_password: "better horse" }
    await server.call("/me/password", { token: own, json })
    expect(await closed).toBe(4401)
  })

  it("refuses a token of the dashboard API", async () => {
    expect(await upgrade(`realtime.v1, ${token}`)).toMatch(/^HTTP\/1\.1 401 /)
  })
})
