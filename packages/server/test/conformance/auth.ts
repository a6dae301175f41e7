import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { rows } from "../support/table.ts"
import { startServer, type TestServer } from "../support/TestServer.ts"

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startServer()
  server.world.user("ana@example.com", "correct horse", { name: "Ana" })
  server.world.user("leo@example.com")
  token = await server.logIn("ana@example.com")
})
afterAll(() => server.stop())

const missing = { error: "email and password required" }
const ana = { email: "ana@example.com", password: "correct horse" }

describe("GET /auth/registration", () => {
  it("tells without a token whether one can register, and whether nobody has yet", async () => {
    const state = async () => (await server.call("/auth/registration")).json
    const open = await state()
    server.world.registration = "closed"
    const closed = await state()
    server.world.registration = "open"
    expect([open, closed]).toEqual([
      { open: true, first_user: false },
      { open: false, first_user: false }
    ])
  })
})

describe("POST /auth/register", () => {
  it("answers 201 with the id and the e-mail, and no token", async () => {
    const answer = await server.call("/auth/register", { json: { email: "new@example.com", password: "long enough" } })
    const user = [...server.world.users.values()].find(({ email }) => email === "new@example.com")
    expect([answer.status, answer.json]).toEqual([201, { id: user?.id, email: "new@example.com" }])
    expect(user?.name).toBeNull()
  })

  it("keeps the name", async () => {
    await server.call("/auth/register", { json: { email: "n@example.com", password: "long enough", name: "Noa" } })
    expect([...server.world.users.values()].find(({ email }) => email === "n@example.com")?.name).toBe("Noa")
  })

  it("answers 403 while registration is closed", async () => {
    server.world.registration = "closed"
    const answer = await server.call("/auth/register", { json: { email: "x@example.com", password: "long enough" } })
    server.world.registration = "open"
    expect([answer.status, answer.json]).toEqual([403, { error: "Registration is closed" }])
  })

  rows(() => server, {
    "refuses a missing e-mail": () => ({
      path: "/auth/register",
      call: { json: { password: "long enough" } },
      status: 400,
      json: missing
    }),
    "refuses a missing password": () => ({
      path: "/auth/register",
      call: { json: { email: "x@example.com" } },
      status: 400,
      json: missing
    }),
    "refuses an empty password": () => ({
      path: "/auth/register",
      call: { json: { email: "x@example.com", password: "" } },
      status: 400,
      json: missing
    }),
    "refuses an absent body": () => ({
      path: "/auth/register",
      call: { method: "POST" },
      status: 400,
      json: missing
    }),
    "refuses a body that is a list": () => ({ path: "/auth/register", call: { json: [] }, status: 400, json: missing }),
    "says which rule the e-mail breaks": () => ({
      path: "/auth/register",
      call: { json: { email: "nobody", password: "long enough" } },
      status: 400,
      json: { error: "email must be an e-mail address" }
    }),
    "refuses a name that is no string": () => ({
      path: "/auth/register",
      call: { json: { ...ana, name: 7 } },
      status: 400,
      json: { error: "name must be a string" }
    }),
    "answers 409 for an e-mail that exists": () => ({
      path: "/auth/register",
      call: { json: ana },
      status: 409,
      json: { error: "Email already exists" }
    })
  })
})

describe("POST /auth/login", () => {
  it("answers with a token and the user", async () => {
    const user = [...server.world.users.values()].find(({ email }) => email === "ana@example.com")
    const answer = await server.call("/auth/login", { json: ana })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      user: { id: user?.id, email: "ana@example.com", name: "Ana" }
    })
  })

  it("leaves the name out where there is none", async () => {
    const answer = await server.call("/auth/login", { json: { ...ana, email: "leo@example.com" } })
    expect(answer.json).toMatchObject({ user: { id: expect.any(String), email: "leo@example.com" } })
    expect(answer.text).not.toContain("name")
  })

  it("answers 503 with Retry-After while too many passwords wait", async () => {
    server.world.overloaded = true
    const answer = await server.call("/auth/login", { json: ana })
    server.world.overloaded = false
    expect([answer.status, answer.json]).toEqual([503, { error: "The service is busy, try again shortly" }])
    expect(answer.headers.get("retry-after")).toBe("1")
  })

  rows(() => server, {
    "refuses a missing field": () => ({
      path: "/auth/login",
      call: { json: { email: "ana@example.com" } },
      status: 400,
      json: missing
    }),
    "refuses a wrong password": () => ({
      path: "/auth/login",
      call: { json: { ...ana, password: "wrong horse" } },
      status: 401,
      json: { error: "Invalid credentials" }
    }),
    "refuses an e-mail that no database holds": () => ({
      path: "/auth/login",
      call: { json: { email: "a\0@example.com", password: "x" } },
      status: 400,
      json: { error: "email must not contain control characters" }
    }),
    "refuses an unknown user with the same words": () => ({
      path: "/auth/login",
      call: { json: { ...ana, email: "nobody@example.com" } },
      status: 401,
      json: { error: "Invalid credentials" }
    })
  })
})

