/**
 * Texts that Postgres or JSON don't keep (NUL, half of a surrogate pair), names that objects have by themselves, and numbers that
 * are too large, in each text of each body: refused in words or kept, never a fault, and what is read afterwards is whole.
 */
import { beforeAll, describe, expect, it } from "vitest"
import { today } from "../contract/support/ScriptedBank.ts"
import { must } from "../contract/support/Service.ts"
import { serve, service } from "../contract/support/shared.ts"
import { listOf, type Owner, ownerOf } from "../contract/support/world.ts"
import { until } from "../races/support.ts"

serve()

let ana: Owner
beforeAll(async () => {
  ana = await ownerOf("unstorable")
})

const texts = ["a\0b", "\ud800", "__proto__"]

type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** The body with each of its texts, names of fields of free JSON among them, replaced by the text, one at a time. */
const variants = (body: Json, text: string, isFree = false): ReadonlyArray<Json> => {
  if (typeof body === "string") return [text]
  if (Array.isArray(body)) {
    return body.flatMap((one: Json, nth) =>
      variants(one, text, isFree).map((other) => body.map((kept: Json, place) => (place === nth ? other : kept)))
    )
  }
  if (typeof body !== "object" || body === null) return []
  return Object.entries(body).flatMap(([key, value]) => [
    ...variants(value, text, isFree || freeJson.has(key)).map((other) => ({ ...body, [key]: other })),
    // Written out: `{ ...body, __proto__: x }` would say something else.
    ...(isFree ? [Object.fromEntries([...Object.entries(body), [text, value]])] : [])
  ])
}
const freeJson = new Set(["polling_body", "webhook_extra_fields"])

const url = (path: string) => service().shop.url(path)

