import { beforeAll, describe, expect, it } from "vitest"
import { aTime, anId, eventually } from "../support/expectations.ts"
import { type Answer, field, type Person } from "../support/Service.ts"
import { today } from "../support/ScriptedBank.ts"
import { service } from "../support/shared.ts"
import { listenToAll } from "../support/listenToAll.ts"
import { Description } from "../support/Description.ts"
import { listOf } from "../support/world.ts"

let ana: Person
let description: Description
beforeAll(async () => {
  description = new Description((await service().call("/openapi.json")).json)
  ana = await service().person("passthrough")
})

const get = (path: string) => service().call(path, { token: ana.token })
const post = (path: string) => service().call(path, { method: "POST", token: ana.token })
const shown = ({ json, status }: Answer) => [status, json]
const ids = (json: unknown) => listOf(json).map((one) => field(one, "external_id"))

const row = (id: string, extra: object = {}) => ({
  id,
  date: today(),
  amount: "12.50",
  currency: "EUR",
  description: `TRF ${id}`,
  counterparty: "Ana Ruiz",
  ...extra
})

/** A credit of which the bank says nothing. */
const nameless = { counterparty: "", description: "" }

/** An account whose rows were read. */
const readAccount = async (name: string, rows: ReadonlyArray<ReturnType<typeof row>>, settings: object = {}) => {
  const { account, bank, listen, shop } = service()
  const customer = bank.customer(name, { movements: rows })
  const stream = await listen(ana)
  const hook = shop.url(`/hooks/${name}`)
  const id = await account(ana, { webhook_url: hook, bank_username: name, bank_password: "bank-secret", ...settings })
  await stream.until(id, "session.stopped")
  return { customer, id, stream, hook: `/hooks/${name}` }
}

