/** Whoever gets the server to run a statement of theirs: the role of the embedded database owns it, and nothing beyond. */
import { Database, EmbeddedPostgres, migrate } from "@counterfoil/store"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const migrations = fileURLToPath(new URL("../../../../sql/migrations", import.meta.url))

const temporaryHome = Effect.acquireRelease(
  Effect.sync(() => {
    const home = Fs.mkdtempSync(join(tmpdir(), "counterfoil-home-"))
    Fs.chmodSync(home, 0o711)
    return home
  }),
  (home) => Effect.sync(() => Fs.rmSync(home, { recursive: true, force: true }))
)

const withPostgres = <A, E, R>(home: string, use: (postgres: EmbeddedPostgres["Service"]) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(EmbeddedPostgres, use).pipe(Effect.provide(EmbeddedPostgres.layer({ home, durable: false })))

const on = <A, E, R>(url: Redacted.Redacted<string>, effect: Effect.Effect<A, E, R>) =>
  Effect.provide(effect, Database.layer({ url, maxConnections: 1 }))

const statement = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text).unprepared)

const refused = (text: string) => Effect.map(Effect.flip(statement(text)), (error) => String(error.reason.cause))

/** What the role may not do, whatever it is asked for. */
const beyond = [
  "select pg_read_file('/etc/passwd')",
  "copy (select 1) to program 'id'",
  "copy (select 1) to '/tmp/counterfoil-written'",
  "create role mighty superuser",
  "alter role current_user superuser",
  "set role counterfoil",
  "alter system set archive_command = 'id'",
  "create database another",
  "select lo_import('/etc/passwd')",
  "create function run() returns void language c as '/tmp/x.so', 'run'"
]

const seesNothingBeyond = Effect.gen(function* () {
  const [role] =
    yield* statement(`select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as mighty
    from pg_roles where rolname = current_user`)
  assert.deepStrictEqual(role, { mighty: false })
  for (const text of beyond) assert.match(yield* refused(text), /permission denied|must be|only roles/i, text)
})

/** As earlier versions left it: everything is the superuser's, who was the server's role too. */
const makeOld = Effect.fnUntraced(function* (home: string) {
  yield* withPostgres(home, ({ adminUrl, url }) =>
    Effect.gen(function* () {
      yield* on(url, migrate({ directory: migrations }))
      yield* on(url, statement("create table kept (id int generated always as identity, note text)"))
      yield* on(url, statement("insert into kept (note) values ('from before')"))
      const admin = new URL(Redacted.value(adminUrl))
      admin.pathname = "/counterfoil"
      yield* on(
        Redacted.make(admin.href),
        statement(`do $do$ begin
          alter database counterfoil owner to counterfoil;
          reassign owned by counterfoil_server to counterfoil;
          drop owned by counterfoil_server;
          drop role counterfoil_server;
        end $do$`)
      )
    })
  )
  Fs.rmSync(join(home, "postgres", "server-password"))
})

describe("the embedded database's role", () => {
  it.live("owns its database and can do nothing beyond it", () =>
    Effect.gen(function* () {
      const home = yield* temporaryHome
      yield* withPostgres(home, ({ url }) =>
        Effect.gen(function* () {
          yield* on(url, migrate({ directory: migrations }))
          yield* on(url, seesNothingBeyond)
        })
      )
      for (const file of ["password", "server-password"]) {
        assert.strictEqual(Fs.statSync(join(home, "postgres", file)).mode & 0o077, 0)
      }
    }).pipe(Effect.scoped)
  )

  it.live("takes a home of an earlier version over, with all that is in it", () =>
    Effect.gen(function* () {
      const home = yield* temporaryHome
      yield* makeOld(home)

      const after = Effect.gen(function* () {
        yield* seesNothingBeyond
        assert.deepStrictEqual(yield* statement("select id, note from kept"), [{ id: 1, note: "from before" }])
        yield* statement("insert into kept (note) values ('from after')")
        yield* statement("alter table kept add column more text")
        yield* statement("drop table kept")
        const owners = yield* statement(`select distinct pg_get_userbyid(relowner) as owner from pg_class
          where relnamespace = 'public'::regnamespace
          union select pg_get_userbyid(proowner) from pg_proc where pronamespace = 'public'::regnamespace`)
        assert.deepStrictEqual(owners, [{ owner: "counterfoil_server" }])
      })
      yield* withPostgres(home, ({ url }) => on(url, after))
      // And again, as any home of this version.
      yield* withPostgres(home, ({ url }) => on(url, seesNothingBeyond))
    }).pipe(Effect.scoped)
  )

  it.live("takes a home over that was cut short in between", () =>
    Effect.gen(function* () {
      const home = yield* temporaryHome
      yield* makeOld(home)
      yield* withPostgres(home, () => Effect.void)
      // The role is there, and what it was to connect with was not kept any more.
      Fs.rmSync(join(home, "postgres", "server-password"))

      yield* withPostgres(home, ({ url }) => on(url, seesNothingBeyond))
    }).pipe(Effect.scoped)
  )
})
