import { defaultDeliveryOptions, OutboxRepository } from "@counterfoil/core"
import { Database } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { StoreLayers } from "../../src/StoreLayers.ts"
import { newAccount } from "./world.ts"

const endpoints = 10
const waiting = 5_000

/** One connection, so that a statement is prepared once. */
const OneConnection = StoreLayers.pipe(
  Layer.provideMerge(Layer.unwrap(Effect.map(TestDatabase, ({ url }) => Database.layer({ url, maxConnections: 1 })))),
  Layer.provide(TestDatabase.layer)
)

const decodeRead = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ n: Schema.Int })]))

/** Rows and index entries of the outbox that were read until now. */
const readUntilNow = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`select pg_stat_force_next_flush()`
  yield* sql`select pg_stat_clear_snapshot()`
  const rows = yield* sql`select (t.seq_tup_read + (select sum(i.idx_tup_read) from pg_stat_user_indexes i
      where i.relid = t.relid))::int as n
    from pg_stat_user_tables t where t.relname = 'outbox'`
  return (yield* decodeRead(rows))[0].n
})

const enqueue = (accounts: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (
      sql
    ) => sql`insert into outbox (id, message_id, sequence, account_id, lane, event, body, status, due_at, created_at)
      select gen_random_uuid(), 'msg_' || n, n, (${accounts}::uuid[])[1 + n % ${endpoints}::int], 'result', 'matched', '{}',
        'pending', now() - interval '1 minute', now() from generate_series(1, ${waiting}::int) n`
  )

layer(OneConnection, { excludeTestServices: true })("a claim", (it) => {
  it.effect("reads only the messages that it takes, even with a plan from when nothing waited", () =>
    Effect.gen(function* () {
      const repository = yield* OutboxRepository
      const accounts = yield* Effect.forEach(
        Array.from({ length: endpoints }, (_, nth) => nth),
        (nth) => Effect.map(newAccount({ webhookUrl: `http://shop-${nth}.test/hook` }), ({ id }) => id)
      )
      const claim = repository.claim({ ...defaultDeliveryOptions, limit: 64 })
      // Postgres keeps its plan of a prepared statement from the sixth time on.
      for (let nth = 0; nth < 8; nth += 1) assert.deepStrictEqual(yield* claim, [])
      yield* enqueue(accounts)

      const before = yield* readUntilNow
      const claimed = yield* claim
      const read = (yield* readUntilNow) - before

      assert.strictEqual(claimed.length, endpoints * defaultDeliveryOptions.perEndpoint)
      assert.isAbove(read, claimed.length)
      assert.isBelow(read, waiting / 5)
    })
  )
})