const bodies = (): Readonly<Record<string, readonly [method: string, path: string, body: Json]>> => ({
  register: ["POST", "/auth/register", { email: "n@example.com", password: "long enough", name: "N" }],
  "log in": ["POST", "/auth/login", { email: ana.email, password: "correct horse" }],
  password: ["POST", "/me/password", { current_password: "wrong horse", new_password: "another horse" }],
  "a key": ["POST", "/me/api-keys", { name: "new", scopes: ["status:read"], account_ids: [ana.account] }],
  ntfy: ["POST", "/me/channels", { kind: "ntfy", name: "A", url: url("/t"), topic: "topic", token: "tk" }],
  telegram: ["POST", "/me/channels", { kind: "telegram", name: "A", url: url("/t"), bot_token: "1:x", chat_id: "42" }],
  email: [
    "POST",
    "/me/channels",
    {
      kind: "email",
      name: "A",
      host: "smtp.example.com",
      port: 465,
      security: "tls",
      username: "u",
      password: "p",
      from: "a@b.test",
      to: "c@d.test",
      page_origin: "https://a.test"
    }
  ],
  push: [
    "POST",
    "/me/push",
    {
      kind: "web_push",
      endpoint: url("/browser"),
      keys: {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg"
      },
      label: "A phone",
      page_origin: "http://127.0.0.1",
      language: "en"
    }
  ],
  "an account": ["POST", "/accounts", { bankId: service().bankId, name: "New" }],
  "its name": ["PATCH", `/accounts/${ana.bare}`, { name: "Other" }],
  "its removal": ["DELETE", `/accounts/${ana.account}`, { confirmation_name: "Other" }],
  settings: [
    "PUT",
    `/accounts/${ana.bare}/config`,
    {
      webhook_url: url("/hooks/x"),
      pending_orders_endpoint: url("/orders/x"),
      webhook_auth_type: "bearer",
      webhook_auth_token: "t",
      notification_endpoint_url: url("/n"),
      notification_auth_type: "bearer",
      notification_auth_token: "t",
      notification_events: ["login_failed"],
      polling_method: "POST",
      polling_body: { a: "b", c: ["d", { e: "f" }] },
      auth_type: "bearer",
      auth_token: "t",
      bank_username: "u",
      bank_password: "p",
      webhook_extra_fields: { g: "h", i: { j: "k" } },
      login_mode: "assisted"
    }
  ],
  codes: ["PUT", `/accounts/${ana.account}/codes`, { sms: { senders: ["Bank"], pattern: "(\\d+)" } }],
  asking: [
    "PUT",
    `/accounts/${ana.bare}/asking`,
    {
      hours: { from: "09:00", to: "10:00" },
      zone: "Europe/Madrid",
      most_per_day: 3,
      snoozed_until: "2026-11-20T09:00:00Z"
    }
  ],
  mailbox: [
    "PUT",
    `/accounts/${ana.account}/mailbox`,
    {
      host: "imap.example.com",
      username: "ana",
      password: "secret",
      folder: "INBOX",
      senders: ["codes@bank.test"],
      subject: "Code",
      pattern: "(\\d+)"
    }
  ],
  "a mailbox with tokens": [
    "PUT",
    `/accounts/${ana.account}/mailbox`,
    {
      host: "imap.example.com",
      username: "ana",
      senders: ["codes@bank.test"],
      oauth: { token_url: "https://a.test/t", client_id: "c", client_secret: "s", refresh_token: "r" }
    }
  ],
  totp: ["PUT", `/accounts/${ana.account}/totp`, { secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" }],
  "a message": [
    "POST",
    `/v1/accounts/${ana.account}/sms`,
    { from: "Bank", text: "Code 1", sent_at: "2026-11-20T09:00:00Z" }
  ],
  "a code": ["POST", `/v1/accounts/${ana.account}/otp`, { code: "123456" }],
  "a statement": [
    "POST",
    `/accounts/${ana.account}/statements`,
    { content: "Date,Amount,Description\n2026-01-02,1.00,x", currency: "EUR", format: "csv" }
  ],
  "a choice": [
    "POST",
    `/conciliation/${ana.request}/resolve`,
    { movement_id: ana.movement, movement_ids: [ana.movement], request_ids: [ana.request] }
  ],
  rehearsal: ["POST", "/conciliation/rehearsal", { preset: "strict", account_id: ana.account }],
  replay: ["POST", "/deliveries/replay", { status: "exhausted", account_id: ana.account }],
  "a bank": ["POST", "/banks", { code: "new", name: "New", loginUrl: "https://bank.test/" }],
  "a bank's name": ["PATCH", `/banks/${service().bankId}`, { name: "Bank demo" }],
  origins: ["POST", `/banks/${service().bankId}/origins`, { origins: ["https://more.test"] }],
  consent: ["POST", `/accounts/${ana.account}/consent`, { fingerprint: "0" }]
})

describe("a text that can't be kept as it is", () => {
  for (const text of texts) {
    it(`is refused or kept in every field: ${JSON.stringify(text.slice(0, 9))}`, async () => {
      const { call, operator } = service()
      const faults: Array<string> = []
      for (const [name, [method, path, body]] of Object.entries(bodies())) {
        for (const json of variants(body, text)) {
          const v1 = path.startsWith("/v1")
          const token = path.startsWith("/banks") ? operator.token : ana.token
          const answer = await call(path, { method, json, ...(v1 ? { key: ana.key } : { token }) })
          const isClear = answer.status < 400 || /"(error|message)":"?./.test(answer.text)
          if (answer.status >= 500 || !isClear) faults.push(`${name}: ${answer.status} for ${JSON.stringify(json)}`)
        }
      }
      expect(faults).toEqual([])
      for (const path of ["/accounts", "/accounts/overview", "/me/api-keys", "/me/channels", "/me/push", "/banks"]) {
        must(await call(path, { token: ana.token }), 200)
      }
      for (const path of ["config", "codes", "asking", "mailbox", "activity", "state"]) {
        must(await call(`/accounts/${ana.account}/${path}`, { token: ana.token }), 200)
        must(await call(`/accounts/${ana.bare}/${path}`, { token: ana.token }), 200)
      }
    })
  }
})

it("what a bank prints and a shop lists of that kind is taken or told, and the rest of it goes on", async () => {
  const { account, bank, call, listen, person, shop } = service()
  const leo = await person("reconcile")
  const row = (nth: number, words: string) => ({
    id: `U-${nth}`,
    date: today(),
    amount: `${10 + nth}.50`,
    currency: "EUR",
    description: `TRF ${words}`,
    counterparty: `Payer ${words}`
  })
  bank.customer("unstorable-rows", { movements: [...texts, "plain"].map((words, nth) => row(nth, words)) })
  shop.list(
    "/orders/unstorable-rows",
    [...texts, "plain"].map((words, nth) => ({
      external_id: `ORDER ${words}`,
      amount: `${10 + nth}.50`,
      currency: "EUR",
      name: `Payer ${words}`
    }))
  )
  const stream = await listen(leo)
  const id = await account(leo, {
    webhook_url: shop.url("/hooks/unstorable-rows"),
    pending_orders_endpoint: shop.url("/orders/unstorable-rows"),
    bank_username: "unstorable-rows",
    bank_password: "bank-secret"
  })
  await stream.until(id, "session.stopped")
  const plain = () => shop.sent("/hooks/unstorable-rows").some(({ json }) => Object(json).external_id === "ORDER plain")
  const told = await until(plain)
  const activity = must(await call(`/accounts/${id}/activity`, { token: leo.token }), 200).text
  expect(told, activity).toBe(true)
  expect(listOf(must(await call(`/accounts/${id}/movements`, { token: leo.token }), 200).json).length).toBeGreaterThan(
    0
  )
  must(await call("/conciliation", { token: leo.token }), 200)
})

it("a day or a time that no calendar of a database has is refused in words", async () => {
  const { call } = service()
  const { account, token } = ana
  for (const at of ["-200000-01-01T00:00:00.000Z", "-004800-01-01T00:00:00.000Z", "+275760-09-13T00:00:00.000Z"]) {
    const json = { hours: null, zone: null, most_per_day: null, snoozed_until: at }
    const refused = must(await call(`/accounts/${account}/asking`, { method: "PUT", token, json }), 400)
    expect(refused.text).toContain("snoozed_until must be null or an instant")
  }
  for (const list of ["movements", "conciliation"]) {
    const days = (from: string, to: string, zone = "UTC") =>
      call(`/${list}/daily?from=${from}&to=${to}&zone=${zone}`, { token })
    expect(must(await days("0000-01-01", "0000-02-01"), 400).text).toContain("from must be a date such as 2026-11-20")
    for (const zone of ["UTC", "Asia/Tokyo", "America/New_York"]) {
      must(await days("0001-01-01", "0001-02-01", zone), 200)
    }
  }
})
