/** Accounts of one user at one bank with one user name: one password, one refusal, one session at a time. */
import { Duration, Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { must, settingsOf, start, type Started, until } from "./support.ts"

let service: Started
beforeAll(async () => {
  service = await start({ scrapeInterval: Duration.seconds(2), monitorInterval: Duration.seconds(1) })
})
afterAll(() => service.stop())

const scrapesOf = async (id: string) => (await service.rows(`select 1 from scrapes where account_id = '${id}'`)).length
const blocked = async (ids: ReadonlyArray<string>) =>
  (
    await service.rows(
      `select 1 from accounts where id in (${ids.map((id) => `'${id}'`).join()}) and scrape_blocked_at is not null`
    )
  ).length
const passwords = (typed: ReadonlyArray<string>, password: string) =>
  typed.filter((text) => text === `password ${password}`).length

it("a password that the bank refused one of them is sent for none of them, until one restart frees all", async () => {
  const { bank, call, person, shop } = service
  const { token } = await person("passthrough")
  const customer = bank.customer("11.222.333-4", { password: "new" })
  const old = { bank_password: "old" }
  const ids = [
    await service.account(token, settingsOf(shop, "11.222.333-4", old)),
    await service.account(token, settingsOf(shop, "11.222.333-4", old)),
    await service.account(token, settingsOf(shop, "11.222.333-4", old))
  ]
  const [one, two, three] = ids
  expect(await until(async () => (await blocked(ids)) === 3)).toBe(true)
  for (const id of ids) must(await call(`/accounts/${id}/scrape`, { method: "POST", token }), 202)
  expect(
    await until(
      async () => (await service.rows("select 1 from scrape_jobs where status in ('queued', 'running')")).length === 0
    )
  ).toBe(true)
  expect(passwords(customer.typed, "old")).toBe(1)

  const settings = settingsOf(shop, "112223334", { bank_password: "new" })
  const renamed = bank.customer("112223334", { password: "new" })
  must(await call(`/accounts/${one}/config`, { method: "PUT", token, json: settings }), 200)
  must(await call(`/accounts/${one}/restart`, { method: "POST", token }), 202)

  expect(
    await until(async () => (await Promise.all([one, two, three].map((id) => scrapesOf(id ?? "")))).every((n) => n > 0))
  ).toBe(true)
  expect(await blocked(ids)).toBe(0)
  expect(passwords([...customer.typed, ...renamed.typed], "old")).toBe(1)
})

it("a further account with the password that was refused is not tried with it", async () => {
  const { bank, person, shop } = service
  const { token } = await person("passthrough")
  const customer = bank.customer("late", { password: "right" })
  const settings = settingsOf(shop, "late", { bank_password: "wrong" })
  const first = await service.account(token, settings)
  expect(await until(async () => (await blocked([first])) === 1)).toBe(true)

  const second = await service.account(token, settings)

  expect(await until(async () => (await blocked([second])) === 1)).toBe(true)
  expect(passwords(customer.typed, "wrong")).toBe(1)
})

it("no two of them are at the bank at once, and a session that stays open makes room for the other", async () => {
  const { bank, person, shop } = service
  const { token } = await person("passthrough")
  let most = 0
  const ids: Array<string> = []
  const together = () => ids.reduce((sum, id) => sum + bank.pages(id), 0)
  bank.customer("both", {
    readTakes: () => {
      most = Math.max(most, together())
      return Effect.void
    }
  })
  const settings = settingsOf(shop, "both", { session_type: "persistent" })
  ids.push(await service.account(token, settings), await service.account(token, settings))

  expect(await until(async () => Math.min(...(await Promise.all(ids.map(scrapesOf)))) >= 2)).toBe(true)
  expect(most).toBe(1)
})

it("accounts of two users are two logins, whatever their user names", async () => {
  const { bank, person, shop } = service
  const [one, two] = [await person("passthrough"), await person("passthrough")]
  const customer = bank.customer("same", { password: "right" })
  const wrong = await service.account(one.token, settingsOf(shop, "same", { bank_password: "wrong" }))
  const right = await service.account(two.token, settingsOf(shop, "same", { bank_password: "right" }))

  expect(await until(async () => (await blocked([wrong])) === 1 && (await scrapesOf(right)) > 0)).toBe(true)
  expect(await blocked([right])).toBe(0)
  expect(passwords(customer.typed, "wrong")).toBe(1)
})

it("two of them that read the same bank account are told so, and no longer when one has its own", async () => {
  const { call, person, shop } = service
  const { token } = await person("passthrough")
  const settings = (extra: object = {}) => settingsOf(shop, "twice", extra)
  const first = await service.account(token, settings())
  const second = await service.account(token)
  const save = async (id: string, json: object) =>
    must(await call(`/accounts/${id}/config`, { method: "PUT", token, json }), 200).json
  const told = async (id: string) =>
    (
      await service.rows(`select data from activity where account_id = '${id}' and kind = 'settings.same_bank_account'`)
    ).map(({ data }) => data)
  const named = (id: string) => [{ id, name: expect.any(String) }]

  expect(await save(second, settings())).toMatchObject({ same_bank_account: named(first) })
  expect(must(await call(`/accounts/${first}/config`, { token }), 200).json).toMatchObject({
    same_bank_account: named(second)
  })
  await save(second, settings())
  expect(await told(first)).toEqual([{ account_id: second, account_name: expect.any(String) }])
  expect(await told(second)).toEqual([{ account_id: first, account_name: expect.any(String) }])

  expect(await save(second, settings({ bank_account: "ES91 2100 1332" }))).not.toHaveProperty("same_bank_account")
  expect(await save(first, settings({ bank_account: "1332" }))).toMatchObject({ same_bank_account: named(second) })
  expect(await save(first, settings({ bank_account: "1333" }))).not.toHaveProperty("same_bank_account")
})

it("two of one owner's at one bank that name the same number are told so, whatever login each has", async () => {
  const { call, person, shop } = service
  const { token } = await person("passthrough")
  const iban = "ES91 2100 0418 4502 0005 1332"
  const first = await service.account(token, settingsOf(shop, "joint-one", { bank_account: iban }))
  const second = await service.account(token)
  const save = async (json: object) =>
    must(await call(`/accounts/${second}/config`, { method: "PUT", token, json }), 200).json

  expect(await save(settingsOf(shop, "joint-two", { bank_account: "0005 1332" }))).toMatchObject({
    same_bank_account: [{ id: first, name: expect.any(String) }]
  })
  expect(await save(settingsOf(shop, "joint-two"))).toMatchObject({ bank_account: "0005 1332" })
  expect(await save(settingsOf(shop, "joint-two", { bank_account: null }))).not.toHaveProperty("same_bank_account")
})
