/** What a collector of OpenTelemetry is told of one scrape, and what it must never be told. */
import { Option, Redacted } from "effect"
import { createServer, type Server } from "node:http"
import { afterAll, beforeAll, expect, it } from "vitest"
import { today } from "./contract/support/ScriptedBank.ts"
import { field, type Service, startService } from "./contract/support/Service.ts"

const secrets = {
  username: "canary-bank-user",
  password: "canary-bank-password",
  code: "739154",
  forwarded: "846275",
  hook: "canary-hook-path",
  webhookToken: "canary-webhook-token",
  ordersQuery: "canary-orders-query",
  payer: "Canary Payer",
  description: "CANARY DESCRIPTION",
  order: "CANARY-ORDER",
  exporterToken: "canary-exporter-token"
}

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: { readonly stringValue?: string } }>
}

const received: Array<{ readonly path: string; readonly text: string; readonly authorization: string | undefined }> = []
let watchers: Array<() => void> = []
let collector: Server
let service: Service
let account: string

const spans = (): ReadonlyArray<Span> =>
  received
    .filter(({ path }) => path === "/v1/traces")
    .flatMap(({ text }) => JSON.parse(text).resourceSpans)
    .flatMap((resource) => resource.scopeSpans)
    .flatMap((scope) => scope.spans)

const attribute = (span: Span, key: string) => span.attributes.find((one) => one.key === key)?.value.stringValue

/** Waits until the collector has what is looked for. */
const told = async <A>(look: () => A | undefined): Promise<A> => {
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    await new Promise<void>((resolve) => watchers.push(resolve))
  }
}

beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { authorization } = request.headers
      received.push({ path: request.url ?? "", text: Buffer.concat(chunks).toString(), authorization })
      response.writeHead(200, { "content-type": "application/json" }).end("{}")
      const waiting = watchers
      watchers = []
      for (const wake of waiting) wake()
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve))
  const address = collector.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  service = await startService({
    otlp: Option.some({
      endpoint: `http://127.0.0.1:${port}/`,
      headers: Option.some(Redacted.make(`Authorization=Bearer%20${secrets.exporterToken}`)),
      serviceName: "counterfoil-test"
    })
  })
  const { bank, call, listen, person, shop } = service
  const ana = await person("reconcile")
  const customer = bank.customer(secrets.username, {
    password: secrets.password,
    code: { value: secrets.code, length: 6, type: "numeric" },
    movements: [
      {
        id: "M-1",
        date: today(),
        amount: "12.50",
        currency: "EUR",
        description: secrets.description,
        counterparty: secrets.payer
      }
    ]
  })
  const orders = `/orders?token=${secrets.ordersQuery}`
  shop.list(orders, [{ external_id: secrets.order, amount: "12.50", currency: "EUR", name: secrets.payer }])
  const stream = await listen(ana)
  account = await service.account(ana, {
    webhook_url: shop.url(`/${secrets.hook}`),
    webhook_auth_type: "bearer",
    webhook_auth_token: secrets.webhookToken,
    pending_orders_endpoint: shop.url(orders),
    login_mode: "assisted",
    bank_username: secrets.username,
    bank_password: secrets.password
  })
  await stream.until(account, "assistance.requested")
  await call(`/accounts/${account}/otp`, { token: ana.token, json: { code: secrets.code } })
  await stream.until(account, "scrape.succeeded")
  await shop.called(`/${secrets.hook}`, 1)
  // One whose code a phone forwards.
  customer.code = { value: secrets.forwarded, length: 6, type: "numeric" }
  const key = await call("/me/api-keys", { token: ana.token, json: { name: "phone", scopes: ["otp:write"] } })
  await call(`/accounts/${account}/scrape`, { method: "POST", token: ana.token })
  await stream.until(account, "assistance.requested", 1)
  const sms = { text: `Your code is ${secrets.forwarded}`, sent_at: new Date().toISOString() }
  await call(`/v1/accounts/${account}/sms`, { key: field(key.json, "key"), json: sms })
  await stream.until(account, "scrape.succeeded", 1)
  // And one that fails, for what errors say.
  customer.refusal = "bank_unavailable"
  await call(`/accounts/${account}/scrape`, { method: "POST", token: ana.token })
  await stream.until(account, "login.failed")
  await service.stop()
})
afterAll(() => {
  collector.closeAllConnections()
  collector.close()
})

it("one trace leads from a scrape over its code, its movements and the match to the webhook", async () => {
  const delivery = await told(() => spans().find(({ name }) => name === "DeliveryWorker.deliver"))
  const trace = spans().filter(({ traceId }) => traceId === delivery.traceId)
  const names = trace.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      "AccountActor.scrape",
      "BankSession.logIn",
      "OtpBroker.request",
      "SessionRun.invoke",
      "MovementIntake.take",
      "Conciliator.pass"
    ])
  )
  const roots = trace.filter(({ parentSpanId }) => parentSpanId === undefined || parentSpanId === "")
  expect(roots.map(({ name }) => name)).toEqual(["AccountActor.scrape"])
  const ids = new Set(trace.map(({ spanId }) => spanId))
  const loose = trace.filter((span) => !roots.includes(span) && !ids.has(span.parentSpanId ?? ""))
  expect(loose.map(({ name }) => name)).toEqual([])
  expect(attribute(delivery, "counterfoil.event")).toBe("matched")
  expect(attribute(delivery, "counterfoil.account")).toBe(account)
  const outcomes = trace
    .map((span) => attribute(span, "counterfoil.outcome"))
    .filter((outcome) => outcome !== undefined)
  expect(outcomes).toEqual(["complete"])
})

it("metrics are sent too", () => {
  const metrics = received.filter(({ path }) => path === "/v1/metrics").map(({ text }) => text)
  expect(metrics.join("")).toContain("scrapes_total")
  expect(metrics.join("")).toContain("counterfoil-test")
})

it("no secret, name or statement is in anything that is sent, and the collector's token is a header alone", () => {
  expect(received.length).toBeGreaterThan(1)
  expect(new Set(received.map(({ authorization }) => authorization))).toEqual(
    new Set([`Bearer ${secrets.exporterToken}`])
  )
  // Of thousands of digits in times and ids six in a row are a code's now and then.
  const timesAndIds = /"(?:traceid|spanid|parentspanid|[a-z]*unixnano)":"[0-9a-f]*"/g
  const all = received
    .map(({ text }) => text)
    .join("\n")
    .toLowerCase()
    .replaceAll(timesAndIds, "")
  for (const secret of Object.values(secrets)) expect(all.includes(secret.toLowerCase()), secret).toBe(false)
  expect(all).not.toContain("select ")
  const keys = new Set(spans().flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  expect([...keys].filter((key) => !key.startsWith("counterfoil.") && key !== "effect.fiber.interrupted")).toEqual([])
})
