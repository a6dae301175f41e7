/** An administrator's session locks a table: what needs other tables goes on, on the connections that all share. */
import { Database } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"

/** Until a statement of this application has waited for a lock for so long: it is held up, not only slow. */
const untilHeldUp = (application: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`select from pg_stat_activity where application_name = ${application} and wait_event_type = 'Lock'
      and clock_timestamp() - query_start > interval '1 second'`.pipe(
      Effect.repeat({ until: (found) => found.length > 0, schedule: Schedule.spaced("50 millis") })
    )
  )

/** Runs the test while an administrator's transaction holds the table, and until the test lets go of it. */
const whileLocked = <E, R>(test: (release: Effect.Effect<void>) => Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const admin = yield* SqlClient.SqlClient
    yield* admin`create table if not exists wanted (id int)`
    const [locked, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const holding = yield* Effect.forkChild(
      admin.withTransaction(
        Effect.gen(function* () {
          yield* admin`lock table wanted in access exclusive mode`
          yield* Deferred.succeed(locked, undefined)
          yield* Deferred.await(release)
        })
      )
    )
    yield* Deferred.await(locked)
    const { url } = yield* TestDatabase
    const options = { url, applicationName: "held up", statementLimit: undefined, maxConnections: 8 }
    yield* test(Effect.andThen(Deferred.succeed(release, undefined), Effect.ignore(Fiber.join(holding)))).pipe(
      Effect.provide(Layer.fresh(Database.layer(options)))
    )
  })

layer(TestDatabase.layer, { excludeTestServices: true })("a table that somebody has locked", (it) => {
  it.effect("holds up what needs it and no other statement or transaction, and then goes on itself", () =>
    Effect.gen(function* () {
      const admin = yield* SqlClient.SqlClient
      yield* whileLocked((release) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const reading = yield* Effect.forkChild(sql`select count(*)::int as rows from wanted`)
          // Who gives up waiting doesn't free the connection.
          const givenUp = yield* Effect.forkChild(sql`select from wanted`)
          yield* Effect.provideService(untilHeldUp("held up"), SqlClient.SqlClient, admin)
          yield* Fiber.interrupt(givenUp)

          const others = Effect.all([sql`select 1 as one`, sql.withTransaction(sql`select 1 as one`)])
          assert.deepStrictEqual(yield* others, [[{ one: 1 }], [{ one: 1 }]])
          assert.isUndefined(reading.pollUnsafe())

          yield* release
          assert.deepStrictEqual(yield* Fiber.join(reading), [{ rows: 0 }])
          assert.deepStrictEqual(yield* others, [[{ one: 1 }], [{ one: 1 }]])
        })
      )
    })
  )

  it.effect("leaves connections for statements, however many transactions wait for it", () =>
    Effect.gen(function* () {
      const admin = yield* SqlClient.SqlClient
      yield* whileLocked((release) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const writing = yield* Effect.forkChild(
            Effect.forEach(Array.from({ length: 20 }), () => sql.withTransaction(sql`insert into wanted values (1)`), {
              concurrency: "unbounded",
              discard: true
            })
          )
          yield* Effect.provideService(untilHeldUp("held up"), SqlClient.SqlClient, admin)

          assert.deepStrictEqual(yield* sql`select 1 as one`, [{ one: 1 }])
          assert.isUndefined(writing.pollUnsafe())

          yield* release
          yield* Fiber.join(writing)
          assert.deepStrictEqual(yield* sql`select count(*)::int as rows from wanted`, [{ rows: 20 }])
        })
      )
    })
  )
})
