/** The secrets of an embedded default, which a start refuses to do without once its database holds something sealed. */
import { EmbeddedPostgres } from "@counterfoil/store"
import { Effect, Option } from "effect"
import * as Fs from "node:fs"
import * as Path from "node:path"
import type { CounterfoilConfig } from "../config/CounterfoilConfig.ts"
import { examineEmbedded } from "./examineDatabase.ts"
import { fault, type Finding, note, ok } from "./Finding.ts"
import { keptSecrets, missingSecrets, secretsFile } from "../secrets/keptSecrets.ts"
import { ofTheFile, ofTheOperator } from "../secrets/whyUnreadable.ts"

const wasUsed = (home: string) => Fs.existsSync(Path.join(home, "postgres", "data"))

const fileFinding = (file: string): Finding =>
  (Fs.statSync(file).mode & 0o077) === 0
    ? ok("secrets", `${file} reads well: keep a copy of it elsewhere`)
    : note("secrets", `${file} is open to others of this machine: chmod 600 ${file}`)

/** `config`: with the secrets that are given, if any are. While no server runs, only a start sees whether they open what is stored. */
export const examineKept = (config: CounterfoilConfig): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const { home } = config
    const file = secretsFile(home)
    const given = Option.getOrUndefined(config.secrets)
    if (given === undefined && !Fs.existsSync(file)) {
      return wasUsed(home) ? [fault("secrets", missingSecrets(home))] : []
    }
    const secrets = given ?? (yield* keptSecrets(config))
    const found = given === undefined ? [fileFinding(file)] : []
    const running = EmbeddedPostgres.findRunning({ home })
    if (running === undefined) return found
    const remedy = given === undefined ? ofTheFile(file) : ofTheOperator
    return [...found, ...(yield* examineEmbedded(running, secrets, remedy))]
  }).pipe(Effect.catch(({ message }) => Effect.succeed([fault("secrets", message)])))
