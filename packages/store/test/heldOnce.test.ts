/** A payment that the bank words anew, first seen so in a list that isn't whole. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { enrolled, match, order, poll, scrape, Services, shopOrders, statuses, told } from "./matchingWorld.ts"

layer(Services, { excludeTestServices: true })("a payment that is worded anew", (it) => {
  it.effect("stays what pays its order, and nobody hears that it is gone", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      const sql = yield* SqlClient.SqlClient
      shopOrders.pending = [order("H-1", "80.00", "Jonas Weber")]
      yield* poll(accountId)
      const before = { amount: "80.00", description: "TRF DE WEBER JONAS" }
      const after = { ...before, description: "TRF DE WEBER JONAS CONCEPTO PEDIDO" }
      const first = yield* scrape(accountId, epoch, [before])
      yield* match(accountId, first.scrapeId)
      const from = told.length

      const part = yield* scrape(accountId, epoch, [after], false)
      for (const rows of [[after], [after], [after]]) yield* scrape(accountId, epoch, rows)

      assert.strictEqual(part.held, 1)
      assert.deepStrictEqual(
        yield* sql`select m.description, m.removed_at is null as there, exists (select from matches x
              where x.movement_id = m.id and x.active) as pays
            from movements m where m.account_id = ${accountId} and m.held_for = '{}'`,
        [{ description: after.description, there: true, pays: true }]
      )
      assert.deepStrictEqual(
        yield* sql`select removed_at is null as there from movements where account_id = ${accountId} and held_for <> '{}'`,
        [{ there: false }]
      )
      assert.deepStrictEqual(
        told.slice(from).filter(([id, kind]) => id === accountId && kind === "movements.removed"),
        []
      )
      assert.deepStrictEqual(yield* statuses(accountId), ["H-1 matched"])
    })
  )
})
