import type { Bank, User } from "@counterfoil/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { rows } from "../support/table.ts"
import { startServer, type TestServer } from "../support/TestServer.ts"

let server: TestServer
let token: string
let user: User
let bank: Bank
let shared: Bank

beforeAll(async () => {
  server = await startServer()
  user = server.world.user("ana@example.com")
  bank = server.world.bank("own", { createdBy: user.id })
  shared = server.world.bank("shared", { loginUrl: null })
  token = await server.logIn(user.email)
})
afterAll(() => server.stop())

const publication = {
  version: "1.0.0",
  flow_type: "extract_transactions",
  manifest: { bank: "own" },
  bundle: "export default {}"
}
const summary = (extra: object) => ({
  id: expect.any(String),
  flow_type: "extract_transactions",
  version: "1.0.0",
  status: "review",
  origin: "manual",
  created_at: "2026-11-20T09:30:00.000Z",
  ...extra
})

describe("banks", () => {
  it("are listed, without a loginUrl where there is none", async () => {
    const answer = await server.call("/banks", { token })
    expect(answer.json).toEqual([
      { id: bank.id, code: "own", name: "Bank own", loginUrl: "https://bank.example/login", status: "active" },
      { id: shared.id, code: "shared", name: "Bank shared", status: "active" }
    ])
  })

  it("are added with 201 and their id", async () => {
    const json = { code: "new", name: "New", loginUrl: "https://new.example/" }
    const answer = await server.call("/banks", { token, json })
    const created = [...server.world.banks.values()].find(({ code }) => code === "new")
    expect([answer.status, answer.json]).toEqual([201, { id: created?.id }])
    expect(created?.loginUrl).toBe("https://new.example/")
  })

  it("are added without a loginUrl", async () => {
    await server.call("/banks", { token, json: { code: "plain", name: "Plain" } })
    expect([...server.world.banks.values()].find(({ code }) => code === "plain")?.loginUrl).toBeNull()
  })

  const missing = { status: 400, json: { error: "code and name are required" } }
  rows(() => server, {
    "need a code": () => ({ path: "/banks", call: { token, json: { name: "x" } }, ...missing }),
    "need a name": () => ({ path: "/banks", call: { token, json: { code: "x" } }, ...missing }),
    "need a body": () => ({ path: "/banks", call: { method: "POST", token }, ...missing }),
    "need a loginUrl that is one": () => ({
      path: "/banks",
      call: { token, json: { code: "x", name: "x", loginUrl: "bank.example" } },
      status: 400,
      json: { error: "loginUrl must be an absolute http or https URL without credentials" }
    }),
    "have a code each": () => ({
      path: "/banks",
      call: { token, json: { code: "own", name: "x" } },
      status: 409,
      json: { error: "Bank code already exists" }
    }),
    "get further origins from their creator": () => ({
      path: `/banks/${bank.id}/origins`,
      call: { token, json: { origins: ["https://sso.example"] } },
      status: 200,
      json: { origins: ["https://bank.example", "https://sso.example"] }
    }),
    "get them from nobody else": () => ({
      path: `/banks/${shared.id}/origins`,
      call: { token, json: { origins: ["https://sso.example"] } },
      status: 403,
      json: { error: "Only the bank's creator may do this" }
    })
  })
})

describe("scripts", () => {
  it("are published in review, shown with their bank, and promoted", async () => {
    server.world.accountOf(user, bank)

    const published = await server.call(`/banks/${bank.id}/scripts`, { token, json: publication })
    const id = String(Object(published.json).id)
    const promoted = await server.call(`/scripts/${id}/promote`, { method: "POST", token })
    const script = await server.call(`/scripts/${id}`, { token })
    const detail = await server.call(`/banks/${bank.id}`, { token })
    const list = await server.call("/scripts", { token })

    expect([published.status, published.json]).toEqual([201, summary({ bank: "own", bank_id: bank.id })])
    expect([promoted.status, promoted.json]).toEqual([200, { promoted: true }])
    const listed = summary({ id, bank: "own", bank_id: bank.id, status: "active" })
    // The single record has a field of ours beyond the list's.
    expect(script.json).toEqual({ ...listed, requests: [] })
    expect(list.json).toEqual([listed])
    expect(detail.json).toEqual({
      id: bank.id,
      code: "own",
      name: "Bank own",
      loginUrl: "https://bank.example/login",
      status: "active",
      origins: ["https://bank.example", "https://sso.example"],
      creator: null,
      fingerprint: expect.stringMatching(/./),
      active: null,
      scripts: [summary({ id, status: "active" })]
    })
  })

  it("may have 2 MiB, and no more", async () => {
    const path = `/banks/${bank.id}/scripts`
    const fits = { ...publication, version: "2.0.0", bundle: "x".repeat(2 * 1024 * 1024 - 200) }
    const tooLarge = { ...publication, version: "3.0.0", bundle: "x".repeat(2 * 1024 * 1024) }
    expect((await server.call(path, { token, json: fits })).status).toBe(201)
    const refused = await server.call(path, { token, json: tooLarge })
    expect([refused.status, refused.json]).toEqual([413, { error: "Request body is too large" }])
  })

  const publish = (json: unknown, id = () => bank.id) => ({ path: `/banks/${id()}/scripts`, call: { token, json } })
  rows(() => server, {
    "have a version once": () => ({
      ...publish(publication),
      status: 409,
      json: { error: "Version 1.0.0 already exists for this bank" }
    }),
    "have to load": () => ({
      ...publish({ ...publication, version: "9.0.0", bundle: "broken" }),
      status: 400,
      json: { error: "SyntaxError: Unexpected end of input" }
    }),
    "are published by the bank's creator only": () => ({
      ...publish(publication, () => shared.id),
      status: 403,
      json: { error: "Only the bank's creator or an administrator may publish" }
    }),
    "need a dotted version": () => ({
      ...publish({ ...publication, version: "1" }),
      status: 400,
      json: { error: "version must look like 1.0.0" }
    }),
    "need a known flow": () => ({
      ...publish({ ...publication, flow_type: "pay" }),
      status: 400,
      json: { error: "flow_type must be extract_transactions" }
    }),
    "need a manifest": () => ({
      ...publish({ ...publication, manifest: "x" }),
      status: 400,
      json: { error: "manifest must be a JSON object" }
    }),
    "need a bundle": () => ({
      ...publish({ ...publication, bundle: "" }),
      status: 400,
      json: { error: "bundle must be the script's code as a string" }
    }),
    "need a bundle that a database holds": () => ({
      ...publish({ ...publication, bundle: "\ud800" }),
      status: 400,
      json: { error: "bundle must not contain control characters" }
    }),
    "need a body": () => ({
      path: `/banks/${bank.id}/scripts`,
      call: { method: "POST", token },
      status: 400,
      json: { error: "version, flow_type, manifest and bundle are required" }
    }),
    "of an unknown bank are 404": () => ({
      ...publish(publication, () => "0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99"),
      status: 404,
      json: { error: "Bank not found" }
    })
  })
})
