/** Rows by the thousand, of which a piece is under way while the next is made ready: nothing of a transaction that fails stays. */
import { Transactor } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { run, writtenInPieces } from "../../src/sql/rows.ts"

const table = Layer.effectDiscard(
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`create table numbers (nth serial, value integer primary key)`)
)
const Services = Layer.provideMerge(StoreLayers, Layer.provideMerge(table, TestDatabase.layer))

const numbersTo = (last: number): ReadonlyArray<number> => Array.from({ length: last }, (_, n) => n + 1)

const writing = (numbers: ReadonlyArray<number>, pieces: Array<number>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { transact } = yield* Transactor
    yield* transact(
      writtenInPieces(numbers, (piece) => {
        pieces.push(piece.length)
        return run(sql`insert into numbers (value) select unnest(${piece}::int[])`)
      })
    )
  })

const kept = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ readonly value: number }>`select value from numbers order by nth`, (rows) =>
    rows.map(({ value }) => value)
  )
)

layer(Services)("rows written in pieces", (it) => {
  it.effect("fails with what was wrong with the first bad one, and keeps nothing", () =>
    Effect.gen(function* () {
      const numbers = numbersTo(5_000)
      const pieces: Array<number> = []

      // The third piece has a number of the first once more.
      const exit = yield* Effect.exit(writing(numbers.with(1_200, 7), pieces))

      assert.isTrue(Exit.isFailure(exit))
      assert.match(String(Exit.isFailure(exit) ? exit.cause : ""), /numbers_pkey|unique/i)
      // What was on its way behind it fails with it, and nothing more is sent.
      assert.deepStrictEqual(pieces, [500, 500, 500, 500])
      assert.deepStrictEqual(yield* kept, [])
    })
  )

  it.effect("keeps all rows in their order", () =>
    Effect.gen(function* () {
      yield* writing(numbersTo(2_345), [])

      assert.deepStrictEqual(yield* kept, numbersTo(2_345))
    })
  )
})
