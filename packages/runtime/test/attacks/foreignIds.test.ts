/**
 * Somebody puts another user's ids wherever one can stand besides the path of the owner's own: below an account of one's own, in
 * the query, in the body, in lists. Each answers as an id that nobody has, and nothing of the other's changes.
 */
import { beforeAll, describe, expect, it } from "vitest"
import { type Answer, field, must } from "../contract/support/Service.ts"
import { serve, service } from "../contract/support/shared.ts"
import { listOf, type Owner, ownerOf } from "../contract/support/world.ts"
import { until } from "../races/support.ts"

serve()

let ana: Owner &
  Readonly<Record<"delivery" | "scrape" | "evidence" | "assistance" | "payer" | "script" | "bank", string>>
let leo: Owner

const absent = "0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99"

/** An account of Ana's whose login waits for a code, and one whose login failed. */
const further = async ({ token }: Owner) => {
  const { account, bank, call, listen, shop } = service()
  const owner = { id: "", email: "", token }
  const stream = await listen(owner)
  const settings = (bank_username: string) => ({
    webhook_url: shop.url("/hooks/foreign"),
    pending_orders_endpoint: shop.url("/orders/none"),
    bank_username,
    bank_password: "bank-secret",
    login_mode: "assisted"
  })
  bank.customer("foreign-waits", { code: { value: "123456", length: 6, type: "numeric" } })
  const waits = await account(owner, settings("foreign-waits"))
  await stream.until(waits, "assistance.requested")
  bank.customer("foreign-fails", { refusal: "bank_unavailable" })
  const fails = await account(owner, settings("foreign-fails"))
  await stream.until(fails, "login.failed")
  const first = async (path: string) => {
    const read = async () => field(listOf((await call(path, { token })).json)[0], "id")
    await until(async () => (await read()) !== "undefined")
    return read()
  }
  return {
    evidence: await first(`/accounts/${fails}/evidence`),
    assistance: await first(`/accounts/${waits}/assistances`)
  }
}

beforeAll(async () => {
  const { call } = service()
  const owner = await ownerOf("foreign-ana")
  leo = await ownerOf("foreign-leo")
  const { token } = owner
  const first = async (path: string) => field(listOf(must(await call(path, { token }), 200).json)[0], "id")
  must(await call(`/conciliation/${owner.request}/unmatch`, { method: "POST", token }), 200)
  must(await call(`/conciliation/${owner.request}/resolve`, { token, json: { movement_id: owner.movement } }), 200)
  ana = {
    ...owner,
    ...(await further(owner)),
    delivery: await first("/deliveries"),
    scrape: await first(`/accounts/${owner.account}/scrapes`),
    payer: await first(`/accounts/${owner.account}/payers`),
    bank: service().bankId,
    script: await first("/scripts")
  }
})

/** Everything of Ana's that a request could change. */
const hers = () =>
  service().rows(`select
    (select json_agg(m order by m.id) from matches m join conciliation_requests r on r.id = m.request_id
      join accounts a on a.id = r.account_id where a.user_id = '${ana.id}') as matches,
    (select json_agg(r order by r.id) from conciliation_requests r join accounts a on a.id = r.account_id
      where a.user_id = '${ana.id}') as requests,
    (select json_agg(o.id order by o.id) from outbox o join accounts a on a.id = o.account_id
      where a.user_id = '${ana.id}' and o.lane = 'result') as outbox,
    (select json_agg(s order by s.id) from assistance_requests s join accounts a on a.id = s.account_id
      where a.user_id = '${ana.id}') as assistances`)

const seen = ({ status, text }: Answer, id: string) => [status, text.replaceAll(id, "an id")]

interface Try {
  readonly method?: string
  readonly path: string
  readonly json?: object
  readonly v1?: boolean
}

