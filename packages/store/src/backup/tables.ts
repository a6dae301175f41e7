/** What a database has to be copied: its tables, in an order in which rows find those that they refer to. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

const Table = Schema.Struct({
  name: Schema.String,
  columns: Schema.Array(Schema.String),
  /** Of the columns, as casts name them. */
  types: Schema.Array(Schema.String),
  refersTo: Schema.Array(Schema.String)
})
export type Table = typeof Table.Type

const decodeTables = Schema.decodeUnknownEffect(Schema.Array(Table))
const decodeNames = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ name: Schema.String })))

/** Running nodes, tickets of half a minute: of the server that is copied, not of its data. The migrations make their own rows. */
const leftOut = new Set(["nodes", "realtime_tickets", "counterfoil_migrations"])

/**
 * Made by the cluster's own storage (`SqlRunnerStorage`) where several nodes ran, and again where they will: no migration makes
 * them. Versions before copied them.
 */
const ofCluster = new Set([
  "cluster_locks",
  "cluster_runner_migrations",
  "cluster_runners",
  "cluster_runners_machine_id_seq"
])

export const isOfCluster = (name: string): boolean => ofCluster.has(name)

/** The tables of backups of a database that has had these migrations, by their texts: without a database to ask. */
export const tablesMadeBy = (texts: ReadonlyArray<string>): ReadonlySet<string> => {
  const made = texts.flatMap((text) => [...text.matchAll(/^create table (?<name>\w+)/gimu)])
  return new Set(made.map(({ groups }) => groups?.["name"] ?? "").filter((name) => !leftOut.has(name)))
}

/** A table after all those that it refers to. */
const inOrder = (tables: ReadonlyArray<Table>): ReadonlyArray<Table> => {
  const ordered: Array<Table> = []
  const open = new Set<string>()
  const place = (table: Table): void => {
    if (open.has(table.name)) return
    open.add(table.name)
    for (const name of table.refersTo) {
      const other = tables.find((one) => one.name === name)
      if (other !== undefined) place(other)
    }
    ordered.push(table)
  }
  for (const table of tables) place(table)
  return ordered
}

/** The tables of the schema that the migrations were run in, which need not be `public`. */
export const findTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select c.relname as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' order by a.attnum) as columns,
      array(select format_type(a.atttypid, a.atttypmod) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' order by a.attnum) as types,
      array(select distinct f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid order by 1) as "refersTo"
    from pg_class c where c.relkind = 'r'
      and c.relnamespace = (select relnamespace from pg_class where oid = 'counterfoil_migrations'::regclass)
    order by c.relname`
  const tables = yield* Effect.orDie(decodeTables(rows))
  return inOrder(tables.filter(({ name }) => !leftOut.has(name) && !isOfCluster(name)))
})

/** Any relation where tables would be made makes a database one that somebody uses. */
export const whatIsThere = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select relname as name from pg_class
    where relnamespace = (select oid from pg_namespace where nspname = current_schema())
      and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    order by relname`
  return (yield* Effect.orDie(decodeNames(rows))).map(({ name }) => name)
})

/** Values as texts that every Postgres reads back as the same values, wherever it runs. */
export const plainTexts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const setting of [
    "timezone = 'UTC'",
    "datestyle = 'ISO, YMD'",
    "intervalstyle = 'iso_8601'",
    "extra_float_digits = 3",
    "bytea_output = 'hex'",
    "array_nulls = on",
    "quote_all_identifiers = off"
  ]) {
    yield* sql.unsafe(`set local ${setting}`)
  }
})

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
