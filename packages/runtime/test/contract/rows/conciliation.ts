import { beforeAll, describe, expect, it } from "vitest"
import { aTime, anId, eventually } from "../support/expectations.ts"
import { daysAgo, order, payment, reconciled } from "../support/orders.ts"
import { type Answer, field, must, type Person } from "../support/Service.ts"
import { today } from "../support/ScriptedBank.ts"
import { service } from "../support/shared.ts"
import { listOf } from "../support/world.ts"

let ana: Person
beforeAll(async () => {
  ana = await service().person("reconcile")
})

const caller = (person: () => Person) => ({
  get: (path: string) => service().call(path, { token: person().token }),
  post: (path: string) => service().call(path, { method: "POST", token: person().token })
})
const { get, post } = caller(() => ana)
const shown = ({ json, status }: Answer) => [status, json]
const queued = [202, { queued: true }]

const find = async (externalId: string) => {
  const found = listOf((await get("/conciliation?limit=200")).json).find(
    (one) => field(one, "external_id") === externalId
  )
  return { id: field(found, "id"), status: field(found, "status"), record: found }
}
const untilIs = (externalId: string, status: string) =>
  eventually(
    () => find(externalId),
    (found) => found.status === status
  )

describe("an order that was paid", () => {
  it("is matched: told by webhook, listed, and shown with its attempts and its match", async () => {
    const { account, hook } = await reconciled(ana, "paid", { orders: [order("O-1")], payments: [payment("P-1")] })
    const [sent] = await service().shop.called(hook, 1)
    const { id, record } = await find("O-1")
    const [movement] = listOf((await get(`/accounts/${account}/movements`)).json)
    const request = {
      id: anId,
      account_id: account,
      external_id: "O-1",
      status: "matched",
      amount: "12.50",
      currency: "EUR",
      sender_name: "Ana Ruiz",
      created_at: aTime,
      bank: "demo",
      account_name: "Main"
    }
    const detail = await get(`/conciliation/${id}`)
    const { attempts } = Object(detail.json)
    const match = {
      id: anId,
      request_id: id,
      bank_transaction_id: field(movement, "id"),
      is_primary: true,
      amount: "12.50",
      currency: "EUR",
      sender_name: "Ana Ruiz",
      received_at: `${today()}T00:00:00.000Z`
    }

    expect(record).toEqual(request)
    const matches = [{ ...match, also_pays: [] }]
    expect(shown(detail)).toEqual([200, { ...request, attempts: expect.any(Array), match, matches }])
    expect(attempts.at(-1)).toEqual({
      id: anId,
      request_id: id,
      attempt_number: attempts.length,
      result: "matched",
      reason: expect.stringMatching(/./),
      created_at: aTime
    })
    expect(sent?.json).toEqual({
      external_id: "O-1",
      status: "matched",
      amount: 12.5,
      currency: "EUR",
      name: "Ana Ruiz"
    })
  })

  it("has its webhook replayed with the same id and bytes", async () => {
    const { hook } = await reconciled(ana, "again", { orders: [order("O-2")], payments: [payment("P-2")] })
    await service().shop.called(hook, 1)
    const replayed = await post(`/conciliation/${(await find("O-2")).id}/notify`)
    const [first, second] = await service().shop.called(hook, 2)

    expect(shown(replayed)).toEqual(queued)
    expect(second?.text).toBe(first?.text)
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"])
  })

  it("keeps a number as its reference as text, and takes an amount as a number", async () => {
    const orders = { orders: [order(4711, { amount: 12.5 })] }
    const { account, hook, ordersPath } = await reconciled(ana, "numbers", { orders: [], payments: [payment("P-3")] })
    service().shop.list(ordersPath, orders)
    expect(shown(await post(`/conciliation/poll/${account}`))).toEqual(queued)
    const [sent] = await service().shop.called(hook, 1)

    expect(sent?.json).toMatchObject({ external_id: "4711", amount: 12.5 })
  })
})

