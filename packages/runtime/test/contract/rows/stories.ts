/** What a shop's owner would tell, and what their shop hears: through the API, with a bank in memory. */
import type { ScrapedMovement } from "@counterfoil/domain"
import { describe, expect, it } from "vitest"
import { eventually } from "../support/expectations.ts"
import { daysAgo, order, payment, reconciled } from "../support/orders.ts"
import { field, must } from "../support/Service.ts"
import { service } from "../support/shared.ts"
import { listOf } from "../support/world.ts"

/** A person, their account after its first scrape, and what may happen to it. */
const shopOf = async (
  name: string,
  orders: ReadonlyArray<object>,
  payments: ReadonlyArray<ScrapedMovement> = [],
  settings: object = {}
) => {
  const { bank, call, person, shop } = service()
  const owner = await person("reconcile")
  const { token } = owner
  const { account, hook, ordersPath, stream } = await reconciled(owner, name, { orders, payments }, settings)
  let scrapes = 0

  const post = async (path: string, json?: object) => call(path, { method: "POST", token, ...(json && { json }) })
  const find = async (externalId: string) =>
    listOf((await call("/conciliation", { token })).json).find((one) => field(one, "external_id") === externalId)

  return {
    account,
    /** `order status`, in the order they were heard. */
    heard: () => shop.sent(hook).map(({ json }) => `${field(json, "external_id")} ${field(json, "status")}`),
    hears: async (times: number) => void (await shop.called(hook, times)),
    /** The bank shows these from now on, and is read. */
    reads: async (rows: ReadonlyArray<ScrapedMovement>) => {
      const customer = bank.find(name)
      if (customer !== undefined) customer.movements = rows
      must(await post(`/accounts/${account}/scrape`), 202)
      await stream.until(account, "session.stopped", ++scrapes)
    },
    /** The shop lists these from now on, and is asked so many times. */
    lists: async (listed: ReadonlyArray<object>, polls = 1) => {
      shop.list(ordersPath, listed)
      for (let poll = 0; poll < polls; poll++) {
        const before = shop.sent(ordersPath).length
        must(await post(`/conciliation/poll/${account}`), 202)
        await shop.called(ordersPath, before + 1)
      }
    },
    becomes: (externalId: string, status: string) =>
      eventually(
        () => find(externalId),
        (found) => field(found, "status") === status
      ),
    chooses: async (externalId: string, name: string) => {
      const movements = listOf((await call(`/accounts/${account}/movements`, { token })).json)
      const movement = movements.find((one) => field(one, "sender_name") === name)
      const json = { movement_id: field(movement, "id") }
      must(await post(`/conciliation/${field(await find(externalId), "id")}/resolve`, json), 200)
    },
    activity: async () =>
      listOf((await call(`/accounts/${account}/activity`, { token })).json).map((entry) => field(entry, "message")),
    /** The first day that the latest scrape asked for. */
    readSince: async () => {
      const latest = `select coverage_from::text as day from scrapes where account_id = '${account}' order by finished_at desc limit 1`
      return String((await service().rows(latest))[0]?.["day"])
    },
    switches: async (mode: string) =>
      void must(await call("/me/operation-mode", { method: "PUT", token, json: { mode } }), 200)
  }
}

