import { Database, SingleProcessGuard } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Logger, Redacted, Scope } from "effect"
import type { Duration } from "effect"
import { SqlClient } from "effect/sql"
import { once } from "node:events"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { beat } from "../waiting.ts"

const messageOf = (url: string) =>
  Effect.scoped(Layer.build(Database.layer({ url: Redacted.make(url) }))).pipe(
    Effect.flip,
    Effect.map((error) => error.message)
  )

describe("Database.layer", () => {
  it.live("says in one sentence that nothing listens there, without the password", () =>
    Effect.gen(function* () {
      const message = yield* messageOf("postgres://me:hunter2@127.0.0.1:1/books")

      assert.match(message, /^no connection to the database 127\.0\.0\.1:1\/books \(.+\): check DATABASE_URL/)
      assert.notInclude(message, "hunter2")
      assert.notInclude(message, "\n")
    })
  )

  it.live("says what DATABASE_URL should look like, without repeating it", () =>
    Effect.gen(function* () {
      const message = yield* messageOf("mysql://me:hunter2@somewhere/books")

      assert.include(message, "DATABASE_URL is not a Postgres URL")
      assert.notInclude(message, "hunter2")
    })
  )

  it.live.each([
    ["an @ and a slash", "postgres://me:hun@ter2/x@127.0.0.1:1/books"],
    ["a slash after digits", "postgres://me:12/hunter2@127.0.0.1:1/books"],
    ["a question mark after digits", "postgres://me:12?hunter2@127.0.0.1:1/books"],
    ["a #", "postgres://me:12#hunter2@127.0.0.1:1/books"],
    ["a slash after letters", "postgres://me:hun/ter2@127.0.0.1:1/books"]
  ] as const)("says that signs of a password are encoded, and nothing of it, where it has %s", ([, url]) =>
    Effect.gen(function* () {
      const message = yield* messageOf(url)

      assert.match(message, /^DATABASE_URL .+ in the user or the password are percent-encoded \(%40 is @\)$/)
      assert.notMatch(message, /hun|ter2|12/)
    })
  )

  it.live("refuses ssl=true, which would leave its connections unencrypted", () =>
    Effect.gen(function* () {
      const message = yield* messageOf("postgres://me:hunter2@127.0.0.1:1/books?ssl=true")

      assert.include(message, "sslmode=require encrypts its connections")
    })
  )

  it.live("gives up on a server that never answers", () =>
    Effect.gen(function* () {
      const silent = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          const server = createServer().listen(0, "127.0.0.1")
          await once(server, "listening")
          return server
        }),
        (server) => Effect.sync(() => server.close())
      )
      const { port } = portOf(silent.address())

      const message = yield* messageOf(`postgres://me@127.0.0.1:${port}/books?connect_timeout=1`)

      assert.include(message, "no connection to the database")
    })
  )
})

const portOf = (address: AddressInfo | string | null) => {
  if (address === null || typeof address === "string") throw new Error("not listening on a port")
  return address
}

layer(TestDatabase.layer)("Database.layer on a server", (it) => {
  it.effect("says that the password is wrong", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      const wrong = new URL(Redacted.value(url))
      wrong.password = "hunter2"

      const message = yield* messageOf(wrong.href)

      assert.include(message, "password authentication failed")
      assert.notInclude(message, "hunter2")
    })
  )
})

