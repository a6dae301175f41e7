/** A shop that gives the id of a settled order to another one. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { enrolled, match, order, poll, scrape, Services, shopOrders, statuses, told } from "../matchingWorld.ts"

layer(Services, { excludeTestServices: true })("an id of a settled order", (it) => {
  it.effect("that is listed with another amount is told of once, and the order stays as it was settled", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      shopOrders.pending = [order("2026-1", "80.00", "Jonas Weber")]
      yield* poll(accountId)
      const paid = { amount: "80.00", description: "TRF DE WEBER JONAS" }
      yield* match(accountId, (yield* scrape(accountId, epoch, [paid])).scrapeId)
      const said = () =>
        told.flatMap(([id, kind, message]) => (id === accountId && kind === "orders.item_skipped" ? [message] : []))
      // The same order, which the shop goes on listing for a while.
      yield* poll(accountId)
      const before = said()

      shopOrders.pending = [order("2026-1", "33.00", "Eva Gil"), order("2026-2", "34.00", "Eva Gil")]
      for (const _ of [1, 2, 3]) yield* poll(accountId)

      assert.deepStrictEqual(before, [])
      assert.deepStrictEqual(said(), [
        "Order 2026-1 is matched already, and is listed with another amount: it stays as it was settled. If it is another order, give it an external_id of its own"
      ])
      assert.deepStrictEqual(yield* statuses(accountId), ["2026-1 matched", "2026-2 pending"])
    })
  )
})
