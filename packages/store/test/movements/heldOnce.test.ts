/** A payment that the bank words anew, first seen so in a list that isn't whole. */
import { MovementRepository } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { enrolled, match, order, poll, scrape, Services, shopOrders, statuses, told } from "../matchingWorld.ts"

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

  it.effect("is told once beside an equal one that is worded anew later: what was held for it doesn't come back", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      const sql = yield* SqlClient.SqlClient
      const before = { amount: "80.00", description: "TRF DE WEBER JONAS" }
      const after = { ...before, description: "TRF DE WEBER JONAS CONCEPTO PEDIDO" }
      yield* scrape(accountId, epoch, [before])
      yield* scrape(accountId, epoch, [after], false)
      for (const rows of [[after], [after, before], [after, after], [after, after]]) {
        yield* scrape(accountId, epoch, rows)
      }

      assert.deepStrictEqual(
        yield* sql`select description, removed_at is null as there, held_for <> '{}' as held
            from movements where account_id = ${accountId} order by id`,
        [
          { description: after.description, there: true, held: false },
          { description: after.description, there: false, held: true },
          { description: after.description, there: true, held: false }
        ]
      )
    })
  )

  it.effect("isn't taken for another one that its owner has settled meanwhile", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      const sql = yield* SqlClient.SqlClient
      const movements = yield* MovementRepository
      yield* scrape(accountId, epoch, [{ amount: "80.00", description: "TRF DE WEBER JONAS" }])
      const [{ id } = { id: "" }] = yield* sql<{ id: string }>`select id from movements where account_id = ${accountId}`
      const isThere = Effect.map(
        sql`select from movements where id = ${id} and removed_at is null`,
        (rows) => rows.length === 1
      )
      const takenOver = movements.markMissing([{ id, missedScrapes: 2, removed: true, whileHeld: true }])

      yield* takenOver
      assert.isTrue(yield* isThere)
      yield* sql`update movements set held_for = array[${id}::uuid] where id = ${id}`
      yield* takenOver
      assert.isFalse(yield* isThere)
    })
  )
})
