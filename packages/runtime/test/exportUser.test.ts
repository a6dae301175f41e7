/** What a person gets who asks for all that is theirs. */
import { Effect } from "effect"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { exportUser } from "../src/index.ts"
import { today } from "./contract/support/ScriptedBank.ts"
import { must, type Person, type Service, startService } from "./contract/support/Service.ts"
import { addKeyOf } from "./contract/support/world.ts"

const secrets = {
  username: "canary-bank-user",
  password: "canary-bank-password",
  webhookPath: "canary-webhook-path",
  webhookToken: "canary-webhook-token",
  orderToken: "canary-order-token",
  channelTopic: "canary-channel-topic"
}

const folder = mkdtempSync(join(tmpdir(), "counterfoil-export-"))
const into = join(folder, "ana")
let service: Service
let ana: Person
let key: string
let counts: Readonly<Record<string, number>>

beforeAll(async () => {
  service = await startService()
  const { account, bank, call, listen, person, shop } = service
  ana = await person("reconcile")
  await person("reconcile")
  const row = { date: today(), currency: "EUR", description: '=HYPERLINK("x"), "quoted"', counterparty: "Ána Ruiz" }
  bank.customer(secrets.username, {
    password: secrets.password,
    movements: Array.from({ length: 1_203 }, (_, nth) => ({ ...row, id: `ROW-${nth}`, amount: `${nth + 1}.05` }))
  })
  const orders = `/orders?token=${secrets.orderToken}`
  shop.list(orders, [{ external_id: "ORDER-1", amount: "1.05", currency: "EUR", name: "Ana Ruiz" }])
  const stream = await listen(ana)
  const id = await account(ana, {
    webhook_url: shop.url(`/${secrets.webhookPath}`),
    webhook_auth_type: "bearer",
    webhook_auth_token: secrets.webhookToken,
    pending_orders_endpoint: shop.url(orders),
    bank_username: secrets.username,
    bank_password: secrets.password
  })
  await stream.until(id, "scrape.succeeded")
  await shop.called(`/${secrets.webhookPath}`, 1)
  await service.rows(`update movements set held_for = array[(select id from movements where bank_movement_id = 'ROW-1')]
    where bank_movement_id = 'ROW-2' returning id`)
  key = (await addKeyOf(service, ana.token)).key
  const json = { kind: "ntfy", name: "Phone", url: shop.url("/topics"), topic: secrets.channelTopic }
  must(await call("/me/channels", { token: ana.token, json }), 201)
  counts = await Effect.runPromise(exportUser(service.config, ana.email.toUpperCase(), into))
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const read = (file: string): string => readFileSync(join(into, file), "utf8")
const rowsOf = (name: string): ReadonlyArray<unknown> =>
  read(`${name}.jsonl`)
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line))

it("has all rows of each list, in both forms, for its owner alone", () => {
  expect(counts).toMatchObject({
    profile: 1,
    accounts: 1,
    settings: 1,
    movements: 1_203,
    orders: 1,
    matches: 1,
    deliveries: 1
  })
  expect(counts).toMatchObject({ api_keys: 1, channels: 1, sessions: 1 })
  for (const [name, count] of Object.entries(counts)) expect([name, rowsOf(name).length]).toEqual([name, count])
  expect(readdirSync(into).toSorted()).toEqual(
    Object.keys(counts)
      .flatMap((name) => [`${name}.csv`, `${name}.jsonl`])
      .toSorted()
  )
  for (const file of readdirSync(into)) expect(statSync(join(into, file)).mode & 0o777).toBe(0o600)
})

