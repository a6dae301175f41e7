/**
 * What operators import: `Counterfoil.layer(config)` is the whole service, and nothing else needs to be learnt.
 *
 * Building the layer starts it (database, actors, deliveries, HTTP); closing its scope drains and stops it.
 */
import { ChromiumBrowser } from "@counterfoil/browser"
import {
  accountActorLayer,
  accountCommandsLayer,
  AccountPolicy,
  Accounts,
  accountSupervisorLayer,
  ApiKeys,
  BankAdmins,
  type BankBrowser,
  Banks,
  ConciliationRequests,
  conciliatorLayer,
  Deliveries,
  deliveryWorkerLayer,
  Endpoints,
  EventLog,
  FreezeWatch,
  housekeeperLayer,
  movementIntakeLayer,
  Movements,
  orderPollerLayer,
  outboundHttpLayer,
  Outbox,
  OutboxBell,
  RealtimeTickets,
  RollCall,
  Scrapes,
  ScriptRegistry,
  type ScriptRunner,
  SessionGate,
  Settlement,
  StatusBoard,
  Users,
  Vault,
  WebhookTester
} from "@counterfoil/core"
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { Argon2PasswordHasher, Server } from "@counterfoil/server"
import { Database, StoreLayers } from "@counterfoil/store"
import { type ListenFailed, type PortInUse, UwsHttpServer } from "@counterfoil/uws"
import { Effect, Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { configFault, type CounterfoilConfig, InvalidConfig, type ServerSecrets } from "./CounterfoilConfig.ts"
import { readCaCerts } from "./caCerts.ts"
import { cluster } from "./cluster.ts"
import { database } from "./database.ts"
import { checkHomeOf } from "./home.ts"
import { keyRing } from "./keyRing.ts"
import { secretsOf } from "./secretsOf.ts"

/** The bank's side: where pages are opened and scripts run. */
const chromiumAndIsolates = (config: CounterfoilConfig) =>
  Layer.merge(
    IsolatedScriptRunner.layer({}),
    ChromiumBrowser.layer({
      executablePath: Option.getOrUndefined(config.chromiumPath),
      egressAllow: config.bankEgressAllow,
      maxContexts: config.policy.sessionConcurrency
    })
  )

const services = <E>(
  config: CounterfoilConfig,
  secrets: ServerSecrets,
  extraCa: ReadonlyArray<string>,
  bankSide: Layer.Layer<BankBrowser | ScriptRunner, E>
) => {
  const foundations = Layer.mergeAll(
    Vault.layer(keyRing(secrets.keyEncryptionKey)),
    outboundHttpLayer({ allow: config.egressAllow, extraCa }),
    BankAdmins.layer({ emails: config.bankAdmins }),
    Argon2PasswordHasher,
    SessionGate.layer,
    OutboxBell.layer,
    bankSide
  ).pipe(Layer.provideMerge(StoreLayers))

  const outward = Outbox.layer.pipe(Layer.provideMerge(foundations))
  const told = EventLog.layer.pipe(Layer.provideMerge(outward))

  const management = Layer.mergeAll(
    Users.layer({ registration: config.registration }),
    ApiKeys.layer({ pepper: secrets.apiKeyPepper }),
    RealtimeTickets.layer({}),
    Banks.layer,
    ScriptRegistry.layer,
    Accounts.layer
  ).pipe(Layer.provideMerge(told))

  const workers = Layer.mergeAll(
    ConciliationRequests.layer,
    Movements.layer,
    movementIntakeLayer,
    Scrapes.layer,
    orderPollerLayer,
    conciliatorLayer,
    Settlement.layer,
    Deliveries.layer,
    Endpoints.layer,
    WebhookTester.layer,
    deliveryWorkerLayer(),
    // Below the actors: it ends after them, and has sent what they wrote last.
    Server.RealtimeStream
  ).pipe(Layer.provideMerge(management))

  return Layer.mergeAll(accountSupervisorLayer, housekeeperLayer, accountCommandsLayer).pipe(
    Layer.provideMerge(RollCall.layer),
    Layer.provideMerge(accountActorLayer),
    Layer.provide([StatusBoard.layer, FreezeWatch.layer]),
    Layer.provideMerge(workers),
    Layer.provideMerge(cluster(config, secrets)),
    Layer.provide(Layer.succeed(AccountPolicy, { ...config.policy, shutdownGrace: config.shutdownGrace }))
  )
}

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
      trustedProxies: config.trustedProxies,
      shutdownGrace: config.shutdownGrace
    }).pipe(
      Effect.mapError((error) =>
        error._tag === "InvalidTrustedProxy" ? new InvalidConfig({ message: error.message }) : explainListening(error)
      )
    )
  )

/** The database answers, and every account has its actor. */
const isReady = Effect.gen(function* () {
  const context = yield* Effect.context<SqlClient.SqlClient>()
  const rollCall = yield* RollCall
  const answers = Effect.provideContext(Database.answers, context)
  return Effect.flatMap(rollCall.isComplete, (complete) => (complete ? answers : Effect.succeed(false)))
})

const http = (config: CounterfoilConfig, secrets: ServerSecrets) =>
  Layer.unwrap(
    Effect.map(isReady, (ready) => Server.layer({ signingKeys: [secrets.jwtSigningKey], ready, ...config.limits }))
  )

/** The whole service, with a bank's side of the caller's. */
export const layerWith = <E>(config: CounterfoilConfig, bankSide: Layer.Layer<BankBrowser | ScriptRunner, E>) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const fault = configFault(config)
      if (fault !== undefined) return yield* new InvalidConfig({ message: fault })
      yield* checkHomeOf(config)
      const extraCa = yield* Option.match(config.extraCaCerts, {
        onNone: () => Effect.succeed([]),
        onSome: readCaCerts
      })
      return Layer.unwrap(
        Effect.map(secretsOf(config), (secrets) =>
          Layer.provideMerge(http(config, secrets), services(config, secrets, extraCa, bankSide))
        )
      ).pipe(Layer.provideMerge(database(config)), Layer.provideMerge(address(config)))
    })
  )

/** The whole service. */
export const layer = (config: CounterfoilConfig) => layerWith(config, chromiumAndIsolates(config))
