/** Reads all that belongs to a user, as it is at one moment, a bounded number of rows at a time. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { plainTexts } from "../backup/tables.ts"
import { type ExportSet, exportSets, nameOf } from "./sets.ts"

const Rows = Schema.Array(Schema.Struct({ row: Schema.Record(Schema.String, Schema.Json) }))
const decodeRows = Schema.decodeUnknownEffect(Rows)
const decodeIds = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: Schema.String })))

export type ExportedRow = Readonly<Record<string, Schema.Json>>

const batchSize = 500

/** Amounts are read as texts: they have more digits than numbers of JSON can be trusted with. */
const selected = (column: string): string => {
  const name = nameOf(column)
  const value = column.replace(/ as \w+$/, "")
  return `'${name}', ${name.endsWith("_minor") ? `${value}::text` : value}`
}

const readSet = Effect.fnUntraced(function* <E>(
  set: ExportSet,
  userId: string,
  emit: (rows: ReadonlyArray<ExportedRow>) => Effect.Effect<void, E>
) {
  const sql = yield* SqlClient.SqlClient
  // A cursor's statement takes no parameters; the id comes from the database, and is a uuid.
  yield* sql.unsafe(`declare exported no scroll cursor for
    select json_build_object(${set.columns.map(selected).join(", ")}) as row from ${set.from.replace("$1", `'${userId}'::uuid`)}`)
  let count = 0
  for (;;) {
    const found = yield* sql
      .unsafe(`fetch ${batchSize} from exported`)
      .pipe(Effect.flatMap((rows) => Effect.orDie(decodeRows(rows))))
    if (found.length > 0) yield* emit(found.map(({ row }) => row))
    count += found.length
    if (found.length < batchSize) break
  }
  yield* sql`close exported`
  return count
})

/** Answers how many rows each list has; null: nobody has this e-mail. */
export const readUser = <E>(
  emailKey: string,
  /** When the user was found. */
  begin: Effect.Effect<void, E>,
  emit: (set: ExportSet, rows: ReadonlyArray<ExportedRow>) => Effect.Effect<void, E>
) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set transaction isolation level repeatable read, read only`
        yield* plainTexts
        const [user] = yield* Effect.orDie(
          decodeIds(yield* sql`select id::text from users where email_key = ${emailKey} and deleted_at is null`)
        )
        if (user === undefined) return null
        yield* begin
        const counts: Record<string, number> = {}
        for (const set of exportSets) {
          counts[set.name] = yield* readSet(set, user.id, (rows) => emit(set, rows))
        }
        return counts
      })
    )
  )
