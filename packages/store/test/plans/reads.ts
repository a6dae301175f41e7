/** How many rows and index entries the statements of an effect read, as Postgres counts them: what its time depends on. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

const counted = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ relation: Schema.String, tuples: Schema.Int })))

/** Of this connection, not yet handed over to the server's statistics. */
const soFar = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select relname::text as relation,
      (pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::int as tuples
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`
  return new Map((yield* counted(rows)).map(({ relation, tuples }) => [relation, tuples]))
})

/** By table or index, of those that were read. All of it runs in one transaction. */
export const readsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const before = yield* soFar
        yield* effect
        const after = yield* soFar
        const reads = [...after].map(([relation, tuples]) => [relation, tuples - (before.get(relation) ?? 0)] as const)
        return new Map(reads.filter(([, tuples]) => tuples > 0))
      })
    )
  )

export const sumOf = (reads: ReadonlyMap<string, number>): number => [...reads.values()].reduce((a, b) => a + b, 0)
