/** What a database of the operator's says: its version, whether it takes writes, whose it is. */
import { Database, isMigrated, whyNotWritable } from "@counterfoil/store"
import { Effect, type Redacted } from "effect"
import { migrations } from "./database.ts"
import { fault, type Finding, note, ok } from "./Finding.ts"

/** The tests run on the newest; the containers are tested with all from here on. */
const oldest = 16

const versionFinding = (version: string): Finding =>
  Number.parseInt(version, 10) < oldest
    ? fault("database", `Postgres ${version} answers at DATABASE_URL, and is too old: ${oldest} or newer is needed`)
    : ok("database", `Postgres ${version} answers at DATABASE_URL`)

/** For tests, which have no old one. */
export const judgePostgres = versionFinding

const writable = Effect.map(whyNotWritable, (why): ReadonlyArray<Finding> =>
  why === undefined ? [] : [fault("database", why)]
)

/** A database that no server has used yet is no fault. */
const schema = Effect.map(isMigrated({ directory: migrations }), (current): ReadonlyArray<Finding> =>
  current ? [] : [note("database", "it is not of this version of counterfoil yet: the server's start migrates it")]
)

export const examineDatabase = (url: Redacted.Redacted<string>) =>
  Effect.gen(function* () {
    const version = yield* Database.version
    return [versionFinding(version), ...(yield* writable), ...(yield* Effect.orElseSucceed(schema, () => []))]
  }).pipe(Effect.provide(Database.layer({ url, maxConnections: 1, applicationName: "counterfoil doctor" })))
