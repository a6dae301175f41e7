import { Result } from "effect"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"
import { finish, type PollFacts, readingPollAnswer, reviewingPoll } from "@counterfoil/domain"

const item = { external_id: "A-1", amount: "120.50", currency: "EUR", name: "María García" }
const now = Date.parse("2026-11-20T12:00:00Z")
const readText = (text: string) => finish(readingPollAnswer(new TextEncoder().encode(text), now))
const answerTo = (text: string) => Result.getOrThrow(readText(text))
const answer = (body: unknown) => answerTo(JSON.stringify(body))
const faultOf = (facts: object) => answer([{ ...item, ...facts }]).faults.map(({ message }) => message)[0]

describe("a poll's answer", () => {
  it("is a list, or an object with orders or data", () => {
    const bodies = [[item], { orders: [item] }, { data: [item], next: null }]
    expect(bodies.map((body) => answer(body).orders.length)).toEqual([1, 1, 1])
    expect(answer({ orders: [], next: "/orders?page=2" })).toMatchObject({ isEmpty: true, next: "/orders?page=2" })
  })

  it.each([null, "[]", 7, { orders: {} }, { items: [] }, { orders: [], next: 2 }])("%j can't be read", (body) => {
    expect(Result.isFailure(readText(JSON.stringify(body)))).toBe(true)
  })

  it("gives all that an order may have", () => {
    const full = {
      external_id: 1001,
      amount: 120.5,
      currency: "eur",
      sender_name: " María García ",
      created_at: "2026-11-20 10:30:00+0100",
      reference: 77,
      tax_id: "B12345674",
      account: "ES91 2100",
      more: {}
    }
    expect(answer([full]).orders).toEqual([
      {
        externalId: "1001",
        amountMinor: 12_050n,
        currency: "EUR",
        name: "María García",
        createdAt: Date.parse("2026-11-20T09:30:00Z"),
        reference: "77",
        taxId: "B12345674",
        payerAccount: "ES91 2100"
      }
    ])
  })

  it("takes null and empty for absent, and a time without zone for UTC", () => {
    const read = answer([{ ...item, created_at: null, reference: "", tax_id: null }]).orders[0]
    expect(Object.keys(read ?? {})).toEqual(["externalId", "amountMinor", "currency", "name"])
    expect(answer([{ ...item, created_at: "2026-11-20T10:30:00.5" }]).orders[0]?.createdAt).toBe(
      Date.parse("2026-11-20T10:30:00.500Z")
    )
  })

  it.each([
    ["2026-11-20 10:30:00+00", "as Postgres prints it"],
    ["2026-11-20T05:00:00-05:30", "with minutes"],
    ["2026-11-20T05:30-05", "with hours alone, without seconds"],
    ["2026-11-20t10:30:00z", "in small letters"]
  ])("takes the time %s (%s)", (created_at) => {
    expect(answer([{ ...item, created_at }]).orders[0]?.createdAt).toBe(Date.parse("2026-11-20T10:30:00Z"))
  })

  it("takes an order that is dated ahead, as that of next month's invoice", () => {
    expect(answer([{ ...item, created_at: "2026-12-21T12:00:00Z" }]).orders[0]?.createdAt).toBe(
      Date.parse("2026-12-21T12:00:00Z")
    )
  })

  it.each([
    [{ external_id: undefined }, "external_id is required"],
    [{ external_id: null }, "external_id is required"],
    [{ external_id: "" }, "external_id is required"],
    [{ external_id: "  " }, "external_id is required"],
    [
      { external_id: 1.5 },
      "external_id must be a text of 1 to 200 characters, or a whole number that JSON keeps exactly"
    ],
    [
      { external_id: "A\u00001" },
      "external_id must be a text of 1 to 200 characters, or a whole number that JSON keeps exactly"
    ],
    [{ amount: 1e21 }, "amount must be a decimal such as 12.50, without exponent, spaces or separators"],
    [{ amount: 0.1 + 0.2 }, "amount has more than 15 digits, which a JSON number does not keep; send it as a string"],
    [{ amount: "1".repeat(60) }, "amount is too large"],
    [{ amount: "12,50" }, "amount must be a decimal such as 12.50, without exponent, spaces or separators"],
    [{ amount: 12.345 }, "amount has more decimals than EUR has (2)"],
    [{ amount: undefined }, "amount is required"],
    [{ amount: null }, "amount is required"],
    [{ amount: "" }, "amount is required"],
    [{ amount: true }, "amount must be a decimal text or a number"],
    [{ amount: "0.00" }, "amount must be more than 0"],
    [{ amount: -5 }, "amount must be more than 0"],
    [{ currency: undefined }, "currency is required"],
    [{ currency: " " }, "currency is required"],
    [{ currency: 978 }, "currency must be an ISO 4217 code such as EUR"],
    [{ currency: "euro" }, "currency must be an ISO 4217 code such as EUR"],
    [{ currency: "XXQ" }, "currency must be an ISO 4217 code such as EUR"],
    [{ name: "  " }, "name is required"],
    [{ name: {} }, "name must be a text"],
    [{ name: "", sender_name: 1.5 }, "sender_name must be a text"],
    [{ created_at: "yesterday" }, "created_at must be an ISO 8601 timestamp"],
    [{ created_at: "2026-02-30T10:00:00Z" }, "created_at must be an ISO 8601 timestamp"],
    [{ created_at: "0000-01-01T00:00:00Z" }, "created_at must be an ISO 8601 timestamp"],
    [{ created_at: "9999-12-31T23:59:59-05:00" }, "created_at must lie between 1970 and 2200"],
    [{ created_at: "2030-01-01T00:00:00Z" }, "created_at must not lie more than 31 days ahead"],
    [{ created_at: "2026-12-21T12:00:01Z" }, "created_at must not lie more than 31 days ahead"],
    [{ created_at: 1_700_000_000 }, "created_at must be an ISO 8601 timestamp"],
    [{ reference: "x".repeat(201) }, "reference must have at most 200 characters"]
  ])("with %j says what is wrong", (facts, message) => {
    expect(faultOf(facts)).toBe(message)
  })

  it("says so of an amount that no number keeps", () => {
    const { faults } = answerTo(`[{"external_id":"A","amount":1e999,"currency":"EUR","name":"Ana"}]`)
    expect(faults.map(({ message }) => message)).toEqual(["amount must be a finite number"])
  })

  it("leaves out of texts what can't be stored", () => {
    expect(answer([{ ...item, name: "Ana\u0000 Ruiz\ud800" }]).orders[0]?.name).toBe("Ana Ruiz\ufffd")
  })

  it("keeps the good items beside the bad, and lists both", () => {
    const read = answer([item, null, { ...item, external_id: "A-2", amount: "x" }, item])
    expect(read.orders.map(({ externalId }) => externalId)).toEqual(["A-1"])
    expect(read.faults.map(({ index, externalId }) => [index, externalId])).toEqual([
      [1, undefined],
      [2, "A-2"],
      [3, "A-1"]
    ])
    expect(read.faults[2]?.message).toBe("external_id appears twice in this answer")
    expect([...read.listed]).toEqual(["A-1", "A-2"])
  })
})

