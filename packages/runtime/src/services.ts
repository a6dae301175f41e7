/** Everything behind the HTTP side: how the services, the workers and the actors are put together. */
import { ChromiumBrowser } from "@counterfoil/browser"
import {
  accountActorLayer,
  accountCommandsLayer,
  AccountPolicy,
  Accounts,
  Administrators,
  ApiKeys,
  AwakeActors,
  type BankBrowser,
  Banks,
  CodeSettings,
  ConciliationRequests,
  Consents,
  conciliatorLayer,
  Deliveries,
  deliveryWorkerLayer,
  Demo,
  type DemoNeighbours,
  dispatcherLayer,
  Endpoints,
  EventHistory,
  ErasureKey,
  eventLogLayer,
  FirstLook,
  FreezeWatch,
  housekeeperLayer,
  KeptEvidence,
  ImapReader,
  Mailboxes,
  MailboxKeys,
  MailSockets,
  watchMailboxesLayer,
  movementIntakeLayer,
  onceDatabaseIsBack,
  Movements,
  NoticeChannels,
  NoticeSender,
  orderPollerLayer,
  operatorLogLayer,
  operatorWebhookLayer,
  outboundHttpLayer,
  Outbox,
  OutboxNotifier,
  PushChannels,
  PushIdentityKeeper,
  pushWorkerLayer,
  QuotaLimits,
  RealtimeTickets,
  ReceivedCodes,
  Retention,
  Scrapes,
  ScriptRegistry,
  ScriptReports,
  type ScriptRunner,
  joinLogins,
  sealReadableRows,
  settleMovedTopics,
  seedAdministrators,
  SessionGate,
  ShadowRuns,
  staleAccountsLayer,
  keptRefusedCodes,
  totpMachines,
  Rehearsal,
  Settlement,
  Statements,
  TaughtPayers,
  TelegramReplies,
  tellPeopleLayer,
  Users,
  UserDeletion,
  UserVault,
  Vault,
  Worklists,
  WebhookTester
} from "@counterfoil/core"
import { IsolatedScriptRunner, IsolatedStatementReader } from "@counterfoil/sandbox"
import { Argon2PasswordHasher, Server } from "@counterfoil/server"
import { StoreLayers } from "@counterfoil/store"
import { Duration, Effect, Layer, Option } from "effect"
import type { CounterfoilConfig, ServerSecrets } from "./config/CounterfoilConfig.ts"
import { cluster } from "./nodes/cluster.ts"
import { erasureKey } from "./secrets/erasureKey.ts"
import { keyRing } from "./secrets/keyRing.ts"

/** The bank's side: where pages are opened and scripts run. */
export const chromiumAndIsolates = (config: CounterfoilConfig) =>
  Layer.merge(
    IsolatedScriptRunner.layer({ niceness: config.sessionNiceness }),
    ChromiumBrowser.layer({
      executablePath: Option.getOrUndefined(config.chromiumPath),
      egressAllow: config.bankEgressAllow,
      maxContexts: config.policy.sessionConcurrency,
      niceness: config.sessionNiceness
    })
  )

const startingPatience = Duration.minutes(1)

/** The operators' own address may be anywhere but link-local. */
export const operatorNotices = ({ operatorWebhookUrl }: CounterfoilConfig, extraCa: ReadonlyArray<string>) =>
  Option.match(operatorWebhookUrl, {
    onNone: () => operatorLogLayer,
    onSome: (url) =>
      Layer.provide(operatorWebhookLayer(url), outboundHttpLayer({ allow: ["0.0.0.0/0", "::/0"], extraCa }))
  })

