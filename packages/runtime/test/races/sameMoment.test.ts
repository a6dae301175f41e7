/** Two of one thing at the same moment: what must come to the same as one after the other. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { must, settingsOf, start, type Started, until } from "./support.ts"
import { today } from "../contract/support/ScriptedBank.ts"

let service: Started
beforeAll(async () => {
  service = await start()
})
afterAll(() => service.stop())

const statement = () =>
  ["Date;Description;Payer;Amount;Id"]
    .concat(Array.from({ length: 20 }, (_, n) => `${today()};Transfer ${n};Payer ${n};${n + 1}.50;F-${n}`))
    .join("\n")

it("one statement that is uploaded four times at once is one: each payment is listed and told once", async () => {
  const { call, person, rows, shop } = service
  const { token } = await person("passthrough")
  const hook = "/hooks/four"
  const id = await service.account(token, { webhook_url: shop.url(hook) })
  const json = { content: statement(), currency: "EUR" }
  const answers = await Promise.all([1, 2, 3, 4].map(() => call(`/accounts/${id}/statements`, { token, json })))

  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(answers.map(({ json }) => Number(Object(json)["rows_new"])).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 20])
  await shop.called(hook, 20)
  expect(
    await until(
      async () => (await rows(`select 1 from outbox where account_id = '${id}' and status <> 'delivered'`)).length === 0
    )
  ).toBe(true)
  expect(await rows(`select 1 from movements where account_id = '${id}'`)).toHaveLength(20)
  expect(await rows(`select 1 from outbox where account_id = '${id}'`)).toHaveLength(20)
})

it("of passwords that are saved at once for accounts of one login one is the password of all", async () => {
  const { bank, call, person, shop } = service
  const { token } = await person("passthrough")
  const customer = bank.customer("many-hands", { password: "none of these" })
  const ids: Array<string> = []
  for (let nth = 0; nth < 4; nth += 1) ids.push(await service.account(token))

  const saved = await Promise.all(
    ids.map((id, nth) =>
      call(`/accounts/${id}/config`, {
        method: "PUT",
        token,
        json: settingsOf(shop, "many-hands", { bank_password: `guess-${nth}` })
      })
    )
  )

  expect(saved.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const blocked = () =>
    service.rows(
      `select 1 from accounts where id in (${ids.map((id) => `'${id}'`).join()}) and scrape_blocked_at is not null`
    )
  expect(await until(async () => (await blocked()).length === ids.length)).toBe(true)
  // One that was tried while another was being saved is refused in its own right; whoever is restarted now has the last.
  const before = customer.typed.length
  for (const id of ids) {
    must(await call(`/accounts/${id}/restart`, { method: "POST", token }), 202)
    expect(await until(async () => (await blocked()).length === ids.length)).toBe(true)
  }
  const last = customer.typed.slice(before).filter((typed) => typed.startsWith("password "))
  expect(last.length).toBeGreaterThan(0)
  expect(new Set(last).size).toBe(1)
})
