/** The drill: a service at work is copied, goes on, is lost; the copy takes over. Then each refusal. */
import { TestDatabase } from "@counterfoil/testing"
import { Context, Duration, Effect, Exit, Layer, Logger, Option, Redacted, Schema, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { execFileSync, spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { backup, Counterfoil, type CounterfoilConfig, defaultConfig, inspectBackup, restore } from "../src/index.ts"
import { today } from "./contract/support/ScriptedBank.ts"
import { Shop } from "./contract/support/Shop.ts"
import { type Service, startService } from "./contract/support/Service.ts"
import { until } from "./races/support.ts"

const folder = mkdtempSync(join(tmpdir(), "counterfoil-backup-"))
const file = join(folder, "drill.backup.gz")
const scope = Effect.runSync(Scope.make())

let service: Service
/** It outlives the service. */
let shop: Shop
/** Where the backup came back to. */
let restored: CounterfoilConfig
let rowsOf: (statement: string) => Promise<ReadonlyArray<Readonly<Record<string, unknown>>>>
/** What the shop had been told when the backup was made, by the backup itself. */
let toldThen: ReadonlyArray<string>
let heardBefore: number
/** The newest event of the first service, and of the backup. */
let lastEvents: readonly [lost: number, kept: number]

const payments = 30
const hook = "/hooks/drill"
const decodeRows = Schema.decodeUnknownSync(Schema.Array(Schema.Record(Schema.String, Schema.Unknown)))

const emptyDatabase = async () => {
  const context = await Effect.runPromise(Layer.buildWithScope(Layer.fresh(TestDatabase.layerEmpty), scope))
  const sql = Context.get(context, SqlClient.SqlClient)
  return {
    url: Context.get(context, TestDatabase).url,
    rows: async (statement: string) => decodeRows(await Effect.runPromise(sql.unsafe(statement)))
  }
}

const amountOf = (nth: number) => `${10 + nth}.50`

const pay = (upTo: number) => {
  const customer = service.bank.find("drill")
  if (customer === undefined) throw new Error("no such customer")
  customer.movements = Array.from({ length: upTo }, (_, nth) => ({
    id: `PAY-${nth}`,
    date: today(),
    amount: amountOf(nth),
    currency: "EUR",
    description: `TRF ${nth}`,
    counterparty: `Payer Number ${nth}`
  }))
}

const heard = () => shop.sent(hook)
const idOf = ({ headers }: ReturnType<typeof heard>[number]) => String(headers["webhook-id"])
const orderOf = ({ json }: ReturnType<typeof heard>[number]) =>
  String(Object(json).request_id ?? Object(json).external_id)

beforeAll(async () => {
  service = await startService({ policy: { ...defaultConfig.policy, monitorInterval: Duration.seconds(1) } })
  const { account, bank, person } = service
  shop = await Shop.open()
  const ana = await person("reconcile")
  bank.customer("drill")
  shop.list(
    "/orders/drill",
    Array.from({ length: payments }, (_, nth) => ({
      external_id: `ORDER-${nth}`,
      amount: amountOf(nth),
      currency: "EUR",
      name: `Payer Number ${nth}`
    }))
  )
  pay(10)
  await account(ana, {
    webhook_url: shop.url(hook),
    pending_orders_endpoint: shop.url("/orders/drill"),
    session_type: "persistent",
    bank_username: "drill",
    bank_password: "bank-secret"
  })
  await shop.called(hook, 10)
  // While it is copied, payments come in and are told.
  pay(20)
  const facts = await Effect.runPromise(backup(service.config, file))
  expect(facts.rows).toBeGreaterThan(50)
  await shop.called(hook, 20)
  pay(25)
  await shop.called(hook, 25)
})
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

it("is for its owner alone, and gives no secret away", async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await Effect.runPromise(inspectBackup(service.config, file))).toMatchObject({ bytes: 0 })
  const again = await Effect.runPromise(Effect.flip(backup(service.config, file)))
  expect(again.message).toBe(`${file} is there already: give another name, or move it away`)
})

it("a lost service goes on from its backup: nothing is missing, nothing is there twice", async () => {
  const place = await emptyDatabase()
  rowsOf = place.rows
  restored = { ...service.config, databaseUrl: Option.some(place.url) }
  await Effect.runPromise(restore(restored, file, { paused: false }))
  const told = await rowsOf("select message_id from outbox where status = 'delivered' and lane = 'result'")
  toldThen = told.map((row) => String(row["message_id"]))
  expect(toldThen.length).toBeGreaterThanOrEqual(10)

  const newest = "select max(id)::float8 as id from events"
  lastEvents = [Number((await service.rows(newest))[0]?.["id"]), Number((await rowsOf(newest))[0]?.["id"])]

  // The first service is gone.
  await service.stop()
  heardBefore = heard().length
  const logs: Array<string> = []
  const record = Logger.map(Logger.formatJson, (line) => void logs.push(line))
  await Effect.runPromise(
    Layer.buildWithScope(
      Counterfoil.layerWith({ ...restored, port: 0 }, { bankSide: service.bank.layer }).pipe(
        Layer.provideMerge(Logger.layer([record]))
      ),
      scope
    )
  )
  pay(payments)
  const settled = "select from conciliation_requests where status = 'matched'"
  expect(await until(async () => (await rowsOf(settled)).length === payments)).toBe(true)
  const waiting = "select from outbox where status <> 'delivered'"
  expect(await until(async () => (await rowsOf(waiting)).length === 0)).toBe(true)

  const [sums] = await rowsOf(`select (select count(*) from movements)::int as movements,
    (select count(distinct amount_minor) from movements)::int as amounts,
    (select count(*) from matches where active)::int as matches,
    (select count(*) from outbox where event = 'matched')::int as told`)
  expect(sums).toEqual({ movements: payments, amounts: payments, matches: payments, told: payments })
})

