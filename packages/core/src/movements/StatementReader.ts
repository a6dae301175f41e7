/** The port to the readers of statement files. A file is hostile input: it is read where it can do no harm. */
import { statementFormats } from "@counterfoil/domain"
import { Context, Data, type Effect, Schema } from "effect"

export const StatementFormat = Schema.Literals(statementFormats)
export type StatementFormat = typeof StatementFormat.Type

/** The file can't be read; `message` is for whoever uploaded it: it says where, and what is wrong. */
export class StatementUnreadable extends Schema.TaggedError<StatementUnreadable>()("StatementUnreadable", {
  message: Schema.String
}) {}

/** Raised as a defect: no file can be read just now. Nothing is wrong with this one, and nothing was taken in. */
export class StatementReaderUnavailable extends Data.TaggedError("StatementReaderUnavailable")<{
  readonly cause: unknown
}> {}

export type DateOrder = "dmy" | "mdy" | "ymd"

export interface StatementFile {
  /** Its text, or its bytes: UTF-8, UTF-16 with its mark, Windows-1252, or a workbook. */
  readonly content: string | Uint8Array
  /** Absent: told from the content. */
  readonly format?: StatementFormat | undefined
  /** Where the file doesn't say, as CSV doesn't. */
  readonly currency?: string | undefined
  /** The decimal sign of a CSV whose amounts don't say it, as where all are like `1.250`. */
  readonly decimal?: "," | "." | undefined
  /** The order of day and month in a CSV's dates. Absent: told from them. */
  readonly dates?: DateOrder | undefined
  /** As the bank's script has them: where the file's dates tell nothing. */
  readonly usualDates?: DateOrder | undefined
  /** The bank's local date. */
  readonly today: string
}

export class StatementReader extends Context.Service<
  StatementReader,
  {
    /** Answers a statement as scripts hand it over, unchecked. */
    readonly read: (file: StatementFile) => Effect.Effect<
      {
        readonly format: StatementFormat
        readonly statement: Schema.Json
        /** Of the file: where each movement of the statement begins. */
        readonly lines?: ReadonlyArray<number> | undefined
        /** The number of the account that the file says it is of; absent: it doesn't say. */
        readonly account?: string | undefined
      },
      StatementUnreadable
    >
  }
>()("@counterfoil/core/movements/StatementReader") {}