describe("a shop's owner tells", () => {
  it("they paid on the last day, and we saw it after the order had expired: expired, then matched", async () => {
    const late = order("late", { created_at: daysAgo(5.01) })
    const shop = await shopOf("story-late", [late], [], { notify_on_expired: true })
    await shop.hears(1)
    await shop.reads([payment("late-1")])
    await shop.hears(2)

    expect(shop.heard()).toEqual(["late expired", "late matched"])
    // The bank was asked for the days in which it may have been paid.
    expect((await shop.readSince()) <= daysAgo(5.01).slice(0, 10)).toBe(true)
  })

  it("the bank took the payment back without a word: the order stays matched, and the activity says what is gone", async () => {
    const other = payment("gone-2", { counterparty: "Leo Funk", amount: "99.00" })
    const shop = await shopOf("story-gone", [order("gone")], [payment("gone-1")])
    await shop.hears(1)
    await shop.reads([other])
    const before = await shop.activity()
    await shop.reads([other])

    const isAbout = (message: string) => message.startsWith("The bank no longer shows a movement")
    expect(before.filter(isAbout)).toEqual([])
    expect((await shop.activity()).filter(isAbout)).toEqual([
      expect.stringMatching(/Still matched to what is gone: gone$/)
    ])
    expect(shop.heard()).toEqual(["gone matched"])
  })

  it("they paid twice: matched once, and the second payment pays nothing", async () => {
    const first = payment("twice-1")
    const shop = await shopOf("story-twice", [order("twice")], [first])
    await shop.hears(1)
    await shop.reads([first, payment("twice-2", { description: "TRF AGAIN" })])
    await shop.reads([first, payment("twice-2", { description: "TRF AGAIN" })])

    expect(shop.heard()).toEqual(["twice matched"])
  })

  it("his wife paid: nothing, until we say so; and then her payments are known", async () => {
    const wife = payment("wife-1", { counterparty: "Petra Lang" })
    const next = payment("wife-2", { counterparty: "Petra Lang", amount: "30.00" })
    const shop = await shopOf("story-wife", [order("wife"), order("again", { amount: "30.00" })], [wife])
    await shop.becomes("wife", "pending")
    const before = shop.heard()
    await shop.chooses("wife", "Petra Lang")
    await shop.hears(1)
    await shop.reads([wife, next])
    await shop.hears(2)

    expect([before, shop.heard()]).toEqual([[], ["wife matched", "again matched"]])
  })

  it("they paid 50 cents too little: nothing, until we let it pass", async () => {
    const shop = await shopOf("story-little", [order("little")], [payment("little-1", { amount: "12.00" })])
    await shop.becomes("little", "pending")
    const before = shop.heard()
    await shop.chooses("little", "Ana Ruiz")
    await shop.hears(1)

    expect([before, shop.heard()]).toEqual([[], ["little matched"]])
  })

  it("she ordered the same twice and paid once, then once more: ambiguous, then both are matched", async () => {
    const first = payment("same-1")
    const shop = await shopOf("story-same", [order("same-a"), order("same-b")], [first])
    await shop.hears(2)
    const before = shop.heard().toSorted()
    await shop.reads([first, payment("same-2", { description: "TRF 2" })])
    await shop.hears(4)

    expect(before).toEqual(["same-a ambiguous", "same-b ambiguous"])
    expect(shop.heard().slice(2).toSorted()).toEqual(["same-a matched", "same-b matched"])
  })

  it("we withdrew the order and they paid all the same: nothing, until we list it again", async () => {
    const kept = order("kept", { amount: "99.00" })
    const shop = await shopOf("story-withdrawn", [order("withdrawn"), kept])
    await shop.becomes("withdrawn", "pending")
    await shop.lists([kept], 2)
    await shop.becomes("withdrawn", "cancelled")
    await shop.reads([payment("withdrawn-1")])
    const before = shop.heard()
    await shop.lists([order("withdrawn"), kept])
    await shop.hears(1)

    expect([before, shop.heard()]).toEqual([[], ["withdrawn matched"]])
  })

  it("she paid in two parts: nothing, for neither is the order's amount", async () => {
    const halves = [payment("part-1", { amount: "6.25" }), payment("part-2", { amount: "6.25", description: "TRF 2" })]
    const shop = await shopOf("story-parts", [order("parts")], halves)
    await shop.reads(halves)
    await shop.becomes("parts", "pending")

    expect(shop.heard()).toEqual([])
  })

  it("their bank took the payment back: nothing", async () => {
    const back = { amount: "-12.50", description: "DEVOLUCION TRF" }
    const shop = await shopOf("story-back", [order("back")], [payment("back-1"), payment("back-2", back)])
    await shop.reads([payment("back-1"), payment("back-2", back)])
    await shop.becomes("back", "pending")

    expect(shop.heard()).toEqual([])
  })

  it("the bank showed it as pending first: nothing, then matched once it is booked", async () => {
    const shop = await shopOf("story-pending", [order("waits")], [payment("waits-1", { pending: true })])
    await shop.becomes("waits", "pending")
    const before = shop.heard()
    await shop.reads([payment("waits-1")])
    await shop.hears(1)

    expect([before, shop.heard()]).toEqual([[], ["waits matched"]])
  })

  it("she has two orders of two prices: each is matched with its own payment", async () => {
    const orders = [order("small"), order("large", { amount: "125.00" })]
    const shop = await shopOf("story-prices", orders, [payment("p-1", { amount: "125.00" }), payment("p-2")])
    await shop.hears(2)

    expect(shop.heard().toSorted()).toEqual(["large matched", "small matched"])
  })

  it("what came days before the order is not its payment", async () => {
    const old = order("old", { amount: "70.00", created_at: daysAgo(4) })
    const early = payment("early-1", { date: daysAgo(3).slice(0, 10) })
    const shop = await shopOf("story-early", [order("early"), old], [early])
    await shop.reads([early])
    await shop.becomes("early", "pending")

    expect(shop.heard()).toEqual([])
  })

  it("the company paid for her, with our reference in the text: matched", async () => {
    const paid = payment("ref-1", { counterparty: "Talleres Ibarra SL", description: "FACTURA INV-20261 GRACIAS" })
    const shop = await shopOf("story-reference", [order("ref", { reference: "INV-20261" })], [paid])
    await shop.hears(1)

    expect(shop.heard()).toEqual(["ref matched"])
  })

  it("we tried passthrough for a while: orders are cancelled in silence, and come back with reconcile", async () => {
    const shop = await shopOf("story-modes", [order("modes")])
    await shop.becomes("modes", "pending")
    await shop.switches("passthrough")
    await shop.becomes("modes", "cancelled")
    const before = shop.heard()
    await shop.switches("reconcile")
    await shop.lists([order("modes")])
    await shop.becomes("modes", "pending")
    await shop.reads([payment("modes-1")])
    await shop.hears(1)

    expect([before, shop.heard()]).toEqual([[], ["modes matched"]])
  })
})
