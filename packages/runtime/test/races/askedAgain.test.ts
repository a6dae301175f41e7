import { Duration } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { slowEndpoint } from "./slowEndpoint.ts"
import { must, settingsOf, start, type Started, until } from "./support.ts"

let service: Started
beforeAll(async () => {
  service = await start({ ordersInterval: Duration.hours(1), scrapeInterval: Duration.hours(1) })
})
afterAll(() => service.stop())

it("a poll that is asked for while one is under way is made after it", async () => {
  const { bank, call, person, shop } = service
  const endpoint = await slowEndpoint()
  const { token } = await person("reconcile")
  bank.customer("again")
  const id = await service.account(token, settingsOf(shop, "again", { pending_orders_endpoint: endpoint.url }))
  const ask = async () => must(await call(`/conciliation/poll/${id}`, { method: "POST", token }), 202)
  await endpoint.asked(1)
  endpoint.answer([])

  for (const polls of [2, 4, 6]) {
    await ask()
    await endpoint.asked(polls)
    // The shop has put its answer together already: what is new since isn't in it.
    await ask()
    await ask()
    endpoint.answer([])
    await endpoint.asked(polls + 1)
    endpoint.answer([{ external_id: `new-${polls}`, amount: "5.00", currency: "EUR", name: "Ana Ruiz" }])
    expect(await until(async () => (await call("/conciliation", { token })).text.includes(`new-${polls}`))).toBe(true)
  }
  endpoint.close()
})
