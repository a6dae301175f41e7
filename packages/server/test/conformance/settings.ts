import type { Account } from "@counterfoil/core"
import { settingDefaults, settingNames } from "@counterfoil/domain"
import { Struct } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { rows } from "../support/table.ts"
import { startServer, type TestServer } from "../support/TestServer.ts"

let server: TestServer
let token: string
let account: Account
let reconciling: { token: string; account: Account }

beforeAll(async () => {
  server = await startServer()
  const { world } = server
  const bank = world.bank("demo")
  const ana = world.user("ana@example.com")
  account = world.accountOf(ana, bank)
  token = await server.logIn(ana.email)
  const leo = world.user("leo@example.com", "correct horse", { operationMode: "reconcile" })
  reconciling = { account: world.accountOf(leo, bank), token: await server.logIn(leo.email) }
})
afterAll(() => server.stop())

const url = "https://shop.example/hook"
const path = () => `/accounts/${account.id}/config`
const put = (json: unknown) => ({ method: "PUT", token, json })

/** As the list of settings has them; the contract's tests say each of them once more. */
const defaults = { ...Struct.renameKeys(settingDefaults, settingNames), webhook_url: url }

const everything = {
  pending_orders_endpoint: "http://127.0.0.1:4000/pending?x=1",
  webhook_url: url,
  webhook_auth_type: "api_key",
  webhook_auth_token: "w-token",
  notification_endpoint_url: "https://shop.example/alerts",
  notification_auth_type: "bearer",
  notification_auth_token: "n-token",
  notification_events: ["assistance_required", "scrape_failed"],
  retry_limit: 0,
  polling_method: "POST",
  polling_body: { open: true, pages: [1, null] },
  auth_type: "bearer",
  auth_token: "p-token",
  bank_username: "ana",
  bank_account: "1332",
  notify_on_expired: true,
  webhook_extra_fields: { shop: "north", nested: { a: [1] } },
  session_type: "persistent",
  login_mode: "assisted",
  silent_ingestion: true
}

describe("the settings of an account", () => {
  it("are null before they are saved, and have no webhook secret", async () => {
    const bare = server.world.accountOf(server.world.user("bare@example.com"), server.world.bank("bare"))
    const bareToken = await server.logIn("bare@example.com")
    const read = await server.call(`/accounts/${bare.id}/config`, { token: bareToken })
    const secret = await server.call(`/accounts/${bare.id}/webhook-secret`, { token: bareToken })
    const rotated = await server.call(`/accounts/${bare.id}/webhook-secret/rotate`, {
      method: "POST",
      token: bareToken
    })
    expect([read.status, read.text]).toEqual([200, "null"])
    expect(secret.json).toEqual({ secret: null })
    expect([rotated.status, rotated.json]).toEqual([400, { error: "Save settings first" }])
  })

  it("take their defaults", async () => {
    const answer = await server.call(path(), put({ webhook_url: url }))
    const { id } = server.world.settings.get(account.id) ?? {}
    expect([answer.status, answer.json]).toEqual([200, { id, account_id: account.id, ...defaults }])
  })

  it("read back as they were written, all but the password", async () => {
    const written = await server.call(path(), put({ ...everything, bank_password: "bank-secret" }))
    const read = await server.call(path(), { token })
    const { id } = server.world.settings.get(account.id) ?? {}
    expect(written.json).toEqual({ id, account_id: account.id, ...defaults, ...everything })
    expect(read.text).toBe(written.text)
    expect(read.text).not.toContain("password")
    expect(server.world.passwords.get(account.id)).toBe("bank-secret")
  })

  it("accept what was read", async () => {
    const read = await server.call(path(), { token })
    const answer = await server.call(path(), put(read.json))
    expect([answer.status, answer.text]).toEqual([200, read.text])
  })

  it("are saved with an address that is refused, and it is told; what a name leads to only when it is saved", async () => {
    const message = "10.0.0.8 may not be called: it is a private address"
    const warned = { address_warnings: [{ field: "webhook_url", message }] }
    const written = await server.call(path(), put({ webhook_url: "http://10.0.0.8/hook" }))
    expect([written.status, written.json]).toMatchObject([200, { webhook_url: "http://10.0.0.8/hook", ...warned }])
    expect((await server.call(path(), { token })).json).toEqual(written.json)
    expect((await server.call(path(), put({ webhook_url: "http://inside.example/hook" }))).json).toMatchObject(warned)
    expect((await server.call(path(), { token })).json).not.toHaveProperty("address_warnings")
    expect((await server.call(path(), put({ webhook_url: url }))).json).not.toHaveProperty("address_warnings")
  })

  it("are replaced by a PUT, but for the bank credentials that it leaves out", async () => {
    await server.call(path(), put(everything))
    const answer = await server.call(path(), put({ webhook_url: url }))
    expect(answer.json).toMatchObject({ ...defaults, bank_username: "ana", bank_account: "1332" })
  })

  it("take an empty string for no value", async () => {
    const empty = { notification_endpoint_url: "", pending_orders_endpoint: "", auth_token: "", bank_password: "" }
    const answer = await server.call(path(), put({ webhook_url: url, ...empty }))
    expect(answer.json).toMatchObject({
      notification_endpoint_url: null,
      pending_orders_endpoint: null,
      auth_token: null
    })
  })

  it("keep a secret that signs webhooks and can be rotated", async () => {
    const secretPath = `/accounts/${account.id}/webhook-secret`
    expect((await server.call(secretPath, { token })).json).toEqual({ secret: "whsec_first" })
    expect((await server.call(`${secretPath}/rotate`, { method: "POST", token })).json).toEqual({
      secret: "whsec_second"
    })
    expect((await server.call(secretPath, { token })).json).toEqual({ secret: "whsec_second" })
  })
})

