/** Order lists of one user that are large, and that never end: few are in memory, and the others' lists are read. */
import { createServer } from "node:http"
import { afterAll, beforeAll, expect, it } from "vitest"
import { must, settingsOf, start, type Started, until } from "../races/support.ts"

let service: Started
beforeAll(async () => {
  service = await start()
})
afterAll(() => service.stop())

/** Sends nine mebibytes, more than sockets buffer, and never ends. */
const hoarder = async () => {
  const open = { now: 0, most: 0, calls: 0 }
  const server = createServer((_, response) => {
    open.calls += 1
    response.writeHead(200, { "content-type": "application/json" })
    let counted = false
    response.on("close", () => {
      if (counted) open.now -= 1
    })
    const more = (left: number) => {
      if (response.destroyed) return
      if (left > 0) return void response.write("[".repeat(256 * 1024), () => more(left - 1))
      counted = true
      open.now += 1
      open.most = Math.max(open.most, open.now)
    }
    more(36)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { open, url: `http://127.0.0.1:${port}/orders`, close }
}

it("forty large lists that never end leave room for everybody else's", async () => {
  const { account, bank, call, person, rows, shop } = service
  const modest = await person("reconcile")
  bank.customer("modest")
  const pending_orders_endpoint = shop.url("/orders")
  const mine = await account(modest.token, settingsOf(shop, "modest", { pending_orders_endpoint }))
  const isListed = (externalId: string) => async () =>
    (await rows(`select 1 from conciliation_requests where external_id = '${externalId}'`)).length === 1
  const pollsFor = async (externalId: string) => {
    shop.list("/orders", [{ external_id: externalId, amount: "10.00", currency: "EUR", name: "Ana" }])
    must(await call(`/conciliation/poll/${mine}`, { method: "POST", token: modest.token }), 202)
    return until(isListed(externalId))
  }
  expect(await pollsFor("first")).toBe(true)

  const large = await hoarder()
  try {
    const greedy = await person("reconcile")
    for (let nth = 0; nth < 40; nth += 1) {
      bank.customer(`hoarder-${nth}`)
      await account(greedy.token, settingsOf(shop, `hoarder-${nth}`, { pending_orders_endpoint: large.url }))
    }
    expect(await until(() => large.open.now > 0 && large.open.calls >= 20)).toBe(true)

    expect(await pollsFor("second")).toBe(true)
    expect(large.open.most).toBeLessThanOrEqual(2)
  } finally {
    large.close()
  }
})
