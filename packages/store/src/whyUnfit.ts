/** Whether counterfoil can live in a database at all: said before anything is made in it. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { readOnlyDatabase } from "./writeProbe.ts"

/** The tests run on the newest; the containers are tested with all from here on. */
const oldest = 16

const Look = Schema.Struct({
  version: Schema.String,
  encoding: Schema.String,
  isNew: Schema.Boolean,
  isReadOnly: Schema.Boolean,
  isolation: Schema.String,
  mayMakeTables: Schema.Boolean,
  schema: Schema.NullOr(Schema.String),
  /** Another schema, which holds counterfoil's tables while that one holds none. */
  usedSchema: Schema.NullOr(Schema.String)
})
type Look = typeof Look.Type

const decode = Schema.decodeUnknownEffect(Schema.Tuple([Look]))

/** For tests too, which have no old one. */
export const judgeDatabase = ({
  encoding,
  isNew,
  isolation,
  isReadOnly,
  mayMakeTables,
  schema,
  usedSchema,
  version
}: Look): string | undefined => {
  if (Number.parseInt(version, 10) < oldest) return `Postgres ${version} is too old: ${oldest} or newer is needed`
  if (isReadOnly) return readOnlyDatabase
  // Else all would begin anew, empty, beside what is there.
  if (usedSchema !== null) {
    return `counterfoil's tables are in the schema "${usedSchema}" of this database, and its user's search_path begins with ${schema === null ? "none that is there" : `"${schema}"`}: let it begin with theirs (ALTER ROLE … SET search_path = "${usedSchema}")`
  }
  // Of a client that an embedding program brings: whoever waits for a lock must see what was done before it came free.
  if (isolation !== "read committed") {
    return `transactions of this database client are ${isolation}: give its connections default_transaction_isolation = 'read committed'`
  }
  if (!mayMakeTables) {
    return "the database's user may not make tables in it: let that user own the database (ALTER DATABASE … OWNER TO …), or make them in the schema of its search_path (GRANT CREATE ON SCHEMA … TO …)"
  }
  // One that is used already has what it has; to change it takes a backup and another database.
  if (isNew && encoding !== "UTF8") {
    return `the database's encoding is ${encoding}, which lacks letters: make one with UTF8 (CREATE DATABASE … ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0)`
  }
  return undefined
}

/** What keeps counterfoil from working in this database, with what to do; undefined: nothing does. */
export const whyUnfit = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
    to_regclass('counterfoil_migrations') is null as "isNew", current_setting('transaction_read_only') = 'on' as "isReadOnly",
    current_setting('transaction_isolation') as isolation,
    coalesce(has_schema_privilege(current_schema()::text, 'create'), false) as "mayMakeTables",
    current_schema()::text as schema,
    (select min(schemaname::text) from pg_tables where tablename = 'counterfoil_migrations'
      having bool_and(schemaname is distinct from current_schema())) as "usedSchema"`.pipe(
    Effect.flatMap((rows) => Effect.orDie(decode(rows))),
    Effect.map(([look]) => judgeDatabase(look))
  )
)
