/** A password that was sent and not answered counts as refused: the bank may have counted it. */
import { Duration } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { must, settingsOf, start, type Started, until } from "./support.ts"

let service: Started
beforeAll(async () => {
  service = await start({ scrapeInterval: Duration.seconds(1), loginRest: Duration.hours(1) })
})
afterAll(() => service.stop())

const reasonOf = async (id: string) => {
  const [row] = await service.rows(`select scrape_blocked_reason as reason from accounts where id = '${id}'`)
  return String(row?.["reason"] ?? "")
}
const scrapeByHand = async (token: string, id: string) => {
  must(await service.call(`/accounts/${id}/scrape`, { method: "POST", token }), 202)
  const over = `select 1 from scrape_jobs where account_id = '${id}' and status in ('queued', 'running')`
  expect(await until(async () => (await service.rows(over)).length === 0)).toBe(true)
}

const endRest = async (id: string) => {
  await service.rows(`update login_attempts set started_at = started_at - interval '1 hour' where account_id = '${id}'`)
  await service.rows(`update accounts set next_run_at = next_run_at - interval '1 hour' where id = '${id}'`)
  await service.rows(`update account_due set due_at = now(), wakes = wakes + 1 where account_id = '${id}'`)
}

it("is not sent again before a person restarts the account, whoever asks for scrapes", async () => {
  const { bank, call, person, shop } = service
  const { token } = await person("passthrough")
  const customer = bank.customer("silent", { refusal: "bank_unavailable" })
  const id = await service.account(token, settingsOf(shop, "silent"))
  const sent = () => customer.typed.filter((typed) => typed.startsWith("password")).length

  expect(await until(async () => (await reasonOf(id)) !== "")).toBe(true)
  expect(await reasonOf(id)).toMatch(/^action_required: Whether the bank took the last login is not known \(/)
  await scrapeByHand(token, id)
  await scrapeByHand(token, id)
  expect(sent()).toBe(1)

  delete customer.refusal
  must(await call(`/accounts/${id}/restart`, { method: "POST", token }), 202)
  expect(
    await until(async () => (await service.rows(`select 1 from scrapes where account_id = '${id}'`)).length > 0)
  ).toBe(true)
  expect(sent()).toBe(2)
})

it("is tried once more after a rest where it had logged in before, and then not again", async () => {
  const { bank, person, shop } = service
  const { token } = await person("passthrough")
  const customer = bank.customer("proven")
  const id = await service.account(token, settingsOf(shop, "proven"))
  const sent = () => customer.typed.filter((typed) => typed.startsWith("password")).length
  expect(
    await until(async () => (await service.rows(`select 1 from scrapes where account_id = '${id}'`)).length > 0)
  ).toBe(true)
  customer.refusal = "bank_unavailable"
  const unanswered = `select 1 from login_attempts where account_id = '${id}' and outcome = 'unanswered_once'`
  expect(await until(async () => (await service.rows(unanswered)).length === 1)).toBe(true)
  const before = sent()

  await scrapeByHand(token, id)

  expect(sent()).toBe(before)
  expect(await reasonOf(id)).toBe("")
  const [next] = await service.rows(
    `select next_run_at > now() + interval '50 minutes' as rests from accounts where id = '${id}'`
  )
  expect(next?.["rests"]).toBe(true)
  await endRest(id)
  expect(await until(async () => (await reasonOf(id)) !== "")).toBe(true)
  expect(sent()).toBe(before + 1)
})

it("is tried once more when it was said to be, however often a person asks before that", async () => {
  const { bank, person, shop } = service
  const { token } = await person("passthrough")
  const customer = bank.customer("impatient")
  const id = await service.account(token, settingsOf(shop, "impatient"))
  const found = (query: string) => async () => (await service.rows(query)).length > 0
  expect(await until(found(`select 1 from scrapes where account_id = '${id}'`))).toBe(true)
  customer.refusal = "bank_unavailable"
  const unanswered = `select 1 from login_attempts where account_id = '${id}' and outcome = 'unanswered_once'`
  expect(await until(found(unanswered))).toBe(true)
  for (let asked = 0; asked < 3; asked++) await scrapeByHand(token, id)

  const [row] = await service.rows(`select failure_count as failures,
      next_run_at - (select max(started_at) from login_attempts where account_id = '${id}')
        between interval '1 hour' and interval '65 minutes' as as_said
    from accounts where id = '${id}'`)
  expect(row).toEqual({ failures: 1, as_said: true })
  delete customer.refusal
  await endRest(id)
  const loggedIn = `select 1 from accounts where id = '${id}' and failure_kind is null`
  expect(await until(found(loggedIn))).toBe(true)
})
