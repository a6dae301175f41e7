/** The database of a service: the operator's, or an embedded Postgres under the home. */
import {
  Database,
  type DatabaseOptions,
  DatabasePulse,
  type DatabaseUnreachable,
  EmbeddedPostgres,
  type EmbeddedPostgresFailed,
  type HomeInUse,
  Migrations,
  migrationState,
  SingleProcessGuard
} from "@counterfoil/store"
import type { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option, type Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { fileURLToPath } from "node:url"
import { type CounterfoilConfig, InvalidConfig } from "./config/CounterfoilConfig.ts"
import { checkHome } from "./home.ts"
import { Watchdog } from "./Watchdog.ts"

export const migrations = fileURLToPath(new URL("../../../sql/migrations", import.meta.url))

type Limits = Pick<DatabaseOptions, "statementLimit">

export const embedded = (home: string, limits: Limits = {}) =>
  Layer.unwrap(Effect.map(EmbeddedPostgres, ({ url }) => Database.layer({ url, ...limits }))).pipe(
    Layer.provideMerge(EmbeddedPostgres.layer({ home }))
  )

type Client<E> = Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, E>

/** The operator's, or an embedded one. */
const configured = ({
  cluster,
  databaseUrl,
  home
}: CounterfoilConfig): Client<DatabaseUnreachable | EmbeddedPostgresFailed | HomeInUse> =>
  Option.match(databaseUrl, {
    onSome: (url) =>
      Database.layer({
        url,
        abandonTransactionsAfter: Option.getOrUndefined(Option.map(cluster, ({ lease }) => lease))
      }),
    onNone: () => embedded(home)
  })

/** A migration takes as long as it takes: no statement of it is ended for its length. */
const migrated = ({ databaseUrl }: CounterfoilConfig) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const own = Option.map(yield* Effect.serviceOption(EmbeddedPostgres), ({ url }) => url)
      const url = Option.getOrUndefined(Option.orElse(databaseUrl, () => own))
      const all = Migrations.layer({ directory: migrations })
      if (url === undefined) return all
      return Layer.provide(
        all,
        Database.layer({ url, maxConnections: 2, statementLimit: undefined, applicationName: "counterfoil migrations" })
      )
    })
  )

/** Migrated, and held by this process alone or shared with other nodes. */
export const database = <E = never>(config: CounterfoilConfig, given?: Client<E>) => {
  const client: Client<DatabaseUnreachable | EmbeddedPostgresFailed | HomeInUse | E> = given ?? configured(config)
  return Watchdog.layer.pipe(
    Layer.provideMerge(given === undefined ? migrated(config) : Migrations.layer({ directory: migrations })),
    Layer.provideMerge(SingleProcessGuard.layer({ use: Option.isNone(config.cluster) ? "alone" : "shared" })),
    Layer.provideMerge(DatabasePulse.layer),
    Layer.provideMerge(client)
  )
}

/** Without migrating: a server of another version may be running on this database. */
const asItIs = (url: Redacted.Redacted<string>, limits: Limits) =>
  Layer.effectDiscard(
    Effect.flatMap(migrationState({ directory: migrations }), (state) => {
      if (state === "newest") return Effect.void
      const older = "the database is not of this version of counterfoil: start its server once first"
      return new InvalidConfig({ message: state === "older" ? older : state.message })
    })
  ).pipe(
    Layer.provideMerge(Database.layer({ url, maxConnections: 2, applicationName: "counterfoil command", ...limits }))
  )

/** No server runs: the embedded Postgres is started for the command alone, as the server would start it. */
const startedFor = (home: string, limits: Limits) =>
  Layer.unwrap(
    Effect.gen(function* () {
      yield* checkHome(home)
      if (!Fs.existsSync(Path.join(home, "postgres", "data"))) {
        return yield* new InvalidConfig({
          message: `there is no database in ${home} yet: start the server once, or set COUNTERFOIL_HOME or DATABASE_URL to where it is`
        })
      }
      return Layer.provideMerge(Migrations.layer({ directory: migrations }), embedded(home, limits))
    })
  )

/** The same database for a command that is run beside the server, or while there is none. */
export const databaseForCommand = (config: CounterfoilConfig, how: "briskly" | "as long as it takes" = "briskly") =>
  Layer.unwrap(
    Effect.sync(() => {
      const limits: Limits = how === "briskly" ? {} : { statementLimit: undefined }
      const url = Option.getOrElse(config.databaseUrl, () => EmbeddedPostgres.findRunning({ home: config.home }))
      return url === undefined ? startedFor(config.home, limits) : asItIs(url, limits)
    })
  )
