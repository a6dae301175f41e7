/** A thief of the database: what it holds of what people entrusted to the service, without the key that isn't in it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { today } from "../contract/support/ScriptedBank.ts"
import { field, must, type Person, type Service, startService } from "../contract/support/Service.ts"
import { dumpOf, spellings } from "./search.ts"

/** Each stands somewhere else in the settings, and nowhere else in the world. */
const canaries = {
  resultPath: "canary-result-path-7f3a",
  resultQuery: "canary-result-query-19bd",
  notificationPath: "canary-notification-path-55e0",
  ordersQuery: "canary-orders-query-c41d",
  pollingBody: "canary-polling-body-08aa",
  extraFields: "canary-extra-fields-e6f2",
  webhookToken: "canary-webhook-token-aa51",
  notificationToken: "canary-notification-token-3b3b",
  ordersToken: "canary-orders-token-92c7",
  bankPassword: "canary-bank-password-d00d",
  bankUsername: "canary-bank-username-b00b"
}

let service: Service
let ana: Person
let account: string
/** All rows of all tables, as text; bytes in hexadecimal digits. */
let dump: string

beforeAll(async () => {
  service = await startService()
  const { bank, call, listen, person, shop } = service
  ana = await person("reconcile")
  const customer = bank.customer(canaries.bankUsername, {
    password: canaries.bankPassword,
    movements: [
      { id: "T-1", date: today(), amount: "12.50", currency: "EUR", description: "TRF", counterparty: "Ana Ruiz" }
    ]
  })
  const ordersPath = `/orders?token=${canaries.ordersQuery}`
  const hook = `/hooks/${canaries.resultPath}?token=${canaries.resultQuery}`
  shop.list(ordersPath, [{ external_id: "T-1", amount: "12.50", currency: "EUR", name: "Ana Ruiz" }])
  const stream = await listen(ana)
  account = await service.account(ana, {
    pending_orders_endpoint: shop.url(ordersPath),
    polling_method: "POST",
    polling_body: { token: canaries.pollingBody },
    webhook_url: shop.url(hook),
    webhook_auth_type: "bearer",
    webhook_auth_token: canaries.webhookToken,
    webhook_extra_fields: { token: canaries.extraFields },
    notification_endpoint_url: shop.url(`/notes/${canaries.notificationPath}`),
    notification_events: ["login_failed", "scrape_failed"],
    notification_auth_type: "bearer",
    notification_auth_token: canaries.notificationToken,
    auth_type: "bearer",
    auth_token: canaries.ordersToken,
    bank_username: canaries.bankUsername,
    bank_password: canaries.bankPassword
  })
  await stream.until(account, "session.stopped")
  await shop.called(hook, 1)
  // Now it fails, so that a notification is written and sent too.
  customer.refusal = "bank_unavailable"
  must(await call(`/accounts/${account}/scrape`, { method: "POST", token: ana.token }), 202)
  await shop.called(`/notes/${canaries.notificationPath}`, 1)
  dump = await dumpOf(service)
})
afterAll(() => service.stop())

describe("a thief of the database", () => {
  it("finds the rows in which all this was kept", () => {
    for (const table of ["account_settings", "endpoints", "delivery_attempts", "outbox"]) {
      expect(dump).toMatch(new RegExp(`^${table}\\n\\(.*${account}|^${table}\\n\\([0-9a-f-]{36},`, "m"))
    }
  })

  it.each(Object.entries(canaries))("does not find %s, in no encoding", (_, canary) => {
    const haystack = dump.toLowerCase()
    for (const spelling of spellings(canary)) {
      expect(spelling.length).toBeGreaterThan(15)
      expect(haystack.includes(spelling.toLowerCase()), spelling).toBe(false)
    }
  })

  it.each(Object.entries(canaries))("does not find %s in the logs either", (_, canary) => {
    const logs = service.logs.join("\n").toLowerCase()
    expect(logs).not.toBe("")
    for (const spelling of spellings(canary)) expect(logs.includes(spelling.toLowerCase()), spelling).toBe(false)
  })

  it("is the only one: the owner reads it all back, and the receivers were told", async () => {
    const { call, shop } = service
    const config = must(await call(`/accounts/${account}/config`, { token: ana.token }), 200).json
    const shown = JSON.stringify(config)
    for (const [name, canary] of Object.entries(canaries)) {
      expect(shown.includes(canary), name).toBe(name !== "bankPassword")
    }
    expect(config).toMatchObject({
      polling_body: { token: canaries.pollingBody },
      webhook_extra_fields: { token: canaries.extraFields }
    })
    const [polled] = shop.sent(`/orders?token=${canaries.ordersQuery}`)
    expect(polled?.json).toEqual({ token: canaries.pollingBody })
    const [result] = shop.sent(`/hooks/${canaries.resultPath}?token=${canaries.resultQuery}`)
    const [note] = shop.sent(`/notes/${canaries.notificationPath}`)
    expect([field(result?.json, "token"), field(note?.json, "token")]).toEqual([
      canaries.extraFields,
      canaries.extraFields
    ])
    const deliveries = must(await call(`/deliveries?account_id=${account}`, { token: ana.token }), 200).json
    const ids = Array.isArray(deliveries) ? deliveries.map((delivery) => field(delivery, "id")) : []
    const details = await Promise.all(ids.map((id) => call(`/deliveries/${id}`, { token: ana.token })))
    const urls = details.flatMap(({ json }) => Object(json).attempts.map((attempt: unknown) => field(attempt, "url")))
    expect(new Set(urls)).toEqual(
      new Set([shop.url(`/hooks/${canaries.resultPath}`), shop.url(`/notes/${canaries.notificationPath}`)])
    )
    expect(details.every(({ text }) => text.includes(canaries.extraFields))).toBe(true)
  })
})
