import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestDatabase } from "../src/index.ts"

layer(TestDatabase.layer)("TestDatabase.layer", (it) => {
  it.effect("gives a migrated database of its own", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { name } = yield* TestDatabase

      const [row] = yield* sql<{ database: string; migrations: number }>`
        SELECT current_database()::text AS database, (SELECT count(*)::int FROM counterfoil_migrations) AS migrations`

      assert.strictEqual(row?.database, name)
      assert.isAbove(row?.migrations ?? 0, 0)
    })
  )
})

layer(TestDatabase.layerEmpty)("TestDatabase.layerEmpty", (it) => {
  it.effect("gives a database without tables", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const rows = yield* sql`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`

      assert.lengthOf(rows, 0)
    })
  )
})