/** Each with the id as it stands for another's and for nobody's. */
const tries: Readonly<Record<string, readonly [of: keyof typeof ana, ask: (id: string) => Try]>> = {
  "a scrape below one's own account": ["scrape", (id) => ({ path: `/accounts/${leo.account}/scrapes/${id}` })],
  "a scrape to accept": ["scrape", (id) => ({ method: "POST", path: `/accounts/${leo.account}/scrapes/${id}/accept` })],
  evidence: ["evidence", (id) => ({ path: `/accounts/${leo.account}/evidence/${id}` })],
  "a question's picture": ["assistance", (id) => ({ path: `/accounts/${leo.account}/assistances/${id}/picture` })],
  "a question to answer": [
    "assistance",
    (id) => ({ path: `/accounts/${leo.account}/assistances/${id}/answer`, json: { answer: "123456" } })
  ],
  "a question to withdraw": [
    "assistance",
    (id) => ({ method: "DELETE", path: `/accounts/${leo.account}/assistances/${id}` })
  ],
  "a question over one's key": [
    "assistance",
    (id) => ({ path: `/v1/accounts/${leo.account}/assistances/${id}/answer`, json: { answer: "123456" }, v1: true })
  ],
  "a question to withdraw over one's key": [
    "assistance",
    (id) => ({ method: "DELETE", path: `/v1/accounts/${leo.account}/assistances/${id}`, v1: true })
  ],
  "a payer who was taught": ["payer", (id) => ({ method: "DELETE", path: `/accounts/${leo.account}/payers/${id}` })],
  "a movement that pays one's own order": [
    "movement",
    (id) => ({ path: `/conciliation/${leo.request}/resolve`, json: { movement_id: id } })
  ],
  "a movement among several": [
    "movement",
    (id) => ({ path: `/conciliation/${leo.request}/resolve`, json: { movement_ids: [leo.movement, id] } })
  ],
  "an order that one's own movement pays": [
    "request",
    (id) => ({
      path: `/conciliation/${leo.request}/resolve`,
      json: { movement_id: leo.movement, request_ids: [id] }
    })
  ],
  "deliveries of an account": ["account", (id) => ({ path: `/deliveries?account_id=${id}` })],
  "deliveries of an order": ["request", (id) => ({ path: `/deliveries?request_id=${id}` })],
  "deliveries of a movement": ["movement", (id) => ({ path: `/deliveries?movement_id=${id}` })],
  "deliveries to replay": [
    "account",
    (id) => ({ path: "/deliveries/replay", json: { status: "exhausted", account_id: id } })
  ],
  "movements of an account": ["account", (id) => ({ path: `/movements?account_id=${id}` })],
  "orders of an account": ["account", (id) => ({ path: `/conciliation/requests?account_id=${id}` })],
  "sums of an account": ["account", (id) => ({ path: `/conciliation/summary?account_id=${id}` })],
  "days of an account": [
    "account",
    (id) => ({ path: `/movements/daily?from=2026-01-01&to=2026-12-31&account_id=${id}` })
  ],
  "days of an account's orders": [
    "account",
    (id) => ({ path: `/conciliation/daily?from=2026-01-01&to=2026-12-31&account_id=${id}` })
  ],
  "a rehearsal of an account": [
    "account",
    (id) => ({ path: "/conciliation/rehearsal", json: { preset: "strict", account_id: id } })
  ],
  "a page before a delivery": ["delivery", (id) => ({ path: `/deliveries?before=${id}` })],
  "a page before a movement": ["movement", (id) => ({ path: `/movements?before=${id}` })],
  "a page before an order": ["request", (id) => ({ path: `/conciliation/requests?before=${id}` })],
  "a page before a scrape": ["scrape", (id) => ({ path: `/accounts/${leo.account}/scrapes?before=${id}` })],
  "a page before a question": ["assistance", (id) => ({ path: `/accounts/${leo.account}/assistances?before=${id}` })],
  "a key for an account": [
    "account",
    (id) => ({ path: "/me/api-keys", json: { name: "x", scopes: ["status:read"], account_ids: [leo.account, id] } })
  ]
}

const ask = ({ json, method, path, v1 = false }: Try) =>
  service().call(path, {
    ...(v1 ? { key: leo.key } : { token: leo.token }),
    ...(method === undefined ? {} : { method }),
    ...(json === undefined ? {} : { json })
  })

describe("another user's id is one that nobody has", () => {
  it.each(Object.entries(tries))("%s", async (_, [of, tried]) => {
    const before = await hers()
    const foreign = await ask(tried(ana[of]))
    const nobodys = await ask(tried(absent))

    const [status] = seen(foreign, ana[of])
    expect(status).toBeLessThan(500)
    expect(seen(foreign, ana[of])).toEqual(seen(nobodys, absent))
    expect(foreign.text).not.toContain("foreign-ana")
    expect(await hers()).toEqual(before)
  })
})
