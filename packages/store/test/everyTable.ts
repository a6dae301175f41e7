/** The whole content of a database, table by table, to see whether something has changed. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

const tables = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ name: Schema.String })))
const digests = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ digest: Schema.NullOr(Schema.String) })))

export const everyTable = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const names = yield* tables(
    yield* sql`select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`
  )
  return yield* Effect.forEach(names, ({ name }) =>
    Effect.gen(function* () {
      const rows = yield* sql`select md5(string_agg(t::text, '|' order by t::text)) as digest from ${sql(name)} t`
      const [row] = yield* digests(rows)
      return [name, row?.digest ?? null] as const
    })
  )
})
