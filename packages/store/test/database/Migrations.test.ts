import { Database, migrate } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

type Files = Readonly<Record<string, string>>

const write = (directory: string, files: Files) => {
  for (const [name, text] of Object.entries(files)) Fs.writeFileSync(join(directory, name), text)
}

const directoryOf = (files: Files) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const directory = Fs.mkdtempSync(join(tmpdir(), "counterfoil-migrations-"))
      write(directory, files)
      return directory
    }),
    (directory) => Effect.sync(() => Fs.rmSync(directory, { recursive: true, force: true }))
  )

const first = { "0001_first.sql": "CREATE TABLE first (id int); CREATE TABLE log (entry text);" }
const second = { "0002_second.sql": "INSERT INTO log VALUES ('second')" }
const third = { "0003_third.sql": "INSERT INTO log VALUES ('third')" }

const entries = Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ entry: string }>`SELECT entry FROM log`).pipe(
  Effect.map((rows) => rows.map(({ entry }) => entry))
)

const refusal = (directory: string) => Effect.map(Effect.flip(migrate({ directory })), (error) => error.message)

/** One database for all, emptied before each. */
const emptied = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`DROP SCHEMA public CASCADE`
    yield* sql`CREATE SCHEMA public`
    return yield* test
  })

layer(TestDatabase.layerEmpty, { excludeTestServices: true })("Migrations", (it) => {
  it.effect("runs what is new, in order, once", () =>
    Effect.gen(function* () {
      const directory = yield* directoryOf({ ...third, ...first, ...second })

      assert.deepStrictEqual(yield* migrate({ directory }), ["0001_first.sql", "0002_second.sql", "0003_third.sql"])
      assert.deepStrictEqual(yield* migrate({ directory }), [])
      assert.deepStrictEqual(yield* entries, ["second", "third"])
    }).pipe(emptied)
  )

  it.effect("takes functions with their own quoting", () =>
    Effect.gen(function* () {
      const body = "CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 2; END $$; SELECT two();"
      const directory = yield* directoryOf({ "0001_function.sql": body })

      assert.deepStrictEqual(yield* migrate({ directory }), ["0001_function.sql"])
    }).pipe(emptied)
  )

  it.effect("keeps nothing of a run in which a file fails, and says which", () =>
    Effect.gen(function* () {
      const directory = yield* directoryOf({
        ...first,
        "0002_broken.sql": "CREATE TABLE also (id int); SELECT nonsense"
      })

      const message = yield* refusal(directory)

      assert.strictEqual(
        message,
        `migration 0002_broken.sql failed (column "nonsense" does not exist); nothing was changed`
      )
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(yield* sql`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`, 0)
    }).pipe(emptied)
  )

  it.effect("refuses a file that changed after it was applied", () =>
    Effect.gen(function* () {
      const directory = yield* directoryOf(first)
      yield* migrate({ directory })
      write(directory, { "0001_first.sql": "CREATE TABLE other (id int)", ...second })

      assert.strictEqual(
        yield* refusal(directory),
        "migration 0001_first.sql was changed after it was applied to this database: restore it and add a new one"
      )
    }).pipe(emptied)
  )

  it.effect("takes a file that only changed its line ends", () =>
    Effect.gen(function* () {
      const directory = yield* directoryOf({ "0001_first.sql": "CREATE TABLE first (\n  id int\n)" })
      yield* migrate({ directory })
      write(directory, { "0001_first.sql": "CREATE TABLE first (\r\n  id int\r\n)" })

      assert.deepStrictEqual(yield* migrate({ directory }), [])
    }).pipe(emptied)
  )

  it.effect("refuses a database that a newer version has migrated", () =>
    Effect.gen(function* () {
      const directory = yield* directoryOf({ ...first, ...second })
      yield* migrate({ directory })
      Fs.rmSync(join(directory, "0002_second.sql"))

      assert.strictEqual(
        yield* refusal(directory),
        "the database is newer (migration 2) than this version of counterfoil (1): run a newer version"
      )
    }).pipe(emptied)
  )

  it.effect("refuses odd names and two files with one number", () =>
    Effect.gen(function* () {
      const odd = yield* directoryOf({ "1_first.sql": "SELECT 1" })
      const twins = yield* directoryOf({ ...first, "0001_again.sql": "SELECT 1" })

      assert.strictEqual(yield* refusal(odd), `1_first.sql in ${odd} is not named NNNN_what.sql`)
      assert.include(yield* refusal(twins), "two migrations have the number of 0001_first.sql")
    }).pipe(emptied)
  )

  it.effect("runs each file once when several processes start together", () =>
    Effect.gen(function* () {
      const directory = yield* directoryOf({ ...first, ...second, ...third })
      const { url } = yield* TestDatabase
      const another = Effect.provide(migrate({ directory }), Database.layer({ url, maxConnections: 1 }))

      const runs = yield* Effect.all(
        Array.from({ length: 5 }, () => another),
        { concurrency: "unbounded" }
      )

      assert.lengthOf(
        runs.filter((files) => files.length === 3),
        1
      )
      assert.lengthOf(
        runs.filter((files) => files.length === 0),
        4
      )
      assert.deepStrictEqual(yield* entries, ["second", "third"])
    }).pipe(emptied)
  )
})
