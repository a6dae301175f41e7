import type { Account } from "@counterfoil/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { rows } from "../support/table.ts"
import { startServer, type TestServer } from "../support/TestServer.ts"

let server: TestServer
let token: string
let account: Account
let foreign: Account

beforeAll(async () => {
  server = await startServer()
  const bank = server.world.bank("demo")
  const ana = server.world.user("ana@example.com")
  account = server.world.accountOf(ana, bank)
  foreign = server.world.accountOf(server.world.user("leo@example.com"), bank)
  token = await server.logIn(ana.email)
})
afterAll(() => server.stop())

describe("API keys", () => {
  it("show their plain text once, then their prefix only, and go when they are revoked", async () => {
    const json = { name: "till", scopes: ["otp:write", "otp:write", "status:read"], account_ids: [account.id] }
    const record = {
      id: expect.any(String),
      name: "till",
      prefix: "abcd1234",
      scopes: ["otp:write", "status:read"],
      account_ids: [account.id],
      created_at: "2026-11-20T09:30:00.000Z",
      last_used_at: null,
      revoked_at: null
    }

    const created = await server.call("/me/api-keys", { token, json })
    const listed = await server.call("/me/api-keys", { token })
    const id = String(Object(created.json).id)
    const revoked = await server.call(`/me/api-keys/${id}`, { method: "DELETE", token })
    const after = await server.call("/me/api-keys", { token })

    expect([created.status, created.json]).toEqual([
      201,
      { ...record, key: expect.stringMatching(/^svc_\w{8}_\w{64}$/) }
    ])
    expect(listed.json).toEqual({ keys: [record], available_scopes: ["otp:write", "status:read"] })
    expect([revoked.status, revoked.text]).toEqual([204, ""])
    expect(after.json).toMatchObject({ keys: [{ revoked_at: "2026-11-20T09:30:00.000Z" }] })
  })

  it("are for all accounts unless some are named", async () => {
    const answer = await server.call("/me/api-keys", { token, json: { name: "all", scopes: ["status:read"] } })
    expect(answer.json).toMatchObject({ account_ids: null })
  })

  const refused = (json: unknown, error: string) => () => ({
    path: "/me/api-keys",
    call: { token, json },
    status: 400,
    json: { error }
  })
  const length = "name must be 1 to 100 characters"
  const scopes = "scopes must contain at least one of otp:write, status:read"
  const accounts = "account_ids must be null or a list of account UUIDs"
  const named = (rest: object) => ({ name: "till", scopes: ["otp:write"], ...rest })
  rows(() => server, {
    "need a name": refused({ scopes: ["otp:write"] }, "name is required"),
    "need a name that isn't empty": refused(named({ name: "" }), length),
    "need a name of at most 100 characters": refused(named({ name: "x".repeat(101) }), length),
    "need a name that is a string": refused(named({ name: 4 }), length),
    "need a name that a database holds": refused(named({ name: "a\0" }), "name must not contain control characters"),
    "need scopes": refused({ name: "till" }, scopes),
    "need one scope at least": refused(named({ scopes: [] }), scopes),
    "need scopes that exist": refused(named({ scopes: ["otp:write", "admin"] }), scopes),
    "need scopes in a list": refused(named({ scopes: "otp:write" }), scopes),
    "need account ids in a list": refused(named({ account_ids: "all" }), accounts),
    "need account ids that are UUIDs": refused(named({ account_ids: ["x"] }), accounts),
    "need accounts of their owner": () =>
      refused(named({ account_ids: [foreign.id] }), "account_ids names an account that does not exist")(),
    "need a body": () => ({
      path: "/me/api-keys",
      call: { method: "POST", token },
      status: 400,
      json: { error: "name is required" }
    }),
    "aren't managed with an API key": () => ({
      path: "/me/api-keys",
      call: { headers: { "x-api-key": "svc_abcd1234_x" } },
      status: 401,
      json: { error: "Bearer token required" }
    })
  })

  it("take a name of 100 characters", async () => {
    for (const character of ["x", "🧾"]) {
      const answer = await server.call("/me/api-keys", { token, json: named({ name: character.repeat(100) }) })
      expect(answer.status).toBe(201)
    }
  })
})
