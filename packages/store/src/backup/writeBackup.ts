/**
 * Copies a database that others work on: one REPEATABLE READ transaction sees all tables as they were at one moment, holds
 * nobody up and changes nothing. Sealed cells are copied sealed.
 */
import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type End, type Header } from "./format.ts"
import { findTables, isOfCluster, plainTexts, quoted, type Table } from "./tables.ts"

const Lines = Schema.Array(Schema.Struct({ line: Schema.String }))
const decodeLines = Schema.decodeUnknownEffect(Lines)

const Facts = Schema.Tuple([
  Schema.Struct({
    made_at: Schema.String,
    postgres: Schema.String,
    migrations: Schema.Array(Schema.Struct({ id: Schema.Int, file: Schema.String, checksum: Schema.String })),
    key_ids: Schema.Array(Schema.String),
    pepper_mark: Schema.NullOr(Schema.String)
  })
])
const Sequences = Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.NullOr(Schema.String) }))

const headerOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as made_at,
      current_setting('server_version') as postgres,
      (select json_agg(json_build_object('id', id, 'file', file, 'checksum', checksum) order by id)
        from counterfoil_migrations) as migrations,
      array(select key_id from account_keys union select key_id from user_keys order by 1) as key_ids,
      (select mark from server_marks where name = 'API_KEY_PEPPER') as pepper_mark`
  const [facts] = yield* Effect.orDie(Schema.decodeUnknownEffect(Facts)(rows))
  return { counterfoil_backup: 1, ...facts } satisfies Header
})

/** Bytes to hold in memory at a time; the size of the next batch is reckoned from the rows before it. */
const wanted = 2_000_000
const most = 2_000

/** Writes all rows of a table; answers how many. */
const copyTable = Effect.fnUntraced(function* <E>(table: Table, emit: (text: string) => Effect.Effect<void, E>) {
  const sql = yield* SqlClient.SqlClient
  const { columns, name } = table
  yield* emit(`${JSON.stringify({ table: name, columns })}\n`)
  const texts = columns.map((column) => `${quoted(column)}::text`).join(", ")
  yield* sql.unsafe(`declare copied no scroll cursor for
    select json_build_array(variadic array[${texts}]::text[])::text as line from ${quoted(name)}`)
  let count = 0
  let next = 20
  for (;;) {
    const rows = yield* sql
      .unsafe(`fetch ${next} from copied`)
      .pipe(Effect.flatMap((found) => Effect.orDie(decodeLines(found))))
    if (rows.length === 0) break
    const text = rows.map(({ line }) => `${line}\n`).join("")
    yield* emit(text)
    count += rows.length
    next = Math.max(1, Math.min(most, Math.floor((wanted * rows.length) / text.length)))
  }
  yield* sql`close copied`
  return count
})

/** Sequences stand outside of transactions: read last, they are beyond whatever was copied. */
const sequences = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select sequencename::text as name, last_value::text as value from pg_sequences
    where schemaname = (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.oid = 'counterfoil_migrations'::regclass)
    order by 1`
  const found = yield* Effect.orDie(Schema.decodeUnknownEffect(Sequences)(rows))
  return Object.fromEntries(found.filter(({ name }) => !isOfCluster(name)).map(({ name, value }) => [name, value]))
})

export interface Written {
  readonly header: Header
  readonly end: End
}

export const writeBackup = <E>(
  emit: (text: string) => Effect.Effect<void, E>
): Effect.Effect<Written, E | SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set transaction isolation level repeatable read, read only`
        yield* plainTexts
        const header: Header = yield* headerOf
        yield* emit(`${JSON.stringify(header)}\n`)
        const counts: Record<string, number> = {}
        for (const table of yield* findTables) counts[table.name] = yield* copyTable(table, emit)
        const end: End = { end: counts, sequences: yield* sequences }
        yield* emit(`${JSON.stringify(end)}\n`)
        return { header, end }
      })
    )
  )
