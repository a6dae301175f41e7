import { beforeAll, describe, expect, it } from "vitest"
import { anId } from "../support/expectations.ts"
import { field, must, type Person } from "../support/Service.ts"
import { today } from "../support/ScriptedBank.ts"
import { service } from "../support/shared.ts"
import { listOf } from "../support/world.ts"

let ana: Person
beforeAll(async () => {
  ana = await service().person("passthrough")
})

const get = (path: string) => service().call(path, { token: ana.token })

/** An account that is read by statements alone; the shop's path is its name. */
const readByHand = (name: string) => service().account(ana, { webhook_url: service().shop.url(`/hooks/${name}`) })

const csv = (...rows: ReadonlyArray<string>) => ["Date;Description;Payer;Amount;Id", ...rows].join("\n")
const upload = async (id: string, content: string) =>
  must(
    await service().call(`/accounts/${id}/statements`, { token: ana.token, json: { content, currency: "EUR" } }),
    201
  ).json

const names = async (id: string) =>
  listOf((await get(`/accounts/${id}/movements`)).json)
    .map((one) => field(one, "sender_name"))
    .sort()

describe("statements of one day, one after the other", () => {
  it("lose nobody's payment: another person's of the same amount is listed and sent", async () => {
    const id = await readByHand("since-last")
    const morning = await upload(id, csv(`${today()};Transfer A17;Ana Ruiz;12.50;F-1`))
    const evening = await upload(id, csv(`${today()};Transfer B23;Leo Paz;12.50;F-2`))
    const sent = await service().shop.called("/hooks/since-last", 2)

    expect([morning, evening]).toMatchObject([{ rows_new: 1 }, { rows_new: 1 }])
    expect(await names(id)).toEqual(["Ana Ruiz", "Leo Paz"])
    expect(sent.map(({ json }) => field(json, "name"))).toEqual(["Ana Ruiz", "Leo Paz"])
  })

  it("take nothing with a day that can't be yet", async () => {
    const id = await readByHand("ahead")
    const json = {
      content: csv(`${today()};Transfer;Ana Ruiz;12.50;F-1`, "24/11/2099;Transfer;Leo Paz;5.00;F-2"),
      currency: "EUR"
    }
    const refused = await service().call(`/accounts/${id}/statements`, { token: ana.token, json })

    expect(refused.status).toBe(400)
    expect(field(refused.json, "error")).toMatch(
      /a movement of 5\.00 is dated 2099-11-24, more than 31 days after today/
    )
    expect(await names(id)).toEqual([])
  })

  it("are refused with letters that were lost on the way, and taken with all of them as bytes", async () => {
    const id = await readByHand("letters")
    const bytes = Buffer.from(csv(`${today()};Transfer;Ana Peña;12.50;F-1`), "latin1")
    const put = (json: object) =>
      service().call(`/accounts/${id}/statements`, { token: ana.token, json: { ...json, currency: "EUR" } })
    const refused = await put({ content: bytes.toString("utf8") })

    expect(refused.status).toBe(400)
    expect(field(refused.json, "error")).toMatch(/letters that were lost .* send its bytes as content_base64/)
    must(await put({ content_base64: bytes.toString("base64") }), 201)
    expect(await names(id)).toEqual(["Ana Peña"])
  })

  it("send what is booked: not what is under way, before it is, and never what was declined", async () => {
    const id = await readByHand("states")
    const file = (...rows: ReadonlyArray<string>) => ["Date;Description;Payer;Amount;State", ...rows].join("\n")
    const [pending, booked] = ["PENDING", "COMPLETED"].map((state) => `${today()};Invoice 7;Ana Ruiz;12.50;${state}`)
    await upload(id, file(pending ?? "", `${today()};Invoice 8;Leo Paz;40.00;DECLINED`))
    const listed = listOf((await get(`/accounts/${id}/movements`)).json)
    const second = await upload(id, file(booked ?? "", `${today()};Invoice 9;Eva Gil;5.00;COMPLETED`))
    const sent = await service().shop.called("/hooks/states", 2)

    expect(listed).toMatchObject([{ sender_name: "Ana Ruiz", status: "pending", notified_at: null }])
    expect(second).toMatchObject({ rows_read: 2, rows_new: 1 })
    expect(sent.map(({ json }) => field(json, "name")).sort()).toEqual(["Ana Ruiz", "Eva Gil"])
  })

  it("add nothing when they come again, alone or with what came before them", async () => {
    const id = await readByHand("again")
    const first = `${today()};Transfer A17;Ana Ruiz;12.50;F-1`
    const second = `${today()};Transfer B23;Leo Paz;12.50;F-2`
    await upload(id, csv(first))
    await upload(id, csv(second))
    const again = [await upload(id, csv(second)), await upload(id, csv(first, second)), await upload(id, csv(first))]

    expect(again.map((each) => field(each, "rows_new"))).toEqual(["0", "0", "0"])
    expect(await names(id)).toEqual(["Ana Ruiz", "Leo Paz"])
  })

  it("leave to a person what may be the same payment: it is listed, says so, and is sent once it is included", async () => {
    const id = await readByHand("doubt")
    const first = await upload(id, csv(`${today()};Rent of May;Ana Ruiz;12.50;`))
    const second = await upload(id, csv(`${today()};Rent of May 2026;Ana Ruiz;12.50;`))
    const [told] = await service().shop.called("/hooks/doubt", 1)
    const listed = listOf((await get(`/accounts/${id}/movements`)).json)
    const held = listed.find((one) => field(one, "id") !== field(told?.json, "id"))
    const [note] = listOf((await get(`/accounts/${id}/activity`)).json)
    await service().call(`/accounts/${id}/movements/${field(held, "id")}/include`, { method: "POST", token: ana.token })
    const sent = await service().shop.called("/hooks/doubt", 2)

    expect([first, second]).toMatchObject([
      { rows_new: 1, rows_held: 0 },
      { rows_new: 1, rows_held: 1 }
    ])
    expect(held).toMatchObject({ possible_duplicate_of: [field(told?.json, "id")], notified_at: null })
    expect(listed.filter((one) => "possible_duplicate_of" in Object(one)).length).toBe(1)
    expect(note).toMatchObject({
      kind: "statement.uploaded",
      message: expect.stringContaining("1 of these may be a movement that is known already, and is held"),
      data: { movements_held: 1 }
    })
    expect(sent.map(({ json }) => field(json, "id")).sort()).toEqual(
      expect.arrayContaining([field(told?.json, "id"), field(held, "id")])
    )
  })

  it("tell what the bank's page has shown in another name from what it has not", async () => {
    const { account, bank, listen, shop } = service()
    const row = { id: "P-1", date: today(), amount: "12.50", currency: "EUR", description: "TRF 1" }
    bank.customer("page-first", { movements: [{ ...row, counterparty: "Ana Ruiz" }] })
    const stream = await listen(ana)
    const id = await account(ana, {
      webhook_url: shop.url("/hooks/page-first"),
      bank_username: "page-first",
      bank_password: "bank-secret"
    })
    await stream.until(id, "session.stopped")
    const other = await upload(id, csv(`${today()};Transfer B23;Leo Paz;12.50;F-2`))
    const held = listOf((await get(`/accounts/${id}/movements`)).json).find(
      (one) => field(one, "sender_name") === "Leo Paz"
    )

    expect(other).toMatchObject({ rows_new: 1 })
    expect(held).toMatchObject({ possible_duplicate_of: [anId] })
  })
})
