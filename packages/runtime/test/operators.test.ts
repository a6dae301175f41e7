/** What whoever runs the service is told, and what they read. */
import { BankBrowser, BrowserUnavailable } from "@counterfoil/core"
import { Layer, Option, Redacted, Schema } from "effect"
import { readFileSync } from "node:fs"
import { afterAll, beforeAll, expect, it } from "vitest"
import { today } from "./contract/support/ScriptedBank.ts"
import { hasPrometheus, Prometheus } from "./contract/support/Prometheus.ts"
import { type Received, Shop } from "./contract/support/Shop.ts"
import { addBank, type Person, type Service, startService } from "./contract/support/Service.ts"
import { until } from "./races/support.ts"

/** Below the ports that systems give out by themselves. */
const metricsPort = 20_000 + (process.pid % 10_000)

let operators: Shop
let service: Service
beforeAll(async () => {
  operators = await Shop.open()
  service = await startService({
    operatorWebhookUrl: Option.some(Redacted.make(operators.url("/notices?token=hidden"))),
    metricsPort: Option.some(metricsPort)
  })
})
afterAll(async () => {
  await service.stop()
  await operators.close()
})

const settingsOf = (username: string) => ({
  webhook_url: service.shop.url("/hooks/nobody"),
  bank_username: username,
  bank_password: "bank-secret"
})

const kindOf = ({ json }: Received): unknown => Object(json).kind

/** Waits until operators were told so. */
const notice = async (kind: string): Promise<Received> => {
  for (let calls = 1; ; calls += 1) {
    const found = (await operators.called("/notices?token=hidden", calls)).find((one) => kindOf(one) === kind)
    if (found !== undefined) return found
  }
}

const failed = async (person: Person, name: string): Promise<string> => {
  const stream = await service.listen(person)
  const id = await service.account(person, settingsOf(name))
  await stream.until(id, "scrape.failed")
  return id
}

it("tells of a scrape that was set aside, by its account", async () => {
  service.bank.customer("truncated", { truncated: true })
  const id = await failed(await service.person("passthrough"), "truncated")

  const { headers, json, method } = await notice("scrape_quarantined")
  expect([method, headers["content-type"]]).toEqual(["POST", "application/json"])
  expect(json).toMatchObject({ type: "operator_notice", about: { account: id } })
})

it("tells once of a bank that refuses what used to work, and its logins pause", async () => {
  const { account, bank, call, listen, person } = service
  const [ana, leo] = [await person("passthrough"), await person("passthrough")]
  const customers = ["one", "two", "three", "four"].map((name) => bank.customer(name))
  const streams = new Map([
    [ana, await listen(ana)],
    [leo, await listen(leo)]
  ])
  const accounts: Array<{ readonly id: string; readonly owner: Person }> = []
  for (const [nth, { username }] of customers.entries()) {
    const owner = nth % 2 === 0 ? ana : leo
    const id = await account(owner, settingsOf(username))
    await streams.get(owner)?.until(id, "scrape.succeeded")
    accounts.push({ id, owner })
  }
  const [last, ...others] = accounts.toReversed()

  for (const customer of customers) customer.refusal = "invalid_credentials"
  for (const { id, owner } of others) {
    await call(`/accounts/${id}/scrape`, { method: "POST", token: owner.token })
    await streams.get(owner)?.until(id, "login.failed")
  }
  const { json } = await notice("bank_paused")
  expect(json).toMatchObject({ about: { bank: "demo" }, occurred_at: expect.any(String) })
  expect(String(Object(json).message)).toMatch(/refuses credentials that used to work/)

  // Whoever comes now waits: nothing is typed while another bank is logged in to and read.
  const typed = customers[3]?.typed.length
  await call(`/accounts/${last?.id}/scrape`, { method: "POST", token: last?.owner.token ?? "" })
  bank.customer("elsewhere")
  const otherBank = await addBank(call, service.operator, "other")
  const elsewhere = await account(ana, settingsOf("elsewhere"), otherBank)
  await streams.get(ana)?.until(elsewhere, "scrape.succeeded")
  expect(customers[3]?.typed.length).toBe(typed)
  expect(operators.sent("/notices?token=hidden").filter((one) => kindOf(one) === "bank_paused")).toHaveLength(1)
})

