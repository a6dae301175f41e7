import type { Account } from "@counterfoil/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startServer, type TestServer } from "../support/TestServer.ts"

let server: TestServer
let account: Account
let foreign: Account

const writer = "svc_abcd1234_writer"
const reader = "svc_abcd1234_reader"

beforeAll(async () => {
  server = await startServer({ otpSubmissionsPerMinute: 3 })
  const { world } = server
  const bank = world.bank("demo")
  const ana = world.user("ana@example.com")
  account = world.accountOf(ana, bank)
  foreign = world.accountOf(world.user("leo@example.com"), bank)
  world.key(ana.id, writer, { scopes: ["otp:write"] })
  world.key(ana.id, reader, { scopes: ["status:read"] })
})
afterAll(() => server.stop())

const form = "application/x-www-form-urlencoded"

const send = (key: string, id: string, body: string, contentType = "application/json") =>
  server.call(`/v1/accounts/${id}/sms`, { body, headers: { "x-api-key": key, "content-type": contentType } })

const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`counterfoil:${key}`).toString("base64")}` })

describe("POST /v1/accounts/:accountId/sms", () => {
  it("takes JSON, and forms", async () => {
    const first = await send(writer, account.id, '{"from":"BANK","text":"code 111111"}')
    const second = await send(writer, account.id, "From=BANK&Body=code+222222", form)

    expect([first.status, first.json]).toEqual([202, { submitted: true }])
    expect([second.status, second.json]).toEqual([202, { submitted: true }])
    expect(server.world.asked).toEqual([
      `sms ${account.id} BANK code 111111 - -`,
      `sms ${account.id} BANK code 222222 - -`
    ])
  })

  it("takes the key as a password too, for gateways that can send no header of their own", async () => {
    const call = { body: "Body=code+333333", headers: { ...basic(writer), "content-type": form } }
    const here = await server.call(`/v1/accounts/${account.id}/sms`, call)
    const elsewhere = await server.call(`/v1/accounts/${account.id}/status`, { headers: basic(writer) })

    expect(here.status).toBe(202)
    expect(elsewhere.status).toBe(401)
  })

  it("counts codes with those of the other surfaces, and says when to come back", async () => {
    const { headers, json, status } = await send(writer, account.id, '{"text":"code 444444"}')

    expect(status).toBe(429)
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
    expect(json).toMatchObject({ error: { code: "RATE_LIMITED" } })
  })

  it("answers 202 to what is no received message, so that it isn't sent again", async () => {
    const { json, status } = await send(writer, account.id, '{"event":"sms:sent","payload":{"message":"x"}}')

    expect([status, json]).toMatchObject([202, { submitted: false, reason: "not_a_message" }])
  })

  it("refuses what a wrong setting sends", async () => {
    const answers = [
      await send(writer, account.id, '{"txet":"code 111111"}'),
      await send(writer, account.id, "code 111111", "text/plain"),
      await send(reader, account.id, '{"text":"code 111111"}'),
      await send(writer, foreign.id, '{"text":"code 111111"}'),
      await send("svc_abcd1234_unknown", account.id, '{"text":"code 111111"}')
    ]

    expect(answers.map(({ status }) => status)).toEqual([400, 415, 403, 404, 401])
  })

  it("takes six hundred messages an hour for one account, whatever they are, and those of others meanwhile", async () => {
    const flooded = server.world.accountOf(server.world.user("eva@example.com"), server.world.bank("flooded"))
    server.world.key(flooded.userId, "svc_abcd1234_flood", { scopes: ["otp:write"] })
    const report = () => send("svc_abcd1234_flood", flooded.id, '{"event":"sms:sent","payload":{"message":"x"}}')
    const statuses = new Set<number>()
    for (let sent = 0; sent < 600; sent += 20) {
      for (const { status } of await Promise.all(Array.from({ length: 20 }, report))) statuses.add(status)
    }

    const { headers, json, status } = await report()
    const other = await send(writer, account.id, '{"event":"sms:sent","payload":{"message":"x"}}')

    expect([...statuses]).toEqual([202])
    expect(status).toBe(429)
    expect(json).toMatchObject({
      error: { code: "RATE_LIMITED", message: expect.stringContaining("at most 600 messages an hour for one account") }
    })
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
    expect(other.status).toBe(202)
  })

  it("writes no message and no code into the log", () => {
    expect(server.logs.join("\n")).not.toMatch(/111111|222222|333333|444444/)
  })
})
