import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Call, startServer, type TestServer } from "../support/TestServer.ts"

let server: TestServer
let token: string
let accountId: string

beforeAll(async () => {
  server = await startServer()
  const ana = server.world.user("ana@example.com")
  accountId = server.world.accountOf(ana, server.world.bank("demo")).id
  token = await server.logIn(ana.email)
})
afterAll(() => server.stop())

const refusal = async (path: string, call: Call = {}) => {
  const { headers, status } = await server.call(path, { token, ...call })
  return [status, headers.get("counterfoil-error-code"), headers.get("counterfoil-error-fields")]
}
const register = (json: unknown) => refusal("/auth/register", { json })

describe("a refusal has a code that stays, beside its sentence", () => {
  it("of what is not there, whichever it is", async () => {
    expect(await refusal(`/accounts/${randomUUID()}`)).toEqual([404, "account_not_found", null])
    expect(await refusal(`/banks/${randomUUID()}`)).toEqual([404, "bank_not_found", null])
    expect(await refusal(`/conciliation/${randomUUID()}`)).toEqual([404, "not_found", null])
    expect(await refusal("/nowhere")).toEqual([404, "not_found", null])
    expect(await refusal(`/accounts/${accountId}/movements/x/notify`, { method: "POST" })).toEqual([
      404,
      "movement_not_found",
      null
    ])
  })

  it("of who may not", async () => {
    expect(await refusal("/me", { headers: { authorization: "" } })).toEqual([401, "token_required", null])
    expect(await refusal("/me", { token: "no.good.token" })).toEqual([401, "token_invalid", null])
    expect(await refusal("/auth/login", { json: { email: "ana@example.com", password: "wrong" } })).toEqual([
      401,
      "credentials_wrong",
      null
    ])
  })

  it("of what is wrong with a request, with the fields that it is about", async () => {
    expect(await register({ email: "ana@example.com" })).toEqual([400, "email_and_password_required", null])
    expect(await register({ email: "ana@example.com", password: "correct horse" })).toEqual([409, "email_taken", null])
    expect(await refusal(`/accounts/${accountId}/movements?limit=0&offset=-1`)).toEqual([
      400,
      "field_invalid",
      "limit,offset"
    ])
    const saved = { method: "PUT", json: { retry_limit: "many", polling_method: "PATCH" } }
    expect(await refusal(`/accounts/${accountId}/config`, saved)).toEqual([
      400,
      "field_invalid",
      expect.stringMatching(/polling_method/)
    ])
    expect(await refusal(`/accounts/${accountId}/otp`, { json: {} })).toEqual([400, "field_required", "code"])
    expect(await refusal(`/accounts/${accountId}/otp`, { json: { code: "1" } })).toEqual([
      409,
      "no_pending_assistance",
      null
    ])
    expect(
      await refusal("/accounts", { method: "POST", body: "{", headers: { "content-type": "application/json" } })
    ).toEqual([400, "body_not_json", null])
    expect(await refusal("/accounts", { method: "PATCH" })).toEqual([405, "method_not_allowed", null])
    expect(
      await refusal("/accounts", { method: "POST", body: "x", headers: { "content-type": "text/plain" } })
    ).toEqual([415, "content_type", null])
  })

  it("on /v1 the one of the body, in small letters", async () => {
    expect(await refusal(`/v1/accounts/${accountId}/status`)).toEqual([401, "unauthorized", null])
  })

  it("and what goes well has none", async () => {
    expect(await refusal("/me")).toEqual([200, null, null])
  })
})