it("what the backup knows as told is not told again; what came after it is told once more, of the same order", () => {
  const after = heard().slice(heardBefore)
  expect(after.filter((one) => toldThen.includes(idOf(one)))).toEqual([])
  const sequences = (some: ReturnType<typeof heard>) =>
    some.map(({ headers }) => Number(headers["counterfoil-sequence"]))
  const known = new Set(heard().slice(0, heardBefore).map(idOf))
  const made = after.filter((one) => !known.has(idOf(one)))
  // Else a receiver would take them for older than what it has, and leave them.
  expect(Math.min(...sequences(made))).toBeGreaterThan(Math.max(...sequences(heard().slice(0, heardBefore))))
  const times = new Map<string, number>()
  for (const one of heard()) times.set(orderOf(one), (times.get(orderOf(one)) ?? 0) + 1)
  expect(times.size).toBe(payments)
  expect(Math.max(...times.values())).toBeLessThanOrEqual(2)
  // At least the five that were paid after the backup, and only what the backup didn't know as told.
  const twice = [...times.values()].filter((count) => count === 2).length
  expect(twice).toBeGreaterThanOrEqual(5)
  expect(twice).toBeLessThanOrEqual(25 - toldThen.length)
})

it("what happens afterwards has no id of an event that was lost: a page that is still open would take it for told", async () => {
  const [lost, kept] = lastEvents
  expect(lost).toBeGreaterThan(kept)
  const [next] = await rowsOf(`select min(id)::float8 as id from events where id > ${kept}`)
  expect(Number(next?.["id"])).toBeGreaterThan(lost)
})

it("a restore into a new home takes what a program writes into a pipe, which can be read once only", async () => {
  const [pipe, home] = [join(folder, "pipe"), join(folder, "of-a-pipe")]
  execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", pipe])
  const program = spawn("sh", ["-c", 'cat "$1" > "$2"', "sh", file, pipe], { stdio: "ignore" })
  const facts = await Effect.runPromise(
    restore({ ...restored, home, databaseUrl: Option.none() }, pipe, { paused: false })
  )
  program.kill()
  expect(facts.rows).toBeGreaterThan(50)
})

it("a restore refuses what it can't read or open, and a database that holds something", async () => {
  const refusal = (config: CounterfoilConfig, from: string) =>
    Effect.runPromise(Effect.flip(restore(config, from, { paused: false })))
  expect((await refusal(restored, file)).message).toMatch(/is using this database|the database is not empty/)
  // A mistyped name is told first, and makes nothing: neither a lock nor a home.
  const home = join(folder, "home")
  for (const config of [restored, { ...restored, home, databaseUrl: Option.none() }]) {
    expect((await refusal(config, join(folder, "none.gz"))).message).toMatch(/can't be read as a backup \(ENOENT/)
  }
  // Nor does a copy of secrets that was forgotten, or a file that is broken: the next try finds a home as new as before.
  const fresh = { ...restored, home, databaseUrl: Option.none(), secrets: Option.none() }
  expect((await refusal(fresh, file)).message).toMatch(/can't be opened here.*put your copy of its secrets at/)
  expect(existsSync(home)).toBe(false)

  const { rows, url } = await emptyDatabase()
  const empty = { ...restored, databaseUrl: Option.some(url) }
  const half = join(folder, "half.gz")
  const whole = readFileSync(file)
  writeFileSync(half, whole.subarray(0, whole.length / 2))
  for (const config of [empty, { ...empty, home, databaseUrl: Option.none() }]) {
    expect((await refusal(config, half)).message).toMatch(
      /^.*half\.gz can't be read as a backup \(unexpected end of file\)$/
    )
  }
  expect(existsSync(home)).toBe(false)
  const text = join(folder, "text.gz")
  writeFileSync(text, "hello")
  expect((await refusal(empty, text)).message).toMatch(/can't be read as a backup \(incorrect header check\)$/)
  expect((await refusal(empty, join(folder, "none.gz"))).message).toMatch(/can't be read as a backup \(ENOENT/)

  const secrets = Option.getOrThrow(service.config.secrets)
  const foreign = (changed: Partial<typeof secrets>) => ({ ...empty, secrets: Option.some({ ...secrets, ...changed }) })
  const key = await refusal(foreign({ keyEncryptionKey: Redacted.make("k".repeat(32)) }), file)
  expect(key.message).toMatch(
    /^what is sealed in this backup can't be opened here \(key [0-9a-f]{12} is missing\): give the secrets/
  )
  const pepper = await refusal(foreign({ apiKeyPepper: Redacted.make("p".repeat(32)) }), file)
  expect(pepper.message).toContain("made with another API_KEY_PEPPER")
  expect(await rows("select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([])
})
