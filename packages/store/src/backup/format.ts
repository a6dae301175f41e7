/**
 * The text of a backup: lines of JSON. First what it is (`Header`), then for each table a line that names it and its columns,
 * and one array of texts (or nulls) per row; last how much it was (`End`), without which it is not whole.
 */
import { Data, Schema } from "effect"

export const Header = Schema.Struct({
  counterfoil_backup: Schema.Literal(1),
  /** By the database's clock. All rows are as they were at one moment, shortly before. */
  made_at: Schema.String,
  postgres: Schema.String,
  migrations: Schema.Array(Schema.Struct({ id: Schema.Int, file: Schema.String, checksum: Schema.String })),
  /** Ids of the key-encryption keys without which the sealed cells can't be read. */
  key_ids: Schema.Array(Schema.String),
  /** Tells whether a pepper is that of the API keys, without giving it away. */
  pepper_mark: Schema.NullOr(Schema.String)
})
export type Header = typeof Header.Type

export const TableLine = Schema.Struct({ table: Schema.String, columns: Schema.Array(Schema.String) })
export type TableLine = typeof TableLine.Type

export const End = Schema.Struct({
  end: Schema.Record(Schema.String, Schema.Int),
  sequences: Schema.Record(Schema.String, Schema.NullOr(Schema.String))
})
export type End = typeof End.Type

/** The backup can't be used, or the database not for it; the message says why. Nothing was changed. */
export class BackupRefused extends Data.TaggedError("BackupRefused")<{ readonly message: string }> {}

export const rowsIn = ({ end }: End): number => Object.values(end).reduce((sum, count) => sum + count, 0)
