/** A shop that gives the id of a settled order to another one. */
import { Conciliator } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { enrolled, match, order, poll, scrape, Services, shopOrders, statuses, told } from "../matchingWorld.ts"

const said = (accountId: string) =>
  told.flatMap(([id, kind, message]) => (id === accountId && kind === "orders.item_skipped" ? [message] : []))

layer(Services, { excludeTestServices: true })("an id of a settled order", (it) => {
  it.effect("that is listed with another amount is told of once, and the order stays as it was settled", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      shopOrders.pending = [order("2026-1", "80.00", "Jonas Weber")]
      yield* poll(accountId)
      const paid = { amount: "80.00", description: "TRF DE WEBER JONAS" }
      yield* match(accountId, (yield* scrape(accountId, epoch, [paid])).scrapeId)
      // The same order, which the shop goes on listing for a while.
      yield* poll(accountId)
      const before = said(accountId)

      shopOrders.pending = [order("2026-1", "33.00", "Eva Gil"), order("2026-2", "34.00", "Eva Gil")]
      for (const _ of [1, 2, 3]) yield* poll(accountId)

      assert.deepStrictEqual(before, [])
      assert.deepStrictEqual(said(accountId), [
        "Order 2026-1 is matched already, and is listed with another amount: it stays as it was settled. If it is another order, give it an external_id of its own"
      ])
      assert.deepStrictEqual(yield* statuses(accountId), ["2026-1 matched", "2026-2 pending"])
    })
  )

  const day = 86_400_000
  const daysBefore = (days: number) => new Date(Date.now() - days * day).toISOString()

  it.effect(
    "that is listed as made days later is told of once: a customer's number, say, with the price of each month",
    () =>
      Effect.gen(function* () {
        const { accountId, epoch } = yield* enrolled("reconcile")
        const monthly = (createdAt: string) => ({ ...order("C-17", "30.00", "Jonas Weber"), created_at: createdAt })
        shopOrders.pending = [monthly(daysBefore(1.5))]
        yield* poll(accountId)
        const paid = { amount: "30.00", description: "TRF DE WEBER JONAS" }
        yield* match(accountId, (yield* scrape(accountId, epoch, [paid])).scrapeId)
        // Of a shop that says the time of the change, not that of the order.
        shopOrders.pending = [monthly(daysBefore(1))]
        yield* poll(accountId)
        const before = said(accountId)

        shopOrders.pending = [monthly(daysBefore(0))]
        for (const _ of [1, 2]) yield* poll(accountId)

        assert.deepStrictEqual(before, [])
        assert.deepStrictEqual(said(accountId), [
          "Order C-17 is matched already, and is listed as made later: it stays as it was settled. If it is another order, give it an external_id of its own"
        ])
      })
  )

  it.effect("is told of where that one has expired, too", () =>
    Effect.gen(function* () {
      const { accountId } = yield* enrolled("reconcile")
      const listed = (amount: string, days: number) => ({
        ...order("T-1", amount, "Jonas Weber"),
        created_at: daysBefore(days)
      })
      const old = { ...listed("30.00", 4), external_id: "T-2" }
      shopOrders.pending = [listed("30.00", 4), old]
      yield* poll(accountId)
      // Orders expire by the database's clock.
      const sql = yield* SqlClient.SqlClient
      const made = (earlier: number) =>
        sql`update conciliation_requests set ordered_at = ordered_at - ${`${earlier} days`}::interval,
            first_seen_at = first_seen_at - ${`${earlier} days`}::interval where account_id = ${accountId}`
      yield* made(3)
      yield* Effect.flatMap(Conciliator, ({ expire }) => expire(accountId))
      yield* made(-3)
      yield* poll(accountId)
      const before = said(accountId)

      shopOrders.pending = [listed("45.00", 4), { ...old, created_at: daysBefore(0) }]
      for (const _ of [1, 2]) yield* poll(accountId)

      assert.deepStrictEqual(yield* statuses(accountId), ["T-1 expired", "T-2 expired"])
      const end = "it stays as it was settled. If it is another order, give it an external_id of its own"
      assert.deepStrictEqual(before, [])
      assert.deepStrictEqual(
        said(accountId).filter((message) => message.startsWith("Order")),
        [
          `Order T-1 is expired already, and is listed with another amount: ${end}`,
          `Order T-2 is expired already, and is listed as made later: ${end}`
        ]
      )
    })
  )
})
