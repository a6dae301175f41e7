/** What a list shows that is known: which rows are written for it, and what an undone match makes of one that was not. */
import { Settlement } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { enrolled, match, order, poll, requestId, scrape, Services, shopOrders, statuses } from "../matchingWorld.ts"

const Versions = Schema.Array(Schema.Struct({ description: Schema.String, version: Schema.String }))

/** Postgres gives a row that is written a new version. */
const versions = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.flatMap(
    sql`select description, xmin::text as version from movements where account_id = ${accountId}`,
    Schema.decodeUnknownEffect(Versions)
  )
  return new Map(rows.map(({ description, version }) => [description, version]))
})

layer(Services, { excludeTestServices: true })("movements that a list shows again", (it) => {
  it.effect("are written only where a payment is still free: it is looked at for orders of other amounts, too", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      shopOrders.pending = [order("S-1", "50.00", "Jonas Weber")]
      yield* poll(accountId)
      const rows = [
        { amount: "50.00", description: "TRF DE WEBER JONAS" },
        { amount: "70.00", description: "TRF DE ROSSI NADIA" },
        { amount: "-12.00", description: "COMISION" }
      ]
      yield* match(accountId, (yield* scrape(accountId, epoch, rows)).scrapeId)
      const before = yield* versions(accountId)

      yield* match(accountId, (yield* scrape(accountId, epoch, rows)).scrapeId)

      const after = yield* versions(accountId)
      const written = rows.filter(({ description }) => after.get(description) !== before.get(description))
      assert.deepStrictEqual(written, [rows[1]])
    })
  )

  it.effect("are seen again where a list had missed them, whatever they are", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      const sql = yield* SqlClient.SqlClient
      const fee = { amount: "-12.00", description: "COMISION" }
      const other = { amount: "-8.00", description: "CUOTA" }
      yield* scrape(accountId, epoch, [fee, other])
      const missing = sql`select description from movements where account_id = ${accountId} and missing_scrapes > 0`

      yield* scrape(accountId, epoch, [other])
      assert.deepStrictEqual(yield* missing, [{ description: fee.description }])
      yield* scrape(accountId, epoch, [fee, other])

      assert.deepStrictEqual(yield* missing, [])
    })
  )

  it.effect("pay an order that rests once a person has taken them from another, whatever was read meanwhile", () =>
    Effect.gen(function* () {
      const world = yield* enrolled("reconcile")
      const { accountId, epoch } = world
      const paid = [{ amount: "50.00", description: "TRF DE WEBER JONAS" }]
      shopOrders.pending = [order("S-2", "50.00", "Jonas Weber")]
      yield* poll(accountId)
      yield* match(accountId, (yield* scrape(accountId, epoch, paid)).scrapeId)
      shopOrders.pending = [...shopOrders.pending, order("S-3", "50.00", "Jonas Weber")]
      yield* poll(accountId)
      for (const _ of [1, 2]) yield* match(accountId, (yield* scrape(accountId, epoch, paid)).scrapeId)
      assert.deepStrictEqual(yield* statuses(accountId), ["S-2 matched", "S-3 not_found"])

      yield* (yield* Settlement).unmatch(world.user, yield* requestId(accountId, "S-2"))
      const sql = yield* SqlClient.SqlClient
      const [work] = yield* sql`select m.scrape_id as "scrapeId" from account_work m
        where account_id = ${accountId} and kind = 'match' and scrape_id in (select last_scrape_id from movements where account_id = ${accountId})`

      yield* match(accountId, String(work?.["scrapeId"]))
      assert.deepStrictEqual(yield* statuses(accountId), ["S-2 pending", "S-3 matched"])
    })
  )
})
