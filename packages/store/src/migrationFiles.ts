import { Data, Effect } from "effect"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The database and the migration files don't belong together; nothing was changed. */
export class MigrationRefused extends Data.TaggedError("MigrationRefused")<{ readonly message: string }> {}

export interface MigrationFile {
  readonly id: number
  readonly file: string
  readonly text: string
  readonly checksum: string
}

const readMigration = (directory: string, file: string): MigrationFile => {
  // A checkout on Windows must not look like a changed file.
  const text = readFileSync(join(directory, file), "utf8").replaceAll("\r\n", "\n")
  return { id: Number(file.slice(0, 4)), file, text, checksum: createHash("sha256").update(text).digest("hex") }
}

/** In the order of their numbers. */
export const readMigrations = (directory: string): Effect.Effect<ReadonlyArray<MigrationFile>, MigrationRefused> =>
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
