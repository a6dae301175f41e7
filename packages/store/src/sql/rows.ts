/**
 * How rows become values: decoded by a schema. What can't happen (rows of another form, SQL errors) is a defect; a fault that
 * passes is one of its own (`DatabaseUnavailable`), after a few tries where nothing can have been written.
 */
import { Effect, Exit, Schema } from "effect"
import { type SqlError, Statement } from "effect/sql"
import { defectOf } from "./faults.ts"
import { patiently } from "./patience.ts"
import { piecesOf } from "./piecesOf.ts"

export type Rows = Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

const writing =
  /\b(insert|update|delete|merge|for\s+(no\s+key\s+)?(update|share)|pg_notify|nextval|pg_\w*advisory\w*)\b/i

/** Whether a statement only reads, so that it may be sent again after a fault. */
const onlyReads = (statement: Rows): boolean => {
  if (!Statement.isFragment(statement)) return false
  const text = statement.segments.map((segment) => (segment._tag === "Literal" ? segment.value : "")).join(" ")
  return /^\s*(select|with)\b/i.test(text) && !writing.test(text)
}

const answeredWith = <A>(
  statement: Rows,
  answer: Effect.Effect<ReadonlyArray<A>, SqlError.SqlError>
): Effect.Effect<ReadonlyArray<A>> =>
  patiently(Effect.catch(answer, (error) => Effect.die(defectOf(error, !onlyReads(statement)))))

/** The statement without an error of its own. */
export const answered = (statement: Rows): Effect.Effect<ReadonlyArray<unknown>> => answeredWith(statement, statement)

/** So many rows are decoded or written down in one go. */
const fewEnough = 500

/** Rows by the thousand, some at a time: others have their turn in between. */
export const inPieces = <A, B, E>(
  rows: ReadonlyArray<A>,
  work: (piece: ReadonlyArray<A>) => Effect.Effect<B, E>
): Effect.Effect<ReadonlyArray<B>, E> =>
  Effect.forEach(piecesOf(rows, fewEnough), (piece) => Effect.tap(work(piece), Effect.yieldNow))

/**
 * Writes rows by the thousand: while the database has one piece, the next is written down, and waits on the connection behind it.
 * None is broken off because another died, so that a transaction's connection is never left in the middle of a statement; the first
 * one that died tells why, and none is sent after it.
 */
export const writtenInPieces = <A>(
  rows: ReadonlyArray<A>,
  write: (piece: ReadonlyArray<A>) => Effect.Effect<void>
): Effect.Effect<void> =>
  Effect.suspend(() => {
    let first: Exit.Exit<void> = Exit.void
    const note = (exit: Exit.Exit<void>): void => {
      if (Exit.isSuccess(first)) first = exit
    }
    const unlessOneDied = (piece: ReadonlyArray<A>) =>
      Effect.suspend(() => (Exit.isSuccess(first) ? Effect.map(Effect.exit(write(piece)), note) : Effect.void))
    return Effect.forEach(piecesOf(rows, fewEnough), (piece) => Effect.tap(unlessOneDied(piece), Effect.yieldNow), {
      concurrency: 2,
      discard: true
    }).pipe(Effect.andThen(Effect.suspend(() => first)))
  })

/** All rows of a statement. */
export const rowsAs = <A>(row: Schema.ConstraintDecoder<A>) => rowsMadeOf(row, (value: A) => value)

/** All rows of a statement, each made into something else right where it is decoded: of thousands that takes its time too. */
export const rowsMadeOf = <A, B>(row: Schema.ConstraintDecoder<A>, make: (value: A) => B) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(row))
  const made = (rows: ReadonlyArray<unknown>) => Effect.map(Effect.orDie(decode(rows)), (values) => values.map(make))
  return (statement: Rows): Effect.Effect<ReadonlyArray<B>> =>
    Effect.flatMap(answered(statement), (rows) =>
      rows.length <= fewEnough ? made(rows) : Effect.map(inPieces(rows, made), (decoded) => decoded.flat())
    )
}

/**
 * All rows of a statement, each made of its cells as they come in their order: `make` looks at them and decodes nothing;
 * undefined: they are no such row. For pages by the hundred that are written out again: objects by the names of columns, and
 * what they leave to collect, are a fifth of what such a page takes.
 */
export const rowsOfCells =
  <A>(make: (cells: ReadonlyArray<unknown>) => A | undefined) =>
  (statement: Statement.Statement<object>): Effect.Effect<ReadonlyArray<A>> =>
    Effect.flatMap(answeredWith(statement, statement.values), (rows) => {
      const made = rows.map(make).filter((row) => row !== undefined)
      return made.length === rows.length
        ? Effect.succeed(made)
        : Effect.die(new Error("A row has another form than its statement says"))
    })

/** The first row of a statement; null when there is none. */
export const rowAs = <A>(row: Schema.ConstraintDecoder<A>) => {
  const decode = Schema.decodeUnknownEffect(row)
  return (statement: Rows): Effect.Effect<A | null> =>
    Effect.flatMap(answered(statement), (rows) =>
      rows.length === 0 ? Effect.succeed(null) : Effect.orDie(decode(rows[0]))
    )
}

/** For statements of which nothing is read. */
export const run = (statement: Rows): Effect.Effect<void> => Effect.asVoid(answered(statement))

/** Whether the statement touched (returned) a row. */
export const touched = (statement: Rows): Effect.Effect<boolean> =>
  Effect.map(answered(statement), (rows) => rows.length > 0)

/** Turns the violation of this unique constraint into an error of ours; every other SQL error stays what it is. */
export const onTaken =
  <E>(constraint: string, error: () => E) =>
  <A>(statement: Effect.Effect<A, SqlError.SqlError>): Effect.Effect<A, E> =>
    Effect.catch(statement, (failure): Effect.Effect<never, E> =>
      failure.reason._tag === "UniqueViolation" && failure.reason.constraint === constraint
        ? Effect.fail(error())
        : Effect.die(defectOf(failure))
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
