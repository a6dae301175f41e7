/** The home folder of a server. */
import { EmbeddedPostgres, makeFolders } from "@counterfoil/store"
import { Effect, Option } from "effect"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { type CounterfoilConfig, InvalidConfig } from "./config/CounterfoilConfig.ts"
import { closedTemporaryFolder, isThere, nearest, whyClosed } from "./folders.ts"
import { replacedSecrets, secretsFile } from "./secrets/keptSecrets.ts"

const refuse = (message: string) => Effect.fail(new InvalidConfig({ message }))

const another = "set COUNTERFOIL_HOME to another folder"

/** Postgres has 1,023 bytes for the name of a file in it, its own part included. */
const longestPath = 800

/** Refuses, without making anything, a home that this process can't write or that another process uses. */
export const checkHome = (home: string): Effect.Effect<void, InvalidConfig> =>
  Effect.suspend(() => {
    const holder = EmbeddedPostgres.holder({ home })
    if (holder !== undefined) {
      return refuse(`another counterfoil (pid ${holder}) is using ${home}: stop it, or ${another}`)
    }
    const length = Buffer.byteLength(home)
    if (length > longestPath) {
      return refuse(`${home} is too long a path for Postgres (${length} bytes, ${longestPath} at most): ${another}`)
    }
    const present = nearest(home)
    const postgres = Path.join(home, "postgres")
    for (const folder of isThere(postgres) ? [present, postgres] : [present]) {
      const why = whyClosed(folder)
      const where =
        folder === present && folder !== home ? `${home} can't be made in ${folder}` : `${folder} can't be used`
      if (why !== undefined) return refuse(`${where} (${why}): mend that, or ${another}`)
    }
    return Effect.void
  })

/** What there is of a home is in use or not by the embedded Postgres alone; a database of the operator's needs no home. */
export const checkHomeOf = (config: CounterfoilConfig): Effect.Effect<void, InvalidConfig> =>
  Option.isSome(config.databaseUrl) ? Effect.void : checkHome(config.home)

/** Chromium and the runners of bank scripts fail later, and in other words. */
export const checkTemporaryFolder: Effect.Effect<void, InvalidConfig> = Effect.suspend(() => {
  const why = closedTemporaryFolder()
  return why === undefined ? Effect.void : refuse(why)
})

/** Removes the database and the secrets of a home, unless a server is using them now. */
export const startAfresh = (home: string): Effect.Effect<void, InvalidConfig> =>
  Effect.andThen(
    checkHome(home),
    Effect.try({
      try: () => {
        makeFolders(home)
        Fs.rmSync(Path.join(home, "postgres"), { recursive: true, force: true })
        for (const file of [secretsFile(home), ...replacedSecrets(home)]) Fs.rmSync(file, { force: true })
      },
      catch: (cause) => new InvalidConfig({ message: `${home} can't be cleared (${String(cause)}): ${another}` })
    })
  )
