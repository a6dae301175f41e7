/** The home folder of a server. */
import { EmbeddedPostgres, makeFolders } from "@counterfoil/store"
import { Effect, Option } from "effect"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { type CounterfoilConfig, InvalidConfig } from "./CounterfoilConfig.ts"
import { replacedSecrets, secretsFile } from "./keptSecrets.ts"

const refuse = (message: string) => Effect.fail(new InvalidConfig({ message }))

const isWritable = (folder: string): boolean => {
  try {
    Fs.accessSync(folder, Fs.constants.R_OK | Fs.constants.W_OK | Fs.constants.X_OK)
    return Fs.statSync(folder).isDirectory()
  } catch {
    return false
  }
}

/** The folder itself, or the nearest one above it that exists, where it would be made. */
const nearest = (folder: string): string => (Fs.existsSync(folder) ? folder : nearest(Path.dirname(folder)))

const another = "set COUNTERFOIL_HOME to another folder"

/** Refuses, without making anything, a home that this process can't write or that another process uses. */
export const checkHome = (home: string): Effect.Effect<void, InvalidConfig> =>
  Effect.suspend(() => {
    const holder = EmbeddedPostgres.holder({ home })
    if (holder !== undefined) {
      return refuse(`another counterfoil (pid ${holder}) is using ${home}: stop it, or ${another}`)
    }
    const present = nearest(home)
    const postgres = Path.join(home, "postgres")
    const closed = [present, postgres].find((folder) => Fs.existsSync(folder) && !isWritable(folder))
    if (closed === undefined) return Effect.void
    const why = Fs.statSync(closed).isDirectory() ? "this user may not write there" : "it is not a folder"
    const where =
      closed === present && closed !== home ? `${home} can't be made in ${closed}` : `${closed} can't be used`
    return refuse(`${where} (${why}): mend that, or ${another}`)
  })

/** What there is of a home is in use or not by the embedded Postgres alone; a database of the operator's needs no home. */
export const checkHomeOf = (config: CounterfoilConfig): Effect.Effect<void, InvalidConfig> =>
  Option.isSome(config.databaseUrl) ? Effect.void : checkHome(config.home)

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
