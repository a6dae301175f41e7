/** What a user's accounts gather by themselves: a script or a shop that makes up ever more can't fill the disk. */
import { defaultQuotas, QuotaLimits } from "@counterfoil/core"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { enrolled, order, poll, scrape, Services, shopOrders, statuses, told } from "../matchingWorld.ts"

const limits = { ...defaultQuotas, movements: 3, orders: 2 }
const World = Services.pipe(Layer.provide(Layer.succeed(QuotaLimits, limits)))

const row = (nth: number) => ({ amount: `${nth}.00`, description: `TRF DE PERSON ${nth}` })
const rows = (count: number) => Array.from({ length: count }, (_, nth) => row(nth + 1))

/** What the counters say, beside what there is. */
const counted = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`select what, count::int as counted,
      (select count(*)::int from movements where account_id = ${accountId}) as movements,
      (select count(*)::int from conciliation_requests where account_id = ${accountId}) as orders
    from kept_records where account_id = ${accountId} order by what`
})

layer(World, { excludeTestServices: true })("What a user's accounts keep", (it) => {
  it.effect("movements: a read that brings more than there may be is refused whole, and what is known goes on", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      yield* scrape(accountId, epoch, rows(2))
      const refused = yield* Effect.flip(scrape(accountId, epoch, rows(4)))

      expect(refused).toMatchObject({
        _tag: "StatementRefused",
        message:
          "The user's accounts keep 2 movements, and 2 more would be over the 3 that each user may have: none of them " +
          "was stored. Ask the server's operator to raise MOVEMENTS_PER_USER"
      })
      expect(yield* scrape(accountId, epoch, rows(2))).toMatchObject({ inserted: 0 })
      expect(yield* scrape(accountId, epoch, rows(3))).toMatchObject({ inserted: 1 })
      expect(yield* counted(accountId)).toEqual([{ what: "movements", counted: 3, movements: 3, orders: 0 }])
    })
  )

  it.effect(
    "all of a user's accounts count together, another user's don't, and an administrator's aren't limited",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [first, second, other] = [
          yield* enrolled("passthrough"),
          yield* enrolled("passthrough"),
          yield* enrolled("passthrough")
        ]
        yield* sql`update accounts set user_id = ${first.user.id} where id = ${second.accountId}`
        yield* scrape(first.accountId, first.epoch, rows(2))

        expect(yield* Effect.flip(scrape(second.accountId, second.epoch, rows(2)))).toMatchObject({
          _tag: "StatementRefused"
        })
        expect(yield* scrape(other.accountId, other.epoch, rows(3))).toMatchObject({ inserted: 3 })
        yield* sql`update users set is_administrator = true where id = ${first.user.id}`
        expect(yield* scrape(second.accountId, second.epoch, rows(2))).toMatchObject({ inserted: 2 })
      })
  )

  it.effect("orders: a list with more than there may be is refused, told once, and taken when it is shorter", () =>
    Effect.gen(function* () {
      const { accountId } = yield* enrolled("reconcile")
      shopOrders.pending = [1, 2, 3].map((nth) => order(`order-${nth}`, `${nth}.00`, "Jonas Weber"))
      expect(yield* poll(accountId)).toMatchObject({ ok: false })
      expect(yield* statuses(accountId)).toEqual([])
      expect(told.filter(([account]) => account === accountId)).toEqual([
        [
          accountId,
          "orders.poll_failed",
          "The pending orders could not be read: The user's accounts keep 0 orders, and 3 more would be over the 2 that each " +
            "user may have: none of them was stored. Ask the server's operator to raise ORDERS_PER_USER. They are asked for " +
            "again, ever less often, at least every half hour"
        ]
      ])

      shopOrders.pending = shopOrders.pending.slice(1)
      const sql = yield* SqlClient.SqlClient
      yield* sql`update order_polls set next_poll_at = now() where account_id = ${accountId}`
      expect(yield* poll(accountId)).toMatchObject({ ok: true })
      expect(yield* statuses(accountId)).toEqual(["order-2 pending", "order-3 pending"])
      expect(yield* counted(accountId)).toEqual([{ what: "orders", counted: 2, movements: 0, orders: 2 }])
    })
  )

  it.effect("what is erased counts no longer", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId, epoch } = yield* enrolled("passthrough")
      yield* scrape(accountId, epoch, rows(3))
      yield* sql`delete from movements where account_id = ${accountId} and amount_minor = 100`
      expect(yield* counted(accountId)).toEqual([{ what: "movements", counted: 2, movements: 2, orders: 0 }])
    })
  )
})
