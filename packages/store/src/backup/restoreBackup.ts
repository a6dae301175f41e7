/** Brings a backup into an empty database: all of it in one transaction, or nothing. */
import { Effect, type Stream } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { MigrationFailed } from "../Migrations.ts"
import { migrateTo } from "../Migrations.ts"
import type { MigrationRefused } from "../migrationFiles.ts"
import type { BackupRefused, Header } from "./format.ts"
import { notMade, readBackup, refuse } from "./readBackup.ts"
import { findTables, isOfCluster, plainTexts, quoted, type Table, whatIsThere } from "./tables.ts"

/** What puts rows into a table: each value from its text, by the column's type. */
const insertInto = (sql: SqlClient.SqlClient, table: Table, columns: ReadonlyArray<string>) => {
  const names = columns.map(quoted).join(", ")
  const values = columns.map((name, nth) => `(e ->> ${nth})::${table.types[table.columns.indexOf(name)] ?? "text"}`)
  const statement = `insert into ${quoted(table.name)} (${names}) overriding system value
    select ${values.join(", ")} from json_array_elements($1::text::json) e`
  return (lines: ReadonlyArray<string>) => Effect.asVoid(sql.unsafe(statement, [`[${lines.join(",")}]`]))
}

export interface RestoreOptions {
  /** The migrations of this version. */
  readonly directory: string
  /** Whether what the backup needs is here; fails with why not, before anything is changed. */
  readonly admits: (header: Header) => Effect.Effect<void, BackupRefused>
  /** Accounts and their webhooks come back paused: no bank is logged in to and no result sent before a person resumes them. */
  readonly paused: boolean
}

const setTriggers = (tables: ReadonlyArray<Table>, how: "disable" | "enable") =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(tables, ({ name }) => sql.unsafe(`alter table ${quoted(name)} ${how} trigger user`), {
      discard: true
    })
  )

/** More results than an account makes, and more events than a server has, between two backups. */
const skipped = 1_000_000_000

/**
 * Receivers ignore a result whose sequence number is lower than one that they have seen. Since the backup was made they may
 * have seen numbers that it doesn't hold, so whatever is sent from now on gets higher ones.
 */
const skipSequences = Effect.flatMap(
  SqlClient.SqlClient,
  (
    sql
  ) => sql`insert into outbox_sequences (account_id, last) select id, ${skipped}::bigint from accounts where deleted_at is null
    on conflict (account_id) do update set last = outbox_sequences.last + ${skipped}::bigint`
)

/**
 * Who reads the stream over lost connections passes over the ids that it has been told. Since the backup was made it may have
 * been told events that the backup doesn't hold: none that comes from now on has the id of one of these.
 */
const skipEventIds = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`select setval(s, nextval(s) + ${skipped}::bigint)
    from cast(pg_get_serial_sequence('events', 'id') as regclass) as s`
)

/** The first server may still work: a copy of it must not send its messages a second time. Notifications are about what was then. */
const pauseAll = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update accounts set status = 'paused' where deleted_at is null`
  yield* sql`insert into endpoints (account_id, address, paused_at)
    select account_id, webhook_address, now() from account_settings where webhook_address <> ''
    on conflict (account_id, address) do update set paused_at = coalesce(endpoints.paused_at, now())`
  yield* sql`update outbox set status = case when lane = 'result' and not superseded then 'held' else 'cancelled' end,
    leased_until = null
    where status in ('pending', 'delivering')`
  yield* sql`delete from push_messages`
})

const load = Effect.fnUntraced(function* <E, R>(lines: Stream.Stream<string, E, R>, options: RestoreOptions) {
  const sql = yield* SqlClient.SqlClient
  const there = yield* whatIsThere
  if (there.length > 0) {
    return yield* refuse(
      `the database is not empty (it has ${there.slice(0, 3).join(", ")}${there.length > 3 ? ", …" : ""}): restore into a new one, and keep this as it is`
    )
  }
  let tables: ReadonlyArray<Table> = []
  let insert: (lines: ReadonlyArray<string>) => Effect.Effect<void, SqlError.SqlError> = () => Effect.void
  type Failure = BackupRefused | SqlError.SqlError | MigrationRefused | MigrationFailed
  const provided = <A, E2>(effect: Effect.Effect<A, E2, SqlClient.SqlClient>) =>
    Effect.provideService(effect, SqlClient.SqlClient, sql)

  const read = yield* readBackup<E, Failure, R>(lines, {
    header: (header) =>
      provided(
        Effect.gen(function* () {
          yield* options.admits(header)
          yield* migrateTo(options.directory, header.migrations)
          yield* plainTexts
          tables = yield* findTables
          // What triggers write (events, notices) is in the backup already.
          yield* setTriggers(tables, "disable")
          // The migrations put a few rows of their own.
          yield* sql.unsafe(`truncate ${tables.map(({ name }) => quoted(name)).join(", ")} cascade`)
        })
      ),
    table: ({ columns, table: name }) => {
      if (isOfCluster(name)) {
        insert = () => Effect.void
        return Effect.void
      }
      const table = tables.find((one) => one.name === name)
      const odd = columns.find((column) => table?.columns.includes(column) !== true)
      if (table === undefined || odd !== undefined) {
        return refuse(notMade(table === undefined ? name : `${name}.${odd}`))
      }
      insert = insertInto(sql, table, columns)
      return Effect.void
    },
    rows: (rows) => insert(rows)
  })
  for (const [name, value] of Object.entries(read.end.sequences)) {
    // A sequence of no table that was restored counts nothing.
    if (value !== null)
      yield* sql`select setval(c, ${value}::bigint) from to_regclass(${quoted(name)}) c where c is not null`
  }
  yield* skipSequences
  yield* skipEventIds
  if (options.paused) yield* pauseAll
  yield* setTriggers(tables, "enable")
  return read
})

/** Everything in one transaction; afterwards the planner is told of what came. */
export const restoreBackup = Effect.fn("restoreBackup")(function* <E, R>(
  lines: Stream.Stream<string, E, R>,
  options: RestoreOptions
) {
  const sql = yield* SqlClient.SqlClient
  const read = yield* sql.withTransaction(load(lines, options))
  yield* sql`analyze`
  return read
})
