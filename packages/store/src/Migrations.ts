import { Data, Effect, Layer, Schedule } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { makeUpFor, swapsOf } from "./lateMigrations.ts"
import { type MigrationFile, MigrationRefused, readMigrations } from "./migrationFiles.ts"
import { compareHistory, decodeApplied, type History } from "./migrationHistory.ts"
import { sqlCode, sqlWords } from "./sql/sqlWords.ts"
import { whyUnfit } from "./whyUnfit.ts"

export { MigrationRefused }

/** A migration's SQL failed; nothing of this run was kept. */
export class MigrationFailed extends Data.TaggedError("MigrationFailed")<{ readonly message: string }> {}

/** Tables that another user made, or that pg_restore brought back as another, may be used and not changed, or neither. */
const wordsOf = (error: SqlError.SqlError): string =>
  sqlCode(error) === "42501"
    ? `${sqlWords(error)}: let the database's user own all that counterfoil has in it (ALTER TABLE … OWNER TO …; from pg_restore with --no-owner)`
    : sqlWords(error)

/** Others at work have what a migration needs: nodes of the version before, a backup. */
const isHeldByOthers = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "LockTimeoutError" || reason._tag === "DeadlockError"

/** One prepared statement can't hold several commands; an unprepared DO block runs the whole file. */
const execute = Effect.fnUntraced(function* (migration: MigrationFile) {
  const sql = yield* SqlClient.SqlClient
  const tag = `$migration_${migration.id}$`
  if (migration.text.includes(tag)) {
    return yield* new MigrationFailed({ message: `migration ${migration.file} must not contain ${tag}` })
  }
  yield* sql.unsafe(`DO $run$ BEGIN EXECUTE ${tag}${migration.text}${tag}; END $run$`).unprepared.pipe(
    Effect.mapError((error) =>
      isHeldByOthers(error)
        ? error
        : new MigrationFailed({
            message: `migration ${migration.file} failed (${wordsOf(error)}); nothing was changed`
          })
    )
  )
})

const makeTable = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`CREATE TABLE IF NOT EXISTS counterfoil_migrations (
    id integer PRIMARY KEY,
    file text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`
)

/** Better than what Postgres says of the first statement that it refuses, or of none. */
const mustBeFit = Effect.flatMap(whyUnfit, (why) =>
  why === undefined ? Effect.void : new MigrationRefused({ message: why })
)

/** Runs them in the order of their numbers, and notes it. */
const runAll = Effect.fnUntraced(function* (files: ReadonlyArray<MigrationFile>) {
  const sql = yield* SqlClient.SqlClient
  for (const migration of files) {
    yield* execute(migration)
    const { checksum, file, id } = migration
    yield* sql`INSERT INTO counterfoil_migrations ${sql.insert({ id, file, checksum })}`
  }
})

/** Notes the numbers that migrations have got since they were run. */
const renumber = Effect.fnUntraced(function* (done: History["done"]) {
  const sql = yield* SqlClient.SqlClient
  const moved = done.filter(({ file, row }) => file.id !== row.id || file.file !== row.file)
  // Out of each other's way first: one may have got the number that another had.
  for (const { row } of moved) yield* sql`UPDATE counterfoil_migrations SET id = ${-row.id} WHERE id = ${row.id}`
  for (const { file, row } of moved) {
    yield* sql`UPDATE counterfoil_migrations SET id = ${file.id}, file = ${file.file} WHERE id = ${-row.id}`
  }
})

/**
 * Who waits for a table keeps everybody waiting who comes to it later, and a backup has its tables for as long as it takes. Less
 * than the second after which Postgres ends one of two that wait for each other: that is us, not them.
 */
const patience = "900ms"
const betweenTries = "1 second"

/** Any fixed number; processes that migrate the same database wait for each other on it. */
const migrationLock = 4_155_218_001