export const services = <E>(
  config: CounterfoilConfig,
  secrets: ServerSecrets,
  extraCa: ReadonlyArray<string>,
  bankSide: Layer.Layer<BankBrowser | ScriptRunner, E>,
  demo?: DemoNeighbours
) => {
  const foundations = Layer.mergeAll(
    Vault.layer(keyRing(secrets.keyEncryptionKey)),
    UserVault.layer(keyRing(secrets.keyEncryptionKey)),
    MailSockets.layer({ allow: config.egressAllow, extraCa }),
    outboundHttpLayer({ allow: config.egressAllow, extraCa }),
    Administrators.layer({ banks: config.banks }),
    Argon2PasswordHasher,
    SessionGate.layer,
    OutboxNotifier.layer,
    bankSide
  ).pipe(Layer.provideMerge(StoreLayers))

  // Rows of earlier versions are converted before anything else reads or writes the database.
  const convert = Effect.andThen(sealReadableRows, Effect.andThen(joinLogins, settleMovedTopics))
  // Each finds only what is left to do: a database that has no connection to give just now is no reason not to start.
  const ready = Layer.effectDiscard(onceDatabaseIsBack(convert, startingPatience))
  const sealed = Layer.provideMerge(ready, foundations)
  const outward = Outbox.layer.pipe(Layer.provideMerge(sealed))
  const told = Consents.layer({ consent: config.consent }).pipe(
    Layer.provideMerge(eventLogLayer),
    Layer.provideMerge(outward)
  )

  const rung = Layer.merge(PushChannels.layer, pushWorkerLayer).pipe(Layer.provide(PushIdentityKeeper.layer))

  const management = Layer.mergeAll(
    rung,
    demo === undefined ? Demo.none : Demo.layer(demo),
    Users.layer({ registration: config.registration, administrators: config.bankAdmins }),
    Layer.effectDiscard(seedAdministrators(config.bankAdmins, config.registration)),
    ApiKeys.layer({ pepper: secrets.apiKeyPepper, earlierPepper: secrets.apiKeyPepperEarlier }),
    RealtimeTickets.layer({}),
    EventHistory.layer,
    Banks.layer,
    ScriptRegistry.layer,
    ScriptReports.layer,
    ShadowRuns.layer,
    Accounts.layer,
    CodeSettings.layer,
    Mailboxes.layer.pipe(Layer.provide(Layer.merge(ImapReader.layer, MailboxKeys.layer))),
    UserDeletion.layer,
    NoticeChannels.layer.pipe(Layer.provideMerge(NoticeSender.layer)),
    KeptEvidence.layer
  ).pipe(Layer.provideMerge(told))

  const workers = Layer.mergeAll(
    ConciliationRequests.layer,
    Worklists.layer,
    Movements.layer,
    movementIntakeLayer,
    Scrapes.layer,
    Statements.layer.pipe(Layer.provide(IsolatedStatementReader.layer)),
    orderPollerLayer,
    conciliatorLayer,
    Rehearsal.layer,
    Settlement.layer,
    TaughtPayers.layer,
    Deliveries.layer,
    Endpoints.layer,
    WebhookTester.layer,
    deliveryWorkerLayer({ alone: Option.isNone(config.cluster) }),
    // Built before the actors, so that it ends after them and still sends their last events.
    Server.realtimeStream({ origins: config.realtimeOrigins })
  ).pipe(Layer.provideMerge(management))

  const beside = Layer.mergeAll(housekeeperLayer, staleAccountsLayer(config.staleAfter))
  const commands = Layer.provideMerge(ReceivedCodes.layer, accountCommandsLayer)
  const people = Layer.merge(tellPeopleLayer.pipe(Layer.provide(TelegramReplies.layer)), watchMailboxesLayer)
  return Layer.mergeAll(dispatcherLayer, beside, Layer.provideMerge(people, commands)).pipe(
    Layer.provideMerge(FirstLook.layer),
    Layer.provideMerge(Layer.provide(accountActorLayer, [totpMachines, keptRefusedCodes])),
    Layer.provide(AwakeActors.layer),
    Layer.provideMerge(workers),
    Layer.provideMerge(cluster(config, secrets)),
    Layer.provide(FreezeWatch.layer),
    Layer.provide(Layer.succeed(Retention, config.keep)),
    Layer.provide(Layer.succeed(ErasureKey, erasureKey(secrets.apiKeyPepper))),
    Layer.provide(Layer.succeed(QuotaLimits, config.quotas)),
    Layer.provide(Layer.succeed(AccountPolicy, { ...config.policy, shutdownGrace: config.shutdownGrace }))
  )
}
