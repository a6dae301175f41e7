/** A node's clock may be wrong: when an order has waited too long is for the database's to say, which wrote when it was seen. */
import { Conciliator } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Clock, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clockAt } from "../clockAt.ts"
import { bodies, enrolled, order, poll, Services, shopOrders, statuses } from "../matchingWorld.ts"

/** An account with an order that was first seen so long ago. */
const withOrderSeen = Effect.fnUntraced(function* (ago: string) {
  const { accountId } = yield* enrolled("reconcile")
  shopOrders.pending = [order("A", "10.00", "Jonas Weber")]
  yield* poll(accountId)
  const sql = yield* SqlClient.SqlClient
  yield* sql`update conciliation_requests set first_seen_at = now() - ${ago}::interval, ordered_at = null
    where account_id = ${accountId}`
  return accountId
})

const expireWithClock = Effect.fnUntraced(function* (accountId: string, ahead: Duration.Input) {
  const now = yield* Clock.currentTimeMillis
  return yield* (yield* Conciliator).expire(accountId).pipe(clockAt(now + Duration.toMillis(ahead)))
})

layer(Services, { excludeTestServices: true })("the expiry of an order", (it) => {
  it.effect("is not early where this node's clock is ahead", () =>
    Effect.gen(function* () {
      const accountId = yield* withOrderSeen("4 days 23 hours")
      const expired = yield* expireWithClock(accountId, "2 hours")

      assert.deepStrictEqual([expired, yield* statuses(accountId), bodies(accountId)], [0, ["A pending"], []])
    })
  )

  it.effect("is not late where it is behind", () =>
    Effect.gen(function* () {
      const accountId = yield* withOrderSeen("5 days 1 hour")
      const expired = yield* expireWithClock(accountId, "-2 hours")

      assert.deepStrictEqual([expired, yield* statuses(accountId)], [1, ["A expired"]])
    })
  )
})
