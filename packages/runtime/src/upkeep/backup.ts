/** Backups of a service's database, while it works or while it doesn't, and their way back into an empty one. */
import {
  type BackupHeader,
  BackupRefused,
  Database,
  inspectBackup as inspect,
  restoreBackup,
  rowsIn,
  SingleProcessGuard,
  writeBackup
} from "@counterfoil/store"
import { Effect, Layer, Option } from "effect"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { isReadAgain, linesOf, mustBeThere, sinkOf } from "./backupFile.ts"
import { type CounterfoilConfig, InvalidConfig } from "../config/CounterfoilConfig.ts"
import { databaseForCommand, embedded, migrations } from "../database.ts"
import { checkHome } from "../home.ts"
import { keptSecrets, secretsFile } from "../secrets/keptSecrets.ts"
import { keyRing } from "../secrets/keyRing.ts"
import { mark } from "../secrets/secretMarks.ts"

type Told<A> = Effect.Effect<A, { readonly message: string }>

export interface BackupFacts {
  readonly madeAt: string
  readonly tables: number
  readonly rows: number
  /** Of the file; none where it was only read. */
  readonly bytes: number
}

const sqlWords = (error: { readonly message: string; readonly reason: { readonly cause: unknown } }) => {
  const { cause } = error.reason
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message
}

/** All rows as they are at one moment, in a file (`-`: the standard output). Nothing waits for it, and it opens nothing sealed. */
export const backup = (config: CounterfoilConfig, file: string): Told<BackupFacts> =>
  Effect.scoped(
    Effect.gen(function* () {
      const sink = yield* sinkOf(file)
      const { end, header } = yield* writeBackup(sink.emit).pipe(
        Effect.provide(databaseForCommand(config, "as long as it takes")),
        Effect.catchTag(
          "SqlError",
          (error) => new InvalidConfig({ message: `the database could not be read (${sqlWords(error)})` })
        )
      )
      const bytes = yield* sink.finish
      return { madeAt: header.made_at, tables: Object.keys(end.end).length, rows: rowsIn(end), bytes }
    })
  )

/** Those of the settings or of the home; none: a home without any. */
const secretsHere = (config: CounterfoilConfig) =>
  Option.match(config.secrets, {
    onSome: (secrets) => Effect.succeed(Option.some(secrets)),
    onNone: () =>
      Fs.existsSync(secretsFile(config.home))
        ? Effect.map(keptSecrets(config), Option.some)
        : Effect.succeed(Option.none())
  })

/** Without its keys a backup comes back unreadable: better to say so before than at the first login. */
const admits = (config: CounterfoilConfig) =>
  Effect.fnUntraced(function* ({ key_ids, pepper_mark }: BackupHeader) {
    const remedy = Option.isSome(config.secrets)
      ? "give the secrets of the server that it was made on"
      : `put your copy of its secrets at ${secretsFile(config.home)} first`
    const secrets = yield* Effect.mapError(secretsHere(config), ({ message }) => new BackupRefused({ message }))
    const { keys } = Option.match(secrets, {
      onNone: () => ({ keys: new Map<string, unknown>() }),
      onSome: ({ keyEncryptionKey }) => keyRing(keyEncryptionKey)
    })
    const unknown = key_ids.filter((id) => !keys.has(id))
    if (unknown.length > 0) {
      return yield* new BackupRefused({
        message: `what is sealed in this backup can't be opened here (key ${unknown.join(", ")} is missing): ${remedy}`
      })
    }
    const peppers = Option.match(secrets, {
      onNone: (): ReadonlyArray<string> => [],
      onSome: ({ apiKeyPepper, apiKeyPepperEarlier }) =>
        [apiKeyPepper, ...(apiKeyPepperEarlier === undefined ? [] : [apiKeyPepperEarlier])].map((one) =>
          mark("API_KEY_PEPPER", one)
        )
    })
    if (pepper_mark !== null && Option.isSome(secrets) && !peppers.includes(pepper_mark)) {
      return yield* new BackupRefused({
        message: `the API keys in this backup were made with another API_KEY_PEPPER: ${remedy}`
      })
    }
  })

/** An empty database: of the operator's, or one that is made under the home. Nobody else may begin to use it meanwhile. */
const emptyDatabase = (config: CounterfoilConfig) => {
  const client = Option.match(config.databaseUrl, {
    onSome: (url) =>
      Database.layer({ url, maxConnections: 3, statementLimit: undefined, applicationName: "counterfoil restore" }),
    onNone: () => Layer.unwrap(Effect.as(checkHome(config.home), embedded(config.home, { statementLimit: undefined })))
  })
  return Layer.provideMerge(SingleProcessGuard.layer(), client)
}

const factsOf = ({ end, header }: Effect.Success<ReturnType<typeof restoreBackup>>): BackupFacts => ({
  madeAt: header.made_at,
  tables: Object.keys(end.end).length,
  rows: rowsIn(end),
  bytes: 0
})

/** Refused before there is a database, a file leaves no new home behind. The standard input and pipes can be read once only. */
const admittedFirst = (config: CounterfoilConfig, file: string) =>
  Effect.suspend(() =>
    Option.isSome(config.databaseUrl) || !isReadAgain(file) || Fs.existsSync(Path.join(config.home, "postgres"))
      ? Effect.void
      : Effect.andThen(checkHome(config.home), inspectBackup(config, file))
  )

/** Brings a backup back, whole or not at all. The database must be empty. */
export const restore = (
  config: CounterfoilConfig,
  file: string,
  options: { readonly paused: boolean }
): Told<BackupFacts> =>
  restoreBackup(linesOf(file), { directory: migrations, admits: admits(config), paused: options.paused }).pipe(
    Effect.map(factsOf),
    Effect.provide(emptyDatabase(config)),
    (restored) => Effect.andThen(Effect.andThen(mustBeThere(file), admittedFirst(config, file)), restored),
    Effect.catchTag(
      "SqlError",
      (error) =>
        new InvalidConfig({ message: `the backup could not be restored (${sqlWords(error)}); nothing was changed` })
    )
  )

/** Whether a file is a whole backup that a restore would take, and whether the secrets here open what is sealed in it. Changes nothing. */
export const inspectBackup = (config: CounterfoilConfig, file: string): Told<BackupFacts> =>
  Effect.map(inspect(linesOf(file), { directory: migrations, admits: admits(config) }), factsOf)
