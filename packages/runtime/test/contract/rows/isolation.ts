/**
 * Every route of the API × everybody who may knock. What isn't yours is what doesn't exist, to the byte; who may not knock
 * learns nothing of what is there.
 */
import { Api, ApiKeyAuthentication, Authentication } from "@counterfoil/api"
import { HttpApi } from "effect/http-api"
import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { addBank, type Answer, field, publicationOf } from "../support/Service.ts"
import { service } from "../support/shared.ts"
import { expired } from "../support/tokens.ts"
import { addKey, listOf, type Owner, ownerOf } from "../support/world.ts"

interface Route {
  readonly method: string
  readonly path: string
  readonly door: "dashboard" | "v1" | "open"
  readonly success: number
  readonly takesBody: boolean
}

const routes: Array<Route> = []
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint, middleware, successes }) => {
    const keys = [...middleware].map(({ key }) => key)
    routes.push({
      method: endpoint.method,
      path: endpoint.path,
      door: keys.includes(Authentication.key) ? "dashboard" : keys.includes(ApiKeyAuthentication.key) ? "v1" : "open",
      success: Math.min(...successes.keys()),
      takesBody: endpoint.method !== "GET" && endpoint.payload.size > 0
    })
  }
})

let ana: Owner
let leo: Owner
/** Ana's keys. */
let keys: {
  readonly narrow: string
  readonly writer: string
  readonly reader: string
  readonly revoked: string
  readonly contract: string
}
/** What was told of Ana's account. */
let delivery: string
/** What its owner agreed to. */
let fingerprint: string
/** What was read of it. */
let scrape: string
/** Ana's bank with a script in review. */
let bank: { readonly id: string; readonly code: string; readonly script: string }

beforeAll(async () => {
  const { call } = service()
  ana = await ownerOf("isolation-ana")
  leo = await ownerOf("isolation-leo")
  const { token } = ana
  const doomed = await addKey(token)
  keys = {
    narrow: (await addKey(token, { account_ids: [ana.bare], types: "all" })).key,
    writer: (await addKey(token, { scopes: ["otp:write"], types: "all" })).key,
    reader: (await addKey(token, { scopes: ["status:read"], types: "all" })).key,
    revoked: doomed.key,
    contract: (await addKey(token)).key
  }
  await call(`/me/api-keys/${doomed.id}`, { method: "DELETE", token })
  const [latest] = listOf((await call("/deliveries", { token })).json)
  delivery = field(latest, "id")
  const [read] = listOf((await call(`/accounts/${ana.account}/scrapes`, { token })).json)
  scrape = field(read, "id")
  fingerprint = field((await call(`/accounts/${ana.account}/consent`, { token })).json, "fingerprint")
  const id = await addBank(call, ana, "isolation")
  const [script] = listOf((await call("/scripts", { token })).json).filter((one) => field(one, "bank_id") === id)
  bank = { id, code: "isolation", script: field(script, "id") }
  const made = async (path: string) => field((await call(path, { token, json: bodies()[`POST ${path}`] })).json, "id")
  channels = { push: await made("/me/push"), notice: await made("/me/channels") }
})

/** Where Ana is told of codes. */
let channels: { readonly push: string; readonly notice: string }

/** What stands for a path's parameter: Ana's own. */
const owned = (): Readonly<Record<string, string>> => ({
  accountId: ana.account,
  movementId: ana.movement,
  requestId: ana.request,
  deliveryId: delivery,
  scrapeId: scrape,
  evidenceId: randomUUID(),
  assistanceId: randomUUID(),
  payerId: randomUUID(),
  channelId: channels.notice,
  id: ana.keyId
})
const idsOf = ({ path }: Route) => (path.startsWith("/me/push/") ? { id: channels.push } : {})
/** What all users share. */
const shared = (): Readonly<Record<string, string>> => ({ bankId: bank.id, scriptId: bank.script })

