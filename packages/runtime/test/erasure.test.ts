/** Somebody leaves: what goes at once, what goes later, and what stays of it. */
import { Duration, Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { defaultConfig, deleteUser, eraseDeleted, findLeaver, pendingErasure } from "../src/index.ts"
import { today } from "./contract/support/ScriptedBank.ts"
import { must, password, type Person, type Service, startService } from "./contract/support/Service.ts"
import { addKeyOf } from "./contract/support/world.ts"
import { until } from "./races/support.ts"

/** Each is somewhere else in what a person leaves behind. */
const canaries = {
  account: "Canaria account name",
  payer: "Canaria Payer Perez",
  description: "CANARIA-DESCRIPTION rent of May",
  bankId: "CANARIA-BANK-ID-1",
  order: "CANARIA-ORDER-77",
  orderedBy: "CANARIA PAYER PEREZ",
  reference: "CANARIA-REFERENCE-5",
  taxId: "CANARIA1Z",
  hook: "canaria-hook-path",
  username: "canaria-user-name",
  answer: "CANARIA-ANSWER of the shop",
  key: "canaria key name",
  channel: "canaria-topic"
}

let service: Service
let ana: Person
let leo: Person
let accounts: ReadonlyArray<string>

/** All rows of all tables, as text, and bytes as what they spell. */
const dump = async (): Promise<ReadonlyMap<string, string>> => {
  const tables = await service.rows(`select table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`)
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    const rows = await service.rows(`select coalesce(string_agg(t::text, E'\\n'), '') as text from "${String(name)}" t`)
    const text = String(rows[0]?.text)
    const bytes = text.match(/\\\\x[0-9a-f]+/g) ?? []
    texts.set(
      String(name),
      [text, ...bytes.map((hex) => Buffer.from(hex.slice(3), "hex").toString("latin1"))].join("\n")
    )
  }
  return texts
}

const tablesWith = (texts: ReadonlyMap<string, string>, canary: string): ReadonlyArray<string> =>
  [...texts].flatMap(([name, text]) => (text.toLowerCase().includes(canary.toLowerCase()) ? [name] : []))

/** An account that was read in a session that stays open, with an order that was matched and one that waits. */
const livedIn = async (person: Person, name: string): Promise<string> => {
  const { account, bank, call, listen, shop } = service
  const row = {
    date: today(),
    amount: "12.50",
    currency: "EUR",
    description: canaries.description,
    counterparty: canaries.payer
  }
  bank.customer(name, { movements: [{ ...row, id: canaries.bankId }] })
  const order = {
    external_id: canaries.order,
    amount: "12.50",
    currency: "EUR",
    name: canaries.orderedBy,
    reference: canaries.reference,
    tax_id: canaries.taxId
  }
  shop.list(`/orders/${name}`, [order, { ...order, external_id: `${canaries.order}-later`, amount: "99.00" }])
  shop.list(`/${canaries.hook}/${name}`, { said: canaries.answer })
  const stream = await listen(person)
  const id = await account(person, {
    webhook_url: shop.url(`/${canaries.hook}/${name}`),
    pending_orders_endpoint: shop.url(`/orders/${name}`),
    session_type: "persistent",
    bank_username: name,
    bank_password: "bank-secret"
  })
  await stream.until(id, "scrape.succeeded")
  await shop.called(`/${canaries.hook}/${name}`, 1)
  must(await call(`/accounts/${id}/activity`, { token: person.token }), 200)
  return id
}

beforeAll(async () => {
  service = await startService({ keep: { ...defaultConfig.keep, deletedAccounts: Duration.days(30) } })
  ana = await service.person("reconcile")
  leo = await service.person("reconcile")
  accounts = [await livedIn(ana, canaries.username), await livedIn(leo, "leos-user-name")]
  await service.rows(`update accounts set name = '${canaries.account}' where id = '${accounts[0]}' returning 1`)
  await addKeyOf(service, ana.token, { name: canaries.key })
  const json = { kind: "ntfy", name: "Phone", url: service.shop.url("/topics"), topic: canaries.channel }
  must(await service.call("/me/channels", { token: ana.token, json }), 201)
})
afterAll(() => service.stop())

const wrong = (json: unknown) => service.call("/me", { method: "DELETE", token: ana.token, json })

