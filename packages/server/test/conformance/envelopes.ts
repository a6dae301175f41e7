import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { unreachableQuestion } from "../support/accountDoubles.ts"
import { rows } from "../support/table.ts"
import { startServer, type TestServer } from "../support/TestServer.ts"

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"))

let server: TestServer
let token: string
const key = "svc_abcd1234_key"
const unknown = "0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99"
let foreign: { account: string; movement: string; request: string; delivery: string; key: string }
let account: string

beforeAll(async () => {
  server = await startServer()
  const { world } = server
  const ana = world.user("ana@example.com")
  const leo = world.user("leo@example.com")
  const bank = world.bank("demo")
  world.key(ana.id, key)
  account = world.accountOf(ana, bank).id
  const his = world.accountOf(leo, bank)
  foreign = {
    account: his.id,
    movement: world.movement(his).id,
    request: world.request(his).id,
    delivery: world.delivery(his).id,
    key: world.key(leo.id, "svc_his").id
  }
  token = await server.logIn(ana.email)
})
afterAll(() => server.stop())

describe("what is no request", () => {
  rows(() => server, {
    "an unknown path is 404": () => ({ path: "/nowhere", status: 404, json: { error: "Not found" } }),
    "an unknown path under /v1 has /v1's envelope": () => ({
      path: "/v1/nowhere",
      status: 404,
      json: { error: { code: "NOT_FOUND", message: "Not found" } }
    }),
    "paths have a case": () => ({ path: "/HEALTH", status: 404, json: { error: "Not found" } }),
    "doubled slashes are another path": () => ({ path: "//health", status: 404, json: { error: "Not found" } }),
    "a path that can't be decoded is unknown": () => ({
      path: "/accounts/%zz",
      status: 404,
      json: { error: "Not found" }
    }),
    "a body that is no JSON is 400": () => ({
      path: "/auth/login",
      call: { body: '{"email":', headers: { "content-type": "application/json" } },
      status: 400,
      json: { error: "Request body is not valid JSON" }
    }),
    "on /v1 too": () => ({
      path: `/v1/accounts/${account}/otp`,
      call: { body: "nonsense", headers: { "content-type": "application/json", "x-api-key": key } },
      status: 400,
      json: { error: { code: "INVALID_REQUEST", message: "Request body is not valid JSON" } }
    }),
    "a body in Latin-1 is 400, for its letters would be saved as others": () => ({
      path: `/accounts/${account}`,
      call: {
        method: "PATCH",
        token,
        body: latin1('{"name":"Peña"}'),
        headers: { "content-type": "application/json" }
      },
      status: 400,
      json: { error: "Request body is not UTF-8, as JSON must be" }
    }),
    "so is one in UTF-16, on /v1 too": () => ({
      path: `/v1/accounts/${account}/otp`,
      call: {
        body: new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
        headers: { "content-type": "application/json; charset=utf-16", "x-api-key": key }
      },
      status: 400,
      json: { error: { code: "INVALID_REQUEST", message: "Request body is not UTF-8, as JSON must be" } }
    }),
    "a compressed body is 415": () => ({
      path: "/auth/login",
      call: {
        body: new Uint8Array(gzipSync('{"email":"ana@example.com"}')),
        headers: { "content-type": "application/json", "content-encoding": "gzip" }
      },
      status: 415,
      json: { error: "Content-Encoding is not supported: send the body uncompressed" }
    }),
    "an encoding that compresses nothing is fine, whatever it is called": () => ({
      path: `/v1/accounts/${account}/sms`,
      call: {
        json: { sender: "BANCO", text: "Su código: 123456" },
        headers: { "x-api-key": key, "content-encoding": "UTF-8" }
      },
      status: 202,
      json: { submitted: true }
    }),
    "an encoding that changes nothing is fine": () => ({
      path: "/auth/login",
      call: { body: "{}", headers: { "content-type": "application/json", "content-encoding": "identity" } },
      status: 400,
      json: { error: "email and password required" }
    }),
    "a forwarded SMS may be in Latin-1: its code is used": () => ({
      path: `/v1/accounts/${account}/sms`,
      call: {
        body: latin1('{"sender":"BANCO","text":"Su código: 123456"}'),
        headers: { "content-type": "application/json", "x-api-key": key }
      },
      status: 202,
      json: { submitted: true }
    }),
    "a form is 415": () => ({
      path: "/auth/login",
      call: { body: "email=a", headers: { "content-type": "application/x-www-form-urlencoded" } },
      status: 415,
      json: { error: "Content-Type must be application/json" }
    }),
    "a text to the codes is 415": () => ({
      path: `/v1/accounts/${account}/otp`,
      call: { body: "{}", headers: { "content-type": "text/plain", "x-api-key": key } },
      status: 415,
      json: { error: { code: "INVALID_REQUEST", message: "Content-Type must be application/json" } }
    }),
    "a charset is fine": () => ({
      path: "/auth/login",
      call: { body: "{}", headers: { "content-type": "application/json; charset=utf-8" } },
      status: 400,
      json: { error: "email and password required" }
    }),
    "a plain GET of the stream is 426": () => ({
      path: "/realtime",
      status: 426,
      json: { error: "Connect with a WebSocket" }
    })
  })

  it("ignores what a POST without a described body brings along", async () => {
    const answer = await server.call(`/accounts/${account}/scrape`, {
      token,
      body: "whatever",
      headers: { "content-type": "text/plain" }
    })
    expect(answer.status).toBe(202)
  })

  it("answers 405 with what is allowed, before it asks who calls", async () => {
    const answers = await Promise.all([
      server.call("/me", { method: "POST" }),
      server.call("/accounts/x/config", { method: "DELETE" }),
      server.call("/conciliation/summary", { method: "PATCH" }),
      server.call("/v1/accounts/x/otp")
    ])
    expect(answers.map(({ headers, json, status }) => [status, headers.get("allow"), json])).toEqual([
      [405, "GET, HEAD, DELETE", { error: "POST is not allowed here" }],
      [405, "GET, HEAD, PUT", { error: "DELETE is not allowed here" }],
      [405, "GET, HEAD", { error: "PATCH is not allowed here" }],
      [405, "POST", { error: { code: "INVALID_REQUEST", message: "GET is not allowed here" } }]
    ])
  })

  it("refuses a body over 256 KiB, declared or not", async () => {
    const large = JSON.stringify({ email: "a".repeat(256 * 1024), password: "x" })
    const declared = await server.call("/auth/login", { body: large, headers: { "content-type": "application/json" } })
    const streamed = await fetch(`${server.url}/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: new Blob([large]).stream(),
      duplex: "half"
    })
    expect([declared.status, declared.json]).toEqual([413, { error: "Request body is too large" }])
    expect([streamed.status, await streamed.json()]).toEqual([413, { error: "Request body is too large" }])
  })

  it("takes 256 KiB", async () => {
    const empty = JSON.stringify({ email: "", password: "x" }).length
    const answer = await server.call("/auth/login", {
      body: JSON.stringify({ email: "a".repeat(256 * 1024 - empty), password: "x" }),
      headers: { "content-type": "application/json" }
    })
    expect(answer.status).toBe(401)
  })
})

describe("another user's resource and an absent one", () => {
  const pairs = (): ReadonlyArray<
    readonly [method: string, path: (id: string) => string, id: string, error: string]
  > => [
    ["GET", (id) => `/accounts/${id}`, foreign.account, "Account not found"],
    ["DELETE", (id) => `/accounts/${id}`, foreign.account, "Account not found"],
    ["GET", (id) => `/accounts/${id}/config`, foreign.account, "Account not found"],
    ["PUT", (id) => `/accounts/${id}/config`, foreign.account, "Account not found"],
    ["GET", (id) => `/accounts/${id}/movements`, foreign.account, "Account not found"],
    ["POST", (id) => `/accounts/${id}/scrape`, foreign.account, "Account not found"],
    ["POST", (id) => `/accounts/${id}/restart`, foreign.account, "Account not found"],
    ["POST", (id) => `/accounts/${id}/pause`, foreign.account, "Account not found"],
    ["POST", (id) => `/accounts/${id}/resume`, foreign.account, "Account not found"],
    ["GET", (id) => `/accounts/${id}/otp`, foreign.account, "Account not found"],
    ["POST", (id) => `/accounts/${id}/otp`, foreign.account, "Account not found"],
    ["DELETE", (id) => `/accounts/${id}/otp`, foreign.account, "Account not found"],
    ["GET", (id) => `/accounts/${id}/state`, foreign.account, "Account not found"],
    ["GET", (id) => `/accounts/${id}/activity`, foreign.account, "Account not found"],
    ["GET", (id) => `/accounts/${id}/webhook-secret`, foreign.account, "Account not found"],
    ["POST", (id) => `/accounts/${id}/webhook-secret/rotate`, foreign.account, "Account not found"],
    ["POST", (id) => `/conciliation/poll/${id}`, foreign.account, "Account not found"],
    ["GET", (id) => `/accounts/${id}/scrapes`, foreign.account, "Account not found"],
    ["GET", (id) => `/conciliation/${id}`, foreign.request, "Not found"],
    ["GET", (id) => `/conciliation/${id}/explanation`, foreign.request, "Not found"],
    ["POST", (id) => `/conciliation/${id}/run`, foreign.request, "Not found"],
    ["POST", (id) => `/conciliation/${id}/unmatch`, foreign.request, "Not found"],
    ["POST", (id) => `/conciliation/${id}/leave`, foreign.request, "Not found"],
    ["POST", (id) => `/conciliation/${id}/forget`, foreign.request, "Not found"],
    ["POST", (id) => `/conciliation/${id}/notify`, foreign.request, "Not found"],
    ["GET", (id) => `/deliveries/${id}`, foreign.delivery, "Not found"],
    ["POST", (id) => `/deliveries/${id}/replay`, foreign.delivery, "Not found"],
    ["GET", (id) => `/accounts/${id}/endpoint`, foreign.account, "Account not found"],
    ["POST", (id) => `/accounts/${id}/endpoint/pause`, foreign.account, "Account not found"],
    ["POST", (id) => `/accounts/${id}/endpoint/resume`, foreign.account, "Account not found"],
    ["POST", (id) => `/accounts/${id}/webhook-test`, foreign.account, "Account not found"],
    [
      "POST",
      (id) => `/accounts/${account}/movements/${id}/notify`,
      foreign.movement,
      "Movement not found for this account"
    ],
    [
      "POST",
      (id) => `/accounts/${account}/movements/${id}/exclude`,
      foreign.movement,
      "Movement not found for this account"
    ],
    [
      "POST",
      (id) => `/accounts/${account}/movements/${id}/include`,
      foreign.movement,
      "Movement not found for this account"
    ],
    ["DELETE", (id) => `/me/api-keys/${id}`, foreign.key, "API key not found"],
    ["GET", (id) => `/banks/${id}`, unknown, "Bank not found"],
    ["GET", (id) => `/scripts/${id}`, unknown, "Not found"],
    ["POST", (id) => `/scripts/${id}/promote`, unknown, "Not found"]
  ]

  it("get the same bytes, and so does a malformed id", async () => {
    const json: Readonly<Record<string, unknown>> = {
      config: { webhook_url: "https://shop.example/hook" },
      otp: { code: "123456" },
      account: { confirmation_name: "Main" }
    }
    for (const [method, path, id, error] of pairs()) {
      const body = json[path(id).split("/")[3] ?? "account"]
      const sent = method === "GET" || body === undefined ? {} : { json: body }
      const answers = await Promise.all(
        [id, unknown, id.toUpperCase(), "malformed", "1".repeat(2000)].map((one) =>
          server.call(path(one), { method, token, ...sent })
        )
      )
      for (const answer of answers) {
        expect([method, path("id"), answer.status, answer.text]).toEqual([
          method,
          path("id"),
          404,
          JSON.stringify({ error })
        ])
      }
    }
  })
})

describe("an internal fault", () => {
  it("tells the request's id, which the log has too, and nothing else", async () => {
    server.world.broken = true
    const answer = await server.call("/me", { token })
    server.world.broken = false
    const id = /^\{"error":"Internal error, request ([\w-]{36})"\}$/.exec(answer.text)?.[1]
    expect([answer.status, id]).toEqual([500, expect.any(String)])
    expect(server.logs.some((line) => line.includes("hunter2") && line.includes(String(id)))).toBe(true)
  })
})

describe("an account that is deleted while a request about it is under way", () => {
  it("is as one that was never there", async () => {
    const json = { content: "while it is deleted" }
    const answer = await server.call(`/accounts/${account}/statements`, { token, json })
    expect([answer.status, answer.json]).toEqual([404, { error: "Account not found" }])
  })
})

describe("a file that can't be read just now", () => {
  it("is nobody's fault: 503, when to come again, and that nothing was taken in", async () => {
    const json = { content: "while nothing can be read" }
    const answer = await server.call(`/accounts/${account}/statements`, { token, json })
    expect([answer.status, answer.json]).toEqual([
      503,
      { error: "Files can't be read right now, try again: nothing was taken in" }
    ])
    expect(answer.headers.get("retry-after")).toBe("5")
  })
})

describe("a login whose node does not answer", () => {
  it("is nobody's fault: 503, when to come again, and what to do first", async () => {
    const error = "The account's login can't be reached right now: see whether it still waits, then try again"
    const answer = await server.call(`/accounts/${account}/assistances/${unreachableQuestion}/picture`, { token })
    expect([answer.status, answer.json]).toEqual([503, { error }])
    expect(answer.headers.get("retry-after")).toBe("5")
    expect(answer.headers.get("counterfoil-error-code")).toBe("login_unreachable")
  })
})

describe("the log", () => {
  it("has one line per request, without query, body or credentials", async () => {
    const before = server.logs.length
    await server.call("/auth/login?password=in-query", {
      json: { email: "ana@example.com", password: "in-body-secret" },
      headers: { authorization: "Bearer in-header" }
    })
    const lines = server.logs.slice(before)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('"path":"/auth/login"')
    expect(lines[0]).toContain('"status":401')
    expect(lines[0]).not.toMatch(/in-query|in-body|in-header/)
  })

  it("says of a 400 why, in the words that the caller got, on both surfaces", async () => {
    const before = server.logs.length
    await server.call(`/accounts/${account}/movements?limit=value-of-limit`, { token })
    await server.call("/auth/register", { json: { email: "value-of-email" } })
    await server.call(`/v1/accounts/${account}/otp`, { json: { code: 17 }, headers: { "x-api-key": key } })
    const lines = server.logs.slice(before)
    expect(lines[0]).toContain('"reason":"limit must be a whole number from 1 to 500"')
    expect(lines[1]).toContain('"reason":"email and password required"')
    expect(lines[2]).toMatch(/"reason":"code must be [^"]+"/)
    expect(lines.join("")).not.toContain("value-of")
  })
})

describe("every answer", () => {
  it("is kept by nobody and read as what it says", async () => {
    const { headers } = await server.call("/me", { token })
    expect(headers.get("cache-control")).toBe("no-store")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(headers.get("content-type")).toBe("application/json")
  })

  it("to HEAD has no body", async () => {
    const answer = await server.call("/health", { method: "HEAD" })
    expect([answer.status, answer.text]).toEqual([200, ""])
  })

  it("at the root is a page", async () => {
    const answer = await server.call("/")
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    expect(answer.text).toContain("/openapi.json")
  })
})
