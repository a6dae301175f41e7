import type { PgClient } from "@effect/sql-pg"
import { Database } from "@counterfoil/store"
import type { DatabaseUnreachable } from "@counterfoil/store"
import { Context, Data, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"
import { randomUUID } from "node:crypto"
import { inject } from "vitest"
import { withDatabase } from "./databaseUrl.ts"

/** The Postgres of this test run did not start; the message says why. */
export class TestPostgresFailed extends Data.TaggedError("TestPostgresFailed")<{ readonly message: string }> {}

const Answer = Schema.Struct({ adminUrl: Schema.String, template: Schema.String })
const decodeAnswer = Schema.decodeUnknownEffect(Answer)

const findPostgres = Effect.gen(function* () {
  const failed = (cause: unknown) => new TestPostgresFailed({ message: String(cause) })
  const response = yield* Effect.tryPromise({ try: () => fetch(inject("testPostgres")), catch: failed })
  const text = yield* Effect.tryPromise({ try: () => response.text(), catch: failed })
  if (!response.ok) return yield* new TestPostgresFailed({ message: text })
  return yield* decodeAnswer(JSON.parse(text)).pipe(Effect.orDie)
})

const statement = (adminUrl: string, text: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text).unprepared).pipe(
    Effect.provide(
      // A copy of a database takes as long as it takes on a busy machine.
      Database.layer({
        url: Redacted.make(adminUrl),
        maxConnections: 1,
        statementLimit: undefined,
        applicationName: "test admin"
      })
    )
  )

type Failure = TestPostgresFailed | DatabaseUnreachable | SqlError.SqlError

const make = (copy: "migrated" | "empty") =>
  Effect.gen(function* () {
    const { adminUrl, template } = yield* findPostgres
    const name = `test_${randomUUID().replaceAll("-", "")}`
    const create = `CREATE DATABASE ${name}${copy === "migrated" ? ` TEMPLATE ${template} STRATEGY file_copy` : ""}`
    yield* Effect.acquireRelease(statement(adminUrl, create), () =>
      Effect.ignore(statement(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
    )
    return TestDatabase.of({ name, url: Redacted.make(withDatabase(adminUrl, name)) })
  })

type Provided = TestDatabase | PgClient.PgClient | SqlClient.SqlClient

const withClient = (database: Layer.Layer<TestDatabase, Failure>): Layer.Layer<Provided, Failure> =>
  database.pipe(
    Layer.flatMap((context) =>
      Layer.merge(Layer.succeedContext(context), Database.layer({ url: Context.get(context, TestDatabase).url }))
    )
  )

/**
 * A database of its own for one test file (`layer(TestDatabase.layer)(…)`), dropped at the end, with the clients
 * connected to it.
 */
export class TestDatabase extends Context.Service<
  TestDatabase,
  {
    readonly name: string
    /** To connect from elsewhere: another pool, another process. */
    readonly url: Redacted.Redacted<string>
  }
>()("@counterfoil/testing/TestDatabase") {
  /** With the newest schema. */
  static readonly layer: Layer.Layer<Provided, Failure> = withClient(Layer.effect(TestDatabase, make("migrated")))
  /** With nothing in it. */
  static readonly layerEmpty: Layer.Layer<Provided, Failure> = withClient(Layer.effect(TestDatabase, make("empty")))
}
