/** Two nodes that look after one account for a moment: what one has done the other doesn't do again. */
import { Conciliator, DueAccounts } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { enrolled, order, poll, scrape, Services, shopOrders } from "../matchingWorld.ts"

layer(Services, { excludeTestServices: true })("work of an account", (it) => {
  it.effect("that another node has done is no further attempt of its orders", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const due = yield* DueAccounts
      const { pass } = yield* Conciliator
      const { accountId, epoch } = yield* enrolled("reconcile")
      shopOrders.pending = [order("W-1", "17.00", "Jonas Weber")]
      yield* poll(accountId)
      yield* scrape(accountId, epoch, [{ amount: "5.00", description: "OTRO" }])
      const [item, ...others] = yield* due.work(accountId)
      if (item?.kind !== "match") return assert.fail("no match waits")
      const cause = { _tag: "Scrape", ...item } as const
      yield* pass(accountId, cause, () => due.done([item.id]))
      const attempts = Effect.map(
        sql`select attempts_made from conciliation_requests where account_id = ${accountId}`,
        (rows) => rows.map((row) => row["attempts_made"])
      )
      const once = yield* attempts
      const again = yield* pass(accountId, cause, () => due.done([item.id]))

      assert.deepStrictEqual([others.length, again.attempts], [0, 0])
      assert.deepStrictEqual(yield* attempts, once)
      assert.isFalse(yield* due.done([item.id]))
      assert.isFalse(yield* due.leave(item.id))
    })
  )

  it.effect("that was left while nothing could be matched is done once the account goes on", () =>
    Effect.gen(function* () {
      const due = yield* DueAccounts
      const { accountId, epoch } = yield* enrolled("reconcile")
      yield* scrape(accountId, epoch, [{ amount: "5.00", description: "OTRO" }])
      yield* due.setStatus(accountId, "paused")
      const [item] = yield* due.work(accountId)
      if (item === undefined) return assert.fail("nothing waits")
      assert.isTrue(yield* due.leave(item.id))
      assert.deepStrictEqual(yield* due.work(accountId), [])
      yield* due.setStatus(accountId, "active")
      assert.deepStrictEqual(
        (yield* due.work(accountId)).map(({ id }) => id),
        [item.id]
      )
    })
  )
})
