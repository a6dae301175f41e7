/** How rows become values: decoded by a schema, and what can't happen (SQL errors, rows of another form) is a defect. */
import { Effect, Schema } from "effect"
import type { SqlError } from "effect/sql"

type Rows = Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

/** All rows of a statement. */
export const rowsAs = <A>(row: Schema.ConstraintDecoder<A>) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(row))
  return (statement: Rows): Effect.Effect<ReadonlyArray<A>> => Effect.orDie(Effect.flatMap(statement, decode))
}

/** The first row of a statement; null when there is none. */
export const rowAs = <A>(row: Schema.ConstraintDecoder<A>) => {
  const decode = Schema.decodeUnknownEffect(row)
  return (statement: Rows): Effect.Effect<A | null> =>
    Effect.orDie(Effect.flatMap(statement, (rows) => (rows.length === 0 ? Effect.succeed(null) : decode(rows[0]))))
}

/** For statements of which nothing is read. */
export const run = (statement: Rows): Effect.Effect<void> => Effect.asVoid(Effect.orDie(statement))

/** Whether the statement touched (returned) a row. */
export const touched = (statement: Rows): Effect.Effect<boolean> =>
  Effect.map(Effect.orDie(statement), (rows) => rows.length > 0)

/** Turns the violation of this unique constraint into an error of ours; every other SQL error stays what it is. */
export const onTaken =
  <E>(constraint: string, error: () => E) =>
  <A>(statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, E> =>
    Effect.catch(statement, (failure): Effect.Effect<never, E> =>
      failure.reason._tag === "UniqueViolation" && failure.reason.constraint === constraint
        ? Effect.fail(error())
        : Effect.die(failure)
    )

/** timestamptz. */
export const Instant = Schema.DateTimeUtcFromDate
/** The null is tried first: the other way round every null costs ten times as much, in lists of hundreds of rows. */
export const InstantOrNull = Schema.Union([Schema.Null, Instant])
/** numeric(38, 0), which comes as text. */
export const Minor = Schema.BigIntFromString
/** int8. */
export const Int8 = Schema.BigInt

/** Text that Postgres can hold: it refuses NUL. For words of strangers (banks, scripts) that are kept for reading only. */
export const storableText = (text: string): string => text.replaceAll("\0", "").toWellFormed()

const isArray = (value: Schema.Json): value is ReadonlyArray<Schema.Json> => Array.isArray(value)

/** jsonb refuses NUL and halves of surrogate pairs in any string of it. */
export const storableJson = (value: Schema.Json): Schema.Json => {
  if (typeof value === "string") return storableText(value)
  if (value === null || typeof value !== "object") return value
  return isArray(value)
    ? value.map(storableJson)
    : Object.fromEntries(Object.entries(value).map(([key, member]) => [storableText(key), storableJson(member)]))
}
