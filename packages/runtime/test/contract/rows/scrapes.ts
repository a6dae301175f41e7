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
  it("is set aside and told as a changed layout; its owner sees its rows and why", async () => {
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
      accepted_at: null
    }
    const row = {
      date: today(),
      amount: "12.50",
      currency: "EUR",
      description: "TRF",
      counterparty: "Ana Ruiz",
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