describe("GET /me", () => {
  it("answers with the profile, the mode null until it is chosen", async () => {
    const user = [...server.world.users.values()].find(({ email }) => email === "ana@example.com")
    const answer = await server.call("/me", { token })
    expect(answer.json).toEqual({ id: user?.id, email: "ana@example.com", name: "Ana", operation_mode: null })
  })

  it("leaves the name out where there is none", async () => {
    const leo = await server.logIn("leo@example.com")
    const answer = await server.call("/me", { token: leo })
    expect(answer.json).toEqual({ id: expect.any(String), email: "leo@example.com", operation_mode: null })
  })

  it("challenges for a bearer token", async () => {
    expect((await server.call("/me")).headers.get("www-authenticate")).toBe("Bearer")
  })

  rows(() => server, {
    "refuses a missing token": () => ({ path: "/me", status: 401, json: { error: "Bearer token required" } }),
    "refuses a token that is none": () => ({
      path: "/me",
      call: { token: "abc" },
      status: 401,
      json: { error: "Invalid or expired token" }
    }),
    "refuses a token without its signature": () => ({
      path: "/me",
      call: { token: token.replace(/\.[^.]*$/, ".") },
      status: 401,
      json: { error: "Invalid or expired token" }
    }),
    "refuses an API key": () => ({
      path: "/me",
      call: { headers: { authorization: "Api-Key svc_abcd1234_x" } },
      status: 401,
      json: { error: "Bearer token required" }
    }),
    "refuses an API key in its own field": () => ({
      path: "/me",
      call: { headers: { "x-api-key": "svc_abcd1234_x" } },
      status: 401,
      json: { error: "Bearer token required" }
    })
  })
})

describe("PUT /me/operation-mode", () => {
  it("answers with the mode", async () => {
    const user = server.world.user("mode@example.com")
    const own = await server.logIn(user.email)

    const answer = await server.call("/me/operation-mode", { method: "PUT", token: own, json: { mode: "passthrough" } })

    expect([answer.status, answer.json]).toEqual([200, { operation_mode: "passthrough" }])
    expect((await server.call("/me", { token: own })).json).toMatchObject({ operation_mode: "passthrough" })
  })

  const refusal = { status: 400, json: { error: "mode must be reconcile or passthrough" } }
  rows(() => server, {
    "refuses an absent mode": () => ({
      path: "/me/operation-mode",
      call: { method: "PUT", token, json: {} },
      ...refusal
    }),
    "refuses another mode": () => ({
      path: "/me/operation-mode",
      call: { method: "PUT", token, json: { mode: "both" } },
      ...refusal
    }),
    "refuses null": () => ({
      path: "/me/operation-mode",
      call: { method: "PUT", token, json: { mode: null } },
      ...refusal
    }),
    "refuses an absent body": () => ({ path: "/me/operation-mode", call: { method: "PUT", token }, ...refusal })
  })
})

describe("POST /me/password", () => {
  it("makes earlier tokens invalid and gives a new one", async () => {
    server.world.user("pw@example.com")
    const earlier = await server.logIn("pw@example.com")
    const json = { current_password: "correct horse", new_password: "better horse" }

    const answer = await server.call("/me/password", { token: earlier, json })

    expect(answer.status).toBe(200)
    expect((await server.call("/me", { token: earlier })).status).toBe(401)
    const next = String(Object(answer.json).token)
    expect((await server.call("/me", { token: next })).status).toBe(200)
  })

  rows(() => server, {
    "refuses a wrong present password": () => ({
      path: "/me/password",
      call: { token, json: { current_password: "wrong", new_password: "better horse" } },
      status: 400,
      json: { error: "current_password is wrong" }
    }),
    "refuses a password that is too short": () => ({
      path: "/me/password",
      call: { token, json: { current_password: "correct horse", new_password: "short" } },
      status: 400,
      json: { error: "password must be between 8 and 256 characters" }
    }),
    "refuses a missing field": () => ({
      path: "/me/password",
      call: { token, json: { new_password: "better horse" } },
      status: 400,
      json: { error: "current_password and new_password are required" }
    })
  })
})
