/**
 * What operators import: `Counterfoil.layer(config)` is the whole service, and nothing else needs to be learnt.
 *
 * Building the layer starts it (database, actors, deliveries, HTTP); closing its scope drains and stops it.
 */
import {
  type AccountCommands,
  type BankBrowser,
  type DemoNeighbours,
  type EventLog,
  installRelease,
  type InvalidKeyRing,
  type ScriptRelease,
  type ScriptRunner
} from "@counterfoil/core"
import type { SandboxUnavailable } from "@counterfoil/sandbox"
import { Server, type SigningKeyTooShort } from "@counterfoil/server"
import {
  type DatabaseInUse,
  DatabaseSockets,
  type DatabaseUnreachable,
  type EmbeddedPostgresFailed,
  type HomeInUse,
  type MigrationFailed,
  type MigrationRefused
} from "@counterfoil/store"
import { type ListenFailed, type PortInUse, UwsHttpServer } from "@counterfoil/uws"
import type { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option, Stream } from "effect"
import type { HttpServer } from "effect/http"
import type { SqlClient } from "effect/sql"
import { configFault, type CounterfoilConfig, InvalidConfig, type ServerSecrets } from "./config/CounterfoilConfig.ts"
import { readCaCerts } from "./config/caCerts.ts"
import { notePepperOf } from "./secrets/checkPepper.ts"
import { database } from "./database.ts"
import { isForThisMachine } from "./config/openToOthers.ts"
import { type GivenConfig, givenFault, givenInVain, wholeConfig } from "./config/givenConfig.ts"
import { checkHomeOf, checkTemporaryFolder } from "./home.ts"
import { metrics } from "./metrics.ts"
import { Readiness, readinessLayer } from "./readiness.ts"
import { missingBesideDatabase, secretsOf } from "./secrets/secretsOf.ts"
import { chromiumAndIsolates, operatorNotices, services } from "./services.ts"
import { telemetry } from "./telemetry.ts"
import type { Watchdog } from "./Watchdog.ts"

export { events } from "./events.ts"

/** Why the address can't be listened on, and which setting to change. */
const explainListening = (error: PortInUse | ListenFailed): InvalidConfig => {
  const { host, port } = error
  if (error._tag === "PortInUse") {
    return new InvalidConfig({
      message: `port ${port} on ${host} is in use by another program: stop that one, or set PORT to another (0 picks a free one)`
    })
  }
  const advice =
    error.code === "EACCES" ? "set PORT to one that this user may open" : "set HOST to an address of this machine"
  return new InvalidConfig({ message: `port ${port} on ${host} can't be listened on (${error.code}): ${advice}` })
}

/** Taken first, so that a busy port is found out before anything is made; answers 503 until the service is up. */
const address = (config: CounterfoilConfig) =>
  Layer.effectContext(
    UwsHttpServer.make({
      host: config.host,
      port: config.port,
      maxBodyBytes: Server.maxBodyBytes,
      refusalBody: Server.refusalBody,
      trustedProxies: config.trustedProxies,
      shutdownGrace: config.shutdownGrace
    }).pipe(
      Effect.mapError((error) =>
        error._tag === "InvalidTrustedProxy" ? new InvalidConfig({ message: error.message }) : explainListening(error)
      )
    )
  )

const givenOnly = <A>(value: A | undefined): ReadonlyArray<A> => (value === undefined ? [] : [value])

const http = (config: CounterfoilConfig, secrets: ServerSecrets) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const [{ lacks }, served] = [yield* Readiness, yield* metrics(config)]
      const { changesPerMinute, uploadsPerHour } = config.quotas
      return Server.layer({
        signingKeys: [secrets.jwtSigningKey, ...givenOnly(secrets.jwtSigningKeyEarlier)],
        lacks,
        metrics: served,
        changesPerMinute,
        uploadsPerHour,
        dashboard: Option.getOrUndefined(config.dashboard),
        origins: config.realtimeOrigins,
        isForThisMachine: isForThisMachine(config),
        guide: Option.getOrUndefined(config.guide),
        ...config.limits
      })
    })
  )

/** The last to be built, so the first to close: from then on a database that says nothing is not waited for any more. */
const boundedStop = ({ shutdownGrace }: CounterfoilConfig) =>
  Layer.effectDiscard(
    Effect.flatMap(
      // A program that brings its own client bounds it by itself.
      Effect.serviceOption(DatabaseSockets),
      Option.match({
        onNone: () => Effect.void,
        onSome: ({ stopWithin }) => Effect.addFinalizer(() => stopWithin(shutdownGrace))
      })
    )
  )

