import { beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/expectations.ts"
import { order } from "../support/orders.ts"
import { field, must, type Person } from "../support/Service.ts"
import { today } from "../support/ScriptedBank.ts"
import { service } from "../support/shared.ts"
import { listOf } from "../support/world.ts"

let shop: Person
let sender: Person
beforeAll(async () => {
  ;[shop, sender] = await Promise.all([service().person("reconcile"), service().person("passthrough")])
})

const row = (payer: string, amount: string) => `${today()};TRF ${payer};${payer};${amount}`

/** An account that only statements tell of. */
const account = async (person: Person, name: string) => {
  const [hook, orders] = [`/hooks/${name}`, `/orders/${name}`]
  service().shop.list(orders, [])
  const id = await service().account(person, {
    webhook_url: service().shop.url(hook),
    pending_orders_endpoint: service().shop.url(orders)
  })
  const post = (path: string, json?: object) =>
    service().call(`/accounts/${id}${path}`, { method: "POST", token: person.token, ...(json && { json }) })
  const uploaded = async (...rows: ReadonlyArray<string>) => {
    const content = ["Date;Description;Payer;Amount", ...rows].join("\n")
    return must(await post("/statements", { content, currency: "EUR" }), 201)
  }
  return {
    id,
    hook,
    post,
    poll: (...listed: ReadonlyArray<object>) => {
      service().shop.list(orders, listed)
      return service().call(`/conciliation/poll/${id}`, { method: "POST", token: person.token })
    },
    uploaded,
    upload: async (...rows: ReadonlyArray<string>) => field((await uploaded(...rows)).json, "id"),
    movements: async () => listOf((await service().call(`/accounts/${id}/movements`, { token: person.token })).json),
    out: async () => {
      const { json } = await service().call(`/accounts/${id}/movements`, { token: person.token })
      return listOf(json).flatMap((one) =>
        Object(one).excluded_at === null ? [] : [String(field(one, "sender_name"))]
      )
    }
  }
}

const orderOf = async (externalId: string) => {
  const { json } = await service().call("/conciliation?limit=200", { token: shop.token })
  const id = field(
    listOf(json).find((one) => field(one, "external_id") === externalId),
    "id"
  )
  const detail = await service().call(`/conciliation/${id}`, { token: shop.token })
  return { id, status: field(detail.json, "status"), attempts: listOf(Object(detail.json).attempts).length }
}
const untilIs = (externalId: string, status: string) =>
  eventually(
    () => orderOf(externalId),
    (found) => found.status === status && found.attempts > 0
  )

/** The pass of a file that has just come is an attempt of each order that waits by then. */
const untilPassed = (accountId: string) =>
  eventually(
    () => service().rows(`select 1 from account_work where account_id = '${accountId}' and kind = 'match' and counts`),
    (waiting) => waiting.length === 0
  )

describe("a movement that is taken in again", () => {
  it("pays the order that waits for it, with no further statement, and is no attempt of any other", async () => {
    const { id, movements, poll, post, upload } = await account(shop, "in-again")
    await upload(row("Ana Ruiz", "12.50"))
    await untilPassed(id)
    const [movement] = await movements()
    must(await post(`/movements/${field(movement, "id")}/exclude`), 200)
    must(await poll(order("T-1"), order("T-2", { amount: "77.00", name: "Eva Gil" })), 202)
    await untilIs("T-1", "pending")
    const before = await untilIs("T-2", "pending")
    must(await post(`/movements/${field(movement, "id")}/include`), 200)
    const paid = await untilIs("T-1", "matched")

    expect(paid.attempts).toBe(2)
    expect(await orderOf("T-2")).toEqual(before)
  })
})

describe("a movement that is taken out", () => {
  it("leaves the order that it stood beside another payment for to that, with no further statement", async () => {
    const { movements, poll, post, upload } = await account(shop, "out-beside")
    await upload(row("Ada Lux", "14.00"), row("Ada Lux", "14.00").replace("TRF", "Transfer B23"))
    const [movement] = await movements()
    must(await poll(order("T-9", { amount: "14.00", name: "Ada Lux" })), 202)
    await untilIs("T-9", "ambiguous")
    must(await post(`/movements/${field(movement, "id")}/exclude`), 200)
    await untilIs("T-9", "matched")
  })
})

describe("a statement that comes while its account is paused", () => {
  it("pays the orders that wait as soon as the account goes on, with no further statement", async () => {
    const { id, poll, upload } = await account(shop, "paused-file")
    must(await poll(order("T-8", { amount: "41.00", name: "Pau Sanz" })), 202)
    await untilIs("T-8", "pending")
    const turn = (what: string) => service().call(`/accounts/${id}/${what}`, { method: "POST", token: shop.token })
    must(await turn("pause"), 200)
    await upload(row("Pau Sanz", "41.00"))
    // Its pass is over, and has said that the account is paused.
    await eventually(
      () => orderOf("T-8"),
      ({ attempts }) => attempts === 2
    )
    must(await turn("resume"), 200)
    await untilIs("T-8", "matched")
  })
})

describe("an order that its shop corrects", () => {
  it("is matched with what is known at once, and no attempt is made where nothing is found", async () => {
    const { poll, upload } = await account(shop, "corrected")
    const paidByIt = order("T-6", { amount: "5.00", name: "Tea Sol" })
    must(await poll(paidByIt), 202)
    await untilIs("T-6", "pending")
    await upload(row("Iris Mora", "31.50"), row("Tea Sol", "5.00"))
    // Its pass is over.
    await untilIs("T-6", "matched")
    const [right, listed] = [
      { amount: "31.50", name: "Iris Mora" },
      order("T-4", { amount: "13.50", name: "Iris Mora" })
    ]
    must(await poll(listed, order("T-5", { amount: "88.00" })), 202)
    await untilIs("T-4", "pending")
    await untilIs("T-5", "pending")
    must(await poll({ ...listed, ...right }, order("T-5", { amount: "89.00" })), 202)
    const paid = await untilIs("T-4", "matched")

    expect(paid.attempts).toBe(2)
    expect(await orderOf("T-5")).toMatchObject({ status: "pending", attempts: 1 })
  })
})

describe("a movement that is held as a possible duplicate", () => {
  it("is found among those until it is settled", async () => {
    const { id, post, upload } = await account(sender, "held-file")
    const balanced = (text: string) => `${today()};${text};;75.00;900.00`
    const content = (text: string) => `Date;Description;Payer;Amount;Balance\n${balanced(text)}`
    const heldNow = async () =>
      listOf((await service().call(`/movements?held=yes&account_id=${id}`, { token: sender.token })).json)
    await upload(row("Ada Lux", "14.00"))
    must(await post("/statements", { content: content("TRANSFERENCIA DE ANA GOMEZ RUIZ"), currency: "EUR" }), 201)
    const none = await heldNow()
    const doubled = await post("/statements", { content: content("INMEDIATA PEDIDO 7"), currency: "EUR" })
    const [one, ...others] = await heldNow()
    must(await post(`/movements/${field(one, "id")}/exclude`), 200)

    expect(doubled.json).toMatchObject({ rows_new: 1, rows_held: 1 })
    expect([none, others, await heldNow()]).toEqual([[], [], []])
    expect(one).toMatchObject({ description: "INMEDIATA PEDIDO 7", notified_at: null })
  })
})

describe("a statement that was uploaded by mistake", () => {
  it("is taken out as a whole and in again, and nobody is told of its movements twice", async () => {
    const { hook, movements, out, post, upload, uploaded } = await account(sender, "mistaken")
    await upload(row("Ana Ruiz", "12.50"))
    const scrape = await upload(row("Ana Ruiz", "12.50"), row("Leo Paz", "20.00"), row("Eva Gil", "30.00"))
    // That the shop has answered is known a moment later.
    await eventually(movements, (all) => all.length === 3 && all.every((one) => Object(one).notified_at !== null))
    const taken = await post(`/scrapes/${scrape}/exclude`)
    const again = await post(`/scrapes/${scrape}/exclude`)
    const outThen = await out()
    const twice = await uploaded(row("Leo Paz", "20.00"), row("Eva Gil", "30.00"))
    const back = await post(`/scrapes/${scrape}/include`)

    expect(taken).toMatchObject({ status: 200, json: { id: scrape, movements_excluded: 2, movements_kept: 0 } })
    expect(Object(taken.json).excluded_at).toMatch(/Z$/)
    expect(again).toMatchObject({ status: 200, json: { movements_excluded: 0, movements_kept: 0 } })
    expect(outThen.sort()).toEqual(["Eva Gil", "Leo Paz"])
    expect(twice.json).toMatchObject({ rows_new: 0, rows_held: 0, rows_excluded: 2 })
    expect(back).toMatchObject({ status: 200, json: { movements_included: 2, excluded_at: null } })
    expect(await out()).toEqual([])
    // What is sent after all of it comes next.
    await upload(row("Pau Sanz", "40.00"))
    const names = (await service().shop.called(hook, 4)).map(({ json }) => field(json, "name"))
    expect(names.sort()).toEqual(["Ana Ruiz", "Eva Gil", "Leo Paz", "Pau Sanz"])
  })

  it("was not told yet: its messages don't leave, and each leaves once when it is in again", async () => {
    const { hook, post, upload } = await account(sender, "mistaken-unsent")
    must(await post("/endpoint/pause"), 200)
    const scrape = await upload(row("Leo Paz", "20.00"), row("Eva Gil", "30.00"))
    must(await post(`/scrapes/${scrape}/exclude`), 200)
    must(await post("/endpoint/resume"), 200)
    await upload(row("Pau Sanz", "40.00"))
    const meanwhile = (await service().shop.called(hook, 1)).map(({ json }) => field(json, "name"))
    must(await post(`/scrapes/${scrape}/include`), 200)
    await upload(row("Noa Vila", "50.00"))
    const names = (await service().shop.called(hook, 4)).map(({ json }) => field(json, "name"))

    expect(meanwhile).toEqual(["Pau Sanz"])
    expect(names.sort()).toEqual(["Eva Gil", "Leo Paz", "Noa Vila", "Pau Sanz"])
  })

  it("leaves the payment alone that it stood beside: the order is matched with that", async () => {
    const { poll, post, upload } = await account(shop, "mistaken-beside")
    const [one, other] = [row("Ada Lux", "14.00"), row("Ada Lux", "14.00").replace("TRF", "Transfer B23")]
    await upload(one)
    const scrape = await upload(other)
    must(await poll(order("T-7", { amount: "14.00", name: "Ada Lux" })), 202)
    await untilIs("T-7", "ambiguous")
    expect(await post(`/scrapes/${scrape}/exclude`)).toMatchObject({ json: { movements_excluded: 1 } })
    await untilIs("T-7", "matched")
  })

  it("is taken out and in by several at once, while it is matched and another comes", async () => {
    const { hook, movements, out, poll, post, upload } = await account(shop, "mistaken-at-once")
    const scrape = await upload(row("Ana Ruiz", "61.00"), row("Leo Paz", "62.00"))
    const [first] = await movements()
    const id = field(first, "id")
    const answers = await Promise.all(
      [1, 2, 3, 4].flatMap((round) => [
        post(`/scrapes/${scrape}/exclude`),
        poll(order(`R-${round}`, { amount: `${60 + round}.00`, name: "Ana Ruiz" })),
        post(`/movements/${id}/include`),
        post(`/scrapes/${scrape}/include`),
        post(`/movements/${id}/exclude`),
        upload(row(`Payer ${round}`, `${round}.00`)).then(() => ({ status: 201 }))
      ])
    )
    must(await post(`/scrapes/${scrape}/include`), 200)
    must(await post(`/movements/${id}/include`), 200)

    expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 201, 202])
    expect(await out()).toEqual([])
    must(await poll(order("R-1", { amount: "61.00", name: "Ana Ruiz" })), 202)
    await untilIs("R-1", "matched")
    const told = await service().shop.called(hook, 1)
    expect(told.filter(({ json }) => field(json, "external_id") === "R-1").length).toBe(1)
  })

  it("keeps what pays an order until that is undone, and pays again once it is in again", async () => {
    const { out, poll, post, upload } = await account(shop, "mistaken-paid")
    must(await poll(order("T-3", { name: "Leo Paz" })), 202)
    await untilIs("T-3", "pending")
    const scrape = await upload(row("Leo Paz", "12.50"), row("Max Roy", "9.00"))
    const { id } = await untilIs("T-3", "matched")
    const kept = await post(`/scrapes/${scrape}/exclude`)
    must(await service().call(`/conciliation/${id}/unmatch`, { method: "POST", token: shop.token }), 200)
    const rest = await post(`/scrapes/${scrape}/exclude`)

    expect(kept).toMatchObject({ status: 200, json: { movements_excluded: 1, movements_kept: 1 } })
    expect(rest).toMatchObject({ status: 200, json: { movements_excluded: 1, movements_kept: 0 } })
    expect((await out()).sort()).toEqual(["Leo Paz", "Max Roy"])
    expect(await post(`/scrapes/${scrape}/include`)).toMatchObject({ json: { movements_included: 2 } })
  })

  it("leaves nothing of its cells in the log where it is refused", async () => {
    const { post } = await account(sender, "log")
    const content = `Date;Description;Payer;Amount\n${today()};TRF;Leo Paz;"Rosalba \\""Quintanilla"""\n`

    const refused = await post("/statements", { content, currency: "EUR" })

    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Rosalba")])
    const lines = service().logs.filter((line) => line.includes("/statements") && line.includes("400"))
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join()).not.toMatch(/Rosalba|Quintanilla/)
  })
})
