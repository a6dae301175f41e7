import { Duration } from "effect"
import { createServer, type ServerResponse } from "node:http"
import { afterAll, beforeAll, expect, it } from "vitest"
import { must, settingsOf, start, type Started } from "./support.ts"

/** An endpoint that answers when it is told to. */
const slowEndpoint = async () => {
  const waiting: Array<ServerResponse> = []
  const asked = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    waiting.push(response)
    asked.resolve()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/orders`,
    asked: asked.promise,
    answer: (orders: unknown) => {
      for (const response of waiting.splice(0)) {
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(orders))
      }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

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
  await old.asked
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
