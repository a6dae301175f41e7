/** A script that takes its node down is not run again at each start by all: its account waits, and is tried alone. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { must, rests, settingsOf, start, type Started, until } from "../races/support.ts"

let service: Started
beforeAll(async () => {
  service = await start()
})
afterAll(() => service.stop())

/** As a node leaves an account whose cycle it died in, again. */
const diedInIt = (id: string) =>
  service.rows(`update accounts set cycle_epoch = epoch, lost_cycles = 1 where id = '${id}'`)

it("waits after the second time, though a person asks, and its owner is told; others go on", async () => {
  const { account, bank, call, person, rows, shop } = service
  const { token } = await person("passthrough")
  const customer = bank.customer("guilty")
  bank.customer("innocent")
  const scrapesOf = async (id: string) => (await rows(`select 1 from scrapes where account_id = '${id}'`)).length
  const id = await account(token, settingsOf(shop, "guilty"))
  expect(await until(async () => (await scrapesOf(id)) === 1)).toBe(true)
  expect(await rests(service, id)).toBe(true)
  const typed = customer.typed.length

  await diedInIt(id)
  must(await call(`/accounts/${id}/scrape`, { method: "POST", token }), 202)

  const told = () => call(`/accounts/${id}/activity`, { token })
  expect(await until(async () => (await told()).text.includes("The service stopped in the middle"))).toBe(true)
  expect((await told()).text).toContain("last 2 sessions")
  const other = await account(token, settingsOf(shop, "innocent"))
  expect(await until(async () => (await scrapesOf(other)) === 1)).toBe(true)
  expect(customer.typed.length).toBe(typed)
  expect(await scrapesOf(id)).toBe(1)

  // The time is over.
  await rows(`update accounts set held_back_until = now() where id = '${id}'`)
  must(await call(`/accounts/${id}/scrape`, { method: "POST", token }), 202)
  expect(await until(async () => (await scrapesOf(id)) === 2)).toBe(true)
  const free = `select 1 from accounts where id = '${id}' and lost_cycles = 0 and held_back_until is null`
  expect(await until(async () => (await rows(free)).length === 1)).toBe(true)
})
