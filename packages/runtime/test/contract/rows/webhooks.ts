import { beforeAll, describe, expect, it } from "vitest"
import { Description } from "../support/Description.ts"
import { aTime } from "../support/expectations.ts"
import { order, payment, reconciled } from "../support/orders.ts"
import { must, type Person } from "../support/Service.ts"
import { service } from "../support/shared.ts"

let ana: Person
let leo: Person
let description: Description
beforeAll(async () => {
  ana = await service().person("reconcile")
  leo = await service().person("passthrough")
  description = new Description((await service().call("/openapi.json")).json)
})

const paid = { orders: [order("W-1")], payments: [payment("W-1")] }
/** The first call of the path. */
const firstAt = async (path: string) => {
  const [first] = await service().shop.called(path, 1)
  if (first === undefined) throw new Error("nothing came")
  return first
}

describe("a result webhook", () => {
  it("is a POST of JSON, without Authorization where there is no token", async () => {
    const { hook } = await reconciled(ana, "plain", paid)
    const { headers, json, method } = await firstAt(hook)

    expect(method).toBe("POST")
    expect(headers).toMatchObject({ "content-type": "application/json", accept: "application/json" })
    expect(headers.authorization).toBeUndefined()
    expect(description.mismatch("OrderResultWebhook", json)).toBeUndefined()
  })

  it.each([
    ["a bearer token", { webhook_auth_type: "bearer", webhook_auth_token: "w-1" }, "Bearer w-1"],
    ["an API key", { webhook_auth_type: "api_key", webhook_auth_token: "w-2" }, "Api-Key w-2"],
    ["the token for orders where it has none of its own", { auth_type: "api_key", auth_token: "p-1" }, "Api-Key p-1"],
    [
      "its own token beside the one for orders",
      { auth_type: "bearer", auth_token: "p-2", webhook_auth_type: "bearer", webhook_auth_token: "w-3" },
      "Bearer w-3"
    ]
  ])("carries %s", async (name, settings, authorization) => {
    const { hook } = await reconciled(ana, encodeURIComponent(name), paid, settings)
    expect((await firstAt(hook)).headers.authorization).toBe(authorization)
  })

  it("has the extra fields merged in, but for the reserved ones", async () => {
    const reserved = { external_id: "x", status: "x", amount: 0, currency: "x", name: "x", id: "x", received_at: "x" }
    const extra = { shop: "north", nested: { a: [1, null] }, ...reserved }
    const { hook } = await reconciled(ana, "extra", paid, { webhook_extra_fields: extra })

    expect((await firstAt(hook)).json).toEqual({
      external_id: "W-1",
      status: "matched",
      amount: 12.5,
      currency: "EUR",
      name: "Ana Ruiz",
      shop: "north",
      nested: { a: [1, null] }
    })
  })
})

describe("the poll of pending orders", () => {
  it("is a GET, authorised as the settings say", async () => {
    const { ordersPath } = await reconciled(ana, "get", paid, {
      auth_type: "bearer",
      auth_token: "p-3",
      polling_body: { a: 1 }
    })
    const { headers, method, text } = await firstAt(ordersPath)

    expect([method, headers.authorization, text]).toEqual(["GET", "Bearer p-3", ""])
  })

  it("is a POST of the saved body where the settings say so", async () => {
    const polling = { polling_method: "POST", polling_body: { open: true } }
    const { ordersPath } = await reconciled(ana, "post", paid, { ...polling, auth_type: "api_key", auth_token: "p-4" })
    const { headers, json, method } = await firstAt(ordersPath)

    expect([method, headers.authorization, headers["content-type"], json]).toEqual([
      "POST",
      "Api-Key p-4",
      "application/json",
      { open: true }
    ])
  })

  it("happens at once when it is asked for, however often it has failed", async () => {
    const { shop } = service()
    const { account, ordersPath } = await reconciled(ana, "now", { orders: [], payments: [] })
    for (const answer of [[], "not a list", "not a list", "not a list"]) {
      shop.list(ordersPath, answer)
      const before = shop.sent(ordersPath).length
      must(await service().call(`/conciliation/poll/${account}`, { method: "POST", token: ana.token }), 202)
      await shop.called(ordersPath, before + 1)
    }
  })
})

