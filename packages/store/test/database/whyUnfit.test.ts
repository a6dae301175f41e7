/** Databases that counterfoil can't live in: a start says why, and makes nothing in them. */
import { Database, judgeDatabase, migrate, migrationState, whyUnfit } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { fileURLToPath } from "node:url"

const directory = fileURLToPath(new URL("../../../../sql/migrations", import.meta.url))

/** The same server, by a connection of its own. */
const elsewhere = (change: (url: URL) => void) =>
  Effect.map(TestDatabase, ({ url: own }) => {
    const url = new URL(Redacted.value(own))
    change(url)
    return Database.layer({ url: Redacted.make(url.href), maxConnections: 1 })
  })

const refusal = Effect.flip(migrate({ directory })).pipe(Effect.map(({ message }) => message))

const tables = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select from pg_tables where schemaname = 'public'`)

layer(TestDatabase.layerEmpty, { excludeTestServices: true })("a start says that", (it) => {
  it.effect("the database's user may make no tables", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Effect.acquireRelease(sql`revoke create on schema public from pg_database_owner`, () =>
        Effect.orDie(sql`grant create on schema public to pg_database_owner`)
      )

      const why = yield* refusal
      assert.match(why, /^the database's user may not make tables in it: let that user own the database/)
      assert.isEmpty(yield* tables)
    })
  )

  it.effect("the database lacks letters", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { name } = yield* TestDatabase
      const other = `${name}_ascii`
      const make = `create database ${other} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`
      yield* Effect.acquireRelease(sql.unsafe(make).unprepared, () =>
        Effect.orDie(sql.unsafe(`drop database ${other} with (force)`).unprepared)
      )
      const there = yield* elsewhere((url) => Object.assign(url, { pathname: `/${other}` }))

      const why = yield* Effect.provide(refusal, there)
      assert.match(why, /^the database's encoding is SQL_ASCII, which lacks letters: make one with UTF8/)
      assert.isEmpty(yield* Effect.provide(tables, there))
    })
  )

  it.effect("its tables are in another schema than the first of the search_path", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { name } = yield* TestDatabase
      // As it comes about: a schema with the user's own name is made later, or the search_path is changed.
      yield* Effect.forEach(["books", "later"], (schema) => sql.unsafe(`create schema ${schema}`))
      yield* Effect.addFinalizer(() =>
        Effect.orDie(
          Effect.andThen(sql`drop schema books, later cascade`, sql.unsafe(`alter database ${name} reset all`))
        )
      )
      const by = (path: string) =>
        Effect.andThen(
          sql.unsafe(`alter database ${name} set search_path = ${path}`),
          elsewhere(() => undefined)
        )
      const begun = migrate({ directory })
      assert.isNotEmpty(yield* Effect.provide(begun, yield* by("books")))

      for (const path of ["later, books", "later"]) {
        const why = yield* Effect.provide(refusal, yield* by(path))
        assert.match(
          why,
          /^counterfoil's tables are in the schema "books" of this database, .* begins with "later": let/
        )
      }
      assert.isEmpty(yield* sql`select from pg_tables where schemaname = 'later'`)
      assert.isEmpty(yield* Effect.provide(begun, yield* by("books, later")))
    })
  )

  it.effect("its tables are another user's", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table counterfoil_migrations (id integer, file text, checksum text)`
      yield* Effect.addFinalizer(() => Effect.orDie(sql`drop table counterfoil_migrations`))
      yield* sql`revoke all on counterfoil_migrations from current_user`

      const remedy = /permission denied for table counterfoil_migrations: let the database's user own all/
      assert.match(yield* refusal, remedy)
      assert.match((yield* Effect.flip(migrationState({ directory }))).message, remedy)
    })
  )

  it.effect("a client that a program brings has another isolation; its own has none of the database's", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { name, url } = yield* TestDatabase
      const set = sql.unsafe(`alter database ${name} set default_transaction_isolation = 'repeatable read'`)
      yield* Effect.acquireRelease(set, () => Effect.orDie(sql.unsafe(`alter database ${name} reset all`)))

      const why = yield* Effect.provide(refusal, PgClient.layer({ url, maxConnections: 1 }))
      assert.match(why, /^transactions of this database client are repeatable read: give its connections/)
      assert.isEmpty(yield* tables)
      assert.isUndefined(yield* Effect.provide(whyUnfit, yield* elsewhere(() => undefined)))
    })
  )

  it.effect("the database is read-only", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { name } = yield* TestDatabase
      yield* sql.unsafe(`alter database ${name} set default_transaction_read_only = on`)
      const there = yield* elsewhere(() => undefined)
      assert.match(yield* Effect.provide(refusal, there), /^the database is read-only/)
    })
  )
})

describe("a Postgres", () => {
  const usual = {
    encoding: "UTF8",
    isNew: true,
    isReadOnly: false,
    isolation: "read committed",
    mayMakeTables: true,
    schema: "public",
    usedSchema: null
  }

  it("before 16 is too old, whatever it holds", () => {
    const judged = ["9.6.24", "15.8 (Debian 15.8-1)", "16.14", "18.4"].map((version) => [
      judgeDatabase({ ...usual, version }),
      judgeDatabase({ ...usual, isNew: false, version })
    ])
    const old = (version: string) => `Postgres ${version} is too old: 16 or newer is needed`
    assert.deepStrictEqual(judged, [
      [old("9.6.24"), old("9.6.24")],
      [old("15.8 (Debian 15.8-1)"), old("15.8 (Debian 15.8-1)")],
      [undefined, undefined],
      [undefined, undefined]
    ])
  })

  it("whose encoding was let pass before goes on", () => {
    assert.isUndefined(judgeDatabase({ ...usual, version: "18.4", encoding: "SQL_ASCII", isNew: false }))
  })
})
