import { createHash } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { aTime, anId } from "../support/expectations.ts"
import { field, type Person, password } from "../support/Service.ts"
import { service } from "../support/shared.ts"
import { claimsOf, expired, withClaims } from "../support/tokens.ts"
import { addKey } from "../support/world.ts"

let ana: Person
beforeAll(async () => {
  ana = await service().person()
})

const shown = ({ json, status }: { readonly json: unknown; readonly status: number }) => [status, json]

describe("registration and log-in", () => {
  const register = (json: unknown) => service().call("/auth/register", { json })
  const logIn = (json: unknown) => service().call("/auth/login", { json })

  it("answer with id and e-mail, then with a token and the user, as /me does", async () => {
    const registered = await register({ email: "noa@example.com", password, name: "Noa" })
    const loggedIn = await logIn({ email: "noa@example.com", password })
    const id = field(registered.json, "id")
    const token = field(loggedIn.json, "token")
    const me = await service().call("/me", { token })

    expect(shown(registered)).toEqual([201, { id: anId, email: "noa@example.com" }])
    expect(shown(loggedIn)).toEqual([
      200,
      { token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/), user: { id, email: "noa@example.com", name: "Noa" } }
    ])
    expect(shown(me)).toEqual([200, { id, email: "noa@example.com", name: "Noa", operation_mode: null }])
  })

  it("leave out a name that was not given", async () => {
    await register({ email: "nameless@example.com", password })
    const { json } = await logIn({ email: "nameless@example.com", password })
    expect(json).toEqual({ token: expect.any(String), user: { id: anId, email: "nameless@example.com" } })
  })

  it("take an e-mail once, whatever its case and the blanks around it", async () => {
    await register({ email: " Once@Example.com ", password })
    expect(shown(await register({ email: "once@example.com", password }))).toEqual([
      409,
      { error: "Email already exists" }
    ])
    expect((await logIn({ email: "ONCE@EXAMPLE.COM", password })).status).toBe(200)
  })

  it("refuse what is missing, and credentials that are wrong in one way as in another", async () => {
    const missing = [400, { error: "email and password required" }]
    const wrong = [401, { error: "Invalid credentials" }]
    for (const json of [{}, { email: ana.email }, { password }, { email: "", password }, { email: null, password }]) {
      expect(shown(await register(json))).toEqual(missing)
      expect(shown(await logIn(json))).toEqual(missing)
    }
    expect(shown(await logIn({ email: ana.email, password: `${password}!` }))).toEqual(wrong)
    expect(shown(await logIn({ email: "nobody@example.com", password }))).toEqual(wrong)
  })

  it("want passwords of 8 to 256 characters and an e-mail that is one", async () => {
    const length = [400, { error: "password must be between 8 and 256 characters" }]
    expect(shown(await register({ email: "short@example.com", password: "1234567" }))).toEqual(length)
    expect(shown(await register({ email: "long@example.com", password: "x".repeat(257) }))).toEqual(length)
    expect((await register({ email: "fits@example.com", password: "x".repeat(256) })).status).toBe(201)
    expect(shown(await register({ email: "nobody", password }))).toEqual([
      400,
      { error: "email must be an e-mail address" }
    ])
  })
})

describe("a token", () => {
  const me = (token: string) => service().call("/me", { token })
  const refused = [401, { error: "Invalid or expired token" }]

  it("lives for 7 days", async () => {
    const { exp, iat } = claimsOf(ana.token)
    const now = Math.floor(Date.now() / 1000)

    expect(Number(exp) - Number(iat)).toBe(7 * 24 * 3600)
    expect((await me(withClaims(ana.token, { iat: now - 7 * 24 * 3600 + 60, exp: now + 60 }))).status).toBe(200)
    expect(shown(await me(expired(ana.token)))).toEqual(refused)
  })

  it("can't be lengthened, nor signed by others", async () => {
    const now = Math.floor(Date.now() / 1000)
    expect(shown(await me(withClaims(ana.token, { exp: now + 365 * 24 * 3600, iat: now - 8 * 24 * 3600 })))).toEqual(
      refused
    )
    expect(shown(await me(withClaims(ana.token, {}, "some other key of thirty-two bytes and more")))).toEqual(refused)
  })

  it("ends with the password that it was got by", async () => {
    const leo = await service().person()
    const json = { current_password: password, new_password: "another horse" }
    const changed = await service().call("/me/password", { token: leo.token, json })

    expect(shown(await me(leo.token))).toEqual(refused)
    expect((await me(field(changed.json, "token"))).status).toBe(200)
  })
})

