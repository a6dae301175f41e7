import type { Account, Bank, User } from "@counterfoil/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { at } from "../support/World.ts"
import { rows } from "../support/table.ts"
import { startServer, type TestServer } from "../support/TestServer.ts"

let server: TestServer
let token: string
let user: User
let bank: Bank
let account: Account

beforeAll(async () => {
  server = await startServer()
  user = server.world.user("ana@example.com")
  bank = server.world.bank("demo")
  account = server.world.accountOf(user, bank)
  token = await server.logIn(user.email)
})
afterAll(() => server.stop())

describe("GET /accounts", () => {
  it("lists the caller's accounts with what blocks them", async () => {
    const { world } = server
    const ana = world.user("list@example.com")
    const free = world.accountOf(ana, bank, "Free")
    const blocked = world.accountOf(ana, bank, "Blocked", {
      status: "paused",
      scrapeBlockedAt: at("2026-11-20T09:30:00Z"),
      scrapeBlockedReason: "invalid_credentials: refused"
    })
    const answer = await server.call("/accounts", { token: await server.logIn(ana.email) })
    expect([answer.status, answer.json]).toEqual([
      200,
      [
        { id: free.id, bank: "demo", name: "Free", status: "active", scrapeBlockedAt: null, scrapeBlockedReason: null },
        {
          id: blocked.id,
          bank: "demo",
          name: "Blocked",
          status: "paused",
          scrapeBlockedAt: "2026-11-20T09:30:00.000Z",
          scrapeBlockedReason: "invalid_credentials: refused"
        }
      ]
    ])
  })
})

describe("POST /accounts", () => {
  it("answers 201 with the new account", async () => {
    const answer = await server.call("/accounts", { token, json: { bankId: bank.id, name: "Savings" } })
    const created = [...server.world.accounts.values()].find(({ name }) => name === "Savings")
    expect([answer.status, answer.json]).toEqual([
      201,
      { id: created?.id, bank: "demo", name: "Savings", status: "active" }
    ])
  })

  const both = { status: 400, json: { error: "bankId and name are required" } }
  rows(() => server, {
    "refuses a missing bank": () => ({ path: "/accounts", call: { token, json: { name: "x" } }, ...both }),
    "refuses a missing name": () => ({ path: "/accounts", call: { token, json: { bankId: bank.id } }, ...both }),
    "refuses an empty name": () => ({
      path: "/accounts",
      call: { token, json: { bankId: bank.id, name: "" } },
      ...both
    }),
    "refuses a bank of null": () => ({
      path: "/accounts",
      call: { token, json: { bankId: null, name: "x" } },
      ...both
    }),
    "refuses an empty bank": () => ({ path: "/accounts", call: { token, json: { bankId: "", name: "x" } }, ...both }),
    "refuses a bank that is no UUID": () => ({
      path: "/accounts",
      call: { token, json: { bankId: "demo", name: "x" } },
      status: 400,
      json: { error: "bankId must be a UUID" }
    }),
    "answers 404 for an unknown bank": () => ({
      path: "/accounts",
      call: { token, json: { bankId: "0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99", name: "x" } },
      status: 404,
      json: { error: "Bank not found" }
    })
  })
})

describe("GET /accounts/:accountId", () => {
  rows(() => server, {
    "answers with four fields": () => ({
      path: `/accounts/${account.id}`,
      call: { token },
      status: 200,
      json: { id: account.id, bank: "demo", name: "Main", status: "active" }
    }),
    "takes the id in capitals": () => ({
      path: `/accounts/${account.id.toUpperCase()}`,
      call: { token },
      status: 200,
      json: { id: account.id, bank: "demo", name: "Main", status: "active" }
    })
  })
})

