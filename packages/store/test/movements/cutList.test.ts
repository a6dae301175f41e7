/** A bank that lists its last rows only, and a script that calls such a list whole. */
import { assert, layer } from "@effect/vitest"
import { Clock, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clockAt } from "../clockAt.ts"
import {
  daysAgo,
  enrolled,
  match,
  order,
  poll,
  type Row,
  scrape,
  Services,
  shopOrders,
  told
} from "../matchingWorld.ts"

layer(Services, { excludeTestServices: true })("a list of a bank's last rows", (it) => {
  const names = ["WEBER JONAS", "LANG PETRA", "GIL EVA", "PAZ LEO", "UNZUETA MARTA", "ROBLEDO INES"]
  const listed = Effect.map(daysAgo(1), (yesterday) =>
    names.map((name, nth): Row => {
      const row = { amount: `8${nth}.00`, description: `TRF DE ${name}` }
      return nth === 5 ? { ...row, date: yesterday } : row
    })
  )
  const removed = (accountId: string) => told.filter(([id, kind]) => id === accountId && kind === "movements.removed")

  it.effect("says nothing of what newer ones push off its end, and orders are looked for in it all the same", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      const sql = yield* SqlClient.SqlClient
      shopOrders.pending = [order("H-1", "85.00", "Ines Robledo")]
      yield* poll(accountId)
      const rows = yield* listed
      yield* match(accountId, (yield* scrape(accountId, epoch, rows.slice(1))).scrapeId)
      const cut = yield* Effect.replicateEffect(3)(scrape(accountId, epoch, rows.slice(0, 5)))

      assert.deepStrictEqual(
        cut.map(({ complete, inserted }) => ({ complete, inserted })),
        [1, 0, 0].map((inserted) => ({ complete: true, inserted }))
      )
      assert.deepStrictEqual(removed(accountId), [])
      assert.deepStrictEqual(
        yield* sql`select count(*)::int as standing from movements
            where account_id = ${accountId} and removed_at is null`,
        [{ standing: 6 }]
      )
    })
  )

  it.effect("of its last two days says nothing of what is older, and that one of these days is gone", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      const dated = (days: number, nth: number) =>
        Effect.map(daysAgo(-days), (date): Row => ({ date, amount: `8${nth}.00`, description: `TRF DE ${names[nth]}` }))
      const [first, second, third, fourth] = yield* Effect.all([dated(-1, 0), dated(0, 1), dated(2, 2), dated(3, 3)])
      yield* scrape(accountId, epoch, [second, first])
      const later = clockAt((yield* Clock.currentTimeMillis) + Duration.toMillis("3 days"))
      yield* later(scrape(accountId, epoch, [fourth, third]))
      yield* later(scrape(accountId, epoch, [fourth, third]))
      assert.deepStrictEqual(removed(accountId), [])

      yield* later(scrape(accountId, epoch, [fourth]))
      yield* later(scrape(accountId, epoch, [fourth]))
      assert.lengthOf(removed(accountId), 1)
    })
  )

  it.effect("says that one is gone, if it has rows from before the days that were asked for", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      shopOrders.pending = [order("H-2", "85.00", "Ines Robledo")]
      yield* poll(accountId)
      const rows = yield* listed
      const older = { date: yield* daysAgo(200), amount: "5.00", description: "CUOTA" }
      yield* match(accountId, (yield* scrape(accountId, epoch, [...rows, older])).scrapeId)
      yield* Effect.replicateEffect(2)(scrape(accountId, epoch, [...rows.slice(0, 5), older]))

      assert.lengthOf(removed(accountId), 1)
    })
  )
})
