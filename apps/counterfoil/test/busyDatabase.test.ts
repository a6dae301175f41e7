import { assert, it } from "@effect/vitest"
import { Database } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { until } from "../src/demo/Client.ts"
import { running, temporaryHome } from "./support/Command.ts"
import { nodeEnvironment } from "./support/nodes.ts"

it.live(
  "a node that gets too few connections while it starts goes on once it gets them",
  () =>
    Effect.gen(function* () {
      const home = yield* temporaryHome
      const { name, url } = yield* TestDatabase
      // From beside it: what this test has of the database itself would count.
      const elsewhere = new URL(Redacted.value(url))
      elsewhere.pathname = "/postgres"
      const limit = (connections: number) =>
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          sql.unsafe(`alter database ${name} connection limit ${connections}`)
        ).pipe(Effect.provide(Layer.fresh(Database.layer({ url: Redacted.make(elsewhere.href), maxConnections: 1 }))))
      // For its lock, its place among the nodes, the locks on its accounts, and at most one of its pool.
      yield* limit(4)
      const env = { COUNTERFOIL_HOME: home, LOG_FORMAT: "json", ...(yield* nodeEnvironment) }
      const command = yield* running(["serve"], { env })
      const said = Effect.sync(() => command.said().stderr)
      const isOver = Effect.race(
        Effect.as(
          Effect.promise(() => command.ended),
          true
        ),
        Effect.as(
          until("what it says of the database", said, (text) => text.includes("the database does not answer:"), 240),
          false
        )
      )
      assert.isFalse(yield* isOver, command.said().stderr)
      yield* limit(-1)
      assert.match(yield* Effect.promise(() => command.listening), /^http:/)
      assert.strictEqual((yield* Effect.promise(() => command.stop("SIGTERM"))).code, 0)
    }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer)),
  300_000
)
