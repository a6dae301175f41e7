/** One user with many accounts whose scripts only wait: the others' accounts are read all the same. */
import { Duration } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { addBank } from "../contract/support/Service.ts"
import { must, settingsOf, start, type Started, until } from "../races/support.ts"

const sessionConcurrency = 6

let service: Started
beforeAll(async () => {
  service = await start({ sessionConcurrency, bankConcurrency: 4, scrapeInterval: Duration.hours(5) })
})
afterAll(() => service.stop())

const readsOf = async (id: string) => (await service.rows(`select 1 from scrapes where account_id = '${id}'`)).length

/** Whether a scrape that is asked for by hand is done. */
const isRead = async (token: string, id: string) => {
  const before = await readsOf(id)
  must(await service.call(`/accounts/${id}/scrape`, { method: "POST", token }), 202)
  return until(async () => (await readsOf(id)) > before)
}

/** Someone with one account that has been read. */
const modestUser = async (name: string) => {
  const { token } = await service.person("passthrough")
  service.bank.customer(name)
  const id = await service.account(token, settingsOf(service.shop, name))
  expect(await until(async () => (await readsOf(id)) === 1)).toBe(true)
  return { token, id }
}

it("reads that hang for ever, of one user's many accounts at own banks, keep nobody else waiting", async () => {
  const { bank, person, shop } = service
  const modest = await modestUser("modest")
  const greedy = await person("passthrough")
  const names = Array.from({ length: 4 * sessionConcurrency }, (_, nth) => `sleeper-${nth}`)
  const holds = names.map((name) => {
    bank.customer(name)
    return bank.hold(name, "read")
  })
  const banks = [
    await addBank(service.call, greedy, "own-1"),
    await addBank(service.call, greedy, "own-2"),
    await addBank(service.call, greedy, "own-3")
  ]
  const accounts: Array<string> = []
  for (const [nth, name] of names.entries()) {
    const created = await service.call("/accounts", {
      token: greedy.token,
      json: { bankId: banks[nth % banks.length], name }
    })
    const id = String(Object(must(created, 201).json)["id"])
    const json = settingsOf(shop, name)
    must(await service.call(`/accounts/${id}/config`, { method: "PUT", token: greedy.token, json }), 200)
    accounts.push(id)
  }
  const openPages = () => accounts.filter((id) => bank.pages(id) > 0).length
  expect(await until(() => openPages() >= sessionConcurrency - 2)).toBe(true)

  expect(await isRead(modest.token, modest.id)).toBe(true)
  expect(await isRead(modest.token, modest.id)).toBe(true)
  for (const hold of holds) hold.open()
  expect(await until(async () => (await Promise.all(accounts.map(readsOf))).every((reads) => reads > 0), 60_000)).toBe(
    true
  )
})

it("logins of one user that wait for codes nobody sends keep nobody else waiting", async () => {
  const { bank, person, shop } = service
  const modest = await modestUser("patient")
  const greedy = await person("passthrough")
  const code = { value: "123456", length: 6, type: "numeric" } as const
  const asked = () =>
    service.rows(`select 1 from assistance_requests r join accounts a on a.id = r.account_id
      where a.user_id = '${greedy.id}' and r.status = 'pending'`)
  for (let nth = 0; nth < 2 * sessionConcurrency; nth += 1) {
    bank.customer(`caller-${nth}`, { code })
    await service.account(greedy.token, settingsOf(shop, `caller-${nth}`, { login_mode: "assisted" }))
  }
  expect(await until(async () => (await asked()).length >= sessionConcurrency - 2)).toBe(true)

  expect(await isRead(modest.token, modest.id)).toBe(true)
})
