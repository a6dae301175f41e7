import { Duration } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { slowEndpoint } from "./slowEndpoint.ts"
import { must, settingsOf, start, type Started } from "./support.ts"

let service: Started
beforeAll(async () => {
  service = await start({ ordersInterval: Duration.seconds(30), scrapeInterval: Duration.hours(1) })
})
afterAll(() => service.stop())

const order = (externalId: string) => ({
  external_id: externalId,
  amount: "5.00",
  currency: "EUR",
  name: "Ana Ruiz"
})

it("what an endpoint answers after it was replaced counts for nothing", async () => {
  const { bank, call, person, shop } = service
  const old = await slowEndpoint()
  const { token } = await person("reconcile")
  const today = new Date().toISOString().slice(0, 10)
  const movement = { date: today, amount: "5.00", currency: "EUR", description: "t", counterparty: "Ana Ruiz", id: "1" }
  bank.customer("e", { movements: [movement] })
  const id = await service.account(token, settingsOf(shop, "e", { pending_orders_endpoint: old.url }))
  await old.asked(1)
  shop.list("/orders/new", [order("of-the-new-shop")])
  const replaced = settingsOf(shop, "e", {
    webhook_url: shop.url("/hooks/new"),
    pending_orders_endpoint: shop.url("/orders/new")
  })
  must(await call(`/accounts/${id}/config`, { method: "PUT", token, json: replaced }), 200)
  old.answer([order("of-the-old-shop")])

  const [first] = await shop.called("/hooks/new", 1)

  const listed = await call("/conciliation", { token })
  expect(first?.json).toMatchObject({ external_id: "of-the-new-shop", status: "matched" })
  expect(listed.json).toMatchObject([{ external_id: "of-the-new-shop" }])
  old.close()
})
