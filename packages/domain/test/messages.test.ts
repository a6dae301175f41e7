import { Option, Result, Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  codeFits,
  movementBody,
  notificationBody,
  notificationOf,
  orderResultBody,
  parseDecimal,
  realtimeEventTypes,
  RealtimeMessage,
  reservedWebhookKeys
} from "@counterfoil/domain"

const id = "0190f3c2-7a54-7b1e-8f7e-1f0a8f6d9c11"
const order = { externalId: "A-1", amountMinor: 12_050n, currency: "EUR", name: 'María "G" López' }

describe("the body of a result webhook", () => {
  it.each(["matched", "ambiguous", "expired"] as const)("of %s is the contract's, to the byte", (status) => {
    expect(orderResultBody({ ...order, status })).toBe(
      `{"external_id":"A-1","status":"${status}","amount":120.5,"currency":"EUR","name":"María \\"G\\" López"}`
    )
  })

  it("of a bank movement is the contract's, to the byte", () => {
    const movement = {
      id,
      amountMinor: 1_000n,
      currency: "JPY",
      name: "ACME",
      receivedAt: Date.parse("2026-11-19T23:00:00Z")
    }
    expect(movementBody(movement)).toBe(
      `{"id":"${id}","amount":1000,"currency":"JPY","name":"ACME","received_at":"2026-11-19T23:00:00.000Z"}`
    )
  })

  it("has the extra fields after its own, but for the reserved keys", () => {
    const extra = { tenant: 7, amount: 1, nested: { id: "kept" }, external_id: "x", received_at: null, none: null }
    expect(orderResultBody({ ...order, status: "matched" }, extra)).toMatch(
      /López","tenant":7,"nested":\{"id":"kept"\},"none":null\}$/
    )
    expect(orderResultBody({ ...order, status: "matched" }, null)).toBe(
      orderResultBody({ ...order, status: "matched" })
    )
  })

  it("is JSON whose own fields no extra field can change", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom(...reservedWebhookKeys)), fc.jsonValue()),
        fc.string(),
        (extra, name) => {
          const parsed = JSON.parse(orderResultBody({ ...order, name, status: "matched" }, extra))
          expect(parsed).toMatchObject({ external_id: "A-1", status: "matched", amount: 120.5, currency: "EUR", name })
          expect("received_at" in parsed).toBe(false)
        }
      )
    )
  })

  it("has amounts that no float could hold", () => {
    const body = orderResultBody({ ...order, amountMinor: 2n ** 63n - 1n, status: "matched" })
    const literal = /"amount":([^,]+)/.exec(body)?.[1] ?? ""
    expect(Result.getOrThrow(parseDecimal(literal, "EUR"))).toBe(2n ** 63n - 1n)
  })
})

describe("a notification", () => {
  it("tells account, bank and time beside the event's data", () => {
    const data = { kind: "timeout", message: "No.", blocked: false } as const
    const body = notificationBody({
      type: "scrape_failed",
      accountId: id,
      bank: "demo",
      accountName: "Main",
      occurredAt: 0,
      data
    })
    expect(body).toBe(
      `{"type":"scrape_failed","account_id":"${id}","bank":"demo","account_name":"Main",` +
        `"occurred_at":"1970-01-01T00:00:00.000Z","data":{"kind":"timeout","message":"No.","blocked":false}}`
    )
  })

  it("has the extra fields merged in, but for the contract's keys and its own", () => {
    const own = { type: "x", account_id: "x", bank: "x", account_name: "x", occurred_at: "x", data: "x" }
    const contract = Object.fromEntries(reservedWebhookKeys.map((key) => [key, "x"]))
    const facts = {
      type: "login_failed",
      accountId: id,
      bank: "demo",
      accountName: "Main",
      occurredAt: 0,
      data: {}
    } as const
    const plain: unknown = JSON.parse(notificationBody(facts))
    const body: unknown = JSON.parse(
      notificationBody(facts, { ...own, ...contract, shop: "north", nested: { a: [null] } })
    )
    expect(body).toEqual({ ...Object(plain), shop: "north", nested: { a: [null] } })
  })

  it("is made of five of the events only", () => {
    const types = [...realtimeEventTypes, "movements.stored", "movements.removed", "script.changed"] as const
    const named = types.map((type) => [type, Option.getOrNull(notificationOf(type))])
    expect(named.filter(([, name]) => name !== null)).toEqual([
      ["assistance.requested", "assistance_required"],
      ["login.failed", "login_failed"],
      ["scrape.failed", "scrape_failed"],
      // These are ours, the others the contract's.
      ["movements.removed", "movements_removed"],
      ["script.changed", "script_changed"]
    ])
  })
})

describe("a realtime message", () => {
  const message = (type: string, data: object) => ({
    type,
    userId: id,
    accountId: id,
    data,
    occurredAt: "2026-11-20T10:00:00Z"
  })
  const accepts = Schema.is(RealtimeMessage)

  it("has the data of its type", () => {
    const descriptor = { length: 6, type: "numeric" }
    expect(
      accepts(
        message("assistance.requested", {
          id,
          type: "otp",
          descriptor,
          attempts: 0,
          expires_at: "2026-11-20T10:05:00Z"
        })
      )
    ).toBe(true)
    expect(accepts(message("session.started", { session_id: id }))).toBe(true)
    expect(accepts(message("scrape.failed", { kind: "timeout", message: "", blocked: false }))).toBe(true)
    expect(accepts(message("login.failed", { kind: "timeout", message: "", blocked: false }))).toBe(false)
    expect(accepts(message("session.started", { kind: "timeout" }))).toBe(false)
  })
})

describe("a one-time code", () => {
  it.each([
    ["123456", true],
    ["12345", false],
    ["1234567", false],
    ["12345a", false],
    ["１２３４５６", false],
    ["12345\n", false],
    ["", false]
  ])("numeric of six: %j fits: %s", (code, fits) => {
    expect(codeFits({ length: 6, type: "numeric" }, code)).toBe(fits)
  })

  it("may have letters where it is alphanumeric, and no more", () => {
    expect(["aB3", "a-3", "ñB3", "a 3"].map((code) => codeFits({ length: 3, type: "alphanumeric" }, code))).toEqual([
      true,
      false,
      false,
      false
    ])
  })
})
