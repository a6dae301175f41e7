import { Database, EmbeddedPostgres, migrate } from "@counterfoil/store"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import * as Fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { withDatabase } from "./databaseUrl.ts"

/** The Postgres of one test run. */
export interface TestPostgres {
  /** Of a database from which others can be made. */
  readonly adminUrl: string
  /** A migrated database that nobody is connected to, to copy. */
  readonly template: string
}

const migrationsDirectory = fileURLToPath(new URL("../../../sql/migrations", import.meta.url))

const gib = 2 ** 30
/** What Linux keeps in memory. */
const inMemory = "/dev/shm"

/** Copying, writing and dropping databases is half of what Postgres does in a run, and costs half in memory of which there is plenty. */
const folderOfHomes = (): string => {
  try {
    Fs.accessSync(inMemory, Fs.constants.W_OK)
    const { bavail, bsize } = Fs.statfsSync(inMemory)
    return bavail * bsize > 4 * gib && process.availableMemory() > 8 * gib ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

const prefix = "counterfoil-test-"

/** Folders of earlier runs that were killed; their Postgres ended with them. In memory they would be why this one finds none. */
const removeLeftovers = (): void => {
  const places = [tmpdir(), inMemory].filter((place) => Fs.existsSync(place))
  const homes = places.flatMap((place) =>
    Fs.readdirSync(place).flatMap((name) => (name.startsWith(prefix) ? [join(place, name)] : []))
  )
  for (const home of homes) {
    if (EmbeddedPostgres.isAbandoned({ home })) Fs.rmSync(home, { recursive: true, force: true })
  }
}

const temporaryHome = Effect.acquireRelease(
  Effect.sync(() => {
    removeLeftovers()
    const home = Fs.mkdtempSync(join(folderOfHomes(), prefix))
    Fs.chmodSync(home, 0o711)
    return home
  }),
  (home) => Effect.sync(() => Fs.rmSync(home, { recursive: true, force: true }))
)

/** The server's own role, so that tests see what it may and may not do; beside that it makes databases. */
const makerOfDatabases = Effect.gen(function* () {
  const postgres = yield* EmbeddedPostgres
  const url = new URL(Redacted.value(postgres.url))
  yield* Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql.unsafe(`ALTER ROLE "${url.username}" CREATEDB`).unprepared
  ).pipe(Effect.provide(Database.layer({ url: postgres.adminUrl, maxConnections: 1 })))
  return Redacted.make(withDatabase(url.href, "postgres"))
})

/** TEST_DATABASE_URL if it is set, else an embedded Postgres in a temporary folder that doesn't wait for a disk. */
const adminUrl = Effect.gen(function* () {
  const given = process.env["TEST_DATABASE_URL"]
  if (given !== undefined && given !== "") return Redacted.make(given)
  const home = yield* temporaryHome
  const context = yield* Layer.build(EmbeddedPostgres.layer({ home, durable: false }))
  return yield* makerOfDatabases.pipe(Effect.provideContext(context))
})

const makeTemplate = Effect.fnUntraced(function* (admin: Redacted.Redacted<string>) {
  const template = `counterfoil_template_${randomUUID().replaceAll("-", "")}`
  const onAdmin = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    Effect.provide(effect, Database.layer({ url: admin, maxConnections: 1 }))
  const statement = (text: string) => onAdmin(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text).unprepared))
  yield* Effect.acquireRelease(statement(`CREATE DATABASE ${template}`), () =>
    Effect.ignore(statement(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`))
  )
  const url = Redacted.make(withDatabase(Redacted.value(admin), template))
  yield* Effect.provide(migrate({ directory: migrationsDirectory }), Database.layer({ url, maxConnections: 1 }))
  return template
})

export const startTestPostgres = Effect.gen(function* () {
  const admin = yield* adminUrl
  return { adminUrl: Redacted.value(admin), template: yield* makeTemplate(admin) } satisfies TestPostgres
})