/** A body that the route's owner succeeds with. */
const bodies = (): Readonly<Record<string, unknown>> => ({
  "POST /auth/register": { email: `${randomUUID()}@example.com`, password: "long enough" },
  "POST /auth/login": { email: ana.email, password: "correct horse" },
  "PUT /me/operation-mode": { mode: "reconcile" },
  "DELETE /me": { current_password: "wrong horse" },
  "POST /me/password": { current_password: "wrong horse", new_password: "another horse" },
  "POST /me/api-keys": { name: "new", scopes: ["status:read"] },
  "POST /me/push": {
    kind: "web_push",
    endpoint: service().shop.url(`/browsers/${randomUUID()}`),
    // Of RFC 8291.
    keys: {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg"
    },
    label: "A phone",
    page_origin: "http://127.0.0.1",
    language: "en"
  },
  "POST /me/channels": { kind: "ntfy", name: "A phone", url: service().shop.url("/topics"), topic: randomUUID() },
  "PUT /accounts/:accountId/codes": { sms: { senders: ["Bank"], pattern: null } },
  "PUT /accounts/:accountId/asking": { hours: null, zone: null, most_per_day: null, snoozed_until: null },
  "PUT /accounts/:accountId/mailbox": {
    host: "imap.example.com",
    username: "ana",
    password: "mail-secret",
    senders: ["codes@bank.test"]
  },
  "POST /accounts/:accountId/assistances/:assistanceId/answer": { answer: "123" },
  "POST /v1/accounts/:accountId/assistances/:assistanceId/answer": { answer: "123" },
  "PUT /accounts/:accountId/totp": { secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" },
  "POST /v1/accounts/:accountId/sms": { from: "Bank", text: "Your code is 123456" },
  "POST /demo/webhook-secret": { account_id: ana.account },
  "POST /accounts": { bankId: service().bankId, name: "New" },
  "PATCH /accounts/:accountId": { name: "Main" },
  "DELETE /accounts/:accountId": { confirmation_name: "Main" },
  "PUT /accounts/:accountId/config": {
    webhook_url: service().shop.url("/hooks/isolation-ana"),
    pending_orders_endpoint: service().shop.url("/orders/isolation-ana")
  },
  "POST /accounts/:accountId/otp": { code: "123456" },
  "POST /v1/accounts/:accountId/otp": { code: "123456" },
  "POST /accounts/:accountId/consent": { fingerprint },
  "POST /accounts/:accountId/statements": { content: "Date,Amount\n2026-01-02,1.00", currency: "EUR" },
  "POST /conciliation/:requestId/resolve": { movement_id: ana.movement },
  "POST /conciliation/rehearsal": { preset: "strict" },
  "POST /deliveries/replay": { status: "exhausted" },
  "POST /banks": { code: randomUUID(), name: "New" },
  "POST /banks/:bankId/origins": { origins: ["https://more.test"] },
  "PATCH /banks/:bankId": { name: "Isolation" },
  "POST /banks/:bankId/scripts": publicationOf(bank.code, "2.0.0"),
  "POST /scripts/:scriptId/report": { against: bank.script, samples: [] }
})

/** Where the owner doesn't get the route's success, and where what is shared is not for everybody. */
const exceptions: Readonly<Record<string, { readonly owner?: number; readonly other?: number }>> = {
  // Nothing waits for a code; the present password is wrong, or Ana's token would end here.
  "POST /accounts/:accountId/otp": { owner: 409 },
  "DELETE /accounts/:accountId/otp": { owner: 409 },
  "POST /v1/accounts/:accountId/otp": { owner: 409 },
  "POST /accounts/:accountId/assistances/:assistanceId/answer": { owner: 409 },
  "GET /accounts/:accountId/assistances/:assistanceId/picture": { owner: 409 },
  "DELETE /accounts/:accountId/assistances/:assistanceId": { owner: 409 },
  "POST /v1/accounts/:accountId/assistances/:assistanceId/answer": { owner: 409 },
  "GET /v1/accounts/:accountId/assistances/:assistanceId/picture": { owner: 409 },
  "DELETE /v1/accounts/:accountId/assistances/:assistanceId": { owner: 409 },
  // No mailbox was saved before it.
  "POST /accounts/:accountId/mailbox/test": { owner: 404 },
  "POST /me/password": { owner: 400 },
  "DELETE /me": { owner: 400 },
  // There is none here.
  "POST /demo": { owner: 404 },
  "POST /demo/webhook-secret": { owner: 404 },
  // It is taken in already.
  "POST /accounts/:accountId/scrapes/:scrapeId/accept": { owner: 409 },
  // The match that it tells of is undone by then.
  "POST /deliveries/:deliveryId/replay": { owner: 409 },
  // Nothing has failed yet.
  "GET /accounts/:accountId/evidence/:evidenceId": { owner: 404 },
  // No such name was taught.
  "DELETE /accounts/:accountId/payers/:payerId": { owner: 404 },
  "POST /banks/:bankId/origins": { other: 403 },
  "PATCH /banks/:bankId": { other: 403 },
  "DELETE /banks/:bankId": { other: 403 },
  "POST /banks/:bankId/scripts": { other: 403 },
  // A version is compared with another one only.
  "POST /scripts/:scriptId/report": { owner: 400, other: 403 },
  "GET /scripts/:scriptId/bundle": { other: 403 }
}

const nameOf = ({ method, path }: Route): string => `${method} ${path}`
const paramsOf = ({ path }: Route): ReadonlyArray<string> =>
  [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "")

const fill = (route: Route, values: Readonly<Record<string, string>>): string =>
  route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`say what :${name} stands for, in this file`)
    return value
  })