describe("the operation mode", () => {
  it("is null at first, then what was chosen last", async () => {
    const { call, person } = service()
    const { token } = await person()
    const put = (json: unknown) => call("/me/operation-mode", { method: "PUT", token, json })
    const modes = [field((await call("/me", { token })).json, "operation_mode")]
    for (const mode of ["passthrough", "reconcile"]) {
      expect(shown(await put({ mode }))).toEqual([200, { operation_mode: mode }])
      modes.push(field((await call("/me", { token })).json, "operation_mode"))
    }

    expect(modes).toEqual(["null", "passthrough", "reconcile"])
    for (const json of [{}, { mode: "both" }, { mode: null }]) {
      expect(shown(await put(json))).toEqual([400, { error: "mode must be reconcile or passthrough" }])
    }
  })
})

describe("an API key", () => {
  const keysOf = async () => Object((await service().call("/me/api-keys", { token: ana.token })).json)

  it("has its form and is shown once", async () => {
    const json = { name: "till", scopes: ["otp:write", "status:read"] }
    const created = await service().call("/me/api-keys", { token: ana.token, json })
    const { key, ...record } = Object(created.json)
    const [marker, prefix, secret] = String(key).split("_")
    const listed = await keysOf()

    expect(created.status).toBe(201)
    expect(record).toEqual({
      id: anId,
      name: "till",
      prefix,
      scopes: ["otp:write", "status:read"],
      account_ids: null,
      created_at: aTime,
      last_used_at: null,
      revoked_at: null
    })
    expect([marker, prefix?.length, secret?.length]).toEqual(["svc", 8, 64])
    expect(listed).toEqual({ keys: [record], available_scopes: ["otp:write", "status:read"] })
    expect(JSON.stringify(listed)).not.toContain(createHash("sha256").update(String(secret)).digest("hex"))
  })

  it("notes its last use, and is revoked at once and for good", async () => {
    const { account, call } = service()
    const id = await account(ana)
    const { id: keyId, key } = await addKey(ana.token)
    const use = () => call(`/v1/accounts/${id}/status`, { key })
    const mine = async () => (await keysOf()).keys.find((one: unknown) => field(one, "id") === keyId)

    const unused = await mine()
    expect((await use()).status).toBe(200)
    const used = await mine()
    const revoked = await call(`/me/api-keys/${keyId}`, { method: "DELETE", token: ana.token })
    const after = await mine()

    expect([unused.last_used_at, used.last_used_at, used.revoked_at]).toEqual([null, aTime, null])
    expect([revoked.status, revoked.text]).toEqual([204, ""])
    expect(after).toEqual({ ...used, revoked_at: aTime })
    expect(shown(await use())).toEqual([
      401,
      { error: { code: "INVALID_API_KEY", message: "API key unknown, malformed or revoked" } }
    ])
  })

  it("for some accounts is refused for the others of its owner", async () => {
    const { account, call } = service()
    const [one, two] = [await account(ana), await account(ana)]
    const { key } = await addKey(ana.token, { account_ids: [one] })
    const statuses = [one, two].map(async (id) => (await call(`/v1/accounts/${id}/status`, { key })).status)

    expect(await Promise.all(statuses)).toEqual([200, 403])
  })

  it("comes in either field, and never as a bearer token", async () => {
    const { account, call } = service()
    const path = `/v1/accounts/${await account(ana)}/status`
    const { key } = await addKey(ana.token)
    const status = async (headers: Record<string, string>) => (await call(path, { headers })).status

    expect(await status({ authorization: `Api-Key ${key}` })).toBe(200)
    expect(await status({ "x-api-key": key })).toBe(200)
    expect(await status({ authorization: `Bearer ${key}` })).toBe(401)
    expect(await status({ authorization: `Bearer ${ana.token}` })).toBe(401)
  })
})
