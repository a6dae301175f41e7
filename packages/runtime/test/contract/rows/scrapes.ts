import { beforeAll, describe, expect, it } from "vitest"
import { aTime, anId, eventually } from "../support/expectations.ts"
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

const csv = (...rows: ReadonlyArray<string>) => ["Date;Description;Payer;Amount", ...rows].join("\n")
const upload = (id: string, json: object) => service().call(`/accounts/${id}/statements`, { token: ana.token, json })

describe("a statement that a person uploads", () => {
  it("brings what scrapes have not, in its own words, and doubles nothing", async () => {
    const { account, bank, listen, shop } = service()
    bank.customer("uploads", { movements: [payment("S-1")] })
    const stream = await listen(ana)
    const id = await account(ana, {
      webhook_url: shop.url("/hooks/uploads"),
      bank_username: "uploads",
      bank_password: "bank-secret"
    })
    await stream.until(id, "session.stopped")
    const content = csv(`${today()};SEPA 4711;A. RUIZ;12.50`, `${today()};SEPA 4712;Nadia Rossi;40.00`)
    const uploaded = await upload(id, { content, currency: "EUR" })
    const again = await upload(id, { content_base64: Buffer.from(content).toString("base64"), currency: "EUR" })
    await service().call(`/accounts/${id}/scrape`, { method: "POST", token: ana.token })
    await stream.until(id, "session.stopped", 1)
    const sent = await shop.called("/hooks/uploads", 2)

    expect([uploaded.status, uploaded.json]).toMatchObject([
      201,
      {
        status: "ingested",
        format: "csv",
        coverage: { from: today(), to: today(), complete: true },
        rows_read: 2,
        rows_new: 1
      }
    ])
    expect(again.json).toMatchObject({ rows_new: 0 })
    expect(listOf((await get(`/accounts/${id}/movements`)).json).length).toBe(2)
    expect(sent.map(({ json }) => field(json, "name"))).toEqual(["Ana Ruiz", "Nadia Rossi"])
    expect(listOf((await get(`/accounts/${id}/scrapes`)).json).length).toBe(4)
  })

  it("pays an order while the account has no script that reads", async () => {
    const { account, person, shop } = service()
    const leo = await person("reconcile")
    shop.list("/orders/by-hand", [{ external_id: "U-1", amount: "19.00", currency: "EUR", name: "Nadia Rossi" }])
    const id = await account(leo, {
      webhook_url: shop.url("/hooks/by-hand"),
      pending_orders_endpoint: shop.url("/orders/by-hand")
    })
    await eventually(
      async () => listOf((await service().call("/conciliation", { token: leo.token })).json).length,
      (count) => count === 1
    )
    const json = { content: csv(`${today()};INVOICE;Nadia Rossi;19.00`), currency: "EUR" }
    await service().call(`/accounts/${id}/statements`, { token: leo.token, json })
    const [sent] = await shop.called("/hooks/by-hand", 1)

    expect(sent?.json).toMatchObject({ external_id: "U-1", status: "matched" })
  })

  it("is in Norma 43, or in what a bank calls Excel: the one tells what the other has told", async () => {
    const id = await service().account(ana)
    const [year, month, day] = today().split("-")
    const days = `${year?.slice(2)}${month}${day}`
    const norma43 = [
      `11004915000123456789${days}${days}2${"0".repeat(14)}9783TIENDA SL`,
      `22    1500${days}${days}120162${"1900".padStart(14, "0")}${"0".repeat(38)}`,
      "2301TRANSFERENCIA DE NADIA ROSSI",
      `3300491500012345678900000${"0".repeat(14)}00001${"1900".padStart(14, "0")}2${"1900".padStart(14, "0")}978`
    ]
    const excel = `<table><tr><td>Fecha</td><td>Concepto</td><td>Importe</td></tr>
      <tr><td>${day}/${month}/${year}</td><td>TRANSFERENCIA DE NADIA ROSSI</td><td>19,00</td></tr></table>`
    const first = await upload(id, { content: norma43.join("\r\n") })
    const second = await upload(id, { content_base64: Buffer.from(excel).toString("base64"), currency: "EUR" })

    expect([first.json, second.json]).toMatchObject([
      { format: "norma43", rows_read: 1, rows_new: 1 },
      { format: "spreadsheet", rows_read: 1, rows_new: 0 }
    ])
    expect((await service().call(`/accounts/${id}/movements`, { token: ana.token })).json).toMatchObject([
      { amount: "19.00", currency: "EUR", sender_name: "TRANSFERENCIA DE NADIA ROSSI" }
    ])
  })

  it("is refused whole with where and what is wrong, or for what is no file", async () => {
    const id = await service().account(ana)
    const wanted = "content or content_base64 is required: the file as text, or its bytes in base 64"
    const answers = [
      await upload(id, { content: csv(`${today()};A;B;1.00`, `${today()};A;B;x`), currency: "EUR" }),
      await upload(id, { content: csv(`31/02/2026;A;B;1.00`, `${today()};A;B;x`), currency: "EUR" }),
      await upload(id, { content: csv(`${today()};A;B;1.250`), currency: "EUR" }),
      await upload(id, { content: csv(`${today()};A;B;1.250`), currency: "EUR", decimal: ";" }),
      await upload(id, { content: csv(`${today()};A;B;1.250`), currency: "EUR", decimal: 2 }),
      await upload(id, { content: csv(`${today()};A;B;1.00`), currency: "EUR", dates: "ydm" }),
      await upload(id, { content: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><Document>&b;</Document>' }),
      await upload(id, {}),
      await upload(id, { content: "a", content_base64: "YQ==" }),
      await upload(id, { content_base64: "%" }),
      // Read once, however long it is.
      await upload(id, { content_base64: `${" ".repeat(4_000_000)}!` }),
      await upload(id, { content_base64: "data:text/csv;base64,YWJj" }),
      await upload(id, { content_base64: Buffer.from("PK\u0003\u0004\u0014\0\u00ff", "latin1").toString("base64") }),
      await upload(id, { content: "a", format: "pdf" }),
      await upload(id, { content: "a", currency: "euro" }),
      await upload(id, { content: "a", currency: "XXQ" }),
      await upload(id, { content: `Date;Description;Amount;Currency\n${today()};A;1.00;EUR\n${today()};B;1.00;xxq` }),
      await upload(id, { content: "date,amount\n2026-11-18,12\n2026-11-17,1.50\n", currency: "JPY", decimal: "." })
    ]

    expect(answers.map(shown)).toEqual([
      [400, { error: 'Line 3: "x" is not an amount: it has no digits, or other signs between them' }],
      [
        400,
        {
          error:
            'Line 2: "31/02/2026" is not a date: 2026-02-31 is no day of the calendar\nLine 3: "x" is not an amount: it has no digits, or other signs between them'
        }
      ],
      [400, { error: 'Line 2: "1.250" is not an amount: say which is the decimal sign, "," or "."' }],
      [400, { error: 'decimal must be "," or "."' }],
      [400, { error: 'decimal must be "," or "."' }],
      [400, { error: "dates must be one of dmy, mdy, ymd" }],
      [400, { error: "Line 1: document types are not allowed" }],
      [400, { error: wanted }],
      [400, { error: "content_base64 must be left out where content is given" }],
      [400, { error: "content_base64 must be the file's bytes in base 64" }],
      [400, { error: "content_base64 must be the file's bytes in base 64" }],
      [400, { error: expect.stringContaining("the likeliest one has: abc") }],
      [400, { error: "The workbook is damaged, or is none" }],
      [400, { error: "format must be one of ofx, camt053, mt940, norma43, csv, spreadsheet" }],
      [400, { error: "currency must be an ISO 4217 code such as EUR" }],
      [400, { error: "currency must be an ISO 4217 code such as EUR" }],
      [
        400,
        {
          error: "Line 3: the currency must be an ISO 4217 code such as EUR, not XXQ"
        }
      ],
      [400, { error: "Line 3: the amount has more decimals than JPY has (0)" }]
    ])
    expect((await get(`/accounts/${id}/movements`)).json).toEqual([])
  })
})
