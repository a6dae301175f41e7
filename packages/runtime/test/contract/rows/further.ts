/** What pages need beyond the contract: all accounts at one look, and a stream that tells of results too. */
import { beforeAll, describe, expect, it } from "vitest"
import { Description } from "../support/Description.ts"
import { aTime, anId } from "../support/expectations.ts"
import { Listener } from "../support/Listener.ts"
import { field, must, type Person } from "../support/Service.ts"
import { today } from "../support/ScriptedBank.ts"
import { service } from "../support/shared.ts"
import { listOf } from "../support/world.ts"

let ana: Person
let leo: Person
let description: Description
beforeAll(async () => {
  ana = await service().person("reconcile")
  leo = await service().person("reconcile")
  description = new Description((await service().call("/openapi.json")).json)
})

const get = async (path: string, { token }: Person = ana) => must(await service().call(path, { token }), 200).json

const settingsOf = (name: string, extra: object = {}) => ({
  webhook_url: service().shop.url(`/hooks/${name}`),
  pending_orders_endpoint: service().shop.url(`/orders/${name}`),
  bank_username: name,
  bank_password: "bank-secret",
  ...extra
})

const overviewOf = async (id: string) => listOf(await get("/accounts/overview")).find((one) => field(one, "id") === id)

/** A stream of all types. */
const listenToAll = async ({ token }: Person): Promise<Listener> => {
  const { json } = must(await service().call("/realtime/ticket", { token, json: { types: "all" } }), 200)
  return Listener.open(service().url, field(json, "ticket"))
}

const row = (name: string, counterparty: string) => ({
  date: today(),
  amount: "12.50",
  currency: "EUR",
  description: "TRF",
  counterparty,
  id: name
})

describe("all accounts at one look", () => {
  it("show what an account without settings lacks", async () => {
    const id = await service().account(ana)

    expect(await overviewOf(id)).toEqual({
      id,
      bank: "demo",
      bank_name: "Bank demo",
      name: "Main",
      status: "active",
      state: "idle",
      session_running: false,
      pending_assistance: null,
      scrape_blocked_at: null,
      scrape_blocked_reason: null,
      block_kind: null,
      impediment: "no settings are saved",
      last_scrape_at: null,
      next_run_at: null,
      waits_for: "impediment",
      failure_kind: null,
      failures: 0,
      has_settings: false,
      session_type: "one-shot",
      login_mode: "simple",
      script_version: "1.0.0",
      latest_evidence_id: null
    })
  })

  it("show a code that is waited for, and until when", async () => {
    const { bank, account } = service()
    bank.customer("looks", { code: { value: "123456", length: 6, type: "numeric", purpose: "login" } })
    const stream = await listenToAll(ana)
    const id = await account(ana, settingsOf("looks", { login_mode: "assisted" }))
    const { data } = await stream.until(id, "assistance.requested")
    stream.close()

    expect(await overviewOf(id)).toMatchObject({ state: "awaiting-otp", pending_assistance: data, has_settings: true })
    expect(data["expires_at"]).toEqual(aTime)
  })

  it("show why an account is blocked, and when it was read last", async () => {
    const { bank, account } = service()
    bank.customer("refused", { refusal: "invalid_credentials" })
    bank.customer("readable")
    const stream = await listenToAll(ana)
    const refused = await account(ana, settingsOf("refused"))
    const readable = await account(ana, settingsOf("readable"))
    const changed = await stream.until(refused, "account.changed")
    await stream.until(readable, "session.stopped")
    stream.close()

    expect(changed.data).toEqual({ status: "active", scrape_blocked_at: aTime, scrape_blocked_reason: expect.any(String) })
    expect(await overviewOf(refused)).toMatchObject({
      state: "blocked",
      scrape_blocked_at: aTime,
      block_kind: "invalid_credentials",
      waits_for: "impediment"
    })
    expect(await overviewOf(readable)).toMatchObject({
      state: "idle",
      last_scrape_at: aTime,
      next_run_at: aTime,
      waits_for: "schedule",
      impediment: null
    })
  })
})

describe("a stream of all types", () => {
  it("tells of movements, and of orders with every status that they reach, each with its id", async () => {
    const { account, bank, listen, shop } = service()
    bank.customer("tells-all", { movements: [row("tells-all-1", "Ana Ruiz")] })
    shop.list("/orders/tells-all", [{ external_id: "T-1", amount: "12.50", currency: "EUR", name: "Ana Ruiz" }])
    const [all, eight, other] = [await listenToAll(ana), await listen(ana), await listenToAll(leo)]
    const id = await account(ana, settingsOf("tells-all"))
    const matched = await all.until(id, "orders.matched")
    const stored = await all.until(id, "movements.stored")
    await all.until(id, "session.stopped")
    await eight.until(id, "session.stopped")
    all.close()
    other.close()

    expect(matched).toEqual({
      id: expect.stringMatching(/^\d+$/),
      type: "orders.matched",
      userId: ana.id,
      accountId: id,
      data: { count: 1, orders: [{ id: anId, external_id: "T-1" }] },
      occurredAt: aTime
    })
    expect(stored.data).toEqual({ count: 1, movement_ids: [anId] })
    expect(all.of(id).map(({ type }) => type)).toContain("orders.pending")
    for (const message of all.of(id)) expect(description.mismatch("NumberedRealtimeMessage", message)).toBeUndefined()
    // The contract's stream is what it was.
    expect(eight.of(id).map(({ type }) => type)).toEqual(["session.started", "scrape.succeeded", "session.stopped"])
    expect(Object.keys(eight.of(id)[0] ?? {})).toEqual(["type", "userId", "accountId", "data", "occurredAt"])
    expect(other.messages).toEqual([])
  })

  it("is told again, by id, to its user alone", async () => {
    const events = listOf(await get("/events?limit=500"))
    const ids = events.map((event) => Number(field(event, "id")))
    const after = listOf(await get(`/events?after=${ids[1]}&limit=2`))

    expect(events.length).toBeGreaterThan(10)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(after).toEqual(events.slice(2, 4))
    expect(await get("/events", leo)).toEqual([])
    expect(new Set(events.map((event) => field(event, "userId")))).toEqual(new Set([ana.id]))
    for (const event of events) expect(description.mismatch("NumberedRealtimeMessage", event)).toBeUndefined()
  })

  it("is not opened by a wish that nobody knows", async () => {
    const { call } = service()
    const wish = await call("/realtime/ticket", { token: ana.token, json: { types: "some" } })
    const noJson = await call("/realtime/ticket", { token: ana.token, body: "{", method: "POST" })
    const form = await call("/realtime/ticket", {
      token: ana.token,
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" }
    })

    expect([wish.status, wish.json]).toEqual([400, { error: "types must be all" }])
    expect(noJson.status).toBe(415)
    expect(form.status).toBe(200)
  })
})