it("says what is there as people write it, and nothing that a spreadsheet would run", () => {
  expect(rowsOf("profile")).toEqual([expect.objectContaining({ email: ana.email, operation_mode: "reconcile" })])
  const [first] = rowsOf("movements").filter((row) => Object(row).bank_movement_id === "ROW-0")
  expect(first).toMatchObject({ amount: "1.05", currency: "EUR", sender_name: "Ána Ruiz", booked_date: today() })
  const [other, held] = ["ROW-1", "ROW-2"].map((id) =>
    rowsOf("movements").find((row) => Object(row).bank_movement_id === id)
  )
  expect([Object(other).possible_duplicate_of, Object(held).possible_duplicate_of]).toEqual([null, [Object(other).id]])
  expect(rowsOf("orders")).toEqual([
    expect.objectContaining({ external_id: "ORDER-1", status: "matched", amount: "1.05" })
  ])
  const csv = read("movements.csv").split("\r\n")
  expect(csv[0]).toMatch(/^\uFEFFid,account_id,external_id,amount,currency,sender_name/)
  expect(csv).toHaveLength(1_205)
  expect(csv[1]).toContain(`"'=HYPERLINK(""x""), ""quoted"""`)
})

it("says which orders a movement pays, and of which order a match is, so that nobody has to join them", async () => {
  await service.rows(`update conciliation_requests set external_id = '=ORDER(1)' returning id`)
  await service.rows(`insert into conciliation_requests select (jsonb_populate_record(r,
    jsonb_build_object('id', gen_random_uuid(), 'external_id', 'ORDER-2'))).* from conciliation_requests r returning id`)
  await service.rows(`insert into matches select (jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid(),
    'nth_order', 1, 'request_id', (select id from conciliation_requests where external_id = 'ORDER-2')))).* from matches x returning id`)
  await service.rows(`insert into matches select (jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid(),
    'nth_order', 2, 'active', false, 'ended_at', x.created_at))).* from matches x where nth_order = 0 returning id`)
  const later = join(folder, "later")
  await Effect.runPromise(exportUser(service.config, ana.email, later))
  const lines = (name: string) => readFileSync(join(later, name), "utf8").split("\r\n").slice(0, -1)

  const [head, ...movements] = lines("movements.csv")
  expect(head).toMatch(/,notified_at,pays_order$/)
  expect(movements.filter((line) => !line.endsWith(","))).toEqual([expect.stringMatching(/,"'=ORDER\(1\); ORDER-2"$/)])
  const [named, ...matches] = lines("matches.csv")
  expect(named).toMatch(/,by_a_person,external_id$/)
  expect(matches.map((line) => line.slice(line.lastIndexOf(",") + 1)).toSorted()).toEqual([
    "'=ORDER(1)",
    "'=ORDER(1)",
    "ORDER-2"
  ])
  rmSync(later, { recursive: true })
})

it("has no secret in any file, nor anything of others", () => {
  const all = readdirSync(into).map(read).join("\n")
  for (const secret of [...Object.values(secrets), key, "argon2"]) expect(all.includes(secret), secret).toBe(false)
  expect(all).not.toContain(service.operator.email)
})

it("leaves nothing where it fails in the middle, so that no part passes for the whole", async () => {
  const empty = mkdtempSync(join(folder, "empty-"))
  const refusal = (to: string) => Effect.runPromise(Effect.flip(exportUser(service.config, ana.email, to)))
  await service.rows("alter table notice_channels rename to channels_away")

  expect((await refusal(join(folder, "half"))).message).toContain("the database could not be read")
  expect((await refusal(empty)).message).toContain("the database could not be read")
  await service.rows("alter table channels_away rename to notice_channels")

  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual(expect.arrayContaining([into, empty]))
  expect(readdirSync(folder)).toHaveLength(2)
  expect(readdirSync(empty)).toEqual([])
  rmSync(empty, { recursive: true })
})

it("is refused for somebody unknown, and into a folder that holds something", async () => {
  const refusal = (email: string, to: string) => Effect.runPromise(Effect.flip(exportUser(service.config, email, to)))
  expect((await refusal("nobody@example.com", join(folder, "nobody"))).message).toContain("nobody has registered")
  expect(readdirSync(folder)).toEqual(["ana"])
  expect((await refusal(ana.email, into)).message).toBe(`${into} is not an empty folder: give another name`)
})
