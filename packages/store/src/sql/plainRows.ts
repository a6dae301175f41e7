/**
 * Rows of which a pass reads thousands, column by column: a schema takes several times as long. What is of another form than the
 * statement says is a defect, as everywhere.
 */
import { DateTime, Effect } from "effect"
import { answered, inPieces, type Rows } from "./rows.ts"

type Row = { readonly [column: string]: unknown }

const isRow = (row: unknown): row is Row => typeof row === "object" && row !== null

/** The rows of a statement, each as `read` has it. */
export const plainRows = <A>(read: (row: Row) => A) => {
  const readOne = (row: unknown): A => (isRow(row) ? read(row) : unlike("row", row))
  return (statement: Rows): Effect.Effect<ReadonlyArray<A>> =>
    Effect.flatMap(answered(statement), (rows) =>
      Effect.map(
        inPieces(rows, (piece) => Effect.sync(() => piece.map(readOne))),
        (read) => read.flat()
      )
    )
}

/** Never with the value, which may be somebody's name. */
const unlike = (what: string, value: unknown): never => {
  throw new Error(`A column has ${value === null ? "null" : `a ${typeof value}`}, and its statement says ${what}`)
}

export const text = (value: unknown): string => (typeof value === "string" ? value : unlike("text", value))

export const flag = (value: unknown): boolean => (typeof value === "boolean" ? value : unlike("yes or no", value))

export const whole = (value: unknown): number =>
  typeof value === "number" && Number.isSafeInteger(value) ? value : unlike("a whole number", value)

/** numeric(38, 0), which comes as text. */
export const minor = (value: unknown): bigint =>
  typeof value === "string" && /^-?\d+$/.test(value) ? BigInt(value) : unlike("minor units", value)

/** timestamptz. */
export const instant = (value: unknown): DateTime.Utc =>
  value instanceof Date ? DateTime.fromDateUnsafe(value) : unlike("a time", value)

export const millis = (value: unknown): number => (value instanceof Date ? value.getTime() : unlike("a time", value))

const orNull =
  <A>(read: (value: unknown) => A) =>
  (value: unknown): A | null =>
    value === null ? null : read(value)

export const textOrNull = orNull(text)
export const instantOrNull = orNull(instant)

export const bytes = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : unlike("bytes", value))

export const listOf =
  <A>(read: (value: unknown) => A) =>
  (value: unknown): ReadonlyArray<A> =>
    Array.isArray(value) ? value.map(read) : unlike("a list", value)

export const listOrNull = <A>(read: (value: unknown) => A) => orNull(listOf(read))

/** One of these words. */
export const wordOf = <Word extends string>(words: ReadonlyArray<Word>): ((value: unknown) => Word) => {
  const known: ReadonlyMap<unknown, Word> = new Map(words.map((word) => [word, word]))
  return (value) => known.get(value) ?? unlike("one of a few words", value)
}