describe("an order that two payments could pay", () => {
  it("is ambiguous: told so, without a match, until a person takes one out and runs it again", async () => {
    const payments = [payment("P-4"), payment("P-5", { description: "TRF 2" })]
    const { account, hook } = await reconciled(ana, "twice", { orders: [order("O-4")], payments })
    const [sent] = await service().shop.called(hook, 1)
    const { id, status } = await find("O-4")
    const ambiguous = Object((await get(`/conciliation/${id}`)).json)
    const [one] = listOf((await get(`/accounts/${account}/movements`)).json)
    must(await post(`/accounts/${account}/movements/${field(one, "id")}/exclude`), 200)
    const run = await post(`/conciliation/${id}/run`)
    const [, then] = await service().shop.called(hook, 2)

    expect([status, ambiguous.match, ambiguous.attempts.at(-1).result]).toEqual(["ambiguous", null, "ambiguous"])
    expect(sent?.json).toEqual({
      external_id: "O-4",
      status: "ambiguous",
      amount: 12.5,
      currency: "EUR",
      name: "Ana Ruiz"
    })
    expect(shown(run)).toEqual(queued)
    expect(then?.json).toMatchObject({ external_id: "O-4", status: "matched" })
  })
})

describe("an order that a person settles", () => {
  it("is matched by the payment they choose, told so, explained, and separated again without a word", async () => {
    const wife = payment("P-20", { counterparty: "Petra Lang", amount: "77.00" })
    const { account, hook } = await reconciled(ana, "settled", {
      orders: [order("O-20", { amount: "77.00" })],
      payments: [wife]
    })
    const { id } = await untilIs("O-20", "pending")
    const [movement] = listOf((await get(`/accounts/${account}/movements`)).json)
    const movementId = field(movement, "id")
    const { token } = ana
    const resolve = (json: object) => service().call(`/conciliation/${id}/resolve`, { token, json })
    const chosen = await resolve({ movement_id: movementId })
    const [sent] = await service().shop.called(hook, 1)
    const explained = Object((await get(`/conciliation/${id}/explanation`)).json)
    const separated = await post(`/conciliation/${id}/unmatch`)
    const again = await post(`/conciliation/${id}/unmatch`)
    const notify = await post(`/conciliation/${id}/notify`)
    const kinds = listOf((await get(`/accounts/${account}/activity`)).json).map((entry) => field(entry, "kind"))

    expect([chosen.status, chosen.json]).toMatchObject([
      200,
      { status: "matched", match: { bank_transaction_id: movementId, is_primary: true, sender_name: "Petra Lang" } }
    ])
    expect(sent?.json).toMatchObject({ external_id: "O-20", status: "matched", amount: 77, name: "Ana Ruiz" })
    expect(explained).toMatchObject({
      result: "matched",
      code: "matched_by_person",
      candidates: [
        {
          movement_id: movementId,
          role: "match",
          movement: { sender_name: "Petra Lang", amount: "77.00", can_pay: true }
        }
      ]
    })
    expect([separated.status, separated.json]).toMatchObject([200, { status: "pending", match: null }])
    expect(shown(again)).toEqual([409, { error: "The order is pending: only a matched one can be unmatched" }])
    expect(shown(await resolve({ movement_id: "x" }))).toEqual([404, { error: "Movement not found for this account" }])
    expect(shown(notify)).toEqual(queued)
    expect(kinds).toEqual(expect.arrayContaining(["request.resolved", "request.unmatched", "notify.nothing_to_send"]))
    expect(service().shop.sent(hook).length).toBe(1)
  })

  it("shows every candidate with each term of its score", async () => {
    const payments = [payment("P-21", { amount: "78.00" }), payment("P-22", { amount: "78.00", description: "TRF 2" })]
    const { hook } = await reconciled(ana, "explained", { orders: [order("O-21", { amount: "78.00" })], payments })
    await service().shop.called(hook, 1)
    const { id } = await find("O-21")
    const contender = {
      movement_id: anId,
      score: 17,
      role: "contender",
      evidence: [{ kind: "name", bits: 17, level: "same" }],
      movement: {
        amount: "78.00",
        currency: "EUR",
        sender_name: "Ana Ruiz",
        received_at: aTime,
        external_id: expect.stringMatching(/^P-2[12]$/),
        description: expect.stringMatching(/^TRF/),
        counterparty: "Ana Ruiz",
        counterparty_account: null,
        booked_date: today(),
        can_pay: true
      }
    }

    expect((await get(`/conciliation/${id}/explanation`)).json).toEqual({
      attempt_number: expect.any(Number),
      result: "ambiguous",
      code: "ambiguous_movements",
      reason: "Several movements are equally plausible for this order.",
      created_at: aTime,
      ruleset: expect.stringMatching(/./),
      preset: "default",
      script_version: "1.0.0",
      coverage: { from: expect.stringMatching(/^\d{4}-/), to: today(), complete: true },
      order: { external_id: "O-21", name: "Ana Ruiz", reference: null, tax_id: null },
      candidates: [contender, contender],
      beyond_one: []
    })
  })
})

