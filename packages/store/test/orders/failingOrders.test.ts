/** What the owner's list of accounts says of a list of orders that can't be read. */
import { AccountRepository, OperatorRepository } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { enrolledAt, lists, newShop, poll, PollServices, withEtag } from "./pollWorld.ts"

/** As one word each; null: nothing fails. */
const failing = Effect.fnUntraced(function* (userId: string) {
  const [row] = yield* (yield* AccountRepository).overviews(userId, 60_000)
  if (row === undefined || row.ordersFailingSince === null) return null
  return [row.ordersFailures, row.ordersFailure, row.ordersFailureStatus, row.ordersFailureReason]
})

const since = Effect.fnUntraced(function* (userId: string) {
  const [row] = yield* (yield* AccountRepository).overviews(userId, 60_000)
  return row?.ordersFailingSince?.epochMilliseconds ?? 0
})

layer(PollServices, { excludeTestServices: true })("a list of orders that can't be read", (it) => {
  it.effect("is told of with the latest reason and the first moment, until it is read again", () =>
    Effect.gen(function* () {
      const shop = yield* newShop
      const { accountId, userId } = yield* enrolledAt(shop)
      const before = yield* failing(userId)
      shop.answers((response) => response.writeHead(401).end())
      yield* poll(accountId)
      const [first, begun] = [yield* failing(userId), yield* since(userId)]
      shop.answers((response) => response.destroy())
      yield* poll(accountId, "asked")
      const [second, still] = [yield* failing(userId), yield* since(userId)]
      shop.answers((response) => response.end(lists("A")))
      yield* poll(accountId, "asked")

      assert.isNull(before)
      assert.deepStrictEqual(first, [1, "the endpoint answered 401; 200 was expected", 401, null])
      assert.deepStrictEqual(second?.toSpliced(1, 1), [2, null, "broken"])
      assert.strictEqual(still, begun)
      assert.isNull(yield* failing(userId))
    })
  )

  it.effect("begins a spell of its own after a 304, and after other settings, under which nothing has failed yet", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const shop = yield* newShop
      const { accountId, save, userId } = yield* enrolledAt(shop)
      const longAgo = sql`update order_polls set failing_since = failing_since - interval '1 day'
        where account_id = ${accountId}`
      const fails = Effect.gen(function* () {
        shop.answers((response) => response.writeHead(500).end())
        yield* poll(accountId, "asked")
        const begun = yield* since(userId)
        yield* longAgo
        return begun
      })
      shop.answers(withEtag('"1"', lists("A")))
      yield* poll(accountId)
      const first = yield* fails
      shop.answers(withEtag('"1"', lists("A")))
      yield* poll(accountId, "asked")
      const unchanged = yield* failing(userId)
      const second = yield* fails
      yield* save({ pollingMethod: "POST" })
      const saved = yield* failing(userId)
      const third = yield* fails

      assert.isNull(unchanged)
      assert.isNull(saved)
      assert.isTrue(first > 0 && first <= second && second <= third, `${first} ${second} ${third}`)
    })
  )

  it.effect("is told to operators once where it lasts, of each spell anew, and not of a paused account", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const operators = yield* OperatorRepository
      const shop = yield* newShop
      const { accountId, save } = yield* enrolledAt(shop)
      const ago = (hours: number) =>
        sql`update order_polls set failing_since = now() - ${`${hours} hours`}::interval where account_id = ${accountId}`
      const is = (status: string) => sql`update accounts set status = ${status} where id = ${accountId}`
      const fails = (hours: number) =>
        Effect.gen(function* () {
          shop.answers((response) => response.writeHead(503).end())
          yield* poll(accountId, "asked")
          yield* ago(hours)
        })
      const look = Effect.gen(function* () {
        const before = DateTime.subtractDuration(yield* DateTime.now, Duration.hours(6))
        return (yield* operators.takeUnreadOrders(before)).filter(({ id }) => id === accountId).length
      })
      const told = Effect.all([look, look])

      yield* fails(5)
      const soon = yield* told
      yield* fails(7)
      yield* is("paused")
      const paused = yield* told
      yield* is("active")
      const late = yield* told
      yield* fails(8)
      const again = yield* told
      shop.answers((response) => response.end(lists("A")))
      yield* poll(accountId, "asked")
      const read = yield* told
      yield* fails(7)
      const next = yield* told
      yield* save({ pollingMethod: "POST" })
      const saved = yield* told
      yield* fails(7)
      const ofOthers = yield* told

      assert.deepStrictEqual(
        { soon, paused, late, again, read, next, saved, ofOthers },
        {
          soon: [0, 0],
          paused: [0, 0],
          late: [1, 0],
          again: [0, 0],
          read: [0, 0],
          next: [1, 0],
          saved: [0, 0],
          ofOthers: [1, 0]
        }
      )
    })
  )
})
