import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import { openShop, type OpenShop } from "./client.ts"

let shop: OpenShop
beforeAll(async () => {
  shop = await openShop()
})
beforeEach(() => shop.control("POST", "/reset"))
afterAll(() => shop.close())

describe("the pending orders", () => {
  it("are a JSON array with the amounts as they were given", async () => {
    await shop.control("POST", "/orders", {
      orders: [
        { external_id: "A-1", amount: "120.50", name: "María García", reference: "INV-77" },
        { external_id: "A-2", amount: 75, currency: "USD", name: "Luis Peña", created_at: "2025-06-10T08:00:00Z" }
      ]
    })

    const { status, json } = await shop.poll()

    expect(status).toBe(200)
    expect(json).toEqual([
      { external_id: "A-1", amount: "120.50", currency: "EUR", name: "María García", reference: "INV-77" },
      { external_id: "A-2", amount: 75, currency: "USD", name: "Luis Peña", created_at: "2025-06-10T08:00:00Z" }
    ])
  })

  it.each([
    ["bearer", "Bearer t-1"],
    ["api_key", "Api-Key t-1"]
  ])("need the right %s token where one is set", async (scheme, right) => {
    await shop.control("PUT", "/lists/main", { auth: { scheme, token: "t-1" } })

    const missing = await shop.poll()
    const wrong = await shop.poll("/orders", { headers: { authorization: `${right}x` } })
    const answered = await shop.poll("/orders", { headers: { authorization: right } })

    expect([missing.status, wrong.status, answered.status]).toEqual([401, 401, 200])
    const { json } = await shop.control("GET", "/journal?kind=poll")
    expect(json).toMatchObject([
      { authorizationScheme: null, authorizationValid: false },
      { authorizationScheme: right.split(" ")[0], authorizationValid: false },
      { authorizationValid: true, status: 200 }
    ])
  })

  it("come in pages that lead to each other, by POST as by GET", async () => {
    await shop.control("PUT", "/lists/north", { shape: "object", pageSize: 2 })
    for (const id of ["N-1", "N-2", "N-3"])
      await shop.control("POST", "/orders", { list: "north", external_id: id, amount: "1", name: "X" })
    const ask: RequestInit = { method: "POST", body: JSON.stringify({ since: "today" }) }

    const first = await shop.poll("/orders/north", ask)
    const second = await shop.poll(first.json.next.slice(shop.url.length), ask)

    expect(first.json.next).toBe(`${shop.url}/orders/north?page=2`)
    expect(first.json.orders).toHaveLength(2)
    expect(second.json).toEqual({ orders: [{ external_id: "N-3", amount: "1", currency: "EUR", name: "X" }] })
    expect((await shop.control("GET", "/journal")).json[0]).toMatchObject({
      method: "POST",
      body: { since: "today" },
      orders: 2
    })
  })

  it("are not sent again while their ETag holds", async () => {
    await shop.control("PUT", "/lists/main", { etag: true })
    const etag = (await shop.poll()).headers.get("etag") ?? ""

    const same = await shop.poll("/orders", { headers: { "if-none-match": etag } })
    await shop.control("POST", "/orders", { external_id: "A-1", amount: "1", name: "X" })
    const changed = await shop.poll("/orders", { headers: { "if-none-match": etag } })

    expect([same.status, changed.status]).toEqual([304, 200])
  })

  it("are refused as often as the fault says, then given", async () => {
    await shop.control("PUT", "/lists/main", { answer: { status: 503, retryAfterSeconds: 7, times: 1 } })

    const broken = await shop.poll()

    expect(broken.status).toBe(503)
    expect(broken.headers.get("retry-after")).toBe("7")
    expect((await shop.poll()).status).toBe(200)
  })

  it("are 404 for a list that does not exist", async () => {
    expect((await shop.poll("/orders/nowhere")).status).toBe(404)
  })
})
