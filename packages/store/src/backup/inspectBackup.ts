/** Looks at a backup without a database: it refuses what a restore would refuse. */
import { Effect, type Stream } from "effect"
import { MigrationRefused, readMigrations } from "../migrationFiles.ts"
import { compareHistory } from "../migrationHistory.ts"
import type { BackupRefused, Header } from "./format.ts"
import { notMade, readBackup, refuse } from "./readBackup.ts"
import { isOfCluster, tablesMadeBy } from "./tables.ts"

export interface InspectOptions {
  /** The migrations of this version. */
  readonly directory: string
  /** Whether what the backup needs is here; fails with why not. */
  readonly admits: (header: Header) => Effect.Effect<void, BackupRefused>
}

export const inspectBackup = <E, R>(lines: Stream.Stream<string, E, R>, { admits, directory }: InspectOptions) => {
  let made: ReadonlySet<string> = new Set()
  return readBackup(lines, {
    header: Effect.fnUntraced(function* (header: Header) {
      yield* admits(header)
      const history = compareHistory(yield* readMigrations(directory), header.migrations)
      if (typeof history === "string") return yield* new MigrationRefused({ message: history })
      made = tablesMadeBy(history.done.map(({ file }) => file.text))
    }),
    table: ({ table }) => (made.has(table) || isOfCluster(table) ? Effect.void : refuse(notMade(table))),
    rows: () => Effect.void
  })
}
