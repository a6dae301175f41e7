import { type Node, NodeRegistry } from "@counterfoil/core"
import { Database, NodeRegistrySql } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Duration, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Cable } from "./cable.ts"

const node: Node = {
  id: crypto.randomUUID(),
  host: "127.0.0.1",
  port: 1,
  secrets: { jwtSigningKey: "", apiKeyPepper: "", keyEncryptionKeys: [] }
}

const decodePorts = Schema.decodeUnknownEffect(Schema.NonEmptyArray(Schema.Struct({ port: Schema.Int })))

const holders = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.flatMap(
    sql`select client_port as port from pg_stat_activity where application_name = 'node'
      and pid in (select pid from pg_locks where locktype = 'advisory' and granted)`,
    decodePorts
  )
)

layer(TestDatabase.layer, { excludeTestServices: true })("NodeRegistry over a cable", (it) => {
  it.effect("a node whose connection was lost without a word takes its place again, and is told", () =>
    Effect.gen(function* () {
      const cable = new Cable()
      const { url } = yield* TestDatabase
      const via = yield* Effect.promise(() => cable.through(Redacted.value(url)))
      const registry = yield* Layer.build(
        NodeRegistrySql.layer({ lease: Duration.seconds(3) }).pipe(
          Layer.provide(Database.layer({ url: Redacted.make(via), applicationName: "node" }))
        )
      )
      const returned = yield* Deferred.make<void>()
      yield* Context.get(registry, NodeRegistry).join(node, Deferred.succeed(returned, undefined))
      const [{ port }] = yield* holders
      cable.silence(port)
      yield* Deferred.await(returned)
      const [{ port: anew }] = yield* holders
      assert.notStrictEqual(anew, port)
    })
  )
})
