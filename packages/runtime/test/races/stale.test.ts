import { Duration } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { settingsOf, start, type Started, until } from "./support.ts"

let service: Started
beforeAll(async () => {
  service = await start({ bankConcurrency: 1, monitorInterval: Duration.seconds(2) })
})
afterAll(() => service.stop())

it("an actor that was replaced while it waited takes nothing of its successor's, and lets its session go", async () => {
  const { bank, person, rows, shop } = service
  const { token } = await person("passthrough")
  bank.customer("p")
  bank.customer("q")
  const p = await service.account(token, settingsOf(shop, "p", { session_type: "persistent" }))
  expect(await until(async () => (await rows(`select 1 from scrapes where account_id = '${p}'`)).length > 0)).toBe(true)
  const read = bank.hold("q", "read")
  await service.account(token, settingsOf(shop, "q"))
  await read.reached()
  // It is due, and waits for its bank's permit.
  const due = `select 1 from accounts where id = '${p}' and next_run_at < now()`
  expect(await until(async () => (await rows(due)).length > 0)).toBe(true)

  // Another activation takes over: here, its epoch alone.
  await rows(`update accounts set epoch = epoch + 1 where id = '${p}'`)
  await rows(`insert into scrape_jobs (id, account_id, requested_at) values (gen_random_uuid(), '${p}', now())`)
  read.open()

  const lost = `select 1 from bank_sessions where account_id = '${p}' and end_reason = 'lost'`
  expect(await until(async () => (await rows(lost)).length > 0)).toBe(true)
  expect(await rows(`select status from scrape_jobs where account_id = '${p}'`)).toEqual([{ status: "queued" }])
  expect(bank.pages(p)).toBe(0)
})
