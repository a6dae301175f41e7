/** What a bank or a person takes back while it is matched or told of. */
import { Deliveries, OutboxRepository, Settlement } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { holdAt } from "../delivery/holdAt.ts"
import {
  enrolled,
  match,
  order,
  poll,
  requestId,
  scrape,
  Services,
  ServicesWithOutbox,
  shopOrders,
  statuses,
  told
} from "../matchingWorld.ts"
import { untilDoneOrWaiting } from "../waiting.ts"

const other = { amount: "5.00", description: "OTRO" }

layer(Services, { excludeTestServices: true })("a payment that the bank takes back", (it) => {
  it.effect("while a pass decides that it pays: it doesn't, or it is told that an order was paid by it", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      shopOrders.pending = []
      yield* scrape(accountId, epoch, [{ amount: "61.00", description: "TRF DE WEBER JONAS" }, other])
      yield* scrape(accountId, epoch, [other])
      shopOrders.pending = [order("R-1", "61.00", "Jonas Weber")]
      const node = yield* holdAt("match.before-commit")
      const passing = yield* Effect.forkChild(poll(accountId).pipe(node.held))
      yield* node.reached
      // The second complete list without it: now it counts as removed.
      const reading = yield* Effect.forkChild(scrape(accountId, epoch, [other]))
      yield* untilDoneOrWaiting(reading)
      yield* node.release
      yield* Fiber.join(passing)
      yield* Fiber.join(reading)

      assert.deepStrictEqual(yield* statuses(accountId), ["R-1 matched"])
      const [removed] = told.filter(([id, kind]) => id === accountId && kind === "movements.removed")
      assert.include(removed?.[2], "R-1")
    })
  )

  it.effect("before a pass writes what it had read: the pass is made again, and nothing is matched", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId, epoch } = yield* enrolled("reconcile")
      shopOrders.pending = [order("R-2", "62.00", "Jonas Weber")]
      const brought = yield* scrape(accountId, epoch, [{ amount: "62.00", description: "TRF DE WEBER JONAS" }, other])
      const isTaken = yield* Deferred.make<void>()
      const passing = yield* Effect.forkChild(
        Effect.andThen(Deferred.await(isTaken), Effect.andThen(poll(accountId), match(accountId, brought.scrapeId)))
      )
      yield* Effect.orDie(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`update movements set removed_at = now() where account_id = ${accountId} and amount_minor = 6200`
            yield* Deferred.succeed(isTaken, undefined)
            yield* untilDoneOrWaiting(passing)
          })
        )
      )
      yield* Fiber.join(passing)

      assert.notInclude(yield* statuses(accountId), "R-2 matched")
    })
  )
})

layer(Deliveries.layer.pipe(Layer.provideMerge(ServicesWithOutbox)), { excludeTestServices: true })(
  "a match that is undone",
  (it) => {
    it.effect("while its shop takes the message: it was told", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const deliveries = yield* Deliveries
        const outbox = yield* OutboxRepository
        const { accountId, epoch, user } = yield* enrolled("reconcile")
        yield* sql`update account_settings set webhook_host = 'shop.test' where account_id = ${accountId}`
        shopOrders.pending = [order("U-1", "41.00", "Jonas Weber")]
        yield* poll(accountId)
        const rows = [{ amount: "41.00", description: "TRF DE WEBER JONAS" }]
        yield* match(accountId, (yield* scrape(accountId, epoch, rows)).scrapeId)
        const [delivery] = yield* outbox.claim({ limit: 1, perEndpoint: 4, perHost: 8, lease: Duration.seconds(30) })
        if (delivery === undefined) return assert.fail("nothing was claimed")
        assert.isTrue(yield* outbox.mayLeave(delivery))
        yield* (yield* Settlement).unmatch(user, yield* requestId(accountId, "U-1"))
        yield* outbox.settleDelivered(
          { delivery, address: delivery.address },
          { outcome: "delivered", httpStatus: 200, response: null, fault: null },
          { perEndpoint: 4, pullSpacing: Duration.minutes(5) }
        )

        const [message] = yield* deliveries.list(user.id, { limit: 1, offset: 0 })
        assert.strictEqual(message?.status, "delivered")
        assert.isNotNull(message?.deliveredAt)
      })
    )
  }
)
