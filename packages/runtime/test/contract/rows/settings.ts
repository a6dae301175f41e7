import { beforeAll, describe, expect, it } from "vitest"
import { anId } from "../support/expectations.ts"
import { type Answer, must, type Person } from "../support/Service.ts"
import { service } from "../support/shared.ts"

let ana: Person
let account: string
beforeAll(async () => {
  ana = await service().person()
  account = await service().account(ana)
})

const read = (id = account) => service().call(`/accounts/${id}/config`, { token: ana.token })
const put = (json: unknown, id = account, { token } = ana) =>
  service().call(`/accounts/${id}/config`, { method: "PUT", token, json })
const shown = ({ json, status }: Answer) => [status, json]

const url = "http://127.0.0.1:9/hook"
const defaults = {
  pending_orders_endpoint: null,
  webhook_url: url,
  webhook_auth_type: null,
  webhook_auth_token: null,
  notification_endpoint_url: null,
  notification_auth_type: null,
  notification_auth_token: null,
  notification_events: [],
  retry_limit: 3,
  polling_method: "GET",
  polling_body: null,
  auth_type: null,
  auth_token: null,
  bank_username: null,
  bank_account: null,
  fee_tolerance: null,
  notify_on_expired: false,
  webhook_extra_fields: null,
  session_type: "one-shot",
  login_mode: "simple",
  silent_ingestion: false
}
const everything = {
  pending_orders_endpoint: "http://127.0.0.1:9/orders?open=1",
  webhook_url: url,
  webhook_auth_type: "api_key",
  webhook_auth_token: "w-token",
  notification_endpoint_url: "http://127.0.0.1:9/alerts",
  notification_auth_type: "bearer",
  notification_auth_token: "n-token",
  notification_events: ["assistance_required", "login_failed", "scrape_failed"],
  retry_limit: 0,
  polling_method: "POST",
  polling_body: { open: true, pages: [1, null, "x"] },
  auth_type: "bearer",
  auth_token: "p-token",
  bank_username: "ana",
  bank_account: "ES91 2100 0418 4502 0005 1332",
  fee_tolerance: "1.50",
  notify_on_expired: true,
  webhook_extra_fields: { shop: "north", nested: { a: [1] } },
  session_type: "persistent",
  login_mode: "assisted",
  silent_ingestion: true
}

describe("the settings", () => {
  it("are null before any are saved, then have their defaults", async () => {
    expect(shown(await read())).toEqual([200, null])
    const written = await put({ webhook_url: url })
    expect(shown(written)).toEqual([200, { id: anId, account_id: account, ...defaults }])
    expect((await read()).json).toEqual(written.json)
  })

  it("read back as they were written, but for the password", async () => {
    const written = await put({ ...everything, bank_password: "bank-secret" })
    expect(shown(written)).toEqual([200, { id: anId, account_id: account, ...defaults, ...everything }])
    expect((await read()).json).toEqual(written.json)
    expect((await read()).text).not.toMatch(/bank-secret|password/)
  })

  it("are replaced by each PUT under the same id, all but the bank credentials that it leaves out", async () => {
    const first = (await put({ ...everything, bank_password: "bank-secret" })).json
    const replaced = (await put({ webhook_url: url })).json
    expect(replaced).toEqual({
      ...Object(first),
      ...defaults,
      bank_username: "ana",
      bank_account: everything.bank_account
    })
  })

  it("take what was read, and an empty text for none", async () => {
    const { json } = must(await put({ ...everything, bank_password: "bank-secret" }), 200)
    expect(shown(await put(json))).toEqual([200, json])
    const emptied = {
      ...everything,
      notification_endpoint_url: "",
      webhook_auth_token: "",
      pending_orders_endpoint: ""
    }
    expect((await put({ ...emptied, bank_account: " " })).json).toMatchObject({
      bank_account: null,
      notification_endpoint_url: null,
      webhook_auth_token: null,
      pending_orders_endpoint: null
    })
  })

  it("keep the credentials with which the next login is made", async () => {
    const { bank, listen, shop } = service()
    const stream = await listen(ana)
    bank.customer("kept")
    const hook = shop.url("/hooks/kept")
    const id = await service().account(ana, { webhook_url: hook, bank_username: "kept", bank_password: "bank-secret" })
    await stream.until(id, "session.stopped")
    must(await put({ webhook_url: hook, retry_limit: 1 }, id), 200)
    await service().call(`/accounts/${id}/scrape`, { method: "POST", token: ana.token })
    await stream.until(id, "scrape.succeeded", 1)

    expect(bank.find("kept")?.typed.slice(2)).toEqual(["username kept", "password bank-secret"])
  })

  it("take both halves of new credentials or none", async () => {
    await put({ ...everything, bank_password: "bank-secret" })
    expect(shown(await put({ webhook_url: url, bank_password: "new" }))).toEqual([
      400,
      { error: "bank_username is required with bank_password" }
    ])
    expect(shown(await put({ webhook_url: url, bank_username: "leo" }))).toEqual([
      400,
      { error: "bank_password is required with a new bank_username" }
    ])
    expect((await put({ webhook_url: url, bank_username: "ana" })).status).toBe(200)
  })

  it("are refused with all that is wrong, each thing once", async () => {
    const wrong = { webhook_url: "nowhere", retry_limit: 101, session_type: "forever", notification_events: ["a", "b"] }
    const tokens = { webhook_url: url, webhook_auth_token: "\u00e9", auth_token: "\u00e9" }

    expect(shown(await put(wrong))).toEqual([
      400,
      {
        error: [
          "webhook_url must be an absolute http or https URL without credentials",
          "notification_events must be a list of assistance_required, login_failed, scrape_failed, movements_removed, script_changed",
          "retry_limit must be a whole number from 0 to 100",
          "session_type must be one-shot or persistent"
        ].join("; ")
      }
    ])
    expect(shown(await put(tokens))).toEqual([
      400,
      {
        error:
          "webhook_auth_token must be 1 to 4096 printable ASCII characters; auth_token must be 1 to 4096 printable ASCII characters"
      }
    ])
  })

  it("need a webhook_url, and in reconcile a pending_orders_endpoint", async () => {
    const leo = await service().person("reconcile")
    const his = await service().account(leo)
    for (const json of [{}, { webhook_url: "" }, { webhook_url: null }]) {
      expect(shown(await put(json))).toEqual([400, { error: "webhook_url is required" }])
    }
    for (const json of [{ webhook_url: url }, { webhook_url: url, pending_orders_endpoint: "" }]) {
      expect(shown(await put(json, his, leo))).toEqual([
        400,
        { error: "pending_orders_endpoint is required when the operation mode is reconcile" }
      ])
    }
    expect((await put({ webhook_url: url, pending_orders_endpoint: url }, his, leo)).status).toBe(200)
    const refused = await service().call(`/accounts/${his}/config`, { token: leo.token })
    expect(refused.json).toMatchObject({ pending_orders_endpoint: url })
  })

  it("that are refused change nothing", async () => {
    const { json } = await put(everything)
    expect((await put({ webhook_url: "nowhere" })).status).toBe(400)
    expect((await read()).json).toEqual(json)
  })
})
