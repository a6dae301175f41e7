/** Payments that were pending when their owner chose another mode. */
import { Movements, StatementReader, Statements } from "@counterfoil/core"
import { addDays } from "@counterfoil/domain"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { bodies, enrolled, match, order, poll, scrape, Services, shopOrders, statuses } from "../matchingWorld.ts"

const choose = (userId: string, mode: "reconcile" | "passthrough" | null) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`update users set operation_mode = ${mode} where id = ${userId}`)

/** The orders, or payers, that the shop was told of. */
const toldOf = (accountId: string) =>
  bodies(accountId).map((body) => /"(?:external_id|name)":"([^"]*)"/.exec(body)?.[1])

const paid = { amount: "80.00", description: "TRF DE WEBER JONAS" }

layer(Services, { excludeTestServices: true })("a payment that is booked after the mode was changed", (it) => {
  it.effect("is passed on, once, if the bank showed it as pending before; what was booked by then is not", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      const before = { amount: "81.00", description: "TRF DE GIL EVA" }
      yield* scrape(accountId, epoch, [{ ...paid, pending: true }, before])
      yield* choose(user.id, "passthrough")
      yield* scrape(accountId, epoch, [{ ...paid, pending: true }, before])
      assert.lengthOf(bodies(accountId), 0)
      yield* Effect.replicateEffect(2)(scrape(accountId, epoch, [paid, before]))

      assert.deepStrictEqual(toldOf(accountId), ["WEBER JONAS"])
    })
  )

  it.effect("is passed on if it was pending before any was chosen", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("passthrough")
      yield* choose(user.id, null)
      yield* scrape(accountId, epoch, [{ ...paid, pending: true }])
      yield* choose(user.id, "passthrough")
      yield* scrape(accountId, epoch, [paid])

      assert.deepStrictEqual(toldOf(accountId), ["WEBER JONAS"])
    })
  )

  it.effect("is matched, and not passed on, if the bank showed it as pending before", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("passthrough")
      yield* scrape(accountId, epoch, [{ ...paid, pending: true }])
      yield* choose(user.id, "reconcile")
      shopOrders.pending = [order("M-1", "80.00", "Jonas Weber")]
      yield* poll(accountId)
      yield* match(accountId, (yield* scrape(accountId, epoch, [paid])).scrapeId)

      assert.deepStrictEqual(yield* statuses(accountId), ["M-1 matched"])
      assert.deepStrictEqual(toldOf(accountId), ["M-1"])
    })
  )

  it.effect("is passed on if a file had dated it ahead", () =>
    Effect.gen(function* () {
      const { accountId, user } = yield* enrolled("reconcile")
      const sql = yield* SqlClient.SqlClient
      const ahead = addDays(DateTime.formatIsoDate(yield* DateTime.now), 1)
      const statement = {
        movements: [{ ...paid, currency: "EUR", date: ahead }],
        coverage: { from: ahead, to: ahead, complete: true }
      }
      const read = () => Effect.succeed({ format: "camt053" as const, statement })
      yield* Effect.flatMap(Statements, ({ upload }) => upload(user, { accountId, content: "" })).pipe(
        Effect.provide(Statements.layer),
        Effect.provideService(StatementReader, StatementReader.of({ read }))
      )
      yield* choose(user.id, "passthrough")
      yield* sql`update movements set books_on = books_on - 1 where account_id = ${accountId}`
      yield* (yield* Movements).bookDatedAhead

      assert.lengthOf(bodies(accountId), 1)
    })
  )

  /** Told in the first mode, and then in a list that isn't whole a payment in words of which nobody can tell whether it is that one. */
  const withOneHeld = Effect.fnUntraced(function* (mode: "reconcile" | "passthrough") {
    const { accountId, epoch, user } = yield* enrolled(mode)
    const other = { ...paid, description: "TRF DE WEBER JONAS CONCEPTO PEDIDO" }
    yield* scrape(accountId, epoch, [paid])
    yield* scrape(accountId, epoch, [other], false)
    return { accountId, user, list: scrape(accountId, epoch, [other, paid]) }
  })

  it.effect("is passed on if it was held by then, and is its own", () =>
    Effect.gen(function* () {
      const { accountId, list, user } = yield* withOneHeld("reconcile")
      yield* choose(user.id, "passthrough")
      yield* Effect.replicateEffect(2)(list)

      assert.deepStrictEqual(toldOf(accountId), ["WEBER JONAS CONCEPTO PEDIDO"])
    })
  )

  it.effect("is not passed on if it was held by then, and may be matched", () =>
    Effect.gen(function* () {
      const { accountId, list, user } = yield* withOneHeld("passthrough")
      yield* choose(user.id, "reconcile")
      yield* Effect.replicateEffect(2)(list)

      assert.deepStrictEqual(toldOf(accountId), ["WEBER JONAS"])
    })
  )

  it.effect("is passed on if a person says that what was held is its own", () =>
    Effect.gen(function* () {
      const { accountId, user } = yield* withOneHeld("reconcile")
      const sql = yield* SqlClient.SqlClient
      const held = sql<{
        readonly id: string
      }>`select id from movements where account_id = ${accountId} and held_for <> '{}'`
      yield* choose(user.id, "passthrough")
      for (const { id } of yield* held) yield* (yield* Movements).include(accountId, id)

      assert.deepStrictEqual(toldOf(accountId), ["WEBER JONAS CONCEPTO PEDIDO"])
    })
  )
})
