import type { Account } from "@counterfoil/core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { rows } from "../support/table.ts"
import { startServer, type TestServer } from "../support/TestServer.ts"

let server: TestServer
let token: string
let account: Account
let other: Account
let foreign: Account

const full = "svc_abcd1234_full"
const narrow = "svc_abcd1234_narrow"
const reader = "svc_abcd1234_reader"
const writer = "svc_abcd1234_writer"
const revoked = "svc_abcd1234_revoked"
const unknown = "0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99"

beforeAll(async () => {
  server = await startServer()
  const { world } = server
  const bank = world.bank("demo")
  const ana = world.user("ana@example.com")
  account = world.accountOf(ana, bank)
  other = world.accountOf(ana, bank, "Other")
  foreign = world.accountOf(world.user("leo@example.com"), bank)
  world.key(ana.id, full)
  world.key(ana.id, narrow, { accountIds: [account.id] })
  world.key(ana.id, reader, { scopes: ["status:read"] })
  world.key(ana.id, writer, { scopes: ["otp:write"] })
  world.key(ana.id, revoked, { revokedAt: world.now })
  token = await server.logIn(ana.email)
})
afterAll(() => server.stop())
beforeEach(() => void server.world.ask(account))
afterEach(() => server.world.assistance.clear())

const pending = {
  id: "assist-1",
  type: "otp",
  descriptor: { length: 6, type: "numeric", purpose: "login" },
  attempts: 0
}
const status = (id: string) => `/v1/accounts/${id}/status`
const otp = (id: string) => `/v1/accounts/${id}/otp`
const withKey = (key: string, json?: unknown) => ({
  headers: { authorization: `Api-Key ${key}` },
  ...(json === undefined ? {} : { json })
})
const coded = (code: string, message: string) => ({ error: { code, message } })
const code = { code: "123456" }

describe("GET /v1/…/status", () => {
  rows(() => server, {
    "tells the session and the pending request": () => ({
      path: status(account.id),
      call: withKey(full),
      status: 200,
      json: { account_id: account.id, session_running: true, pending_assistance: pending }
    }),
    "takes the key in x-api-key": () => ({
      path: status(other.id),
      call: { headers: { "x-api-key": full } },
      status: 200,
      json: { account_id: other.id, session_running: false, pending_assistance: null }
    }),
    "takes a scheme in any case": () => ({
      path: status(other.id),
      call: { headers: { authorization: `api-key ${full}` } },
      status: 200,
      json: { account_id: other.id, session_running: false, pending_assistance: null }
    }),
    "takes x-api-key beside a bearer token": () => ({
      path: status(other.id),
      call: { token, headers: { "x-api-key": full } },
      status: 200,
      json: { account_id: other.id, session_running: false, pending_assistance: null }
    }),
    "without a key is UNAUTHORIZED": () => ({
      path: status(account.id),
      status: 401,
      json: coded("UNAUTHORIZED", "API key required")
    }),
    "takes a JWT for no key": () => ({
      path: status(account.id),
      call: { token },
      status: 401,
      json: coded("UNAUTHORIZED", "API key required")
    }),
    "takes a key that comes as Bearer for no key, and says how it is sent": () => ({
      path: status(account.id),
      call: { token: full },
      status: 401,
      json: coded(
        "UNAUTHORIZED",
        "API key required: send it as Authorization: Api-Key <key> or x-api-key: <key>, not as Bearer"
      )
    }),
    "takes a key that comes without its scheme for no key, and says how it is sent": () => ({
      path: status(account.id),
      call: { headers: { authorization: full } },
      status: 401,
      json: coded(
        "UNAUTHORIZED",
        "API key required: send it as Authorization: Api-Key <key> or x-api-key: <key>, not alone"
      )
    }),
    "takes an empty key for no key": () => ({
      path: status(account.id),
      call: { headers: { "x-api-key": " " } },
      status: 401,
      json: coded("UNAUTHORIZED", "API key required")
    }),
    "refuses an unknown key": () => ({
      path: status(account.id),
      call: withKey("svc_zzzzzzzz_unknown"),
      status: 401,
      json: coded("INVALID_API_KEY", "API key unknown, malformed or revoked")
    }),
    "refuses a JWT in the key's place": () => ({
      path: status(account.id),
      call: { headers: { "x-api-key": token } },
      status: 401,
      json: coded("INVALID_API_KEY", "API key unknown, malformed or revoked")
    }),
    "refuses a revoked key": () => ({
      path: status(account.id),
      call: withKey(revoked),
      status: 401,
      json: coded("INVALID_API_KEY", "API key unknown, malformed or revoked")
    }),
    "refuses a key without the scope": () => ({
      path: status(account.id),
      call: withKey(writer),
      status: 403,
      json: coded("FORBIDDEN", "The API key lacks the scope status:read")
    }),
    "looks at the scope before the account": () => ({
      path: status("malformed"),
      call: withKey(writer),
      status: 403,
      json: coded("FORBIDDEN", "The API key lacks the scope status:read")
    })
  })

  it("answers the same with a query, which takes the ordinary way", async () => {
    const ways = [status(account.id), `${status(account.id)}?`, `${status(account.id)}/`]

    const answers = await Promise.all(ways.map((path) => server.call(path, withKey(full))))

    const heads = answers.map(({ headers, status, text }) => [
      status,
      text,
      [...headers].filter(([name]) => name !== "date")
    ])
    expect(heads[0]?.[0]).toBe(200)
    expect(heads[1]).toEqual(heads[0])
    expect(heads[2]).toEqual(heads[0])
  })

  it("challenges for an API key", async () => {
    expect((await server.call(status(account.id))).headers.get("www-authenticate")).toBe("Api-Key")
  })

  it("answers every id outside the key's list alike: 403", async () => {
    const ids = [other.id, foreign.id, unknown, "malformed"]
    const answers = await Promise.all(ids.map((id) => server.call(status(id), withKey(narrow))))
    const expected = JSON.stringify(coded("FORBIDDEN", "The API key is not allowed for this account"))
    expect(answers.map((answer) => [answer.status, answer.text])).toEqual(ids.map(() => [403, expected]))
    expect((await server.call(status(account.id.toUpperCase()), withKey(narrow))).status).toBe(200)
  })

  it("answers what the owner of an unlimited key doesn't have alike: 404", async () => {
    const ids = [foreign.id, unknown, "malformed"]
    const answers = await Promise.all(ids.map((id) => server.call(status(id), withKey(full))))
    const expected = JSON.stringify(coded("NOT_FOUND", "Account not found"))
    expect(answers.map((answer) => [answer.status, answer.text])).toEqual(ids.map(() => [404, expected]))
  })
})

