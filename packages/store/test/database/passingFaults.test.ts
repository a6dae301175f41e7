import { type DatabaseUnavailable, databaseUnavailable, isDatabaseUnavailable, Transactor } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rowsAs, run } from "../../src/sql/rows.ts"

const Numbers = Schema.Struct({ n: Schema.Int })
const numbers = rowsAs(Numbers)
const backends = rowsAs(Schema.Struct({ pid: Schema.Int }))

const prepared = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* run(sql`create table ledger (n int not null)`)
  yield* run(sql`create table pair (id int primary key, n int not null)`)
  yield* run(sql`insert into pair values (1, 0), (2, 0)`)
  yield* run(sql`create table last_words (n int not null)`)
  yield* run(sql`create function end_session() returns trigger language plpgsql as
    'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`)
  yield* run(sql`create constraint trigger at_commit after insert on last_words deferrable initially deferred
    for each row execute function end_session()`)
})

const database = Layer.provideMerge(Layer.effectDiscard(prepared), Layer.provideMerge(StoreLayers, TestDatabase.layer))

const faultOf = (exit: Exit.Exit<unknown, unknown>): DatabaseUnavailable | undefined =>
  Exit.isFailure(exit) ? databaseUnavailable(exit.cause) : undefined

layer(database, { excludeTestServices: true })("A fault of the database that passes", (it) => {
  it.effect("a transaction whose connection is ended before its commit is made again, and writes once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { transact } = yield* Transactor
      let runs = 0

      yield* transact(
        Effect.gen(function* () {
          runs += 1
          yield* run(sql`insert into ledger values (1)`)
          const [own] = yield* backends(sql`select pg_backend_pid() as pid`)
          if (runs === 1) yield* Effect.ignoreCause(run(sql`select pg_terminate_backend(${own?.pid})`))
          yield* run(sql`insert into ledger values (2)`)
        })
      )

      assert.strictEqual(runs, 2)
      assert.deepStrictEqual(yield* numbers(sql`select n from ledger order by n`), [{ n: 1 }, { n: 2 }])
    })
  )

  it.effect(
    "a transaction that the server has given up, for its process stood still, is made again, and writes once",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { transact } = yield* Transactor
        const [given, over] = [yield* Deferred.make<number>(), yield* Deferred.make<void>()]
        let runs = 0
        const written = yield* Effect.forkChild(
          transact(
            Effect.gen(function* () {
              runs += 1
              yield* run(sql`insert into ledger values (3)`)
              if (runs > 1) return
              const [own] = yield* backends(sql`select pg_backend_pid() as pid`)
              yield* run(sql`set local idle_in_transaction_session_timeout = 1`)
              yield* Deferred.succeed(given, own?.pid ?? 0)
              yield* Deferred.await(over)
            })
          )
        )
        const pid = yield* Deferred.await(given)
        const gone = Effect.map(
          backends(sql`select pid from pg_stat_activity where pid = ${pid}`),
          (all) => all.length === 0
        )
        yield* Effect.repeat(gone, { until: (isGone) => isGone })
        yield* Deferred.succeed(over, undefined)
        yield* Fiber.join(written)

        assert.strictEqual(runs, 2)
        assert.deepStrictEqual(yield* numbers(sql`select n from ledger where n = 3`), [{ n: 3 }])
      })
  )

  it.effect("of two transactions that wait for each other, both come through", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { transact } = yield* Transactor
      const locked = [yield* Deferred.make<void>(), yield* Deferred.make<void>()] as const
      const add = (id: number) => run(sql`update pair set n = n + 1 where id = ${id}`)
      const crossing = (first: 0 | 1) => {
        const second = first === 0 ? 1 : 0
        return transact(
          Effect.gen(function* () {
            yield* add(first + 1)
            yield* Deferred.succeed(locked[first], undefined)
            yield* Deferred.await(locked[second])
            yield* add(second + 1)
          })
        )
      }

      yield* Effect.all([crossing(0), crossing(1)], { concurrency: "unbounded" })

      assert.deepStrictEqual(yield* numbers(sql`select n from pair order by id`), [{ n: 2 }, { n: 2 }])
    })
  )

  it.effect("a transaction whose commit was not answered is not made again, and says that nobody knows", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { transact } = yield* Transactor
      let runs = 0

      const exit = yield* Effect.exit(
        transact(
          Effect.suspend(() => {
            runs += 1
            return run(sql`insert into last_words values (1)`)
          })
        )
      )

      assert.strictEqual(runs, 1)
      assert.strictEqual(faultOf(exit)?.outcome, "unknown")
    })
  )

  it.effect("a read that ends its connection each time is given up, as a fault and not as a bug", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const exit = yield* Effect.exit(run(sql`select pg_terminate_backend(pg_backend_pid())`))

      assert.strictEqual(faultOf(exit)?.outcome, "undone")
    })
  )

  it.effect("a write outside of a transaction whose connection is ended is not made again", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const exit = yield* Effect.exit(run(sql`insert into last_words values (2)`))

      assert.strictEqual(faultOf(exit)?.outcome, "unknown")
    })
  )

  it.effect("a broken constraint is a bug", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { transact } = yield* Transactor

      const exit = yield* Effect.exit(transact(run(sql`insert into pair values (1, 1)`)))

      assert.isTrue(Exit.isFailure(exit) && !isDatabaseUnavailable(exit.cause))
    })
  )
})
