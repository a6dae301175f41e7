/** Accounts of one login at a bank whose script can read all of them in one session: one after the other, after one login. */
import { Deferred, Duration, Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addBank, password, type Person } from "../contract/support/Service.ts"
import { type Customer, today } from "../contract/support/ScriptedBank.ts"
import { field, must, settingsOf, start, type Started, until } from "./support.ts"

let service: Started
let quick: Started
/** What a session of `service` waits for between its browser's end and the telling of it. */
let closed = Effect.void
beforeAll(async () => {
  service = await start({}, (name) => (name === "session.closed" ? Effect.suspend(() => closed) : Effect.void))
  quick = await start({ monitorInterval: Duration.millis(200), handOnTimeout: Duration.seconds(1) })
})
afterAll(() => Promise.all([service.stop(), quick.stop()]))

const payment = (id: string) => ({
  id,
  date: today(),
  amount: "12.50",
  currency: "EUR",
  description: "TRF",
  counterparty: "Ana Ruiz"
})

interface Login {
  readonly token: string
  readonly customer: Customer
  readonly ids: ReadonlyArray<string>
}

/** A login with a current account and savings, read by two accounts; the first read waits until both are there. */
const login = async (
  on: Started,
  username: string,
  manifest: object,
  settings: object = {},
  afterFirst: (customer: Customer) => void = () => undefined
): Promise<Login> => {
  const { bank, call, operator, person, shop } = on
  const owner: Person = await person("passthrough")
  const bankId = await addBank(call, operator, `bank-${username}`, manifest)
  const customer = bank.customer(username, {
    remembers: true,
    accounts: { Current: [payment("C-1")], Savings: [payment("S-1"), payment("S-2")] }
  })
  customer.readTakes = () =>
    Effect.sync(() => {
      afterFirst(customer)
      delete customer.readTakes
    })
  const account = async (name: string) => {
    const created = must(await call("/accounts", { token: owner.token, json: { bankId, name } }), 201)
    const id = field(created.json, "id")
    const json = settingsOf(shop, username, { bank_account: name, ...settings })
    must(await call(`/accounts/${id}/config`, { method: "PUT", token: owner.token, json }), 200)
    return id
  }
  const read = bank.hold(username, "read")
  const current = await account("Current")
  await read.reached()
  const savings = await account("Savings")
  read.open()
  return { token: owner.token, customer, ids: [current, savings] }
}

const count = async ({ rows }: Started, statement: string) => (await rows(statement)).length
const scrapes = (on: Started, id: string | undefined) => count(on, `select 1 from scrapes where account_id = '${id}'`)
const isOver = (on: Started, { ids }: Login) =>
  until(
    async () =>
      (await Promise.all(ids.map((id) => scrapes(on, id)))).every((done) => done > 0) &&
      (await count(on, `select 1 from accounts where id in ('${ids.join("','")}') and session_id is not null`)) === 0
  )
const logins = ({ customer }: Login) => customer.typed.filter((text) => text.startsWith("password")).length

it("each is read by its own name after one login, and the last one logs out", async () => {
  const both = await login(service, "one-by-one", { sharesSession: true })

  expect(await isOver(service, both)).toBe(true)
  const read = await service.rows(
    `select account_id as id, external_id as row from movements where account_id in ('${both.ids.join("','")}') order by row`
  )
  const [current, savings] = both.ids
  expect(read).toEqual([
    { id: current, row: "C-1" },
    { id: savings, row: "S-1" },
    { id: savings, row: "S-2" }
  ])
  expect(logins(both)).toBe(1)
  expect(both.customer.open.size).toBe(0)
})

it("where the script doesn't say that it can, each logs in and out", async () => {
  const both = await login(service, "each", {})

  expect(await isOver(service, both)).toBe(true)
  expect(logins(both)).toBe(2)
  expect(both.customer.open.size).toBe(0)
})

it("one whose time is near is read with the one that is due; one that was read lately is not", async () => {
  const both = await login(service, "near", { sharesSession: true })
  const [current, savings] = both.ids
  expect(await isOver(service, both)).toBe(true)
  const { call, rows } = service
  const again = async () => must(await call(`/accounts/${current}/scrape`, { method: "POST", token: both.token }), 202)

  await again()
  expect(await until(async () => (await scrapes(service, current)) === 2 && (await isOver(service, both)))).toBe(true)
  expect([await scrapes(service, savings), logins(both)]).toEqual([1, 2])

  await rows(`update accounts set next_run_at = now() + interval '2 minutes' where id = '${savings}'`)
  await again()
  expect(await until(async () => (await scrapes(service, savings)) === 2 && (await isOver(service, both)))).toBe(true)
  expect([await scrapes(service, current), logins(both)]).toEqual([3, 3])
  expect(both.customer.open.size).toBe(0)
})

it("two that are asked for at once, and that the schedule wants nothing of, are read after one login", async () => {
  const both = await login(service, "asked-at-once", { sharesSession: true })
  expect(await isOver(service, both)).toBe(true)
  const { bank, call } = service
  const ask = async (id: string | undefined) =>
    must(await call(`/accounts/${id}/scrape`, { method: "POST", token: both.token }), 202)

  const read = bank.hold("asked-at-once", "read")
  const [current, savings] = both.ids
  await ask(current)
  await read.reached()
  await ask(savings)
  read.open()

  const twice = async () => Math.min(await scrapes(service, current), await scrapes(service, savings)) === 2
  expect(await until(async () => (await twice()) && (await isOver(service, both)))).toBe(true)
  expect(logins(both)).toBe(2)
  expect(both.customer.open.size).toBe(0)
})

