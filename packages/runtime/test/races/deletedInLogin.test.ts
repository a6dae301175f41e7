/** An account is deleted while its login is under way: what the bank opens all the same is logged out, so that its owner gets in. */
import { Duration } from "effect"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { addBank } from "../contract/support/Service.ts"
import { field, must, settingsOf, start, type Started, until } from "./support.ts"

let service: Started
beforeAll(async () => {
  service = await start({}, undefined, { shutdownGrace: Duration.seconds(20) })
})
afterAll(() => service.stop())

it.each([
  ["can't find a session again", ["login", "extract", "logout"]],
  ["would find it again", ["login", "resume", "extract", "logout"]]
])("by a script that %s", async (_, phases) => {
  const { bank, call, operator, person, shop } = service
  const username = `deleted-${phases.length}`
  const { token } = await person("passthrough")
  const bankId = await addBank(call, operator, `bank-${username}`, { phases })
  const customer = bank.customer(username, { remembers: true })
  const opened = vi.spyOn(customer.open, "add")
  const login = bank.hold(username, "login")
  const id = field(must(await call("/accounts", { token, json: { bankId, name: "Shop" } }), 201).json, "id")
  must(await call(`/accounts/${id}/config`, { method: "PUT", token, json: settingsOf(shop, username) }), 200)
  await login.reached()

  must(await call(`/accounts/${id}`, { method: "DELETE", token, json: { confirmation_name: "Shop" } }), 204)
  login.open()

  expect(await until(() => bank.pages(id) === 0)).toBe(true)
  expect(opened).toHaveBeenCalledOnce()
  expect(customer.open.size).toBe(0)
})
