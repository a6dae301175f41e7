import { Duration } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { must, settingsOf, start, type Started } from "./support.ts"

let service: Started
beforeAll(async () => {
  service = await start({ scrapeInterval: Duration.minutes(10) })
})
afterAll(() => service.stop())

const nothing = [409, { error: "No pending assistance for this account" }]

it("a code that was handed over can't be cancelled: nothing is pending, and the login goes on with it", async () => {
  const { bank, call, listen, person, shop } = service
  const owner = await person("passthrough")
  bank.customer("c", { code: { value: "123456", length: 6, type: "numeric" } })
  const stream = await listen(owner)
  const id = await service.account(owner.token, settingsOf(shop, "c", { login_mode: "assisted" }))
  await stream.until(id, "assistance.requested")
  const login = bank.hold("c", "login")
  const otp = (given: { readonly method?: string; readonly json?: unknown } = {}) =>
    call(`/accounts/${id}/otp`, { token: owner.token, ...given })
  must(await otp({ json: { code: "123456" } }), 202)
  await login.reached()

  const shown = await otp()
  const second = await otp({ json: { code: "123456" } })
  const cancelled = await otp({ method: "DELETE" })
  login.open()
  await stream.until(id, "scrape.succeeded")

  expect([second, cancelled].map(({ json, status }) => [status, json])).toEqual([nothing, nothing])
  expect([shown.status, shown.json]).toEqual([200, null])
  expect(stream.of(id).flatMap(({ type }) => (type.startsWith("assistance") ? [type] : []))).toEqual([
    "assistance.requested",
    "assistance.fulfilled"
  ])
})
