import { beforeAll, describe, expect, it } from "vitest"
import { aTime, anId } from "../support/expectations.ts"
import { payment } from "../support/orders.ts"
import { type Answer, field, type Person } from "../support/Service.ts"
import { today } from "../support/ScriptedBank.ts"
import { service } from "../support/shared.ts"
import { listOf } from "../support/world.ts"

let ana: Person
beforeAll(async () => {
  ana = await service().person("passthrough")
})

const get = (path: string) => service().call(path, { token: ana.token })
const post = (path: string) => service().call(path, { method: "POST", token: ana.token })
const shown = ({ json, status }: Answer) => [status, json]

/** An account whose bank says that there is a row more than it shows. */
const quarantined = async (name: string) => {
  const { account, bank, listen, shop } = service()
  bank.customer(name, { truncated: true, movements: [payment("Q-1")] })
  const stream = await listen(ana)
  const id = await account(ana, {
    webhook_url: shop.url(`/hooks/${name}`),
    bank_username: name,
    bank_password: "bank-secret"
  })
  const failure = await stream.until(id, "scrape.failed")
  const [scrape] = listOf((await get(`/accounts/${id}/scrapes?status=quarantined`)).json)
  return { id, failure, scrape, path: `/accounts/${id}/scrapes/${field(scrape, "id")}` }
}

describe("a scrape whose structure is broken", () => {
  it("is set aside and told as a changed layout, and its owner sees its rows and why", async () => {
    const { failure, id, path, scrape } = await quarantined("set-aside")
    const fault = "The bank says that there are 2 movements, but 1 were read."
    const record = {
      id: anId,
      account_id: id,
      status: "quarantined",
      format: null,
      coverage: { from: expect.stringMatching(/^\d{4}-/), to: today(), complete: true },
      rows_read: 1,
      rows_new: 0,
      fault,
      finished_at: aTime,
      accepted_at: null,
      excluded_at: null
    }
    const row = {
      date: today(),
      amount: "12.50",
      currency: "EUR",
      description: "TRF",
      counterparty: "Ana Ruiz",
      counterparty_account: null,
      balance: null,
      pending: false
    }

    expect(failure).toMatchObject({ data: { kind: "layout_changed", message: fault, blocked: false } })
    expect(scrape).toEqual(record)
    expect(shown(await get(path))).toEqual([200, { ...record, rows: [row] }])
    expect((await get(`/accounts/${id}/movements`)).json).toEqual([])
    expect(service().shop.sent("/hooks/set-aside")).toEqual([])
  })

  it("is taken in as it was read when its owner accepts it, once", async () => {
    const { id, path } = await quarantined("accepted")
    const accepted = await post(`${path}/accept`)
    const [sent] = await service().shop.called("/hooks/accepted", 1)
    const again = await post(`${path}/accept`)
    const kinds = listOf((await get(`/accounts/${id}/activity`)).json).map((entry) => field(entry, "kind"))

    expect([accepted.status, accepted.json]).toMatchObject([
      200,
      { status: "ingested", rows_new: 1, accepted_at: aTime }
    ])
    expect(sent?.json).toMatchObject({ amount: 12.5, currency: "EUR", name: "Ana Ruiz" })
    expect(shown(again)).toEqual([409, { error: "The scrape is not quarantined: it is taken in already" }])
    expect((await get(path)).json).toMatchObject({ status: "ingested", rows: null })
    expect(kinds).toEqual(expect.arrayContaining(["scrape.quarantined", "scrape.accepted"]))
    expect(listOf((await get(`/accounts/${id}/movements`)).json).length).toBe(1)
  })
})

describe("a complete list that lacks many of the movements that are known of its days", () => {
  it("is set aside, however often it comes; accepted, what the next one lacks as well is removed", async () => {
    const { account, bank, listen, shop } = service()
    const all = Array.from({ length: 8 }, (_, index) => payment(`L-${index}`))
    const customer = bank.customer("ends-early", { movements: all })
    const stream = await listen(ana)
    const id = await account(ana, {
      webhook_url: shop.url("/hooks/ends-early"),
      bank_username: "ends-early",
      bank_password: "bank-secret"
    })
    await stream.until(id, "session.stopped")
    const reads = async (nth: number) => {
      await post(`/accounts/${id}/scrape`)
      await stream.until(id, "session.stopped", nth)
    }
    const removed = async () =>
      listOf((await get(`/accounts/${id}/movements`)).json).filter((one) => field(one, "removed_at") !== "null").length

    customer.movements = all.slice(6)
    await reads(1)
    await reads(2)
    expect((await stream.until(id, "scrape.failed", 1)).data).toMatchObject({
      kind: "layout_changed",
      message: expect.stringMatching(/^6 of the 8 known movements of these days are missing/)
    })
    expect(await removed()).toBe(0)

    const [latest] = listOf((await get(`/accounts/${id}/scrapes?status=quarantined`)).json)
    expect((await post(`/accounts/${id}/scrapes/${field(latest, "id")}/accept`)).status).toBe(200)
    expect(await removed()).toBe(0)
    await reads(3)
    expect(await removed()).toBe(6)
  })
})

describe("a list of what another account of its login has", () => {
  const movements = [10, 20, 30].map((amount) => ({ ...payment(`T-${amount}`), amount: `${amount}.00` }))
  const enrol = async (login: string, hook: string, bankAccount: string | null) => {
    const { account, bank, listen, shop } = service()
    bank.customer(login, { movements })
    const stream = await listen(ana)
    const id = await account(ana, {
      webhook_url: shop.url(`/hooks/${hook}`),
      bank_username: login,
      bank_password: "bank-secret",
      bank_account: bankAccount
    })
    await stream.until(id, "session.stopped")
    return id
  }

  it("is set aside with the name of that account, and told to nobody until its owner accepts it", async () => {
    const { shop } = service()
    await enrol("shows-twice", "shows-first", "ES91 2100 0418 4502 0005 1332")
    const id = await enrol("shows-twice", "shows-again", "ES79 2100 0813 6101 2345 6789")

    const [scrape] = listOf((await get(`/accounts/${id}/scrapes?status=quarantined`)).json)
    expect(scrape).toMatchObject({
      rows_new: 0,
      fault: expect.stringMatching(
        /^3 of 3 new rows that were compared are those of the account ".+": the bank's page seems to have shown that/
      )
    })
    const [entry] = listOf((await get(`/accounts/${id}/activity`)).json).filter(
      (one) => field(one, "kind") === "scrape.quarantined"
    )
    expect(entry).toMatchObject({ data: { account_id: anId, account_name: expect.any(String) } })
    expect(shop.sent("/hooks/shows-again")).toEqual([])
    expect((await post(`/accounts/${id}/scrapes/${field(scrape, "id")}/accept`)).status).toBe(200)
    expect((await shop.called("/hooks/shows-again", 3)).length).toBe(3)
  })

  it("is taken in where by their settings both read one bank account", async () => {
    await enrol("is-one", "is-one-first", null)
    await enrol("is-one", "is-one-again", null)

    expect((await service().shop.called("/hooks/is-one-again", 3)).length).toBe(3)
  })
})
