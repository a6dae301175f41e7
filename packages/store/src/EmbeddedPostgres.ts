import { Context, Data, Effect, Layer, Redacted } from "effect"
import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import * as Fs from "node:fs"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { makeFolders } from "./makeFolders.ts"
import { findPostgresBinaries } from "./postgres/binaries.ts"
import { handToServerRole, initialise, start } from "./postgres/cluster.ts"
import type { Cluster } from "./postgres/cluster.ts"
import { lockHome, lockOwner } from "./postgres/HomeLock.ts"
import { planLaunch } from "./postgres/launch.ts"
import { readPostmaster, stopOrphan } from "./postgres/postmaster.ts"
import { databaseName, serverRole, superuser } from "./postgres/serverRole.ts"

/** The embedded Postgres can't be run; the message says why and what to do. */
export class EmbeddedPostgresFailed extends Data.TaggedError("EmbeddedPostgresFailed")<{ readonly message: string }> {}

export interface EmbeddedPostgresOptions {
  /** The folder of ours; Postgres lives in its `postgres` folder. Made when missing. */
  readonly home: string
  /** False lets commits not wait for the disk: for tests only. (Default true) */
  readonly durable?: boolean
  /** What it keeps of tables and indexes in memory of its own, in MiB, once it has read so much. (Default: 128, or 32 if not durable) */
  readonly buffers?: number
}

const urlOf = (port: number, role: string, password: string, database: string): Redacted.Redacted<string> =>
  Redacted.make(`postgres://${role}:${password}@127.0.0.1:${port}/${database}`, { label: "database url" })

const explain = (cause: unknown): EmbeddedPostgresFailed =>
  new EmbeddedPostgresFailed({ message: cause instanceof Error ? cause.message : String(cause) })

const attempt = <A>(run: () => Promise<A> | A) => Effect.tryPromise({ try: async () => await run(), catch: explain })

/**
 * As root the system user of Postgres must be able to pass through our home, which holds secrets: it may pass, not list.
 * Folders above it are other people's and stay as they are.
 */
const makeFolder = (home: string): string => {
  const folder = join(home, "postgres")
  makeFolders(folder, 0o700)
  const mode = Fs.statSync(home).mode
  if (process.getuid?.() === 0 && Fs.statSync(home).uid === 0 && (mode & 0o001) === 0) Fs.chmodSync(home, mode | 0o111)
  return folder
}

const newPassword = (): string => randomBytes(24).toString("base64url")

/** Written aside first: a password cut short by a kill would lock us out of the data for good. */
const keep = (file: string, password: string): string => {
  Fs.writeFileSync(`${file}.new`, password, { mode: 0o600 })
  Fs.renameSync(`${file}.new`, file)
  return password
}

const passwordIn = (file: string): string | undefined =>
  Fs.existsSync(file) ? Fs.readFileSync(file, "utf8") : undefined

const files = (folder: string) => ({
  superuser: join(folder, "password"),
  server: join(folder, "server-password")
})

/** Both passwords of a data folder that exists. In a home of before there were two the second is kept once its role is there. */
const setUp = async (cluster: Cluster, folder: string) => {
  const { server, superuser } = files(folder)
  const ofSuperuser = passwordIn(superuser) ?? keep(superuser, newPassword())
  const known = passwordIn(server)
  if (!Fs.existsSync(cluster.dataFolder)) {
    const passwords = { superuser: ofSuperuser, server: known ?? keep(server, newPassword()) }
    await initialise(cluster, folder, passwords)
    return passwords
  }
  if (known !== undefined) return { superuser: ofSuperuser, server: known }
  const made = newPassword()
  await handToServerRole(cluster, folder, made)
  return { superuser: ofSuperuser, server: keep(server, made) }
}

/** As the server itself connects; a server of an earlier version, which runs beside this command, has one role only. */
const runningUrl = (port: number, folder: string): Redacted.Redacted<string> | undefined => {
  const { server, superuser: old } = files(folder)
  const [ofServer, ofSuperuser] = [passwordIn(server), passwordIn(old)]
  if (ofServer !== undefined) return urlOf(port, serverRole, ofServer, databaseName)
  return ofSuperuser === undefined ? undefined : urlOf(port, superuser, ofSuperuser, databaseName)
}

