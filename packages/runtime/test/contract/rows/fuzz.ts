/** Whatever is sent, the answer is one of ours: never a fault, always as the OpenAPI document says, in its envelope. */
import fc from "fast-check"
import { Agent, type IncomingHttpHeaders, request } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Hints, type Shot, shotAt } from "../support/arbitraries.ts"
import { Description, type Route } from "../support/Description.ts"
import { field, must } from "../support/Service.ts"
import { service } from "../support/shared.ts"
import { today } from "../support/ScriptedBank.ts"

const thorough = process.env["VERIFY"] !== undefined
const agent = new Agent({ keepAlive: true, maxSockets: 4 })

let description: Description
let hints: Hints
let bearer: Readonly<Record<string, string>>
let key: Readonly<Record<string, string>>

beforeAll(async () => {
  const { account, bank, bankId, call, listen, person, shop } = service()
  description = new Description((await call("/openapi.json")).json)
  const ana = await person("reconcile")
  const { token } = ana
  bank.customer("fuzz", {
    movements: [
      { date: today(), amount: "12.50", currency: "EUR", description: "TRF", counterparty: "Ana Ruiz", id: "f1" }
    ]
  })
  shop.list("/orders/fuzz", [{ external_id: "F-1", amount: "12.50", currency: "EUR", name: "Ana Ruiz" }])
  const stream = await listen(ana)
  const read = await account(ana, {
    webhook_url: shop.url("/hooks/fuzz"),
    pending_orders_endpoint: shop.url("/orders/fuzz"),
    bank_username: "fuzz",
    bank_password: "bank-secret"
  })
  await stream.until(read, "scrape.succeeded")
  await shop.called("/hooks/fuzz", 1)
  must(await call("/me/operation-mode", { method: "PUT", token, json: { mode: "passthrough" } }), 200)
  const bare = await account(ana)
  const [movement] = listOf((await call(`/accounts/${read}/movements`, { token })).json)
  const [order] = listOf((await call("/conciliation", { token })).json)
  const [script] = listOf((await call("/scripts", { token })).json)
  const [delivery] = listOf((await call("/deliveries", { token })).json)
  const json = { name: "fuzz", scopes: ["otp:write", "status:read"] }
  const { json: created } = must(await call("/me/api-keys", { token, json }), 201)
  const { json: spare } = must(await call("/me/api-keys", { token, json }), 201)
  hints = {
    accountId: [read, bare],
    movementId: [field(movement, "id")],
    requestId: [field(order, "id")],
    bankId: [bankId],
    deliveryId: [field(delivery, "id")],
    scriptId: [field(script, "id")],
    id: [field(spare, "id")],
    version: ["1.0.0", "2.0.0"],
    // Nothing that is fuzzed may be called.
    webhook_url: ["http://127.0.0.1:9/hook"],
    pending_orders_endpoint: ["http://127.0.0.1:9/orders"],
    notification_endpoint_url: ["http://127.0.0.1:9/alerts"],
    loginUrl: ["https://bank.test/"]
  }
  bearer = { authorization: `Bearer ${token}` }
  key = { "x-api-key": field(created, "key") }
})
afterAll(() => agent.destroy())

/** Mostly the right one: what is refused at the door tells little. */
const credentialsOf = (route: Route) => {
  const [right, wrong] = route.path.startsWith("/v1/") ? [key, bearer] : [bearer, key]
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(right) },
    { weight: 1, arbitrary: fc.constantFrom(wrong, { ...bearer, ...key }, {}, { authorization: "Bearer x" }) }
  )
}

const listOf = (json: unknown): ReadonlyArray<unknown> => (Array.isArray(json) ? json : [])

interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Over Node's own client, which leaves the target as it is. */
const send = ({ body, headers, method, target }: Shot): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service().url)
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }
    const call = request(
      { agent, hostname, port, method, path: target, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString()
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
        })
      }
    )
    call.on("error", reject)
    call.end(body)
  })

const judge = (shot: Shot, { headers, status, text }: Reply): void => {
  const isJson = headers["content-type"]?.startsWith("application/json") === true
  expect(status, text).toBeLessThan(500)
  expect(isJson || text === "", text).toBe(true)
  if (shot.method === "HEAD") return
  const json: unknown = isJson ? JSON.parse(text) : undefined
  if (status >= 400) {
    expect(json).toEqual(
      shot.target.startsWith("/v1")
        ? { error: { code: expect.stringMatching(/^[A-Z_]+$/), message: expect.stringMatching(/./) } }
        : { error: expect.stringMatching(/./) }
    )
  }
  if (status === 401) expect(headers["www-authenticate"]).toBeDefined()
  if (status === 405) expect(headers.allow).toBeDefined()
  if (status === 429) expect(Number(headers["retry-after"])).toBeGreaterThan(0)
  expect(description.complaint(shot.route, status, json)).toBeUndefined()
}

/** Paths that leave the document's: what answers is another route, or none. */
const isElsewhere = ({ target }: Shot): boolean => /\/(\.\.|%2e%2e)(\/|\?|$)/i.test(target)

describe("whatever is sent to a route", () => {
  it("is answered without a fault, as the document says", { timeout: 300_000 }, async () => {
    const { routes } = description
    const withBody = routes.filter(({ body }) => body !== undefined)
    const shots = fc
      .constantFrom(...routes, ...withBody, ...withBody)
      .chain((route: Route) => shotAt(description, route, hints, credentialsOf(route)))
      .filter((shot) => !isElsewhere(shot))
    await fc.assert(
      fc.asyncProperty(shots, async (shot) => {
        judge(shot, await send(shot))
      }),
      // In CI the same requests each time; a failure there is never the luck of somebody else's change.
      thorough ? { numRuns: 6_000, interruptAfterTimeLimit: 240_000 } : { numRuns: 400, seed: 20_261_120 }
    )
  })
})