describe("PUT config says which field is wrong and what would be right", () => {
  const refused = (json: unknown, error: string) => () => ({
    path: path(),
    call: put(json),
    status: 400,
    json: { error }
  })
  const withUrl = (field: string, value: unknown) => ({ webhook_url: url, [field]: value })
  const mustBeUrl = (field: string) => `${field} must be an absolute http or https URL without credentials`
  const mustHavePort = (field: string) => `${field} must have a port from 1 to 65535, or none`

  rows(() => server, {
    "webhook_url missing": refused({}, "webhook_url is required"),
    "webhook_url empty": refused({ webhook_url: "" }, "webhook_url is required"),
    "webhook_url null": refused({ webhook_url: null }, "webhook_url is required"),
    "webhook_url relative": refused({ webhook_url: "/hook" }, mustBeUrl("webhook_url")),
    "webhook_url of another scheme": refused({ webhook_url: "ftp://x.example" }, mustBeUrl("webhook_url")),
    "webhook_url with credentials": refused({ webhook_url: "https://u:p@x.example" }, mustBeUrl("webhook_url")),
    "webhook_url with a port that can't be": refused(
      { webhook_url: "http://10.0.0.5:99999/" },
      mustHavePort("webhook_url")
    ),
    "webhook_url a number": refused({ webhook_url: 1 }, mustBeUrl("webhook_url")),
    pending_orders_endpoint: refused(withUrl("pending_orders_endpoint", "x"), mustBeUrl("pending_orders_endpoint")),
    "pending_orders_endpoint missing in reconcile": () => ({
      path: `/accounts/${reconciling.account.id}/config`,
      call: { method: "PUT", token: reconciling.token, json: { webhook_url: url } },
      status: 400,
      json: { error: "pending_orders_endpoint is required when the operation mode is reconcile" }
    }),
    notification_endpoint_url: refused(withUrl("notification_endpoint_url", 5), mustBeUrl("notification_endpoint_url")),
    auth_type: refused(withUrl("auth_type", "basic"), "auth_type must be bearer, api_key or null"),
    webhook_auth_type: refused(withUrl("webhook_auth_type", 1), "webhook_auth_type must be bearer, api_key or null"),
    notification_auth_type: refused(
      withUrl("notification_auth_type", "x"),
      "notification_auth_type must be bearer, api_key or null"
    ),
    auth_token: refused(withUrl("auth_token", 7), "auth_token must be a string or null"),
    notification_events: refused(
      withUrl("notification_events", ["scrape.failed"]),
      "notification_events must be a list of assistance_required, login_failed, scrape_failed, movements_removed, script_changed"
    ),
    "retry_limit a string": refused(withUrl("retry_limit", "3"), "retry_limit must be a whole number from 0 to 100"),
    "retry_limit broken": refused(withUrl("retry_limit", 2.5), "retry_limit must be a whole number from 0 to 100"),
    "retry_limit too high": refused(withUrl("retry_limit", 101), "retry_limit must be a whole number from 0 to 100"),
    polling_method: refused(withUrl("polling_method", "PUT"), "polling_method must be GET or POST"),
    bank_username: refused(withUrl("bank_username", 1), "bank_username must be a string or null"),
    bank_password: refused(withUrl("bank_password", 1), "bank_password must be a string or null"),
    notify_on_expired: refused(withUrl("notify_on_expired", "yes"), "notify_on_expired must be true or false"),
    silent_ingestion: refused(withUrl("silent_ingestion", 1), "silent_ingestion must be true or false"),
    webhook_extra_fields: refused(
      withUrl("webhook_extra_fields", ["a"]),
      "webhook_extra_fields must be a JSON object or null"
    ),
    ...Object.fromEntries(
      ["polling_body", "webhook_extra_fields"].map((field) => [
        `${field} with a number that JSON changes`,
        refused(
          withUrl(field, { n: [{ account: 2 ** 53 }] }),
          `${field} must have no whole number beyond 9007199254740991, of which readers of JSON change the last digits: write it as a text`
        )
      ])
    ),
    session_type: refused(withUrl("session_type", "long"), "session_type must be one-shot or persistent"),
    login_mode: refused(withUrl("login_mode", "otp"), "login_mode must be simple or assisted"),
    "an absent body": () => ({
      path: path(),
      call: { method: "PUT", token },
      status: 400,
      json: { error: "webhook_url is required" }
    })
  })
})
