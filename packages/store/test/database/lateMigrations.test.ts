import { describeSchema, migrate, migrationState } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

type Files = Readonly<Record<string, string>>

const directoryOf = (files: Files) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const directory = Fs.mkdtempSync(join(tmpdir(), "counterfoil-migrations-"))
      for (const [name, text] of Object.entries(files)) Fs.writeFileSync(join(directory, name), text)
      return directory
    }),
    (directory) => Effect.sync(() => Fs.rmSync(directory, { recursive: true, force: true }))
  )

/** One database for all, emptied before each. */
const emptied = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`DROP SCHEMA public CASCADE`
    yield* sql`CREATE SCHEMA public`
    return yield* test
  })

const run = (files: Files) => Effect.flatMap(directoryOf(files), (directory) => migrate({ directory }))
const refusal = (files: Files) => Effect.map(Effect.flip(run(files)), ({ message }) => message)

const noted = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ file: string }>`SELECT id::text || ' ' || file AS file FROM counterfoil_migrations ORDER BY id`
).pipe(Effect.map((rows) => rows.map(({ file }) => file)))

/** Columns in the order of their names. */
const sorted = (schema: string) =>
  schema
    .split("\n")
    .map((line) => line.replace(/,$/, ""))
    .sort()

const first = { "0001_first.sql": "CREATE TABLE first (id int); CREATE TABLE log (entry text);" }
const third = { "0003_third.sql": "ALTER TABLE first ADD COLUMN third int" }

const released = fileURLToPath(new URL("../../../../sql/migrations/", import.meta.url))

/** The order in which the files came into being, which was not that of their numbers. */
const asTheyCame = [1, 2, 3, 4, 5, 6, 7, 10, 8, 11, 14, 19, 13, 9, 15, 23, 21, 22]

/** The others in `npm run verify`: each is a database made twice. */
const everyCommit = process.env["VERIFY"] === "1"

const filesOf = (numbers: ReadonlyArray<number>): Files =>
  Object.fromEntries(
    Fs.readdirSync(released)
      .filter((name) => numbers.includes(Number(name.slice(0, 4))))
      .map((name) => [name, Fs.readFileSync(join(released, name), "utf8")])
  )

layer(TestDatabase.layerEmpty, { excludeTestServices: true })("Migrations that come late", (it) => {
  it.effect("are made up for where that comes to the same, and counted", () =>
    Effect.gen(function* () {
      yield* run({ ...first, ...third })
      const second = { "0002_second.sql": "ALTER TABLE first ADD COLUMN second int; CREATE INDEX ON first (second)" }
      const directory = yield* directoryOf({ ...first, ...second, ...third })

      assert.strictEqual(yield* migrationState({ directory }), "older")
      assert.deepStrictEqual(yield* migrate({ directory }), ["0002_second.sql"])
      assert.strictEqual(yield* migrationState({ directory }), "newest")
      assert.deepStrictEqual(yield* migrate({ directory }), [])
      assert.deepStrictEqual(yield* noted, ["1 0001_first.sql", "2 0002_second.sql", "3 0003_third.sql"])
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(yield* sql`SELECT second, third FROM first`, 0)
      assert.lengthOf(yield* sql`SELECT 1 FROM pg_namespace WHERE nspname = 'counterfoil_rehearsal'`, 0)
    }).pipe(emptied)
  )

  it.effect("are refused where rows are changed and both concern a table", () =>
    Effect.gen(function* () {
      const rows = { "0003_rows.sql": "INSERT INTO log VALUES ('third')" }
      yield* run({ ...first, ...rows })

      const late = { "0002_second.sql": "-- first\nALTER TABLE log ADD COLUMN second int" }
      assert.strictEqual(
        yield* refusal({ ...first, ...late, ...rows }),
        "migration 0002_second.sql comes before 0003_rows.sql, which this database has had without it, and can't be made up for (rows are changed, and both concern log): restore a backup from before that, or give 0002_second.sql the next number"
      )
      assert.deepStrictEqual(yield* noted, ["1 0001_first.sql", "3 0003_rows.sql"])
      const elsewhere = { "0002_second.sql": "-- not log\nUPDATE first AS f SET id = 2" }
      assert.deepStrictEqual(yield* run({ ...first, ...elsewhere, ...rows }), ["0002_second.sql"])
    }).pipe(emptied)
  )

  it.effect("are refused where the tables would be others, and leave them as they are", () =>
    Effect.gen(function* () {
      const two = { "0003_two.sql": "ALTER TABLE first ALTER COLUMN id SET DEFAULT 2" }
      yield* run({ ...first, ...two })
      const before = yield* describeSchema

      const message = yield* refusal({
        ...first,
        "0002_one.sql": "ALTER TABLE first ALTER COLUMN id SET DEFAULT 1",
        ...two
      })

      assert.include(message, "can't be made up for (the tables would not be what this version expects)")
      assert.strictEqual(yield* describeSchema, before)
    }).pipe(emptied)
  )

  it.effect("are known by their content when they have got another number", () =>
    Effect.gen(function* () {
      const [text = ""] = Object.values(third)
      const second = "CREATE TABLE second (id int)"
      yield* run({ ...first, "0002_mine.sql": text, "0003_yours.sql": second })

      assert.deepStrictEqual(yield* run({ ...first, "0002_yours.sql": second, "0003_mine.sql": text }), [])
      assert.deepStrictEqual(yield* noted, ["1 0001_first.sql", "2 0002_yours.sql", "3 0003_mine.sql"])
    }).pipe(emptied)
  )

  it.effect("bring every database of a commit between releases to the newest schema", () =>
    Effect.gen(function* () {
      const isNewest = Effect.gen(function* () {
        assert.strictEqual(yield* migrationState({ directory: released }), "newest")
        return sorted(yield* describeSchema)
      })
      yield* migrate({ directory: released })
      const newest = yield* isNewest
      const commits = asTheyCame.map((_, index) => filesOf(asTheyCame.slice(0, index + 1))).slice(6)

      for (const files of everyCommit ? commits : [commits[1] ?? {}, commits.at(-2) ?? {}]) {
        yield* emptied(run(files))
        yield* migrate({ directory: released })
        assert.deepStrictEqual(yield* isNewest, newest)
      }

      if (!everyCommit) return
      yield* emptied(Effect.forEach(commits, run))
      yield* migrate({ directory: released })
      assert.deepStrictEqual(yield* isNewest, newest)
    }).pipe(emptied)
  )
})
