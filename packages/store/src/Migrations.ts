import { Data, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The database and the migration files don't belong together; nothing was changed. */
export class MigrationRefused extends Data.TaggedError("MigrationRefused")<{ readonly message: string }> {}

/** A migration's SQL failed; nothing of this run was kept. */
export class MigrationFailed extends Data.TaggedError("MigrationFailed")<{ readonly message: string }> {}

interface MigrationFile {
  readonly id: number
  readonly file: string
  readonly text: string
  readonly checksum: string
}

const AppliedMigration = Schema.Struct({ id: Schema.Int, file: Schema.String, checksum: Schema.String })
type AppliedMigration = typeof AppliedMigration.Type

const decodeApplied = Schema.decodeUnknownEffect(Schema.Array(AppliedMigration))

const readMigration = (directory: string, file: string): MigrationFile => {
  // A checkout on Windows must not look like a changed file.
  const text = readFileSync(join(directory, file), "utf8").replaceAll("\r\n", "\n")
  return { id: Number(file.slice(0, 4)), file, text, checksum: createHash("sha256").update(text).digest("hex") }
}

const readMigrations = (directory: string): Effect.Effect<ReadonlyArray<MigrationFile>, MigrationRefused> =>
  Effect.suspend(() => {
    const files = readdirSync(directory)
      .filter((name) => name.endsWith(".sql"))
      .sort()
    const odd = files.find((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    if (odd !== undefined) {
      return new MigrationRefused({ message: `${odd} in ${directory} is not named NNNN_what.sql` })
    }
    const migrations = files.map((file) => readMigration(directory, file))
    const twin = migrations.find((migration, index) => migrations[index - 1]?.id === migration.id)
    return twin === undefined
      ? Effect.succeed(migrations)
      : new MigrationRefused({ message: `two migrations have the number of ${twin.file}: give the newer one the next` })
  })

/** Why these files must not be run on a database with that history, or undefined. */
const refusal = (files: ReadonlyArray<MigrationFile>, applied: ReadonlyArray<AppliedMigration>): string | undefined => {
  const latest = applied.at(-1)?.id ?? 0
  const newest = files.at(-1)?.id ?? 0
  if (latest > newest) {
    return `the database is newer (migration ${latest}) than this version of counterfoil (${newest}): run a newer version`
  }
  for (const done of applied) {
    const file = files.find((candidate) => candidate.id === done.id)
    if (file === undefined) return `migration ${done.file} was applied to this database, but its file is gone`
    if (file.checksum !== done.checksum) {
      return `migration ${file.file} was changed after it was applied to this database: restore it and add a new one`
    }
  }
  const late = files.find((file) => file.id < latest && !applied.some((done) => done.id === file.id))
  return late === undefined
    ? undefined
    : `migration ${late.file} comes before ${latest}, which is applied already: give it the next number`
}

/** Postgres's own words, without the statement. */
const words = (error: SqlError.SqlError): string => {
  const cause = error.reason.cause
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message
}

/** One prepared statement can't hold several commands; an unprepared DO block runs the whole file. */
const execute = Effect.fnUntraced(function* (migration: MigrationFile) {
  const sql = yield* SqlClient.SqlClient
  const tag = `$migration_${migration.id}$`
  if (migration.text.includes(tag)) {
    return yield* new MigrationFailed({ message: `migration ${migration.file} must not contain ${tag}` })
  }
  yield* sql
    .unsafe(`DO $run$ BEGIN EXECUTE ${tag}${migration.text}${tag}; END $run$`)
    .unprepared.pipe(
      Effect.mapError(
        (error) =>
          new MigrationFailed({ message: `migration ${migration.file} failed (${words(error)}); nothing was changed` })
      )
    )
  const { checksum, file, id } = migration
  yield* sql`INSERT INTO counterfoil_migrations ${sql.insert({ id, file, checksum })}`
})

/** Any fixed number; processes that migrate the same database wait for each other on it. */
const migrationLock = 4_155_218_001

const migrateInTransaction = Effect.fnUntraced(function* (files: ReadonlyArray<MigrationFile>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT pg_advisory_xact_lock(${migrationLock}::bigint)`
  yield* sql`CREATE TABLE IF NOT EXISTS counterfoil_migrations (
    id integer PRIMARY KEY,
    file text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`
  const rows = yield* sql`SELECT id, file, checksum FROM counterfoil_migrations ORDER BY id`
  const applied = yield* decodeApplied(rows).pipe(Effect.orDie)
  const reason = refusal(files, applied)
  if (reason !== undefined) return yield* new MigrationRefused({ message: reason })
  const pending = files.slice(applied.length)
  for (const migration of pending) yield* execute(migration)
  return pending.map((migration) => migration.file)
})

/**
 * Brings the database up to the newest file of `directory` (NNNN_what.sql, forward only), all in one transaction.
 * Answers the files that it ran.
 */
export const migrate = Effect.fn("Migrations.migrate")(function* (options: { readonly directory: string }) {
  const sql = yield* SqlClient.SqlClient
  const files = yield* readMigrations(options.directory)
  return yield* sql
    .withTransaction(migrateInTransaction(files))
    .pipe(
      Effect.catchTag("SqlError", (error) => new MigrationFailed({ message: `migrating failed (${words(error)})` }))
    )
})

/** Whether the database is at the newest file of `directory` exactly: neither empty, nor older, nor newer. */
export const isMigrated = Effect.fn("Migrations.isMigrated")(function* (options: { readonly directory: string }) {
  const sql = yield* SqlClient.SqlClient
  const files = yield* readMigrations(options.directory)
  const applied = yield* sql`SELECT id, file, checksum FROM counterfoil_migrations ORDER BY id`.pipe(
    Effect.flatMap(decodeApplied),
    Effect.orElseSucceed(() => [])
  )
  return applied.length === files.length && refusal(files, applied) === undefined
})

/** Migrations as a layer: what depends on it sees the newest schema. */
export const Migrations = {
  layer: (options: {
    readonly directory: string
  }): Layer.Layer<never, MigrationRefused | MigrationFailed, SqlClient.SqlClient> =>
    Layer.effectDiscard(
      Effect.tap(migrate(options), (files) =>
        files.length === 0
          ? Effect.void
          : Effect.annotateLogs(Effect.logInfo("the database was migrated"), { files: files.join(", ") })
      )
    )
}