it("tells of a server that can't work", async () => {
  const missing = new BrowserUnavailable({ message: "no browser was found" })
  const lame = await startService(
    { operatorWebhookUrl: Option.some(Redacted.make(operators.url("/lame"))) },
    {
      bankSide: (usual) => Layer.merge(usual, Layer.succeed(BankBrowser, { open: () => missing, describe: missing }))
    }
  )
  const [told] = await operators.called("/lame", 1)
  expect(told?.json).toMatchObject({ kind: "not_ready", about: { part: "browser" } })
  await lame.stop()
})

it("measures logins, waits for codes, passes and deliveries by bank and script version", async () => {
  const { account, bank, call, listen, person, shop } = service
  const ana = await person("reconcile")
  const row = {
    id: "P-1",
    date: today(),
    amount: "7.00",
    currency: "EUR",
    description: "TRF",
    counterparty: "Ana Ruiz"
  }
  bank.customer("timed", { code: { value: "123456", length: 6, type: "numeric" }, movements: [row] })
  shop.list("/orders/timed", [{ external_id: "T-1", amount: "7.00", currency: "EUR", name: "Ana Ruiz" }])
  const own = await addBank(call, service.operator, "timed")
  const stream = await listen(ana)
  const settings = {
    ...settingsOf("timed"),
    webhook_url: shop.url("/hooks/timed"),
    pending_orders_endpoint: shop.url("/orders/timed"),
    login_mode: "assisted"
  }
  const id = await account(ana, settings, own)
  await stream.until(id, "assistance.requested")
  await call(`/accounts/${id}/otp`, { token: ana.token, json: { code: "123456" } })
  await shop.called("/hooks/timed", 1)

  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const labels = 'bank="timed",version="1.0.0",outcome="done"'
  expect(text).toContain(`counterfoil_login_seconds_count{${labels}} 1`)
  expect(text).toContain(`counterfoil_code_wait_seconds_count{${labels}} 1`)
  expect(text).toMatch(/^counterfoil_pass_seconds_count\{bank="timed",version="1\.0\.0",outcome="done"\} [1-9]/m)
  const delivered =
    'counterfoil_delivery_seconds_count{bank="timed",version="1.0.0",lane="result",outcome="delivered"} 1'
  const nowTold = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(await until(async () => (await nowTold()).includes(delivered))).toBe(true)
  expect(text).toMatch(
    /^counterfoil_login_seconds_count\{bank="demo",version="1\.0\.0",outcome="invalid_credentials"\} 3/m
  )
})

it("shows the metrics on a port of their own, and keeps the operators' URL out of the log", async () => {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  const text = await answer.text()

  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"])
  expect(text).toMatch(/^counterfoil_operator_notices_total\{kind="scrape_quarantined"\} 1$/m)
  expect(text).toMatch(/^counterfoil_operator_notices_total\{kind="node_lost"\} 0$/m)
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404)
  expect((await service.call("/metrics")).status).toBe(404)
  expect(service.logs.filter((line) => line.includes("hidden"))).toEqual([])
})

const Dashboard = Schema.Struct({
  panels: Schema.Array(
    Schema.Struct({ targets: Schema.optionalKey(Schema.Array(Schema.Struct({ expr: Schema.String }))) })
  )
})
const dashboardFile = new URL("../../../ops/grafana/counterfoil.json", import.meta.url)

/** Where there is a Prometheus: it is no part of what is installed here. */
it.runIf(process.env["VERIFY"] !== undefined && hasPrometheus())(
  "each query of the dashboard and each rule finds this run's samples in a real Prometheus",
  async () => {
    const prometheus = await Prometheus.reading(metricsPort)
    const { panels } = Schema.decodeUnknownSync(Dashboard)(JSON.parse(readFileSync(dashboardFile, "utf8")))
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    // A rate takes two samples.
    expect(await until(async () => (await prometheus.count("rate(counterfoil_build_info[1m])")) > 0)).toBe(true)
    expect(await until(async () => (await prometheus.rules()).every(({ health }) => health === "ok"))).toBe(true)

    const ofRules = (await prometheus.rules()).flatMap(
      ({ query }) => query.match(/\b(?:counterfoil_\w+|up)(\{[^}]*\})?/g) ?? []
    )
    const without: Array<string> = []
    for (const query of [...queries, ...ofRules]) if ((await prometheus.count(query)) < 1) without.push(query)
    await prometheus.stop()
    expect(queries.length).toBeGreaterThan(15)
    expect(ofRules.length).toBeGreaterThan(8)
    expect(without).toEqual([])
  }
)