layer(TestDatabase.layer)("A connection to a database with settings for others", (it) => {
  const ofOthers = [
    "timezone = 'America/Caracas'",
    "datestyle = 'SQL, DMY'",
    "default_transaction_isolation = 'serializable'",
    "standard_conforming_strings = off",
    "statement_timeout = '50ms'",
    "lock_timeout = '50ms'",
    "idle_session_timeout = '50ms'",
    "idle_in_transaction_session_timeout = '50ms'",
    "random_page_cost = 4",
    "jit = on"
  ]

  it.effect("reads dates, waits, plans and sees what others have done as anywhere else", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { name, url } = yield* TestDatabase
      yield* Effect.forEach(ofOthers, (setting) => sql.unsafe(`alter database ${name} set ${setting}`))

      const seen = yield* Effect.flatMap(SqlClient.SqlClient, (own) =>
        own.withTransaction(
          own`select ('2026-11-28T02:00:00Z'::timestamptz)::date::text as day, current_setting('transaction_isolation') as isolation,
            length('\\\\') as backslashes, current_setting('lock_timeout') as "waitsForLocks",
            current_setting('idle_session_timeout') as "isSilent",
            current_setting('idle_in_transaction_session_timeout') as "isSilentInside", pg_sleep(0.2)::text as slept,
            current_setting('random_page_cost') || ' ' || current_setting('jit') as planned`
        )
      ).pipe(Effect.provide(Database.layer({ url, maxConnections: 1, statementLimit: undefined })))

      assert.deepStrictEqual(seen, [
        {
          day: "2026-11-28",
          isolation: "read committed",
          backslashes: 2,
          waitsForLocks: "0",
          isSilent: "0",
          isSilentInside: "0",
          slept: "",
          planned: "1.1 off"
        }
      ])
    })
  )
})

layer(TestDatabase.layer, { excludeTestServices: true })("SingleProcessGuard", (it) => {
  const guardWaiting = (patience: Duration.Input) =>
    Effect.map(TestDatabase, ({ url }) =>
      SingleProcessGuard.layer({ patience }).pipe(Layer.provide(Database.layer({ url, maxConnections: 2 })))
    )

  it.effect("lets the next process in only when the first has ended", () =>
    Effect.gen(function* () {
      const process = yield* guardWaiting("50 millis")
      const first = yield* Scope.make()
      yield* Layer.buildWithScope(process, first)

      const refused = yield* Effect.flip(Effect.scoped(Layer.build(Layer.fresh(process))))
      yield* Scope.close(first, Exit.void)
      const next = yield* Effect.exit(Effect.scoped(Layer.build(Layer.fresh(process))))

      assert.include(refused.message, "another counterfoil is using this database")
      assert.isTrue(Exit.isSuccess(next))
    })
  )

  it.effect("waits for a process that is about to end", () =>
    Effect.gen(function* () {
      const process = yield* guardWaiting("10 seconds")
      const first = yield* Scope.make()
      yield* Layer.buildWithScope(process, first)

      const second = yield* Effect.forkChild(Effect.scoped(Layer.build(Layer.fresh(process))))
      yield* waitingForLock
      yield* Scope.close(first, Exit.void)

      assert.isTrue(Exit.isSuccess(yield* Fiber.await(second)))
    })
  )

  it.effect("tells once that its start waits for a connection, and goes on when it has one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { name } = yield* TestDatabase
      const told = yield* Deferred.make<string>()
      const lines: Array<string> = []
      const log = Logger.make(({ message }) => {
        lines.push(String(message))
        Deferred.doneUnsafe(told, Exit.succeed(String(message)))
      })
      // One is ours, one the pool's: none is left for the lock.
      yield* sql.unsafe(`alter database ${name} connection limit 2`)
      const process = yield* guardWaiting("50 millis")
      const start = yield* Effect.scoped(Layer.build(Layer.fresh(process))).pipe(
        Effect.provide(Logger.layer([log])),
        Effect.forkChild
      )

      assert.match(
        yield* Deferred.await(told),
        /^the start waits for a connection .* \(too many connections for database /
      )
      yield* sql.unsafe(`alter database ${name} connection limit -1`)
      assert.isTrue(Exit.isSuccess(yield* Fiber.await(start)))
      assert.lengthOf(lines, 1)
    })
  )
})

/** Two guards' connections are there: the one that has the lock, and the one that asks for it. */
const waitingForLock = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql<{ asking: number }>`SELECT count(*)::int AS asking FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE '%pg_try_advisory_lock%' AND pid <> pg_backend_pid()`.pipe(
    Effect.map((rows) => rows[0]?.asking ?? 0),
    Effect.tap(beat),
    Effect.repeat({ until: (asking) => asking >= 1 })
  )
})
