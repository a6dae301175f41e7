import { Duration } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { settingsOf, start, type Started, until } from "./support.ts"

let service: Started
beforeAll(async () => {
  service = await start({ sessionConcurrency: 2, bankConcurrency: 1, monitorInterval: Duration.seconds(1) })
})
afterAll(() => service.stop())

it("more persistent accounts than browser contexts are all read, in turns, and a scrape asked for by hand is served", async () => {
  const { bank, call, person, rows, shop } = service
  const { token } = await person("passthrough")
  const ids: Array<string> = []
  for (const name of ["a", "b", "c"]) {
    bank.customer(name)
    ids.push(await service.account(token, settingsOf(shop, name, { session_type: "persistent" })))
  }
  const readsOf = async (id: string) => (await rows(`select 1 from scrapes where account_id = '${id}'`)).length
  const everyoneHas = async (reads: number) => Math.min(...(await Promise.all(ids.map(readsOf)))) >= reads

  expect(await until(() => everyoneHas(3))).toBe(true)
  await call(`/accounts/${ids[0]}/scrape`, { method: "POST", token })
  expect(await until(async () => (await rows("select 1 from scrape_jobs where status = 'done'")).length > 0)).toBe(true)
})
