/** What an order's system was told of it last, whatever was sent again since. */
import { ConciliationRepository, ConciliationRequests, OutboxRepository, Settlement } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { enrolled, match, order, poll, requestId, scrape, ServicesWithOutbox, shopOrders } from "../matchingWorld.ts"

const Ids = Schema.Array(Schema.Struct({ id: Schema.String }))

/** An order with two payments that fit, of which a person has chosen one; its system took both messages. */
const told = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const world = yield* enrolled("reconcile")
  const { accountId, epoch, user } = world
  shopOrders.pending = [order("L-1", "80.00", "Jonas Weber")]
  yield* poll(accountId)
  const paid = ["KAPPA", "SIGMA"].map((word) => ({ amount: "80.00", description: `TRF DE WEBER JONAS ${word}` }))
  yield* match(accountId, (yield* scrape(accountId, epoch, paid)).scrapeId)
  const id = yield* requestId(accountId, "L-1")
  const [payment] = yield* Effect.flatMap(
    sql`select id from movements where account_id = ${accountId} order by id`,
    Schema.decodeUnknownEffect(Ids)
  )
  const takeAll = Effect.gen(function* () {
    yield* sql`update outbox set status = 'delivering', attempts_made = 1 where request_id = ${id} and status = 'pending'`
    yield* sql`update outbox set status = 'delivered', delivered_at = '2026-11-20T10:00:00Z' where request_id = ${id}
      and status = 'delivering'`
  })
  yield* takeAll
  const choose = Effect.flatMap(Settlement, ({ resolve }) =>
    resolve(user, id, { movementIds: [payment?.id ?? ""], furtherRequestIds: [] })
  )
  yield* choose
  const last = Effect.gen(function* () {
    const [found] = yield* (yield* ConciliationRepository).searchRequests(user.id, { accountId, limit: 1 })
    const { deliveredAt, event, status } = found?.lastDelivery ?? { deliveredAt: null, event: "", status: "" }
    return [event, status, deliveredAt !== null]
  })
  return { ...world, choose, id, last, takeAll }
})

layer(ServicesWithOutbox, { excludeTestServices: true })("what an order's system was told last", (it) => {
  it.effect("stays told while it is sent again, and once what was to be sent again is cancelled", () =>
    Effect.gen(function* () {
      const { choose, id, last, takeAll, user } = yield* told
      assert.deepStrictEqual(yield* last, ["matched", "pending", false])
      yield* takeAll
      assert.deepStrictEqual(yield* last, ["matched", "delivered", true])

      yield* (yield* ConciliationRequests).notify(user.id, id)
      assert.deepStrictEqual(yield* last, ["matched", "pending", true])
      yield* (yield* Settlement).unmatch(user, id)
      assert.deepStrictEqual(yield* last, ["matched", "cancelled", true])
      yield* choose
      assert.deepStrictEqual(yield* last, ["matched", "pending", true])
    })
  )

  it.effect("is the latest result, also where an earlier one was sent again after it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id, last, takeAll } = yield* told
      yield* takeAll
      const [earlier] = yield* Effect.flatMap(
        sql`select id from outbox where request_id = ${id} and event = 'ambiguous'`,
        Schema.decodeUnknownEffect(Ids)
      )
      yield* (yield* OutboxRepository).copy(earlier?.id ?? "", "018f0000-0000-7000-8000-0000000000c0")
      yield* takeAll

      assert.deepStrictEqual(yield* last, ["matched", "delivered", true])
    })
  )
})
