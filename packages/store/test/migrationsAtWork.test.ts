/** Migrations beside nodes of the version before, and beside a backup, which hold tables that are to be changed. */
import { Database, migrate } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import * as Fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { untilDoneOrWaiting } from "./waiting.ts"

const text = "alter table payments add column booked date; alter table orders add column reference text"

const directory = Effect.acquireRelease(
  Effect.sync(() => {
    const made = Fs.mkdtempSync(join(tmpdir(), "counterfoil-migrations-"))
    Fs.writeFileSync(join(made, "0001_more.sql"), text)
    return made
  }),
  (made) => Effect.sync(() => Fs.rmSync(made, { recursive: true, force: true }))
)

/** A start of the new version, on a database whose tables others use. */
const starting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`drop schema public cascade`
  yield* sql`create schema public`
  yield* sql`create table payments (id int)`
  yield* sql`create table orders (id int)`
  const { url } = yield* TestDatabase
  const limits = { maxConnections: 1, statementLimit: undefined }
  return Effect.provide(migrate({ directory: yield* directory }), Database.layer({ url, ...limits }))
})

layer(TestDatabase.layerEmpty, { excludeTestServices: true })("a migration while others are at work", (it) => {
  it.effect("keeps nobody waiting behind a backup that it waits for itself", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const start = yield* starting
      const isHeld = yield* Deferred.make<void>()
      const migrating = yield* Effect.forkChild(Effect.andThen(Deferred.await(isHeld), start))

      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select from orders`
          yield* Deferred.succeed(isHeld, undefined)
          yield* untilDoneOrWaiting(migrating)
          const client = yield* TestDatabase
          const reading = Effect.flatMap(SqlClient.SqlClient, (own) => own`select from payments`)
          yield* Effect.provide(reading, Database.layer({ url: client.url, maxConnections: 1 }), { local: true })
        })
      )

      assert.deepStrictEqual(yield* Fiber.join(migrating), ["0001_more.sql"])
    })
  )

  it.effect("fails neither itself nor them where each waits for the other", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const start = yield* starting
      const isHeld = yield* Deferred.make<void>()
      const migrating = yield* Effect.forkChild(Effect.andThen(Deferred.await(isHeld), start))

      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`insert into orders values (1)`
          yield* Deferred.succeed(isHeld, undefined)
          yield* untilDoneOrWaiting(migrating)
          yield* sql`insert into payments values (1)`
        })
      )

      assert.deepStrictEqual(yield* Fiber.join(migrating), ["0001_more.sql"])
      assert.lengthOf(yield* sql`select from payments join orders using (id)`, 1)
    })
  )
})
