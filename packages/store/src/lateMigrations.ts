/**
 * A database that ran a commit between two releases may have had a migration before one with a lower number. The late
 * one is made up for where that comes to the same: the schema is what the files make in their order, and no file that
 * changes rows was overtaken by one that concerns the same tables.
 */
import { Data, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { describeSchema } from "./describeSchema.ts"
import type { MigrationFile } from "./migrationFiles.ts"

interface Swap {
  readonly late: MigrationFile
  readonly before: MigrationFile
}

/** Every pair that a database has had, or will have, the wrong way round. */
export const swapsOf = (
  pending: ReadonlyArray<MigrationFile>,
  done: ReadonlyArray<MigrationFile>
): ReadonlyArray<Swap> =>
  pending.flatMap((late) => done.filter(({ id }) => id > late.id).map((before) => ({ late, before })))

const withoutComments = (text: string) => text.replaceAll(/--.*$/gm, "").replaceAll(/\/\*[\s\S]*?\*\//g, "")

const rowChange =
  /\b(insert\s+into|delete\s+from|merge\s+into|truncate|copy|execute|call|do)\b|\bupdate\s+(only\s+)?[\w."]+(\s+as)?(\s+\w+)?\s+set\b/i

const changesRows = ({ text }: MigrationFile) => rowChange.test(withoutComments(text))

const wordsOf = ({ text }: MigrationFile) =>
  new Set(
    withoutComments(text)
      .toLowerCase()
      .match(/[a-z_][a-z0-9_]*/g)
  )

/** Why the two can't change places, as far as their texts tell. */
const contradiction = ({ before, late }: Swap, tables: ReadonlyArray<string>): string | undefined => {
  if (!changesRows(late) && !changesRows(before)) return undefined
  const words = wordsOf(before)
  const shared = tables.find((table) => words.has(table) && wordsOf(late).has(table))
  return shared === undefined ? undefined : `rows are changed, and both concern ${shared}`
}

/** The order of a table's columns says when they were added, and nothing depends on it. */
const regardlessOfColumnOrder = (schema: string) =>
  schema
    .split(";\n")
    .map((statement) =>
      statement.trimStart().startsWith("CREATE TABLE")
        ? statement
            .split("\n")
            .map((line) => line.replace(/,$/, ""))
            .sort()
            .join("\n")
        : statement
    )
    .join(";\n")

const rehearsalSchema = "counterfoil_rehearsal"

interface InOrder {
  readonly description: string
  readonly tables: ReadonlyArray<string>
}

class Rehearsed extends Data.TaggedError("Rehearsed")<InOrder> {}

const decodeName = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ name: Schema.String })]))
const decodeNames = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ name: Schema.String })))

/** What the files make in their order, in a schema of its own that never comes to be: the failure rolls it back. */
const rehearse = Effect.fnUntraced(function* <E, R>(inOrder: Effect.Effect<unknown, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const [{ name: here }] = yield* Effect.orDie(Effect.flatMap(sql`SELECT current_schema()::text AS name`, decodeName))
  const attempt = Effect.gen(function* () {
    yield* sql.unsafe(`CREATE SCHEMA ${rehearsalSchema}`)
    yield* sql.unsafe(`SET LOCAL search_path TO ${rehearsalSchema}`)
    yield* inOrder
    const tables = yield* Effect.orDie(
      Effect.flatMap(
        sql`SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema()`,
        decodeNames
      )
    )
    const description = (yield* describeSchema).replaceAll(`${rehearsalSchema}.`, `${here}.`)
    return yield* new Rehearsed({ description, tables: tables.map(({ name }) => name) })
  })
  return yield* sql.withTransaction(attempt).pipe(
    Effect.catchIf(
      (error) => error instanceof Rehearsed,
      ({ description, tables }) => Effect.succeed<InOrder>({ description, tables })
    )
  )
})

const sentence = (late: MigrationFile, before: MigrationFile, why: string) =>
  `migration ${late.file} comes before ${before.file}, which this database has had without it, and can't be made up for (${why}): restore a backup from before that, or give ${late.file} the next number`

/**
 * Runs `makeUp` on a database with these swaps. Answers why that did not come to the same as `inOrder` on an empty one,
 * or undefined when it did.
 */
export const makeUpFor = Effect.fn("Migrations.makeUpFor")(function* <E, R, E2, R2>(
  swaps: readonly [Swap, ...ReadonlyArray<Swap>],
  run: { readonly inOrder: Effect.Effect<unknown, E, R>; readonly late: Effect.Effect<unknown, E2, R2> }
) {
  const expected = yield* rehearse(run.inOrder)
  for (const swap of swaps) {
    const why = contradiction(swap, expected.tables)
    if (why !== undefined) return sentence(swap.late, swap.before, why)
  }
  yield* run.late
  const made = yield* describeSchema
  return regardlessOfColumnOrder(made) === regardlessOfColumnOrder(expected.description)
    ? undefined
    : sentence(swaps[0].late, swaps[0].before, "the tables would not be what this version expects")
})