/** What root wrote into the home of a service, which runs as another user and must read it; never what a link there leads to. */
const handOver = ({ launch: { owner }, logFile }: Cluster, folder: string, home: string): void => {
  if (owner === undefined || owner.uid !== Fs.statSync(home).uid) return
  for (const file of [...Object.values(files(folder)), logFile]) {
    if (Fs.existsSync(file)) Fs.lchownSync(file, owner.uid, owner.gid)
  }
}

const prepare = (folder: string, { buffers, durable = true }: EmbeddedPostgresOptions): Cluster => {
  const binaries = findPostgresBinaries()
  if (typeof binaries === "string") throw new Error(binaries)
  const dataFolder = join(folder, "data")
  const launch = planLaunch(folder, dataFolder, binaries)
  if (typeof launch === "string") throw new Error(launch)
  const size = buffers ?? (durable ? 128 : 32)
  return { dataFolder, logFile: join(folder, "postgres.log"), binaries, launch, durable, buffers: size }
}

/**
 * A real Postgres of our own, as a child of this process, listening on a free port of 127.0.0.1 behind a random
 * password. It ends with the scope, and also when this process is killed; what a killed one left behind is ended
 * before the next start. One process per home.
 */
export class EmbeddedPostgres extends Context.Service<
  EmbeddedPostgres,
  {
    /** Of the database `counterfoil`, with the rights of its owner and no others. */
    readonly url: Redacted.Redacted<string>
    /** As superuser, of the database `postgres`: for tests, which make and drop others. */
    readonly adminUrl: Redacted.Redacted<string>
    /** Where Postgres logs. */
    readonly logFile: string
    /** Completes when Postgres has ended, whoever ended it. */
    readonly ended: Effect.Effect<void>
  }
>()("@counterfoil/store/EmbeddedPostgres") {
  static readonly layer = (options: EmbeddedPostgresOptions) =>
    Layer.effect(
      EmbeddedPostgres,
      Effect.gen(function* () {
        const home = resolve(options.home)
        const folder = yield* Effect.mapError(
          attempt(() => makeFolder(home)),
          ({ message }) => new EmbeddedPostgresFailed({ message: `${message}: set COUNTERFOIL_HOME to another folder` })
        )
        yield* Effect.catchTag(lockHome(folder, home), "HomeNotLocked", (refusal) => Effect.fail(explain(refusal)))
        const cluster = yield* attempt(() => prepare(folder, options))
        const orphan = yield* attempt(() => stopOrphan(cluster.dataFolder))
        if (orphan !== undefined)
          yield* Effect.logWarning(`ended a Postgres (pid ${orphan}) that an earlier run left behind`)
        const passwords = yield* attempt(() => setUp(cluster, folder))
        const running = yield* Effect.acquireRelease(
          attempt(() => start(cluster)),
          (postgres) => Effect.promise(() => postgres.stop())
        )
        yield* attempt(() => handOver(cluster, folder, home))
        return EmbeddedPostgres.of({
          url: urlOf(running.port, serverRole, passwords.server, databaseName),
          adminUrl: urlOf(running.port, superuser, passwords.superuser, "postgres"),
          logFile: cluster.logFile,
          ended: Effect.promise(() => running.ended)
        })
      })
    )

  /** True for a home whose process was killed and has not come back. */
  static readonly isAbandoned = (options: { readonly home: string }): boolean => {
    const folder = join(resolve(options.home), "postgres")
    return Fs.existsSync(join(folder, "lock")) && lockOwner(folder) === undefined
  }

  /** What `postgres --version` says of the bundled program; fails where it can't be run. Starts no server. */
  static readonly version: Effect.Effect<string, EmbeddedPostgresFailed> = attempt(async () => {
    const binaries = findPostgresBinaries()
    if (typeof binaries === "string") throw new Error(binaries)
    const { stdout } = await promisify(execFile)(binaries.postgres, ["--version"])
    return stdout.replace(/^postgres \((.*)\) */, "$1 ").trim()
  })

  /** The pid of the process that holds this home now, if one does. */
  static readonly holder = (options: { readonly home: string }): number | undefined =>
    lockOwner(join(resolve(options.home), "postgres"))

  /** The database of the process that holds this home now, for commands run beside it; undefined if none does. */
  static readonly findRunning = (options: { readonly home: string }): Redacted.Redacted<string> | undefined => {
    const folder = join(resolve(options.home), "postgres")
    const postmaster = lockOwner(folder) === undefined ? undefined : readPostmaster(join(folder, "data"))
    return postmaster?.ready === true ? runningUrl(postmaster.port, folder) : undefined
  }
}
