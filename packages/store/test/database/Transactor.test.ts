import { Transactor } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Data, Effect, Layer, Ref } from "effect"
import { SqlClient } from "effect/sql"

class Refused extends Data.TaggedError("Refused")<{}> {}

const countOf = Effect.fnUntraced(function* (value: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select 1 from numbers where value = ${value}`
  return rows.length
})

const insert = (value: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`insert into numbers values (${value})`)

const table = Layer.effectDiscard(
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`create table numbers (value integer primary key)`)
)

layer(Layer.provideMerge(StoreLayers, Layer.provideMerge(table, TestDatabase.layer)))("Transactor", (it) => {
  it.effect("keeps nothing of an effect that fails, and fails as it did", () =>
    Effect.gen(function* () {
      const { transact } = yield* Transactor

      const error = yield* Effect.flip(transact(Effect.andThen(insert(1), new Refused())))

      assert.instanceOf(error, Refused)
      assert.strictEqual(yield* countOf(1), 0)
    })
  )

  it.effect("keeps nothing of an effect that dies", () =>
    Effect.gen(function* () {
      const { transact } = yield* Transactor

      const exit = yield* Effect.exit(transact(Effect.andThen(insert(2), Effect.die("a defect"))))

      assert.isTrue(exit._tag === "Failure")
      assert.strictEqual(yield* countOf(2), 0)
    })
  )

  it.effect("undoes a nested one alone when its failure is handled", () =>
    Effect.gen(function* () {
      const { transact } = yield* Transactor
      const nested = transact(Effect.andThen(insert(4), new Refused())).pipe(
        Effect.catchTag("Refused", () => Effect.void)
      )

      yield* transact(Effect.andThen(insert(3), nested))

      assert.deepStrictEqual([yield* countOf(3), yield* countOf(4)], [1, 0])
    })
  )

  it.effect("runs effects that wait for the commit after it, and never after a rollback", () =>
    Effect.gen(function* () {
      const { afterCommit, transact } = yield* Transactor
      const seen = yield* Ref.make<ReadonlyArray<string>>([])
      const note = (word: string) => Ref.update(seen, (words) => [...words, word])

      yield* transact(Effect.andThen(afterCommit(note("committed")), note("inside")))
      yield* Effect.ignore(transact(Effect.andThen(afterCommit(note("never")), new Refused())))
      yield* afterCommit(note("outside"))

      assert.deepStrictEqual(yield* Ref.get(seen), ["inside", "committed", "outside"])
    })
  )
})