describe("a payment that was a candidate of two orders", () => {
  it("can pay the other one no more once a person gave it to the first", async () => {
    const twins = [payment("P-31", { amount: "79.00" }), payment("P-32", { amount: "79.00", description: "TRF 2" })]
    const orders = [order("O-31", { amount: "79.00" }), order("O-32", { amount: "79.00", name: "Ana Ruiz Gil" })]
    await reconciled(ana, "spent", { orders, payments: twins })
    const { id } = await untilIs("O-31", "ambiguous")
    const other = await untilIs("O-32", "ambiguous")
    const canPay = async () => {
      const { candidates } = Object((await get(`/conciliation/${other.id}/explanation`)).json)
      return Object.fromEntries(
        candidates.map((each: { movement_id: string; movement: object }) => [
          each.movement_id,
          field(each.movement, "can_pay")
        ])
      )
    }
    const [movementId = ""] = Object.keys(await canPay())
    await service().call(`/conciliation/${id}/resolve`, { token: ana.token, json: { movement_id: movementId } })

    expect((await canPay())[movementId]).toBe("false")
  })
})

describe("an order that nobody paid", () => {
  it("waits as pending, and is not_found when the retries are used up", async () => {
    await reconciled(ana, "waits", { orders: [order("O-5")], payments: [] })
    await reconciled(ana, "gives-up", { orders: [order("O-6")], payments: [] }, { retry_limit: 0 })
    const given = await untilIs("O-6", "not_found")
    const { id, status } = await untilIs("O-5", "pending")
    const { attempts, match } = Object((await get(`/conciliation/${given.id}`)).json)

    expect([attempts.at(-1).result, match]).toEqual(["not_found", null])
    expect([status, Object((await get(`/conciliation/${id}`)).json).match]).toEqual(["pending", null])
  })

  it("is attempted once and then as often again as retry_limit says, and then rests", async () => {
    const { account, stream } = await reconciled(
      ana,
      "counts",
      { orders: [order("O-7")], payments: [] },
      { retry_limit: 2 }
    )
    const countOf = async () => {
      const { attempts } = Object((await get(`/conciliation/${(await find("O-7")).id}`)).json)
      return attempts.filter((attempt: unknown) => field(attempt, "result") === "not_found").length
    }
    for (const n of [1, 2, 3, 4]) {
      await post(`/accounts/${account}/scrape`)
      await stream.until(account, "session.stopped", n)
    }
    await untilIs("O-7", "not_found")

    expect(await countOf()).toBe(3)
  })

  it("expires after more than 5 days, told only if that is asked for", async () => {
    const orders = [order("O-8", { created_at: daysAgo(5.01) }), order("O-9", { created_at: daysAgo(4.9), amount: 7 })]
    const told = await reconciled(ana, "stale", { orders, payments: [] }, { notify_on_expired: true })
    const [sent] = await service().shop.called(told.hook, 1)
    const silent = await reconciled(
      ana,
      "stale-silent",
      { orders: [order("O-10", { created_at: daysAgo(6) })], payments: [] },
      { retry_limit: 5 }
    )
    await untilIs("O-10", "expired")

    expect(sent?.json).toEqual({
      external_id: "O-8",
      status: "expired",
      amount: 12.5,
      currency: "EUR",
      name: "Ana Ruiz"
    })
    expect([(await find("O-8")).status, (await find("O-9")).status]).toEqual(["expired", "pending"])
    expect(service().shop.sent(silent.hook)).toEqual([])
  })

  it("is cancelled when two polls in a row no longer list it", async () => {
    const { account, ordersPath } = await reconciled(ana, "withdrawn", {
      orders: [order("O-11", { amount: 3 }), order("O-12", { amount: 4 })],
      payments: []
    })
    await untilIs("O-11", "pending")
    service().shop.list(ordersPath, [order("O-12", { amount: 4 })])
    const poll = async () => {
      const before = service().shop.sent(ordersPath).length
      await post(`/conciliation/poll/${account}`)
      await service().shop.called(ordersPath, before + 1)
    }
    await poll()
    await poll()
    await untilIs("O-11", "cancelled")

    expect((await find("O-12")).status).toBe("pending")
  })

  it("has no webhook to replay: accepted, nothing sent, and the activity says so", async () => {
    const { account, hook } = await reconciled(ana, "nothing-yet", { orders: [order("O-13")], payments: [] })
    const { id } = await untilIs("O-13", "pending")
    expect(shown(await post(`/conciliation/${id}/notify`))).toEqual(queued)
    const kinds = listOf((await get(`/accounts/${account}/activity`)).json).map((entry) => field(entry, "kind"))

    expect(kinds).toContain("notify.nothing_to_send")
    expect(service().shop.sent(hook)).toEqual([])
  })

  it("that is unknown is 404, whatever is asked of it", async () => {
    const path = "/conciliation/0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99"
    const answers = [await get(path), await post(`${path}/run`), await post(`${path}/notify`)]
    expect(answers.map(shown)).toEqual(answers.map(() => [404, { error: "Not found" }]))
  })
})

