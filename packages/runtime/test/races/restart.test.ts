import { Duration } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { publicationOf } from "../contract/support/Service.ts"
import { field, must, settingsOf, start, type Started, until } from "./support.ts"

let service: Started
beforeAll(async () => {
  service = await start({ scrapeInterval: Duration.minutes(10) })
})
afterAll(() => service.stop())

it("a corrected password and a restart count, though an older login is still under way", async () => {
  const { bank, call, person, rows, shop } = service
  const { token } = await person("passthrough")
  const customer = bank.customer("r", { password: "right" })
  const id = await service.account(token, settingsOf(shop, "r", { bank_password: "wrong" }))
  const blocked = async () => (await rows("select 1 from accounts where scrape_blocked_at is not null")).length > 0
  expect(await until(blocked)).toBe(true)
  const login = bank.hold("r", "login")
  must(await call(`/accounts/${id}/restart`, { method: "POST", token }), 202)
  await login.reached()

  must(
    await call(`/accounts/${id}/config`, {
      method: "PUT",
      token,
      json: settingsOf(shop, "r", { bank_password: "right" })
    }),
    200
  )
  must(await call(`/accounts/${id}/restart`, { method: "POST", token }), 202)
  login.open()

  expect(await until(async () => (await rows("select 1 from scrapes")).length > 0)).toBe(true)
  expect(customer.typed).toContain("password right")
  expect(customer.typed.filter((typed) => typed === "password wrong")).toHaveLength(2)
  expect(await blocked()).toBe(false)
  expect(await until(async () => (await rows("select 1 from scrape_jobs where status = 'done'")).length === 1)).toBe(
    true
  )
})

it("a promotion during a read that fails keeps its reset of the back-off: the new version reads at once", async () => {
  const { bank, bankId, call, operator, person, rows, shop } = service
  const { token } = await person("passthrough")
  const customer = bank.customer("q", { readFailure: "layout_changed" })
  const id = await service.account(token, settingsOf(shop, "q"))
  const failures = async () => rows(`select failure_count from accounts where id = '${id}' and failure_count > 0`)
  expect(await until(async () => (await failures()).length > 0)).toBe(true)
  await rows(`update accounts set failure_count = 6 where id = '${id}'`)
  const read = bank.hold("q", "read")
  must(await call(`/accounts/${id}/scrape`, { method: "POST", token }), 202)
  await read.reached()

  const published = must(
    await call(`/banks/${bankId}/scripts`, { token: operator.token, json: publicationOf("demo", "2.0.0") }),
    201
  )
  must(await call(`/scripts/${field(published.json, "id")}/promote`, { method: "POST", token: operator.token }), 200)
  delete customer.readFailure
  read.open()

  expect(await until(async () => (await rows(`select 1 from scrapes where account_id = '${id}'`)).length > 0)).toBe(
    true
  )
  expect(await failures()).toEqual([])
})