describe("movements", () => {
  it("are listed with all their fields as the bank reported them", async () => {
    const { hook, id } = await readAccount("fields", [
      row("T1", { time: "09:30", counterpartyAccount: "es91 2100 0418 4502 0005 1332" }),
      row("T2", { time: "08:30", amount: "-1250", counterparty: "Shop", description: "CARD" }),
      row("T3", { time: "07:30", currency: "JPY", amount: "1000", ...nameless })
    ])
    const [told] = await service().shop.called(hook, 1)
    // The contract says what a webhook's body has, and it is not among it.
    expect(JSON.stringify(told)).not.toMatch(/2100\D?0418|counterparty/)
    const listed = await eventually(
      () => get(`/accounts/${id}/movements`),
      ({ json }) => field(listOf(json)[0], "notified_at") !== "null"
    )
    const movement = {
      id: anId,
      currency: "EUR",
      notified_at: null,
      excluded_at: null,
      booked_date: today(),
      value_date: null,
      status: "booked",
      counterparty_account: null,
      balance: null,
      removed_at: null,
      reversed_at: null
    }

    expect(shown(listed)).toEqual([
      200,
      [
        {
          ...movement,
          external_id: "T1",
          amount: "12.50",
          sender_name: "Ana Ruiz",
          received_at: `${today()}T09:30:00.000Z`,
          notified_at: aTime,
          bank_movement_id: "T1",
          description: "TRF T1",
          counterparty: "Ana Ruiz",
          counterparty_account: "ES9121000418450200051332"
        },
        {
          ...movement,
          external_id: "T2",
          amount: "-1250.00",
          sender_name: "",
          received_at: `${today()}T08:30:00.000Z`,
          bank_movement_id: "T2",
          description: "CARD",
          counterparty: "Shop"
        },
        {
          ...movement,
          external_id: "T3",
          amount: "1000.00",
          currency: "JPY",
          sender_name: "",
          received_at: `${today()}T07:30:00.000Z`,
          bank_movement_id: "T3",
          description: "",
          counterparty: ""
        }
      ]
    ])
  })

  it("are of currencies that ISO 4217 lists, in any case; a row of another one is told, and not taken", async () => {
    const { id } = await readAccount("currencies", [
      row("C1", { currency: "eur" }),
      row("C2", { currency: "XXQ" }),
      row("C3", { currency: "usd" })
    ])
    const listed = listOf((await get(`/accounts/${id}/movements`)).json)
    const notes = listOf((await get(`/accounts/${id}/activity`)).json)

    expect(notes.filter((one) => field(one, "kind") === "scrape.read")).toMatchObject([
      { message: expect.stringMatching(/^The account was read, from \S+ to \S+: 2 new movements$/) }
    ])
    expect(listed.map((one) => [field(one, "external_id"), field(one, "currency")]).sort()).toEqual([
      ["C1", "EUR"],
      ["C3", "USD"]
    ])
    expect(notes.filter((one) => field(one, "kind") === "scrape.rows_not_taken")).toMatchObject([
      {
        message: `One row of the bank's list, booked from ${today()} on, could not be taken: XXQ is no currency of ISO 4217`,
        data: { rows: 1, currencies: ["XXQ"] }
      }
    ])
  })

  it("come newest first, 100 at a time, and page by limit, offset and before", async () => {
    const rows = Array.from({ length: 102 }, (_, n) => {
      const minute = String(n % 60).padStart(2, "0")
      return row(`P${n}`, { time: `${String(Math.floor(n / 60)).padStart(2, "0")}:${minute}`, ...nameless })
    })
    const { id } = await readAccount("paged", rows)
    const path = `/accounts/${id}/movements`
    const page = async (query: string) => ids((await get(`${path}${query}`)).json)
    const newest = rows.map((one) => one.id).toReversed()
    const [, , third] = listOf((await get(path)).json)

    expect(await page("")).toEqual(newest.slice(0, 100))
    expect(await page("?limit=500")).toEqual(newest)
    expect(await page("?limit=3&offset=2")).toEqual(newest.slice(2, 5))
    expect(await page("?offset=101")).toEqual(newest.slice(101))
    expect(await page(`?limit=2&before=${field(third, "id")}`)).toEqual(newest.slice(3, 5))
    expect(shown(await get(`${path}?limit=501`))).toEqual([
      400,
      { error: "limit must be a whole number from 1 to 500" }
    ])
  })

  it("show all that the bank says of them", async () => {
    const { id } = await readAccount("shown", [
      row("W1", { valueDate: today(), balance: "112.50", pending: true, description: "TRF 1" })
    ])
    const [movement] = listOf((await get(`/accounts/${id}/movements`)).json)

    expect(movement).toMatchObject({ value_date: today(), balance: "112.50", status: "pending", description: "TRF 1" })
  })

  it("that the bank takes back are marked, and told in the activity, by a notification and on the stream", async () => {
    const { shop } = service()
    const notices = shop.url("/ops/taken-back")
    const { customer, hook, id, stream } = await readAccount("taken-back", [row("K1"), row("K2", { time: "10:00" })], {
      notification_endpoint_url: notices,
      notification_events: ["movements_removed"]
    })
    const sent = await shop.called(hook, 2)
    const all = await listenToAll(ana)
    customer.movements = [row("K1")]
    for (const seen of [1, 2]) {
      await post(`/accounts/${id}/scrape`)
      await stream.until(id, "session.stopped", seen)
    }
    const [notice] = await shop.called("/ops/taken-back", 1)
    const event = await all.until(id, "movements.removed")
    all.close()
    const listed = listOf((await get(`/accounts/${id}/movements`)).json)
    const notes = listOf((await get(`/accounts/${id}/activity`)).json)
    const gone = {
      id: field(listed[0], "id"),
      external_id: "K2",
      amount: "12.50",
      currency: "EUR",
      received_at: `${today()}T10:00:00.000Z`,
      status: "booked",
      notified_at: aTime,
      order: null,
      orders: []
    }

    expect(listed).toMatchObject([
      { external_id: "K2", removed_at: aTime, notified_at: aTime },
      { external_id: "K1", removed_at: null }
    ])
    expect(notice?.json).toEqual({
      type: "movements_removed",
      account_id: id,
      bank: expect.any(String),
      account_name: expect.any(String),
      occurred_at: aTime,
      data: { count: 1, movements: [gone] }
    })
    expect(description.mismatch("NotificationWebhook", notice?.json)).toBeUndefined()
    expect(event.data).toEqual({ count: 1, movements: [gone] })
    expect(description.mismatch("NumberedRealtimeMessage", event)).toBeUndefined()
    expect(notes.filter((one) => field(one, "kind") === "movements.removed")).toMatchObject([
      { data: { movement_ids: [gone.id], external_ids: ["K2"], orders: [] } }
    ])
    // The result webhook tells what came, never what went.
    expect(shop.sent(hook)).toHaveLength(sent.length)
    // The contract's stream counts on without it.
    expect(stream.of(id).map(({ type }) => type)).not.toContain("movements.removed")
  })

  it("of another account are unknown in this one", async () => {
    const one = await readAccount("first", [row("F1", nameless)])
    const two = await readAccount("second", [])
    const [movement] = listOf((await get(`/accounts/${one.id}/movements`)).json)
    const unknown = [404, { error: "Movement not found for this account" }]

    expect(shown(await post(`/accounts/${two.id}/movements/${field(movement, "id")}/notify`))).toEqual(unknown)
    expect(shown(await post(`/accounts/${one.id}/movements/${one.id}/notify`))).toEqual(unknown)
  })

  it("are taken out and in again by a person", async () => {
    const { id } = await readAccount("excluded", [row("E1", nameless)])
    const [movement] = listOf((await get(`/accounts/${id}/movements`)).json)
    const path = `/accounts/${id}/movements/${field(movement, "id")}`

    expect(shown(await post(`${path}/exclude`))).toEqual([200, { ...Object(movement), excluded_at: aTime }])
    expect(shown(await post(`${path}/include`))).toEqual([200, movement])
  })
})

