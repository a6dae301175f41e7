import { Duration, Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { rests, settingsOf, start, type Started, until } from "./support.ts"

let deaf = false
let service: Started
beforeAll(async () => {
  // The actor that would match what came in dies before it looks: as a process that ends right after the commit.
  service = await start({ scrapeInterval: Duration.hours(1), ordersInterval: Duration.hours(1) }, (name) =>
    Effect.suspend(() =>
      name === "actor.after-lease" && deaf ? Effect.die(new Error("the process ended")) : Effect.void
    )
  )
})
afterAll(() => service.stop())

const day = new Date().toISOString().slice(0, 10)
const csv = `date,amount,description,counterparty\n${day},12.50,TRANSFER,Ana Ruiz\n`

it("a statement that was committed is matched, even if the process ends right after", async () => {
  const { bank, call, person, rows, shop } = service
  const { token } = await person("reconcile")
  bank.customer("u")
  shop.list("/orders/u", [{ external_id: "o1", amount: "12.50", currency: "EUR", name: "Ana Ruiz" }])
  const settings = settingsOf(shop, "u", { retry_limit: 0, pending_orders_endpoint: shop.url("/orders/u") })
  const id = await service.account(token, settings)
  const is = (status: string) =>
    until(async () => (await rows(`select 1 from conciliation_requests where status = '${status}'`)).length > 0)
  expect(await is("not_found")).toBe(true)
  expect(await rests(service, id)).toBe(true)

  deaf = true
  const uploaded = await call(`/accounts/${id}/statements`, {
    token,
    json: { content: csv, format: "csv", currency: "EUR" }
  })
  expect(uploaded.status, uploaded.text).toBeLessThan(300)
  expect(await until(async () => (await rows("select 1 from account_work")).length > 0)).toBe(true)
  deaf = false

  expect(await is("matched")).toBe(true)
  expect(
    await until(async () => (await rows("select 1 from account_work where not_before is null")).length === 0)
  ).toBe(true)
})