describe("the list of requests", () => {
  let leo: Person
  const his = caller(() => leo)
  const names = async (query: string) =>
    listOf((await his.get(`/conciliation${query}`)).json).map((one) => field(one, "external_id"))
  beforeAll(async () => {
    leo = await service().person("reconcile")
  })

  it("is over all accounts, newest first, 50 at a time, by limit, offset, before and status", async () => {
    const many = Array.from({ length: 50 }, (_, n) => order(`L-${n}`, { amount: n + 1 }))
    const one = await reconciled(leo, "list-one", { orders: many, payments: [payment("LP", { amount: "1.00" })] })
    await service().shop.called(one.hook, 1)
    await reconciled(leo, "list-two", { orders: [order("L-last", { amount: 99 })], payments: [] })
    const all = await eventually(
      () => names("?limit=200"),
      (found) => found.length === 51
    )
    const [, second] = listOf((await his.get("/conciliation?limit=2")).json)

    expect(all[0]).toBe("L-last")
    expect(await names("")).toEqual(all.slice(0, 50))
    expect(await names("?limit=2&offset=1")).toEqual(all.slice(1, 3))
    expect(await names(`?limit=2&before=${field(second, "id")}`)).toEqual(all.slice(2, 4))
    expect(await names("?status=matched")).toEqual(["L-0"])
    expect((await names("?status=pending&limit=200")).toSorted()).toEqual(
      all.filter((name) => name !== "L-0").toSorted()
    )
    for (const status of ["processing", "ambiguous", "not_found", "expired", "cancelled", "failed"]) {
      expect(await names(`?status=${status}`)).toEqual([])
    }
    expect((await his.get("/conciliation/summary")).json).toMatchObject({ matched: 1, pending: 50 })
    expect((await his.get("/conciliation?status=open")).status).toBe(400)
  })

  it("is cancelled as far as it is open when its user leaves reconcile, without a webhook", async () => {
    const calls = service().shop.sent("/hooks/list-two").length
    await service().call("/me/operation-mode", { method: "PUT", token: leo.token, json: { mode: "passthrough" } })

    expect((await names("?status=cancelled&limit=200")).length).toBe(50)
    expect(await names("?status=matched")).toEqual(["L-0"])
    expect(service().shop.sent("/hooks/list-two").length).toBe(calls)
  })
})
