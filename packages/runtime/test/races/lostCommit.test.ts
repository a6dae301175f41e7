/** The database fails over in a commit: it was done, and nobody is told. */
import { Duration } from "effect"
import { expect, it } from "vitest"
import { today } from "../contract/support/ScriptedBank.ts"
import { LossyCable } from "./lossyCable.ts"
import { must, rests, settingsOf, start, until } from "./support.ts"

it.each([
  ["that a session has begun", /insert into bank_sessions/],
  ["that the bank took the code", /update assistance_requests/]
])("a login goes on, asks nobody for another code, and is told of once: %s", async (_, statement) => {
  const cable = new LossyCable()
  const service = await start({ scrapeInterval: Duration.hours(1) }, undefined, {}, (url) => cable.through(url))
  const { bank, call, person, rows, shop } = service
  const { token } = await person("passthrough")
  const customer = bank.customer("f", { code: { value: "123456", length: 6, type: "numeric" } })
  const id = await service.account(token, settingsOf(shop, "f", { login_mode: "assisted" }))
  const asked = async () => (await call(`/accounts/${id}/otp`, { token })).json !== null
  expect(await until(asked)).toBe(true)

  cable.of = statement
  must(await call(`/accounts/${id}/otp`, { token, json: { code: "123456" } }), 202)

  const told = async (type: string) =>
    (await rows(`select 1 from events where account_id = '${id}' and type = '${type}'`)).length
  expect(await until(async () => (await told("session.stopped")) > 0)).toBe(true)
  expect(cable.of).toBe(null)
  const types = [
    "assistance.requested",
    "assistance.fulfilled",
    "session.started",
    "scrape.succeeded",
    "session.stopped"
  ]
  expect(await Promise.all(types.map(told))).toEqual(types.map(() => 1))
  expect(customer.typed).toEqual(["username f", "password bank-secret", "otp 123456"])
  expect(await rows(`select 1 from bank_sessions where ended_at is null`)).toEqual([])
  await service.stop()
})

it.each([
  ["where it asks for one", /insert into assistance_requests/, ["otp 123456"], 1],
  ["where the bank has refused one", /update assistance_requests set attempts/, ["otp 000000", "otp 123456"], 2]
])("a login that wants a code is the one that gets it: %s", async (_, statement, codes, times) => {
  const cable = new LossyCable()
  const service = await start({ scrapeInterval: Duration.hours(1) }, undefined, {}, (url) => cable.through(url))
  const { bank, call, person, rows, shop } = service
  const { token } = await person("passthrough")
  const customer = bank.customer("f", { code: { value: "123456", length: 6, type: "numeric" } })
  cable.of = statement
  const id = await service.account(token, settingsOf(shop, "f", { login_mode: "assisted" }))

  const asked = async () => Object((await call(`/accounts/${id}/otp`, { token })).json)["id"]
  expect(await until(async () => (await asked()) !== undefined)).toBe(true)
  const question = await asked()
  for (const code of codes) {
    const isTaken = async () =>
      (await call(`/accounts/${id}/otp`, { token, json: { code: code.replace("otp ", "") } })).status === 202
    expect(await until(isTaken)).toBe(true)
  }

  expect(await until(async () => (await rows(`select 1 from scrapes where account_id = '${id}'`)).length > 0)).toBe(
    true
  )
  expect(cable.of).toBe(null)
  expect(customer.typed).toEqual(["username f", "password bank-secret", ...codes])
  expect(await rows(`select id, status from assistance_requests where account_id = '${id}'`)).toEqual([
    { id: question, status: "fulfilled" }
  ])
  expect(await rows(`select 1 from events where account_id = '${id}' and type = 'assistance.requested'`)).toHaveLength(
    times
  )
  await service.stop()
})

it.each([
  ["taken in", "ingested", false],
  ["set aside", "quarantined", true]
])("what was read is listed once where it is %s", async (_, status, truncated) => {
  const cable = new LossyCable()
  const service = await start({ scrapeInterval: Duration.hours(1) }, undefined, {}, (url) => cable.through(url))
  const { bank, person, rows, shop } = service
  const { token } = await person("passthrough")
  const movements = [{ date: today(), amount: "12.50", currency: "EUR", description: "TRANSFER" }]
  bank.customer("f", { movements, truncated })
  cable.of = /insert into scrapes/
  const id = await service.account(token, settingsOf(shop, "f"))

  expect(await until(() => cable.of === null)).toBe(true)
  expect(await rests(service, id)).toBe(true)
  expect(await rows(`select status from scrapes where account_id = '${id}'`)).toEqual([{ status }])
  const kind = status === "ingested" ? "scrape.%" : "scrape.quarantined"
  expect(await rows(`select 1 from activity where account_id = '${id}' and kind like '${kind}'`)).toHaveLength(1)
  await service.stop()
})

it("a session whose browser's state was kept as it ended is logged out, and doesn't stay open until the next read", async () => {
  const cable = new LossyCable()
  const service = await start({ scrapeInterval: Duration.hours(1) }, undefined, {}, (url) => cable.through(url))
  const { bank, person, rows, shop } = service
  const { token } = await person("passthrough")
  const customer = bank.customer("f", { remembers: true })
  const hold = bank.hold("f", "read")
  const id = await service.account(token, settingsOf(shop, "f"))
  await hold.reached()

  cable.of = /insert into browser_states/
  hold.open()

  const isOver = async () =>
    (await rows(`select 1 from bank_sessions where account_id = '${id}' and end_reason = 'finished'`)).length > 0
  expect(await until(isOver)).toBe(true)
  expect(cable.of).toBe(null)
  expect(customer.open.size).toBe(0)
  await service.stop()
})

it("a login that the bank refused is told of once", async () => {
  const cable = new LossyCable()
  const service = await start({}, undefined, {}, (url) => cable.through(url))
  const { bank, person, rows, shop } = service
  const { token } = await person("passthrough")
  bank.customer("f", { password: "another" })
  cable.of = /insert into script_runs/
  const id = await service.account(token, settingsOf(shop, "f"))

  expect(await rests(service, id)).toBe(true)
  expect(await until(() => cable.of === null)).toBe(true)
  expect(await rests(service, id)).toBe(true)
  for (const [table, kind] of [
    ["events", "type"],
    ["activity", "kind"]
  ])
    expect(await rows(`select 1 from ${table} where account_id = '${id}' and ${kind} = 'login.failed'`)).toHaveLength(1)
  expect(await rows(`select failure_count from accounts where id = '${id}'`)).toEqual([{ failure_count: 1 }])
  expect(await rows("select outcome from script_runs")).toHaveLength(1)
  await service.stop()
})
