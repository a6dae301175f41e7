/** What a database says of the migrations that it has had, beside the files of this version. */
import { Schema } from "effect"
import type { MigrationFile } from "./migrationFiles.ts"

const AppliedMigration = Schema.Struct({ id: Schema.Int, file: Schema.String, checksum: Schema.String })
export type AppliedMigration = typeof AppliedMigration.Type

export const decodeApplied = Schema.decodeUnknownEffect(Schema.Array(AppliedMigration))

export interface History {
  /** The files that were run, each with the row that says so. */
  readonly done: ReadonlyArray<{ readonly file: MigrationFile; readonly row: AppliedMigration }>
  readonly pending: ReadonlyArray<MigrationFile>
}

const fileOf = (row: AppliedMigration, files: ReadonlyArray<MigrationFile>): MigrationFile | undefined => {
  const same = files.filter(({ checksum }) => checksum === row.checksum)
  // Between releases a migration may have got another number: it is known by its content.
  return same.find(({ id }) => id === row.id) ?? same[0]
}

/** Why a row has no file that it could stand for. */
const stranger = (row: AppliedMigration, files: ReadonlyArray<MigrationFile>): string => {
  const newest = files.at(-1)?.id ?? 0
  if (row.id > newest) {
    return `the database is newer (migration ${row.id}) than this version of counterfoil (${newest}): run a newer version`
  }
  const changed = files.find(({ id }) => id === row.id)
  return changed === undefined
    ? `migration ${row.file} was applied to this database, but its file is gone`
    : `migration ${changed.file} was changed after it was applied to this database: restore it and add a new one`
}

/** The history, or why these files must not be run on a database that has it. */
export const compareHistory = (
  files: ReadonlyArray<MigrationFile>,
  applied: ReadonlyArray<AppliedMigration>
): History | string => {
  const matched = applied.map((row) => ({ file: fileOf(row, files), row }))
  const odd = matched.findLast(({ file }) => file === undefined)
  if (odd !== undefined) return stranger(odd.row, files)
  const done = matched.flatMap(({ file, row }) => (file === undefined ? [] : [{ file, row }]))
  return { done, pending: files.filter((file) => !done.some((each) => each.file === file)) }
}
