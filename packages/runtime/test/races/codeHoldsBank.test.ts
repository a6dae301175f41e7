import { Duration, Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { must, settingsOf, start, type Started, until } from "./support.ts"

const code = { value: "123456", length: 6, type: "numeric" } as const

let service: Started
beforeAll(async () => {
  service = await start({ scrapeInterval: Duration.minutes(10), bankConcurrency: 2 })
})
afterAll(() => service.stop())

it("logins that wait for codes keep nobody else at their bank waiting, and go on when their codes come", async () => {
  const { bank, call, person, rows, shop } = service
  const { token } = await person("passthrough")
  const waiting: Array<string> = []
  for (const name of ["w1", "w2", "w3"]) {
    bank.customer(name, { code })
    const id = await service.account(token, settingsOf(shop, name, { login_mode: "assisted" }))
    expect(await until(async () => (await call(`/accounts/${id}/otp`, { token })).json !== null)).toBe(true)
    waiting.push(id)
  }
  bank.customer("plain")
  const plain = await service.account(token, settingsOf(shop, "plain"))
  const readOf = (id: string) => async () => (await rows(`select 1 from scrapes where account_id = '${id}'`)).length > 0
  expect(await until(readOf(plain))).toBe(true)

  for (const id of waiting) must(await call(`/accounts/${id}/otp`, { token, json: { code: code.value } }), 202)
  for (const id of waiting) expect(await until(readOf(id))).toBe(true)
  const { json } = await call(`/accounts/${waiting[0]}/state`, { token })
  expect(json).toMatchObject({ pending_assistance: null })
})

it("so do logins that wait for an approval in the bank's app, which read no more at once than the bank allows", async () => {
  const { bank, call, person, rows, shop } = service
  const { token } = await person("passthrough")
  let reading = 0
  let most = 0
  const readTakes = () =>
    Effect.acquireUseRelease(
      Effect.sync(() => void (most = Math.max(most, ++reading))),
      () => Effect.sleep("100 millis"),
      () => Effect.sync(() => void reading--)
    )
  const approved: Array<() => void> = []
  const waiting: Array<string> = []
  for (const name of ["a1", "a2", "a3", "a4"]) {
    const customer = bank.customer(name, { approval: "awaited", readTakes })
    approved.push(() => void (customer.approval = "given"))
    const id = await service.account(token, settingsOf(shop, name, { login_mode: "assisted" }))
    expect(
      await until(async () => (await call(`/accounts/${id}/assistances`, { token })).text.includes("approval"))
    ).toBe(true)
    waiting.push(id)
  }
  bank.customer("no-app", { readTakes })
  const plain = await service.account(token, settingsOf(shop, "no-app"))
  const readOf = (id: string) => async () => (await rows(`select 1 from scrapes where account_id = '${id}'`)).length > 0
  expect(await until(readOf(plain))).toBe(true)

  for (const approve of approved) approve()
  for (const id of waiting) expect(await until(readOf(id))).toBe(true)
  expect(most).toBeLessThanOrEqual(2)
})
