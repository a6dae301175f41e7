import { type Node, NodeRegistry } from "@counterfoil/core"
import { Database, NodeRegistrySql } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Duration, Effect, Exit, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"

const lease = Duration.seconds(15)

const secrets = { jwtSigningKey: "a", apiKeyPepper: "b", keyEncryptionKeys: ["c"] }
const someNode = (port: number): Node => ({ id: randomUUID(), host: "127.0.0.1", port, secrets })

/** A process of its own, as far as the database can tell: with connections of its own, under a name of its own. */
const startNode = Effect.fnUntraced(function* (node: Node, onReturn?: Effect.Effect<void>) {
  const { url } = yield* TestDatabase
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
  const context = yield* Layer.buildWithScope(
    Layer.fresh(NodeRegistrySql.layer({ lease })).pipe(
      Layer.provide(Layer.fresh(Database.layer({ url, maxConnections: 2, applicationName: `node ${node.port}` })))
    ),
    scope
  )
  const registry = Context.get(context, NodeRegistry)
  yield* Scope.provide(registry.join(node, onReturn), scope)
  return { registry, leave: Scope.close(scope, Exit.void) }
})

const idsOf = (nodes: Effect.Effect<ReadonlyArray<Node>>) => Effect.map(nodes, (list) => list.map(({ id }) => id))

/** The database's processes that hold this node's lock. */
const holders = ({ port }: Node) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ pid: number }>`select pid from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and a.application_name = ${`node ${port}`}`
  ).pipe(Effect.map((rows) => rows.map(({ pid }) => pid)))

/** Ends its connections, as a kill of the process, its freezing or a lost network do. */
const cut = ({ port }: Node) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${`node ${port}`}`
  )

layer(TestDatabase.layer, { excludeTestServices: true })("NodeRegistry", (it) => {
  it.effect("lists the nodes that are present, the oldest first, without those that left", () =>
    Effect.gen(function* () {
      const [a, b] = [someNode(1), someNode(2)]
      const first = yield* startNode(a)
      const second = yield* startNode(b)

      assert.deepStrictEqual(yield* idsOf(first.registry.present), [a.id, b.id])
      assert.deepStrictEqual(yield* first.registry.present, [a, b])
      yield* first.leave

      assert.deepStrictEqual(yield* idsOf(second.registry.present), [b.id])
      assert.deepStrictEqual(yield* idsOf(second.registry.absent), [])
    })
  )

  it.effect("lists a node again whose connection was lost and came back", () =>
    Effect.gen(function* () {
      const [a, b] = [someNode(3), someNode(4)]
      const { registry } = yield* startNode(a)
      const back = yield* Deferred.make<void>()
      yield* startNode(b, Effect.asVoid(Deferred.succeed(back, undefined)))
      const before = yield* holders(b)

      yield* cut(b)
      yield* Deferred.await(back)

      assert.notDeepEqual(yield* holders(b), before)
      assert.deepStrictEqual(yield* idsOf(registry.present), [a.id, b.id])
      assert.deepStrictEqual(yield* idsOf(registry.absent), [])
    })
  )

  it.effect("takes a node that vanished for lost, and tells exactly one of the others that it removed it", () =>
    Effect.gen(function* () {
      const lost = someNode(5)
      const { registry } = yield* startNode(someNode(6))
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into nodes (id, number, host, port, secrets)
        values (${lost.id}, nextval('node_numbers')::int, ${lost.host}, ${lost.port}, '{"jwtSigningKey":"","apiKeyPepper":"","keyEncryptionKeys":[]}')`

      assert.deepStrictEqual(yield* idsOf(registry.absent), [lost.id])
      const told = yield* Effect.all([registry.forget(lost.id), registry.forget(lost.id)], { concurrency: 2 })

      assert.deepStrictEqual([...told].sort(), [false, true])
      assert.deepStrictEqual(yield* idsOf(registry.absent), [])
    })
  )
})