describe("the text of an answer", () => {
  it("is read as JSON.parse reads it, however it is spelled", () => {
    const known = FastCheck.constantFrom("orders", "data", "next", "more")
    const value = FastCheck.oneof(
      FastCheck.jsonValue(),
      FastCheck.array(FastCheck.record({ external_id: FastCheck.string() }))
    )
    const body = FastCheck.oneof(value, FastCheck.dictionary(known, value))
    FastCheck.assert(
      FastCheck.property(body, FastCheck.constantFrom("", " ", "\n\t"), (json, space) => {
        const spelled = JSON.stringify(json, null, space)
        const items: unknown = Array.isArray(json) ? json : (Object(json)["orders"] ?? Object(json)["data"])
        const next: unknown = Array.isArray(json) ? null : Object(json)["next"]
        const isGood = Array.isArray(items) && (next === undefined || next === null || typeof next === "string")
        const expected = isGood
          ? { items: items.length, next: next === null || next === "" ? undefined : next }
          : "refused"
        const read = readText(`${space}${spelled}${space}`)
        const summary = Result.isFailure(read)
          ? "refused"
          : { items: read.success.orders.length + read.success.faults.length, next: read.success.next }
        expect(summary).toEqual(expected)
      })
    )
  })

  it("that is no JSON is refused, wherever it is broken", () => {
    const good = JSON.stringify({ more: ['\\"]', {}], orders: [item, { ...item, external_id: "A-2" }], next: "/2" })
    expect(answerTo(good).orders.length).toBe(2)
    for (let end = 0; end < good.length; end += 1) expect(Result.isFailure(readText(good.slice(0, end)))).toBe(true)
    for (const text of [
      "[1,]",
      "[,]",
      "[1 2]",
      "[1],",
      '{"orders":[]]',
      '{"orders"}',
      "{orders:[]}",
      "[tru]",
      '["\u0001"]'
    ]) {
      expect([text, Result.isFailure(readText(text))]).toEqual([text, true])
    }
  })

  it("counts a member that is there twice as it is there last", () => {
    expect(answerTo(`{"orders":[1,2],"data":[3],"orders":null}`).faults.length).toBe(1)
    expect(answerTo(`{"orders":null,"\\u006frders":[1,2]}`).faults.length).toBe(2)
  })

  it("that is long is read in short pieces, whatever it holds", () => {
    const size = 3 * 1024 * 1024
    const items = Array.from({ length: 10_000 }, (_, index) => ({ ...item, external_id: `A-${index}` }))
    const pieces = (text: string) => {
      let count = 1
      for (const steps = readingPollAnswer(new TextEncoder().encode(text), now); steps.next().done !== true;) count += 1
      return count
    }

    expect(pieces(JSON.stringify(items))).toBeGreaterThan(items.length)
    for (const brackets of [
      "[".repeat(size),
      "[".repeat(size / 2) + "]".repeat(size / 2),
      `[${'{"orders":'.repeat(300_000)}[]${"}".repeat(300_000)}]`,
      `{"more":[${"{},".repeat(size / 3)}{}],"orders":[]}`,
      `["${'\\"'.repeat(size / 2)}"]`,
      `["${"\\".repeat(size)}"]`,
      `["${'\\"'.repeat(size / 2)}`,
      `{"${"x".repeat(size)}":1,"orders":[]}`,
      `[${" ".repeat(size)}]`,
      `${" ".repeat(size)}[]`,
      `[]${" ".repeat(size)}`,
      `{"orders"${" ".repeat(size)}:[]}`
    ]) {
      expect(pieces(brackets)).toBeGreaterThan(40)
    }
  })

  it("says in a word, too, what is wrong with an item", () => {
    const reasonOf = (facts: object) => {
      const [fault] = answer([{ ...item, ...facts }]).faults
      return [fault?.code, fault?.field]
    }
    expect(reasonOf({ amount: "12,50" })).toEqual(["amount_shape", undefined])
    expect(reasonOf({ amount: -5 })).toEqual(["amount_not_positive", undefined])
    expect(reasonOf({ amount: "1.234" })).toEqual(["amount_decimals", undefined])
    expect(reasonOf({ currency: "EURO" })).toEqual(["currency", undefined])
    expect(reasonOf({ created_at: "25/11/2026" })).toEqual(["date_shape", undefined])
    expect(reasonOf({ name: undefined })).toEqual(["name_missing", undefined])
    expect(reasonOf({ external_id: undefined })).toEqual(["external_id_missing", undefined])
    expect(reasonOf({ amount: undefined })).toEqual(["amount_missing", undefined])
    expect(reasonOf({ currency: undefined })).toEqual(["currency_missing", undefined])
    expect(reasonOf({ created_at: "2030-01-01" })).toEqual(["date_ahead", undefined])
    expect(reasonOf({ reference: {} })).toEqual(["text_kind", "reference"])
    expect(reasonOf({ tax_id: "1".repeat(201) })).toEqual(["text_length", "tax_id"])
  })

  it("has items of up to 64 KiB; a longer one is told of, and spoils nothing", () => {
    const long = { ...item, external_id: "A-2", more: "x".repeat(64 * 1024) }
    const { faults, orders } = answer([item, long])
    expect(orders.length).toBe(1)
    expect(faults).toEqual([
      {
        index: 1,
        externalId: undefined,
        code: "too_long",
        message: "The item is longer than 64 KiB, or nests too deep"
      }
    ])
  })

  it("has items that nest up to 100 levels; a deeper one is told of, and spoils nothing", () => {
    const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`
    const withMore = (id: string, more: string) =>
      `${JSON.stringify({ ...item, external_id: id }).slice(0, -1)},"more":${more}}`
    const { faults, orders } = answerTo(`[${withMore("A-1", nested(99))},${withMore("A-2", nested(100))}]`)
    expect(orders.map(({ externalId }) => externalId)).toEqual(["A-1"])
    expect(faults).toEqual([
      {
        index: 1,
        externalId: undefined,
        code: "too_long",
        message: "The item is longer than 64 KiB, or nests too deep"
      }
    ])
  })
})

describe("an order that is no longer listed", () => {
  const poll = (facts: Partial<PollFacts>) => {
    const steps = reviewingPoll({
      open: [{ externalId: "A", missedPolls: 0 }],
      listed: new Set(),
      previousWasEmpty: false,
      answerIsEmpty: false,
      hasNameless: false,
      ...facts
    })
    const review = finish(steps)
    return [review.withdrawn, [...review.missedPolls]]
  }
  const missedOnce = [{ externalId: "A", missedPolls: 1 }]

  it("is withdrawn by the second poll in a row", () => {
    expect(poll({})).toEqual([[], [["A", 1]]])
    expect(poll({ open: missedOnce })).toEqual([["A"], [["A", 2]]])
  })

  it("starts anew once it is listed again", () => {
    expect(poll({ open: missedOnce, listed: new Set(["A"]) })).toEqual([[], [["A", 0]]])
    expect(poll({ listed: new Set(["A"]) })).toEqual([[], []])
  })

  it("isn't counted beside an item that has no id, for that may be it", () => {
    expect(poll({ open: missedOnce, hasNameless: true })).toEqual([[], []])
    expect(poll({ open: missedOnce, hasNameless: true, listed: new Set(["A"]) })).toEqual([[], [["A", 0]]])
  })

  it("isn't counted by an empty answer, unless that repeats", () => {
    expect(poll({ open: missedOnce, answerIsEmpty: true })).toEqual([[], []])
    expect(poll({ answerIsEmpty: true, previousWasEmpty: undefined })).toEqual([[], []])
    expect(poll({ open: missedOnce, answerIsEmpty: true, previousWasEmpty: true })).toEqual([["A"], [["A", 2]]])
  })
})