describe("DELETE /accounts/:accountId", () => {
  it("answers 204 without a body", async () => {
    const { id } = server.world.accountOf(user, bank, "Old one")
    const json = { confirmation_name: "Old one" }
    const answer = await server.call(`/accounts/${id}`, { method: "DELETE", token, json })
    expect([answer.status, answer.text]).toEqual([204, ""])
    expect(server.world.accounts.has(id)).toBe(false)
  })

  const call = (json?: unknown) => ({ method: "DELETE", token, ...(json === undefined ? {} : { json }) })
  const required = { status: 400, json: { error: "confirmation_name is required" } }
  rows(() => server, {
    "refuses an absent body": () => ({ path: `/accounts/${account.id}`, call: call(), ...required }),
    "refuses an absent name": () => ({ path: `/accounts/${account.id}`, call: call({}), ...required }),
    "refuses another name": () => ({
      path: `/accounts/${account.id}`,
      call: call({ confirmation_name: "main" }),
      status: 400,
      json: { error: "confirmation_name does not match the account name" }
    })
  })
})

describe("what may be asked of an account", () => {
  const job = (n: number) => ({ jobId: `5f0c0a9e-2a55-4a38-9c55-0d6a1c1f2b1${n}` })
  rows(() => server, {
    "scrape answers 202 with the job": () => ({
      path: `/accounts/${account.id}/scrape`,
      call: { method: "POST", token },
      status: 202,
      json: job(1)
    }),
    "restart answers 202 with the job": () => ({
      path: `/accounts/${account.id}/restart`,
      call: { method: "POST", token },
      status: 202,
      json: job(2)
    }),
    "another name answers with the account": () => ({
      path: `/accounts/${account.id}`,
      call: { method: "PATCH", token, json: { name: "Main" } },
      status: 200,
      json: { id: account.id, bank: "demo", name: "Main", status: "active" }
    }),
    "pause answers with the paused account": () => ({
      path: `/accounts/${account.id}/pause`,
      call: { method: "POST", token },
      status: 200,
      json: { id: account.id, bank: "demo", name: "Main", status: "paused" }
    }),
    "resume answers with the active account": () => ({
      path: `/accounts/${account.id}/resume`,
      call: { method: "POST", token },
      status: 200,
      json: { id: account.id, bank: "demo", name: "Main", status: "active" }
    }),
    "poll answers 202": () => ({
      path: `/conciliation/poll/${account.id}`,
      call: { method: "POST", token },
      status: 202,
      json: { queued: true }
    }),
    "its state tells session, next run and block": () => ({
      path: `/accounts/${account.id}/state`,
      call: { token },
      status: 200,
      json: {
        account_id: account.id,
        status: "active",
        state: "idle",
        session_running: false,
        pending_assistance: null,
        next_run_at: "2026-11-20T09:40:00.000Z",
        scrape_blocked_at: null,
        scrape_blocked_reason: null
      }
    })
  })

  it("reaches its actor", () => {
    expect(server.world.asked).toEqual(
      expect.arrayContaining([`scrape ${account.id}`, `restart ${account.id}`, `poll ${account.id}`])
    )
  })
})

describe("GET /accounts/:accountId/activity", () => {
  beforeAll(() => {
    for (const id of [3n, 2n, 1n]) {
      server.world.activity.push({
        id,
        occurredAt: server.world.now,
        kind: "scrape.skipped",
        message: `The account is paused (${id})`,
        data: { n: Number(id) }
      })
    }
  })

  const entry = (n: number) => ({
    id: String(n),
    occurred_at: "2026-11-20T09:30:00.000Z",
    kind: "scrape.skipped",
    message: `The account is paused (${n})`,
    data: { n }
  })
  rows(() => server, {
    "answers newest first": () => ({
      path: `/accounts/${account.id}/activity?limit=2`,
      call: { token },
      status: 200,
      json: [entry(3), entry(2)]
    }),
    "pages by id": () => ({
      path: `/accounts/${account.id}/activity?before=2`,
      call: { token },
      status: 200,
      json: [entry(1)]
    }),
    "refuses a cursor that is no id": () => ({
      path: `/accounts/${account.id}/activity?before=x`,
      call: { token },
      status: 400,
      json: { error: "before must be the id of an entry" }
    })
  })
})