it("sessions that stay open take turns without another login, never two at once", async () => {
  let most = 0
  const both = await login(quick, "turns", { sharesSession: true }, { session_type: "persistent" })
  const { bank } = quick
  both.customer.readTakes = () =>
    Effect.sync(() => {
      const together = both.ids.reduce((sum, id) => sum + bank.pages(id), 0)
      most = Math.max(most, together)
    })

  expect(
    await until(async () => Math.min(...(await Promise.all(both.ids.map((id) => scrapes(quick, id))))) >= 4, 40_000)
  ).toBe(true)
  expect(most).toBe(1)
  expect(logins(both)).toBe(1)
})

it("a session that the bank ends between them costs a login, and no more", async () => {
  const both = await login(service, "ended", { sharesSession: true }, {}, ({ open }) => open.clear())

  expect(await isOver(service, both)).toBe(true)
  expect(logins(both)).toBe(2)
  expect(both.customer.open.size).toBe(0)
})

/** Paused or deleted in the very commit that calls it: its mate leaves the session open for nobody. */
const whileSavingsCannotCome = async ({ rows }: Started, body: () => Promise<void>) => {
  await rows(`create function hinder() returns trigger language plpgsql as $$ begin
      if new.scheduled_at is distinct from old.scheduled_at and new.name = 'Savings' and new.failure_kind is null
        then new.status = 'paused'; end if; return new; end $$`)
  await rows("create trigger hinder before update on accounts for each row execute function hinder()")
  try {
    await body()
  } finally {
    await rows("drop trigger hinder on accounts")
    await rows("drop function hinder()")
  }
}

it("a session that was left open for one that can't come any more is logged out all the same", () =>
  whileSavingsCannotCome(quick, async () => {
    const both = await login(quick, "paused", { sharesSession: true })
    const [current, savings] = both.ids

    expect(await until(async () => (await scrapes(quick, current)) === 1 && both.customer.open.size === 0)).toBe(true)
    expect([await scrapes(quick, savings), logins(both)]).toEqual([0, 1])
    const waits = `select 1 from browser_states where account_id = '${current}' and leave_at is not null`
    expect(await until(async () => (await count(quick, waits)) === 0)).toBe(true)
  }))

const remove = (on: Started, token: string, id: string | undefined, confirmation_name: string) =>
  on.call(`/accounts/${id}`, { method: "DELETE", token, json: { confirmation_name } })

it("one that waits for others of the login is logged out when its account is deleted, before its state is", () =>
  whileSavingsCannotCome(service, async () => {
    const both = await login(service, "deleted-while-left", { sharesSession: true })
    const [current] = both.ids
    const left = `select 1 from browser_states where account_id = '${current}' and leave_at is not null`
    expect(await until(async () => (await count(service, left)) === 1)).toBe(true)
    expect(both.customer.open.size).toBe(1)

    must(await remove(service, both.token, current, "Current"), 204)

    expect(both.customer.open.size).toBe(0)
    expect(logins(both)).toBe(1)
  }))

it("one that is left open for others in the moment that its account is deleted is logged out, too", () =>
  whileSavingsCannotCome(service, async () => {
    const telling = { reached: Deferred.makeUnsafe<void>(), told: Deferred.makeUnsafe<void>() }
    closed = Effect.andThen(Deferred.succeed(telling.reached, undefined), Deferred.await(telling.told))
    try {
      const both = await login(service, "deleted-while-closing", { sharesSession: true })
      const [current] = both.ids
      await Effect.runPromise(Deferred.await(telling.reached))

      let isRemoved = false
      const removed = remove(service, both.token, current, "Current").finally(() => (isRemoved = true))
      expect(await until(() => isRemoved, 1_500)).toBe(false)
      Deferred.doneUnsafe(telling.told, Effect.void)
      must(await removed, 204)

      expect(both.customer.open.size).toBe(0)
      expect(logins(both)).toBe(1)
    } finally {
      closed = Effect.void
      Deferred.doneUnsafe(telling.told, Effect.void)
    }
  }))

describe("a session whose read failed stays open at the bank for the next one, until its account", () => {
  /** Logged in, and the page did not show what it should: the browser is gone, the session is not. */
  const outlived = async (username: string) => {
    const one = await login(service, username, {}, {}, (customer) => {
      customer.readFailure = "layout_changed"
    })
    const failed = `select 1 from accounts where id in ('${one.ids.join("','")}') and failure_kind is not null and session_id is null`
    expect(await until(async () => (await count(service, failed)) === 2)).toBe(true)
    expect(one.customer.open.size).toBe(2)
    return one
  }

  it("is paused: then it is logged out, by its cookies alone", async () => {
    const one = await outlived("paused-while-open")
    for (const id of one.ids)
      must(await service.call(`/accounts/${id}/pause`, { method: "POST", token: one.token }), 200)

    expect(await until(() => one.customer.open.size === 0)).toBe(true)
    expect(logins(one)).toBe(2)
  })

  it("is deleted, even while the node that held it is dead and no other one has its accounts yet", async () => {
    const one = await outlived("holder-killed")
    const [id] = one.ids
    // Another node took the account over, found the session, and was killed.
    await service.rows(`with again as (
        update bank_sessions set ended_at = null, end_reason = null where id = (
          select id from bank_sessions where account_id = '${id}' order by started_at desc limit 1) returning id)
      update accounts set epoch = epoch + 1, session_id = again.id from again where accounts.id = '${id}'`)

    must(await remove(service, one.token, id, "Current"), 204)

    expect(one.customer.open.size).toBe(1)
    expect(logins(one)).toBe(2)
  })

  it("goes with its owner", async () => {
    const one = await outlived("user-deleted")
    must(await service.call("/me", { method: "DELETE", token: one.token, json: { current_password: password } }), 204)

    expect(one.customer.open.size).toBe(0)
  })
})