describe("passthrough", () => {
  it("sends a webhook for each movement with a sender, once", async () => {
    const { hook, id, stream } = await readAccount("sent", [
      row("S1"),
      row("S2", { amount: "1000", currency: "JPY", counterparty: "Leo Paz", time: "10:11" }),
      row("S3", { amount: "-5.00" }),
      row("S4", nameless)
    ])
    await service().shop.called(hook, 2)
    await post(`/accounts/${id}/scrape`)
    await stream.until(id, "session.stopped", 1)
    // A third would have been sent before what the replay brings.
    const [first] = listOf((await get(`/accounts/${id}/movements`)).json)
    await post(`/accounts/${id}/movements/${field(first, "id")}/notify`)
    const sent = await service().shop.called(hook, 3)

    const bodies = sent.slice(0, 2).map(({ json }) => json)
    expect(bodies).toContainEqual({
      id: anId,
      amount: 12.5,
      currency: "EUR",
      name: "Ana Ruiz",
      received_at: `${today()}T00:00:00.000Z`
    })
    expect(bodies).toContainEqual({
      id: anId,
      amount: 1000,
      currency: "JPY",
      name: "Leo Paz",
      received_at: `${today()}T10:11:00.000Z`
    })
    expect(field(first, "external_id")).toBe("S2")
    expect(sent[2]?.json).toMatchObject({ name: "Leo Paz" })
  })

  it("replays a movement's webhook with the same id and bytes", async () => {
    const { hook, id } = await readAccount("replayed", [row("R1")])
    await service().shop.called(hook, 1)
    const [movement] = listOf((await get(`/accounts/${id}/movements`)).json)
    const replayed = await post(`/accounts/${id}/movements/${field(movement, "id")}/notify`)
    const [first, second] = await service().shop.called(hook, 2)

    expect(shown(replayed)).toEqual([202, { queued: true }])
    expect(second?.text).toBe(first?.text)
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"])
  })

  it("sends one that was never sent when a person asks for it", async () => {
    const { hook, id } = await readAccount("asked", [row("A1", nameless)])
    const [movement] = listOf((await get(`/accounts/${id}/movements`)).json)
    await post(`/accounts/${id}/movements/${field(movement, "id")}/notify`)
    const [sent] = await service().shop.called(hook, 1)

    expect(sent?.json).toEqual({
      id: field(movement, "id"),
      amount: 12.5,
      currency: "EUR",
      name: "",
      received_at: aTime
    })
  })

  it("in silence marks movements as notified and calls nobody, but for a person's replay", async () => {
    const { hook, id } = await readAccount("silent", [row("Q1")], { silent_ingestion: true })
    const [movement] = listOf((await get(`/accounts/${id}/movements`)).json)
    const before = service().shop.sent(hook).length
    await post(`/accounts/${id}/movements/${field(movement, "id")}/notify`)
    await service().shop.called(hook, 1)

    expect([movement, before]).toEqual([{ ...Object(movement), notified_at: aTime }, 0])
  })

  it("doesn't ask for orders", async () => {
    const { shop } = service()
    const { id } = await readAccount("no-orders", [], { pending_orders_endpoint: shop.url("/orders/none") })
    expect(shown(await post(`/conciliation/poll/${id}`))).toEqual([202, { queued: true }])
    await post(`/accounts/${id}/scrape`)
    expect(shop.sent("/orders/none")).toEqual([])
  })
})

describe("without an operation mode", () => {
  it("movements are stored and nobody is told", async () => {
    const { account, bank, call, listen, person, shop } = service()
    const leo = await person()
    bank.customer("undecided", { movements: [row("U1")] })
    const stream = await listen(leo)
    const id = await account(leo, {
      webhook_url: shop.url("/hooks/undecided"),
      bank_username: "undecided",
      bank_password: "bank-secret"
    })
    await stream.until(id, "session.stopped")
    await call("/me/operation-mode", { method: "PUT", token: leo.token, json: { mode: "passthrough" } })
    await call(`/accounts/${id}/scrape`, { method: "POST", token: leo.token })
    await stream.until(id, "session.stopped", 1)

    expect(ids((await call(`/accounts/${id}/movements`, { token: leo.token })).json)).toEqual(["U1"])
    expect(shop.sent("/hooks/undecided")).toEqual([])
  })
})