const absent = "0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99"
const hers = (route: Route) => fill(route, { ...owned(), ...shared(), ...idsOf(route) })
const nobodys = (route: Route) =>
  fill(route, Object.fromEntries(paramsOf(route).map((name) => [name, absent] as const)))

/** What a route can't do without. */
const queries: Readonly<Record<string, string>> = {
  "GET /movements/daily": "?from=2026-01-01&to=2026-12-31",
  "GET /conciliation/daily": "?from=2026-01-01&to=2026-12-31"
}

const send = (route: Route, path: string, headers: Readonly<Record<string, string>>): Promise<Answer> => {
  const json = bodies()[nameOf(route)]
  if (route.takesBody && json === undefined) throw new Error(`say what the body of ${nameOf(route)} is, in this file`)
  const query = queries[nameOf(route)] ?? ""
  return service().call(`${path}${query}`, { method: route.method, headers, ...(json === undefined ? {} : { json }) })
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const withKey = (key: string) => ({ "x-api-key": key })

/** Everything of an answer that the caller can tell apart. */
const seen = ({ headers, status, text }: Answer) => [
  status,
  text,
  ...["content-type", "content-length", "www-authenticate", "allow", "cache-control", "counterfoil-error-code"].map(
    (name) => headers.get(name)
  )
]

const refusedAs = async (route: Route, headers: Readonly<Record<string, string>>, status: number, json: unknown) => {
  const answer = await send(route, hers(route), headers)
  expect([answer.status, answer.json]).toEqual([status, json])
  expect(seen(await send(route, nobodys(route), headers))).toEqual(seen(answer))
}

const coded = (code: string, message: string) => ({ error: { code, message } })
const dashboard = routes.filter(({ door }) => door === "dashboard")
const external = routes.filter(({ door }) => door === "v1")
const open = routes.filter(({ door }) => door === "open")
const titled = (list: ReadonlyArray<Route>) => list.map((route) => [nameOf(route), route] as const)
/** Whatever a path names is somebody's, unless it is shared. */
const isOwned = (route: Route) => paramsOf(route).some((name) => name !== "bankId" && name !== "scriptId")

describe("no route of the dashboard API is open to", () => {
  it.each(titled(dashboard))("whoever has no good token: %s", async (_, route) => {
    const none = { error: "Bearer token required" }
    const bad = { error: "Invalid or expired token" }
    await refusedAs(route, {}, 401, none)
    await refusedAs(route, bearer(expired(ana.token)), 401, bad)
    await refusedAs(route, bearer("not.a.token"), 401, bad)
    await refusedAs(route, { authorization: ana.token }, 401, none)
    for (const key of [ana.key, keys.narrow, keys.reader, keys.revoked]) {
      await refusedAs(route, withKey(key), 401, none)
      await refusedAs(route, { authorization: `Api-Key ${key}` }, 401, none)
      await refusedAs(route, bearer(key), 401, bad)
    }
  })
})

describe("no route of the external API is open to", () => {
  it.each(titled(external))("whoever has no good key: %s", async (name, route) => {
    const none = coded("UNAUTHORIZED", "API key required")
    const bad = coded("INVALID_API_KEY", "API key unknown, malformed or revoked")
    await refusedAs(route, {}, 401, none)
    await refusedAs(route, bearer(ana.token), 401, none)
    await refusedAs(route, bearer(expired(ana.token)), 401, none)
    const hint = "API key required: send it as Authorization: Api-Key <key> or x-api-key: <key>, not as Bearer"
    await refusedAs(route, bearer(ana.key), 401, coded("UNAUTHORIZED", hint))
    await refusedAs(route, withKey(ana.token), 401, bad)
    await refusedAs(route, withKey(`${ana.key.slice(0, -1)}~`), 401, bad)
    await refusedAs(route, withKey(keys.revoked), 401, bad)
    const [scope, without] = name.startsWith("GET") ? ["status:read", keys.writer] : ["otp:write", keys.reader]
    await refusedAs(route, withKey(without), 403, coded("FORBIDDEN", `The API key lacks the scope ${scope}`))
    await refusedAs(route, withKey(keys.narrow), 403, coded("FORBIDDEN", "The API key is not allowed for this account"))
    await refusedAs(route, withKey(leo.key), 404, coded("NOT_FOUND", "Account not found"))
  })

  it.each(titled(external.filter(({ path }) => path.includes("/assistances"))))(
    "a key as the contract knows it, which is for codes: %s",
    async (_, route) => {
      const message = "The API key is for codes only: make one with types all"
      await refusedAs(route, withKey(keys.contract), 403, coded("FORBIDDEN", message))
    }
  )
})

describe("an open route", () => {
  it.each(titled(open))("answers everybody alike: %s", async (_, route) => {
    const everybody = [{}, bearer(ana.token), bearer(expired(ana.token)), bearer("x"), withKey(ana.key), withKey("x")]
    for (const headers of everybody) {
      expect((await send(route, hers(route), headers)).status).toBe(route.success)
    }
  })
})

describe("another user's resource is one that doesn't exist", () => {
  it.each(titled(dashboard.filter(isOwned)))("on %s", async (_, route) => {
    const answer = await send(route, hers(route), bearer(leo.token))
    const none = await send(route, nobodys(route), bearer(leo.token))
    const malformed = fill(route, Object.fromEntries(paramsOf(route).map((name) => [name, "malformed"] as const)))

    expect(answer.status).toBe(404)
    expect(seen(answer)).toEqual(seen(none))
    expect(seen(await send(route, malformed, bearer(leo.token)))).toEqual(seen(none))
  })

  // Within an account of one's own.
  it.each(titled(dashboard.filter(({ path }) => path.includes(":movementId"))))("on %s, below it", async (_, route) => {
    const below = (movementId: string) => fill(route, { accountId: leo.account, movementId })
    const foreign = await send(route, below(ana.movement), bearer(leo.token))

    expect(foreign.status).toBe(404)
    expect(seen(foreign)).toEqual(seen(await send(route, below(absent), bearer(leo.token))))
  })
})

describe("what has no owner in its path", () => {
  const rest = dashboard.filter((route) => !isOwned(route))
  it.each(titled(rest))("shows nothing of another user: %s", async (name, route) => {
    const answer = await send(route, hers(route), bearer(leo.token))
    const mine = exceptions[name]
    expect(answer.status).toBe(mine?.other ?? mine?.owner ?? route.success)
    for (const secret of [
      ana.id,
      ana.email,
      ana.account,
      ana.movement,
      ana.request,
      delivery,
      ana.keyId,
      "isolation-ana"
    ]) {
      expect(answer.text).not.toContain(secret)
    }
  })
})

describe("its owner is served", () => {
  // What is deleted is deleted last.
  const order = [...dashboard, ...external].toSorted(
    (a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE") || b.path.length - a.path.length
  )
  it.each(titled(order))("on %s", async (name, route) => {
    const answer = await send(route, hers(route), route.door === "v1" ? withKey(ana.key) : bearer(ana.token))
    expect([answer.status, answer.text]).toEqual([exceptions[name]?.owner ?? route.success, answer.text])
  })
})
