import { Transactor } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { batchedLookup } from "../../src/sql/batchedLookup.ts"

interface Number {
  readonly value: string
}

const table = Layer.effectDiscard(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`create table numbers (value text)`))

/** A look-up of the table's rows, and the keys of each statement that it took. */
const lookUp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements: Array<ReadonlyArray<string>> = []
  const find = yield* batchedLookup(
    (keys) => {
      statements.push(keys)
      return Effect.orDie(sql<Number>`select value from numbers where value = any (${keys}::text[])`)
    },
    ({ value }: Number) => value
  )
  return { find, statements }
})

const insert = (value: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`insert into numbers (value) values (${value})`)

/** In a fiber that is in no transaction. */
const elsewhere = <A>(effect: Effect.Effect<A>) => Effect.promise(() => Effect.runPromise(effect))

layer(Layer.provideMerge(StoreLayers, Layer.provideMerge(table, TestDatabase.layer)))(
  "batchedLookup look-ups",
  (it) => {
    it.effect("are one statement where they are made at the same moment, each with its own rows", () =>
      Effect.gen(function* () {
        const { find, statements } = yield* lookUp
        yield* insert("1")
        yield* insert("2")
        yield* insert("2")

        const found = yield* Effect.all([find("1"), find("2"), find("3"), find("1")], { concurrency: "unbounded" })

        assert.deepStrictEqual(found, [[{ value: "1" }], [{ value: "2" }, { value: "2" }], [], [{ value: "1" }]])
        assert.deepStrictEqual(statements, [["1", "2", "3"]])
      })
    )

    it.effect("are made anew each time: a row that has changed is seen at once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { find } = yield* lookUp

        const before = yield* find("4")
        yield* insert("4")
        const after = yield* find("4")
        yield* sql`delete from numbers where value = '4'`

        assert.deepStrictEqual([before, after, yield* find("4")], [[], [{ value: "4" }], []])
      })
    )

    it.effect("see what their own transaction wrote, and others don't", () =>
      Effect.gen(function* () {
        const { transact } = yield* Transactor
        const { find } = yield* lookUp

        const [inside, outside] = yield* transact(
          Effect.andThen(insert("5"), Effect.all([find("5"), elsewhere(find("5"))]))
        )

        assert.deepStrictEqual([inside, outside], [[{ value: "5" }], []])
      })
    )

    it.effect("all fail with their statement, and the next ones are tried again", () =>
      Effect.gen(function* () {
        let broken = true
        const find = yield* batchedLookup(
          (keys) => (broken ? Effect.die("no database") : Effect.succeed(keys)),
          (key: string) => key
        )

        const exits = yield* Effect.all([Effect.exit(find("1")), Effect.exit(find("2"))], { concurrency: "unbounded" })
        broken = false

        assert.deepStrictEqual(
          exits.map((exit) => exit._tag),
          ["Failure", "Failure"]
        )
        assert.deepStrictEqual(yield* find("1"), ["1"])
      })
    )

    it.effect("are several statements where they are more than one should hold", () =>
      Effect.gen(function* () {
        const { find, statements } = yield* lookUp
        const keys = Array.from({ length: 600 }, (_, index) => `key ${index}`)

        yield* Effect.all(keys.map(find), { concurrency: "unbounded" })

        assert.deepStrictEqual(
          statements.map((statement) => statement.length),
          [256, 256, 88]
        )
      })
    )
  }
)