describe("POST /v1/…/otp", () => {
  it("hands the code to the login in progress", async () => {
    const answer = await server.call(otp(account.id), withKey(full, code))
    expect([answer.status, answer.json]).toEqual([202, { submitted: true }])
    expect(server.world.asked).toContain(`otp ${account.id} 123456`)
  })

  rows(() => server, {
    "without a key is UNAUTHORIZED, whatever the body": () => ({
      path: otp(account.id),
      call: { body: "nonsense" },
      status: 401,
      json: coded("UNAUTHORIZED", "API key required")
    }),
    "needs the scope otp:write": () => ({
      path: otp(account.id),
      call: withKey(reader, code),
      status: 403,
      json: coded("FORBIDDEN", "The API key lacks the scope otp:write")
    }),
    "looks at the account before the body": () => ({
      path: otp(foreign.id),
      call: withKey(full, {}),
      status: 404,
      json: coded("NOT_FOUND", "Account not found")
    }),
    "needs a code": () => ({
      path: otp(account.id),
      call: withKey(full, {}),
      status: 400,
      json: coded("INVALID_REQUEST", "code is required")
    }),
    "needs a body": () => ({
      path: otp(account.id),
      call: { method: "POST", ...withKey(full) },
      status: 400,
      json: coded("INVALID_REQUEST", "code is required")
    }),
    "needs a code that is a string": () => ({
      path: otp(account.id),
      call: withKey(full, { code: 123456 }),
      status: 400,
      json: coded("INVALID_REQUEST", 'code must be a string, in quotes: "code": "123456"')
    }),
    "needs a code of at most 32 characters": () => ({
      path: otp(account.id),
      call: withKey(full, { code: "1".repeat(33) }),
      status: 400,
      json: coded("INVALID_REQUEST", "code must be 1 to 32 characters")
    }),
    "looks at the body before what is pending": () => ({
      path: otp(other.id),
      call: withKey(full, { code: "" }),
      status: 400,
      json: coded("INVALID_REQUEST", "code must be 1 to 32 characters")
    }),
    "is 409 when nothing waits": () => ({
      path: otp(other.id),
      call: withKey(full, code),
      status: 409,
      json: coded("NO_PENDING_ASSISTANCE", "No pending assistance for this account")
    }),
    "refuses a code that doesn't fit": () => ({
      path: otp(account.id),
      call: withKey(full, { code: "12345" }),
      status: 400,
      json: coded("INVALID_REQUEST", "code must be 6 digits")
    })
  })
})

describe("codes on the dashboard API", () => {
  const own = (id: string) => `/accounts/${id}/otp`

  it("are handed to the login in progress", async () => {
    const answer = await server.call(own(account.id), { token, json: { code: "654321" } })
    expect([answer.status, answer.json]).toEqual([202, { submitted: true }])
    expect(server.world.asked).toContain(`otp ${account.id} 654321`)
  })

  rows(() => server, {
    "show what is pending": () => ({ path: own(account.id), call: { token }, status: 200, json: pending }),
    "show null when nothing is": () => ({ path: own(other.id), call: { token }, status: 200, json: null }),
    "need a code": () => ({
      path: own(account.id),
      call: { token, json: {} },
      status: 400,
      json: { error: "code is required" }
    }),
    "refuse a code that doesn't fit": () => ({
      path: own(account.id),
      call: { token, json: { code: "1" } },
      status: 400,
      json: { error: "code must be 6 digits" }
    }),
    "are 409 when nothing waits": () => ({
      path: own(other.id),
      call: { token, json: code },
      status: 409,
      json: { error: "No pending assistance for this account" }
    }),
    "can't be cancelled when nothing waits": () => ({
      path: own(other.id),
      call: { method: "DELETE", token },
      status: 409,
      json: { error: "No pending assistance for this account" }
    })
  })

  it("are cancelled with 204", async () => {
    const answer = await server.call(own(account.id), { method: "DELETE", token })
    expect([answer.status, answer.text]).toEqual([204, ""])
    expect((await server.call(own(account.id), { token })).json).toBeNull()
  })
})