const migrateInTransaction = Effect.fnUntraced(function* (files: ReadonlyArray<MigrationFile>) {
  const sql = yield* SqlClient.SqlClient
  yield* mustBeFit
  yield* sql`SELECT pg_advisory_xact_lock(${migrationLock}::bigint)`
  yield* makeTable
  const rows = yield* sql`SELECT id, file, checksum FROM counterfoil_migrations ORDER BY id`
  const history = compareHistory(files, yield* decodeApplied(rows).pipe(Effect.orDie))
  if (typeof history === "string") return yield* new MigrationRefused({ message: history })
  const { done, pending } = history
  yield* sql.unsafe(`SET LOCAL lock_timeout = '${patience}'`)
  yield* renumber(done)
  const [swap, ...more] = swapsOf(
    pending,
    done.map(({ file }) => file)
  )
  if (swap === undefined) {
    yield* runAll(pending)
  } else {
    const why = yield* makeUpFor([swap, ...more], {
      inOrder: Effect.andThen(makeTable, runAll(files)),
      late: runAll(pending)
    })
    if (why !== undefined) return yield* new MigrationRefused({ message: why })
  }
  return pending.map(({ file }) => file)
})

const isInTheWay = (error: MigrationFailed | MigrationRefused | SqlError.SqlError): boolean =>
  error._tag === "SqlError" && isHeldByOthers(error)

/** A start that waits looks as if it hung: it is told once. */
const tellWaiting = Effect.logWarning(
  "the migration waits for others that use the same tables, such as a backup; it is tried again until they are done, which is not logged each time"
)

/**
 * Brings the database up to the newest file of `directory` (NNNN_what.sql, forward only), all in one transaction.
 * Where a database has run some files in another order, and the result is the same as in theirs, its history is put right
 * (lateMigrations.ts). Answers the files that it ran.
 */
export const migrate = Effect.fn("Migrations.migrate")(function* (options: { readonly directory: string }) {
  const sql = yield* SqlClient.SqlClient
  const files = yield* readMigrations(options.directory)
  const attempt = sql.withTransaction(migrateInTransaction(files))
  const again = Effect.retry(attempt, { while: isInTheWay, schedule: Schedule.spaced(betweenTries) })
  return yield* attempt.pipe(
    Effect.catchIf(isInTheWay, () =>
      tellWaiting.pipe(Effect.andThen(Effect.sleep(betweenTries)), Effect.andThen(again))
    ),
    Effect.catchTag("SqlError", (error) => new MigrationFailed({ message: `migrating failed (${wordsOf(error)})` }))
  )
})

/** Inside a transaction: brings an empty database to where one with this history was, to be filled with what that one held. */
export const migrateTo = Effect.fnUntraced(function* (
  directory: string,
  applied: ReadonlyArray<History["done"][number]["row"]>
) {
  const history = compareHistory(yield* readMigrations(directory), applied)
  if (typeof history === "string") return yield* new MigrationRefused({ message: history })
  yield* mustBeFit
  yield* makeTable
  yield* runAll(history.done.map(({ file }) => file).toSorted((a, b) => a.id - b.id))
})

/** How a database stands to the files of a version; the refusal is what a start would say. */
export type MigrationState = "newest" | "older" | MigrationRefused

/** An empty database is an older one; a newer one, or one that has had other files, is refused. */
export const migrationState = Effect.fn("Migrations.migrationState")(function* (options: {
  readonly directory: string
}): Effect.fn.Return<MigrationState, MigrationRefused, SqlClient.SqlClient> {
  const sql = yield* SqlClient.SqlClient
  const files = yield* readMigrations(options.directory)
  const applied = yield* sql`SELECT id, file, checksum FROM counterfoil_migrations ORDER BY id`.pipe(
    Effect.flatMap(decodeApplied),
    Effect.catch((error) =>
      SqlError.isSqlError(error) && sqlCode(error) === "42501"
        ? new MigrationRefused({ message: wordsOf(error) })
        : Effect.succeed([])
    )
  )
  const history = compareHistory(files, applied)
  if (typeof history === "string") return new MigrationRefused({ message: history })
  return history.pending.length === 0 ? "newest" : "older"
})

/** A new database takes all of them: nobody reads fifty names. */
const shortly = (files: ReadonlyArray<string>): string =>
  files.length > 6 ? `${files.length}, the last ${files.at(-1)}` : files.join(", ")

/** Migrations as a layer: what depends on it sees the newest schema. */
export const Migrations = {
  layer: (options: {
    readonly directory: string
  }): Layer.Layer<never, MigrationRefused | MigrationFailed, SqlClient.SqlClient> =>
    Layer.effectDiscard(
      Effect.tap(migrate(options), (files) =>
        files.length === 0
          ? Effect.void
          : Effect.annotateLogs(Effect.logInfo("the database was migrated"), { files: shortly(files) })
      )
    )
}