it("nobody leaves without the password, nor the last administrator while nobody follows", async () => {
  expect((await wrong({})).json).toEqual({ error: "current_password is required" })
  expect((await wrong({ current_password: "wrong horse" })).json).toEqual({ error: "current_password is wrong" })
  const { operator } = service
  const last = await service.call("/me", {
    method: "DELETE",
    token: operator.token,
    json: { current_password: password }
  })
  expect(last.status).toBe(409)
  expect(last.json).toEqual({ error: expect.stringContaining("you are the last administrator") })
  const refused = await Effect.runPromise(
    Effect.flip(deleteUser(service.config, operator.email, { evenLastAdministrator: false }))
  )
  expect(refused.message).toContain("say --even-last-administrator")
  expect((await service.call("/me", { token: operator.token })).status).toBe(200)
})

it("whoever leaves is unknown at once, and the session at the bank is closed", async () => {
  const [id = ""] = accounts
  const stream = await service.listen(ana)
  const closed = new Promise<number>((resolve) => stream.socket.addEventListener("close", ({ code }) => resolve(code)))
  const found = tablesWith(await dump(), canaries.payer)
  expect(found).toEqual(expect.arrayContaining(["movements"]))
  expect(service.bank.pages(id)).toBe(1)

  const answer = await service.call("/me", { method: "DELETE", token: ana.token, json: { current_password: password } })
  expect([answer.status, answer.text]).toEqual([204, ""])
  expect(await closed).toBe(4401)
  expect((await service.call("/me", { token: ana.token })).status).toBe(401)
  expect((await service.call("/auth/login", { json: { email: ana.email, password } })).status).toBe(401)
  expect(await until(() => service.bank.pages(id) === 0)).toBe(true)
  expect(
    await until(async () => {
      const open = await service.rows(`select from bank_sessions where account_id = '${id}' and ended_at is null`)
      return open.length === 0
    })
  ).toBe(true)

  const texts = await dump()
  for (const gone of [ana.email, canaries.key, canaries.channel]) expect(tablesWith(texts, gone)).toEqual([])
  // What was read waits for its time: the shop may still ask about it.
  expect(tablesWith(texts, canaries.payer)).toContain("movements")
})

it("the e-mail is free again, for somebody who has nothing of it", async () => {
  must(await service.call("/auth/register", { json: { email: ana.email, password } }), 201)
  const { json } = must(await service.call("/auth/login", { json: { email: ana.email, password } }), 200)
  const accountsOf = await service.call("/accounts", { token: String(Object(json).token) })
  expect(accountsOf.json).toEqual([])
})

it("an operator sees who would go, and deletes without a password", async () => {
  const would = await Effect.runPromise(findLeaver(service.config, leo.email.toUpperCase()))
  expect(would).toMatchObject({ email: leo.email, accounts: ["Main"], isLastAdministrator: false })
  expect((await service.call("/me", { token: leo.token })).status).toBe(200)
  expect(await Effect.runPromise(deleteUser(service.config, leo.email, { evenLastAdministrator: false }))).toBe(1)
  expect((await service.call("/me", { token: leo.token })).status).toBe(401)
  const again = await Effect.runPromise(Effect.flip(findLeaver(service.config, leo.email)))
  expect(again.message).toContain(`nobody has registered with the e-mail ${leo.email}`)
  expect(await until(() => service.bank.pages(accounts[1] ?? "") === 0)).toBe(true)
})

it("in time nothing of them is in any table, but for what the books need", async () => {
  const erased = { accounts: 2, movements: 2, orders: 4 }
  const none = { accounts: 0, movements: 0, orders: 0 }
  expect(await Effect.runPromise(pendingErasure(service.config, { now: false }))).toEqual(none)
  expect(await Effect.runPromise(eraseDeleted(service.config, { now: false }))).toEqual(none)
  expect(
    await until(async () => (await Effect.runPromise(pendingErasure(service.config, { now: true }))).accounts === 2)
  ).toBe(true)
  expect(await Effect.runPromise(eraseDeleted(service.config, { now: true }))).toEqual(erased)
  expect(await Effect.runPromise(pendingErasure(service.config, { now: true }))).toEqual(none)

  const texts = await dump()
  for (const [name, canary] of Object.entries(canaries)) expect([name, tablesWith(texts, canary)]).toEqual([name, []])
  const left = await service.rows(`select m.amount_minor::text as amount, m.external_id as id, r.external_id as "order"
    from matches x join movements m on m.id = x.movement_id join conciliation_requests r on r.id = x.request_id`)
  const hash = expect.stringMatching(/^erased:[\w-]{43}$/)
  expect(left).toEqual([
    { amount: "1250", id: hash, order: hash },
    { amount: "1250", id: hash, order: hash }
  ])
  // The same order of two people doesn't show as the same.
  expect(left[0]?.order).not.toBe(left[1]?.order)
})
