import { Settlement } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { enrolled, match, movementId, order, poll, requestId, scrape, Services, shopOrders } from "../matchingWorld.ts"

layer(Services, { excludeTestServices: true })("an order that is undone twice within a quarter of an hour", (it) => {
  it.effect("is looked at, and its payment given away, a quarter of an hour after the second time", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      shopOrders.pending = [order("Z-1", "49.00", "Jonas Weber")]
      yield* poll(accountId)
      yield* match(
        accountId,
        (yield* scrape(accountId, epoch, [{ amount: "49.00", description: "TRF DE WEBER JONAS" }])).scrapeId
      )
      const id = yield* requestId(accountId, "Z-1")
      const payment = yield* movementId(accountId, "49.00")
      const settlement = yield* Settlement
      yield* sql`delete from account_work where account_id = ${accountId}`
      yield* settlement.unmatch(user, id)
      // As if ten minutes had gone by.
      yield* sql`update account_work set not_before = not_before - interval '10 minutes' where account_id = ${accountId}`
      yield* sql`update conciliation_requests set separated_at = separated_at - interval '10 minutes' where id = ${id}`
      yield* settlement.resolve(user, id, { movementIds: [payment], furtherRequestIds: [] })
      yield* settlement.unmatch(user, id)

      const waiting =
        yield* sql`select kind, not_before > now() + interval '14 minutes' as "isLate" from account_work where account_id = ${accountId} order by kind`
      assert.deepStrictEqual(waiting, [
        { kind: "match", isLate: true },
        { kind: "run", isLate: true }
      ])
    })
  )
})