describe("an operational notification", () => {
  /** An account that is told of what goes wrong at `/ops/<name>`. */
  const watched = async (name: string, settings: object) => {
    const { account, listen, shop } = service()
    const stream = await listen(leo)
    const id = await account(leo, {
      webhook_url: shop.url("/hooks/ops"),
      notification_endpoint_url: shop.url(`/ops/${name}`),
      bank_username: name,
      bank_password: "bank-secret",
      ...settings
    })
    return { id, stream, path: `/ops/${name}` }
  }
  const envelope = (id: string, type: string, data: object) => ({
    type,
    account_id: id,
    bank: "demo",
    account_name: "Main",
    occurred_at: aTime,
    data
  })

  it("asks for the code that a login waits for", async () => {
    service().bank.customer("ops-code", { code: { value: "1234", length: 4, type: "numeric" } })
    const settings = { login_mode: "assisted", notification_events: ["assistance_required"] }
    const { id, path } = await watched("ops-code", {
      ...settings,
      notification_auth_type: "api_key",
      notification_auth_token: "n-1"
    })
    const { headers, json } = await firstAt(path)

    expect(json).toEqual(
      envelope(id, "assistance_required", {
        id: expect.any(String),
        type: "otp",
        descriptor: { length: 4, type: "numeric" },
        prompt: expect.stringMatching(/^Log in to [^(]+$/),
        attempts: 0,
        expires_at: aTime
      })
    )
    expect(headers.authorization).toBe("Api-Key n-1")
    expect(description.mismatch("NotificationWebhook", json)).toBeUndefined()
  })

  it("tells a failed login and a failed read", async () => {
    service().bank.customer("ops-login", { password: "another" })
    service().bank.customer("ops-read", { readFailure: "script_error" })
    const settings = { notification_events: ["login_failed", "scrape_failed"], auth_type: "bearer", auth_token: "p-5" }
    const login = await watched("ops-login", settings)
    const read = await watched("ops-read", settings)
    const told = [await firstAt(login.path), await firstAt(read.path)]

    expect(told.map(({ json }) => json)).toEqual([
      envelope(login.id, "login_failed", { kind: "invalid_credentials", message: expect.any(String), blocked: true }),
      envelope(read.id, "scrape_failed", { kind: "script_error", message: expect.any(String), blocked: false })
    ])
    // It has no token of its own, and no fallback.
    expect(told.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])
    for (const { json } of told) expect(description.mismatch("NotificationWebhook", json)).toBeUndefined()
  })

  it("has the extra fields merged in, but for its own", async () => {
    service().bank.customer("ops-extra", { password: "another" })
    const own = { type: "x", account_id: "x", bank: "x", account_name: "x", occurred_at: "x", data: "x" }
    const settings = { notification_events: ["login_failed"], webhook_extra_fields: { ...own, id: "x", shop: "north" } }
    const { id, path } = await watched("ops-extra", settings)
    const { json } = await firstAt(path)

    expect(json).toEqual({
      ...envelope(id, "login_failed", { kind: "invalid_credentials", message: expect.any(String), blocked: true }),
      shop: "north"
    })
    expect(description.mismatch("NotificationWebhook", json)).toBeUndefined()
  })

  it("is sent for the kinds that are listed only, and not without an endpoint", async () => {
    service().bank.customer("ops-other", { password: "another" })
    service().bank.customer("ops-none", { password: "another" })
    const other = await watched("ops-other", { notification_events: ["scrape_failed"] })
    const none = await watched("ops-none", { notification_events: ["login_failed"], notification_endpoint_url: "" })
    await Promise.all([other.stream.until(other.id, "login.failed"), none.stream.until(none.id, "login.failed")])
    // Whatever had been queued for these would have been sent before this one.
    service().bank.customer("ops-last", { password: "another" })
    const last = await watched("ops-last", { notification_events: ["login_failed"] })
    await firstAt(last.path)

    expect([service().shop.sent(other.path), service().shop.sent(none.path)]).toEqual([[], []])
  })
})

describe("a test of the webhook", () => {
  it("has the extra fields merged in, but for the reserved ones and its own", async () => {
    const { account, call, shop } = service()
    const reserved = { external_id: "x", name: "x", type: "x", account_id: "x", bank: "x", account_name: "x" }
    const id = await account(ana, {
      webhook_url: shop.url("/hooks/tried"),
      pending_orders_endpoint: shop.url("/orders/tried"),
      webhook_extra_fields: { ...reserved, occurred_at: "x", shop: "north" }
    })
    const tried = await call(`/accounts/${id}/webhook-test`, { method: "POST", token: ana.token })
    const { json } = await firstAt("/hooks/tried")

    expect(tried.status).toBe(200)
    expect(json).toEqual({
      type: "test",
      account_id: id,
      bank: "demo",
      account_name: "Main",
      occurred_at: aTime,
      shop: "north"
    })
    expect(description.mismatch("TestWebhook", json)).toBeUndefined()
  })
})
