/** What pages need beyond the contract: all accounts at one look, and a stream that tells of results too. */
import { beforeAll, describe, expect, it } from "vitest"
import { Description } from "../support/Description.ts"
import { aTime, anId, eventually } from "../support/expectations.ts"
import { listenToAll } from "../support/listenToAll.ts"
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
      open_assistance: null,
      scrape_blocked_at: null,
      scrape_blocked_reason: null,
      block_kind: null,
      impediment: "no settings are saved",
      impediment_code: "no_settings",
      last_scrape_at: null,
      next_run_at: null,
      waits_for: "impediment",
      failure_kind: null,
      failures: 0,
      has_settings: false,
      session_type: "one-shot",
      login_mode: "simple",
      script_version: "1.0.0",
      script_session_types: ["one-shot", "persistent"],
      latest_evidence_id: null,
      code_via: null,
      orders_failing: null
    })
  })

  it("show a list of orders that can't be read, since when and why, until it can", async () => {
    const { account, bank, call, shop } = service()
    bank.customer("unread", { movements: [] })
    const path = "/orders/unread"
    shop.list(path, { error: "no list" })
    const id = await account(ana, settingsOf("unread"))
    const failing = async (): Promise<unknown> => Object(await overviewOf(id)).orders_failing

    expect(await eventually(failing, (seen) => seen !== null)).toEqual({
      since: aTime,
      failures: expect.any(Number),
      message: expect.stringMatching(/^The pending orders could not be read: ./),
      http_status: null,
      reason: null
    })
    shop.list(path, [])
    must(await call(`/conciliation/poll/${id}`, { method: "POST", token: ana.token }), 202)
    expect(await eventually(failing, (seen) => seen === null)).toBeNull()
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

    expect(changed.data).toEqual({
      status: "active",
      scrape_blocked_at: aTime,
      scrape_blocked_reason: expect.any(String)
    })
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

describe("movements and orders", () => {
  let maria: Person
  let account: string
  let other: string
  const found = async (path: string, name = "external_id") =>
    listOf(await get(path, maria)).map((one) => field(one, name))

  beforeAll(async () => {
    const { bank, shop } = service()
    maria = await service().person("reconcile")
    bank.customer("worklist", {
      movements: [
        { ...row("w-1", "José Muñoz"), description: "Transferencia INV-2026/0042" },
        { ...row("w-2", "Ana Ruiz"), amount: "1250.00" },
        { ...row("w-3", "Electra S.A."), amount: "-80.00" }
      ]
    })
    bank.customer("worklist-2", { movements: [{ ...row("x-1", "José Pérez"), amount: "7.00" }] })
    const order = { amount: "99.00", currency: "EUR" }
    shop.list("/orders/worklist", [
      { ...order, external_id: "A-1001", name: "Ana Ruiz", amount: "1250.00", reference: "INV 77" },
      { ...order, external_id: "A-1002", name: "José Muñoz" },
      { ...order, external_id: "B-2001", name: "Nobody" }
    ])
    shop.list("/orders/worklist-2", [])
    const stream = await listenToAll(maria)
    account = await service().account(maria, settingsOf("worklist"))
    other = await service().account(maria, settingsOf("worklist-2"))
    await Promise.all([account, other].map((id) => stream.until(id, "session.stopped")))
    await stream.until(account, "orders.matched")
    stream.close()
    // The last result is delivered.
    await shop.called("/hooks/worklist", 1)
  })

  it("are searched over all accounts by words, their beginnings, references and amounts", async () => {
    expect((await found("/movements")).toSorted()).toEqual(["w-1", "w-2", "w-3", "x-1"])
    expect((await found("/movements?q=jose")).toSorted()).toEqual(["w-1", "x-1"])
    expect(await found("/movements?q=MUN%20jos")).toEqual(["w-1"])
    expect(await found("/movements?q=0042")).toEqual(["w-1"])
    expect(await found("/movements?q=inv2026")).toEqual([])
    expect(await found("/movements?q=1250")).toEqual(["w-2"])
    expect(await found("/movements?q=80,00")).toEqual(["w-3"])
    expect(await found("/movements?amount=80")).toEqual(["w-3"])
    expect(await found("/movements?q=1250%20ana")).toEqual(["w-2"])
    expect(await found("/movements?q=ruiz%201.250,00")).toEqual(["w-2"])
    expect(await found("/movements?q=1250%20jose")).toEqual([])
    expect(await found("/movements?q=%25")).toEqual([])
    expect(await found("/conciliation/requests?q=a1001")).toEqual(["A-1001"])
    expect(await found("/conciliation/requests?q=inv")).toEqual(["A-1001"])
    expect(await found("/conciliation/requests?q=a%20munoz")).toEqual(["A-1002"])
    expect(await found("/conciliation/requests?amount=1250.0")).toEqual(["A-1001"])
    expect(await found("/conciliation/requests?q=1250%20ana")).toEqual(["A-1001"])
    expect(await found("/conciliation/requests?q=1250%20nobody")).toEqual([])
  })

  it("are filtered by account, direction, status, whether they were told, and time", async () => {
    const [tomorrow, yesterday] = [1, -1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())

    expect(await found(`/movements?account_id=${other}`)).toEqual(["x-1"])
    expect(await found("/movements?direction=out")).toEqual(["w-3"])
    expect((await found("/movements?direction=in&sent=no")).toSorted()).toEqual(["w-1", "w-2", "x-1"])
    expect(await found("/movements?sent=yes")).toEqual([])
    expect(await found(`/movements?from=${tomorrow}`)).toEqual([])
    expect((await found(`/movements?from=${yesterday}&to=${tomorrow}`)).length).toBe(4)
    // A plus of a query string is a space, unless it is written %2B.
    expect((await found("/movements?from=2020-01-01T00:00:00+02:00")).length).toBe(4)
    expect((await found("/movements?from=2020-01-01T00:00:00%2B02:00")).length).toBe(4)
    expect(await found("/conciliation/requests?status=matched,expired")).toEqual(["A-1001"])
    expect((await found(`/conciliation/requests?account_id=${account}&status=pending`)).length).toBe(2)
    expect(await found(`/conciliation/requests?account_id=${other}`)).toEqual([])
    expect((await found(`/conciliation/requests?from=${yesterday}`)).length).toBe(3)
  })

  it("are paged by the id of the last row, whatever they are filtered by", async () => {
    for (const path of [
      "/movements?limit=1",
      "/movements?limit=1&direction=in",
      "/movements?limit=1&q=jose",
      "/conciliation/requests?limit=1",
      "/conciliation/requests?limit=1&status=pending,matched",
      `/conciliation/requests?limit=1&account_id=${account}`
    ]) {
      const all = await found(path.replace("limit=1", "limit=50"), "id")
      const seen: Array<string> = []
      for (let [page] = await found(path, "id"); page !== undefined;) {
        seen.push(page)
        page = (await found(`${path}&before=${page}`, "id"))[0]
      }
      expect([path, seen]).toEqual([path, all])
    }
  })

  it("refuse what they don't know, by name", async () => {
    const refusals = {
      "/movements?direction=up": "direction must be in or out",
      "/movements?sent=maybe": "sent must be yes or no",
      "/movements?amount=1,5": "amount must be a decimal such as 1250.00",
      "/movements?q=": "q must be 1 to 200 characters",
      "/movements?from=today": "from must be a time such as 2026-11-20T09:30:00Z",
      "/movements?from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z": "to must be from or later",
      "/conciliation/requests?from=2026-11-20T00:00:00.001Z&to=2026-11-20T00:00:00Z": "to must be from or later",
      "/movements?limit=201": "limit must be a whole number from 1 to 200",
      "/movements?account_id=x": "account_id must be a UUID",
      "/movements?before=x": "before must be the id of a movement",
      [`/conciliation/requests?before=${account}`]: "before must be the id of a request",
      [`/accounts/${account}/assistances?before=${account}`]: "before must be the id of an assistance request",
      "/conciliation/requests?status=matched,lost":
        "status must be one or several of pending, processing, matched, ambiguous, not_found, expired, cancelled, failed, separated by commas",
      "/movements/daily?from=2026-13-01&to=2026-11-20": "from must be a date such as 2026-11-20",
      "/movements/daily?from=2024-01-01&to=2026-11-20": "to must be from or later, and at most 400 days",
      "/conciliation/daily?from=2026-01-02&to=2026-01-01": "to must be from or later, and at most 400 days",
      "/conciliation/daily?from=2026-01-01&to=2026-01-01&zone=Nowhere":
        "zone must be an IANA time zone such as Europe/Madrid"
    }
    for (const [path, error] of Object.entries(refusals)) {
      const answer = await service().call(path, { token: maria.token })
      expect([path, answer.status, answer.json]).toEqual([path, 400, { error }])
    }
  })

  it("show what a list has to say without asking for each row", async () => {
    const [movement] = listOf(await get("/movements?amount=1250", maria))
    const [request] = listOf(await get("/conciliation/requests?status=matched", maria))
    const [waiting] = listOf(await get("/conciliation/requests?q=B-2001", maria))

    expect(movement).toMatchObject({
      account_id: account,
      account_name: "Main",
      bank: "demo",
      description: "TRF",
      counterparty: "Ana Ruiz",
      booked_date: today(),
      status: "booked",
      removed_at: null,
      pays: { request_id: field(request, "id"), external_id: "A-1001" }
    })
    expect(request).toMatchObject({
      reference: "INV 77",
      last_attempt: { result: "matched", number: expect.any(Number), coverage: { complete: true } },
      match: { movement_id: field(movement, "id"), sender_name: "Ana Ruiz", by_person: false },
      last_delivery: { event: "matched" }
    })
    expect(waiting).toMatchObject({ status: "pending", match: null, last_delivery: null })
  })

  it("are counted and summed by day", async () => {
    const days = `from=${today()}&to=${today()}`

    expect(await get(`/movements/daily?${days}`, maria)).toEqual([
      { date: today(), currency: "EUR", in_count: 3, in_sum: "1269.50", out_count: 1, out_sum: "-80.00" }
    ])
    expect(await get(`/movements/daily?${days}&account_id=${other}`, maria)).toMatchObject([{ in_sum: "7.00" }])
    expect(await get(`/conciliation/daily?${days}&zone=UTC`, maria)).toEqual([
      { date: today(), currency: "EUR", status: "matched", count: 1, sum: "1250.00", needs_person: 0, closed: 0 },
      { date: today(), currency: "EUR", status: "pending", count: 2, sum: "198.00", needs_person: 0, closed: 0 }
    ])
  })

  it("have a story: one order's, from its listing to its deliveries", async () => {
    const [request] = listOf(await get("/conciliation/requests?status=matched", maria))
    const id = field(request, "id")
    const story = listOf(await get(`/conciliation/${id}/timeline`, maria))
    const explanation = await get(`/conciliation/${id}/explanation`, maria)

    expect(story.map((entry) => field(entry, "kind"))).toEqual([
      "listed",
      ...story.flatMap((entry) => (field(entry, "kind") === "attempt" ? ["attempt"] : [])),
      "matched",
      "delivery",
      "delivery_attempt"
    ])
    expect(story.at(-1)).toMatchObject({ number: 1, delivery_id: expect.any(String) })
    expect(explanation).toMatchObject({
      order: { external_id: "A-1001", name: "Ana Ruiz", reference: "INV 77", tax_id: null },
      candidates: [{ movement: { description: "TRF", counterparty: "Ana Ruiz", booked_date: today() } }]
    })
    must(await service().call(`/conciliation/${id}/timeline`, { token: leo.token }), 404)
  })

  it("are their owner's alone, whoever's account or row is named", async () => {
    const [mine] = await found("/movements", "id")
    const [request] = await found("/conciliation/requests", "id")
    const as = (path: string) => service().call(path, { token: leo.token })

    for (const path of [
      "/movements",
      `/movements?account_id=${account}`,
      `/movements?account_id=${account}&q=jose`,
      `/movements?account_id=${account}&direction=in`,
      `/conciliation/requests?account_id=${account}`,
      "/conciliation/requests?q=ana",
      `/movements/daily?from=${today()}&to=${today()}&account_id=${account}`,
      `/conciliation/daily?from=${today()}&to=${today()}&account_id=${account}`
    ]) {
      expect([path, (await as(path)).json]).toEqual([path, []])
    }
    expect((await as(`/movements?before=${mine}`)).status).toBe(400)
    expect((await as(`/conciliation/requests?before=${request}`)).status).toBe(400)
  })
})