/** The usual parts are made of the configuration; a program may bring others. */
export interface Parts<E = never> {
  /** A client of a Postgres database of its own. (Default: of `databaseUrl`, or of an embedded Postgres) */
  readonly sql?: Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, E>
  /** Where the secrets come from: a vault, a KMS. (Default: `secrets` of the configuration, or those kept under `home`) */
  readonly secrets?: Effect.Effect<ServerSecrets, E>
  /**
   * Bank scripts that are put into service as they come: published unless their version is there, and made active. One that
   * is refused is logged, and the others go on. (Default: none; people publish and promote them)
   */
  readonly scripts?: Stream.Stream<ScriptRelease, E>
  /** Where pages are opened and scripts run. (Default: Chromium, and isolates in processes of their own) */
  readonly bankSide?: Layer.Layer<BankBrowser | ScriptRunner, E>
  /** A bank and a shop that users may connect with one press, to try everything. (Default: none) */
  readonly demo?: DemoNeighbours
}

/** What a running service offers to the program that embeds it, beside its HTTP API. */
export type Offered = HttpServer.HttpServer | Watchdog | EventLog | BankBrowser | AccountCommands | SqlClient.SqlClient

/** Why a service doesn't start; each has a `message` for people. */
export type StartError =
  | InvalidConfig
  | InvalidKeyRing
  | SandboxUnavailable
  | SigningKeyTooShort
  | DatabaseInUse
  | DatabaseUnreachable
  | EmbeddedPostgresFailed
  | HomeInUse
  | MigrationFailed
  | MigrationRefused

const sourceOf = <E>(scripts: Stream.Stream<ScriptRelease, E>) =>
  Layer.effectDiscard(
    scripts.pipe(
      Stream.runForEach((release) =>
        Effect.catch(installRelease(release), ({ bank, message }) =>
          Effect.logError(`a bank script can't be put into service: ${message}`).pipe(Effect.annotateLogs({ bank }))
        )
      ),
      Effect.tapCause((cause) => Effect.logError("the source of bank scripts failed", cause)),
      Effect.forkScoped
    )
  )

const checked = Effect.fnUntraced(function* (given: GivenConfig, parts: Parts<unknown>) {
  const oddForm = givenFault(given)
  if (oddForm !== undefined) return yield* new InvalidConfig({ message: oddForm })
  const config = wholeConfig(given)
  const fault = configFault(config, parts) ?? missingBesideDatabase(config, parts)
  if (fault !== undefined) return yield* new InvalidConfig({ message: fault })
  const inVain = givenInVain(given)
  if (inVain.length > 0)
    yield* Effect.logWarning(`no setting is called so, and it changes nothing: ${inVain.join(", ")}`)
  return config
})

/** The whole service, with parts of the caller's. */
export const layerWith = <E = never>(given: GivenConfig, parts: Parts<E> = {}): Layer.Layer<Offered, StartError | E> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const config = yield* checked(given, parts)
      if (parts.sql === undefined) yield* checkHomeOf(config)
      if (parts.bankSide === undefined) yield* checkTemporaryFolder
      const extraCa = yield* Option.match(config.extraCaCerts, {
        onNone: () => Effect.succeed([]),
        onSome: readCaCerts
      })
      const bankSide: Layer.Layer<BankBrowser | ScriptRunner, SandboxUnavailable | E> =
        parts.bankSide ?? chromiumAndIsolates(config)
      return Layer.unwrap(
        Effect.map(secretsOf(config, parts.secrets), (secrets) =>
          (parts.scripts === undefined ? Layer.empty : sourceOf(parts.scripts)).pipe(
            Layer.merge(http(config, secrets)),
            Layer.merge(Layer.effectDiscard(notePepperOf(secrets))),
            Layer.provide(readinessLayer(config)),
            Layer.provideMerge(services(config, secrets, extraCa, bankSide, parts.demo)),
            Layer.provide(operatorNotices(config, extraCa))
          )
        )
      ).pipe(
        (service) => Layer.provideMerge(boundedStop(config), service),
        Layer.provideMerge(database(config, parts.sql)),
        Layer.provideMerge(address(config)),
        Layer.provide(telemetry(config))
      )
    })
  )

/** The whole service. What is not given has its default: `defaultConfig`, and less for others where more than this machine reaches it. */
export const layer = (given: GivenConfig = {}): Layer.Layer<Offered, StartError> => layerWith(given)
