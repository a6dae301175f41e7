/** Intake, polling and matching with their SQL on a real database; the shop and the outbox are in memory. */
import {
  AccountPolicy,
  Accounts,
  type AccountSettings,
  ActivityLog,
  Conciliator,
  ConciliationRequests,
  conciliatorLayer,
  defaultAccountPolicy,
  eventLogLayer,
  MovementIntake,
  movementIntakeLayer,
  Movements,
  OrderPoller,
  orderPollerLayer,
  OutboundHttp,
  Outbox,
  OutboxNotifier,
  Rehearsal,
  ScriptRegistry,
  Settlement,
  TaughtPayers,
  AccountRepository
} from "@counterfoil/core"
import { addDays, settingDefaults } from "@counterfoil/domain"
import { StoreLayers } from "@counterfoil/store"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CheckedMoves } from "./checkedMoves.ts"
import { posted, RecordingOutbox } from "./outbox.ts"
import { seedAccount, seedBank, seedSettings, seedUser } from "./seed.ts"
import { TestVault } from "./vault.ts"

/** What the shop answers at the next polls. */
export const shopOrders: {
  pending: ReadonlyArray<Readonly<Record<string, Schema.Json>>>
  /** Happens once, while the shop is asked. */
  meanwhile: Effect.Effect<unknown>
} = { pending: [], meanwhile: Effect.void }

const meanwhile = Effect.suspend(() => {
  const { meanwhile: what } = shopOrders
  shopOrders.meanwhile = Effect.void
  return what
})

const shop = Layer.succeed(OutboundHttp, {
  refusal: () => Effect.succeed(null),
  send: () =>
    Effect.map(meanwhile, () => ({
      status: 200,
      headers: {},
      body: new TextEncoder().encode(JSON.stringify(shopOrders.pending))
    }))
})

const settings: AccountSettings = {
  ...settingDefaults,
  id: "settings",
  accountId: "account",
  pendingOrdersEndpoint: "https://shop.test/orders",
  webhookUrl: "https://shop.test/hook",
  retryLimit: 1,
  notifyOnExpired: true,
  webhookExtraFields: { shop: "one" },
  credentialsVersion: 1,
  webhookAddress: "https://shop.test/hook",
  notificationAddress: null
}

/** Of an account, where it isn't 1. */
export const retryLimits = new Map<string, number>()

/** Of an account, where it tolerates any. */
export const feeTolerances = new Map<string, string>()

/** Accounts whose payments are told to nobody. */
export const silentAccounts = new Set<string>()

/** Accounts and settings as the seeded rows and `settings` above have them. */
const SeededAccounts = Layer.effect(
  Accounts,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const row = Schema.decodeUnknownEffect(
      Schema.Struct({ userId: Schema.String, mode: Schema.NullOr(Schema.Literals(["reconcile", "passthrough"])) })
    )
    return Accounts.of({
      ...unused,
      find: (id) =>
        Effect.gen(function* () {
          const [found] = yield* sql`select u.id as "userId", u.operation_mode as mode
            from accounts a join users u on u.id = a.user_id where a.id = ${id}`
          const { mode, userId } = yield* row(found)
          return {
            id,
            userId,
            bankId: "bank",
            bank: "bank",
            name: "Main account",
            status: "active" as const,
            scrapeBlockedAt: null,
            scrapeBlockedReason: null,
            operationMode: mode
          }
        }).pipe(Effect.orDie),
      findSettings: (accountId) =>
        Effect.sync(() => ({
          ...settings,
          accountId,
          retryLimit: retryLimits.get(accountId) ?? settings.retryLimit,
          feeTolerance: feeTolerances.get(accountId) ?? null,
          silentIngestion: silentAccounts.has(accountId)
        }))
    })
  })
)

const notHere = () => Effect.die(new Error("not part of this test"))
const unused = {
  list: notHere,
  create: notHere,
  get: notHere,
  remove: notHere,
  settings: notHere,
  saveSettings: notHere,
  sameBankAccount: () => Effect.succeed([]),
  webhookSecret: notHere,
  rotateWebhookSecret: notHere,
  credentials: notHere,
  signingSecrets: notHere,
  all: notHere()
}

const NoScripts = Layer.succeed(ScriptRegistry, {
  list: notHere(),
  get: notHere,
  publish: notHere,
  promote: notHere,
  activeVersion: () => Effect.succeed(null),
  active: () => Effect.succeed(null)
})

/** Kinds and sentences of the activity. */
export const told: Array<readonly [accountId: string, kind: string, message: string]> = []

const RecordingActivity = Layer.succeed(ActivityLog, {
  add: ({ accountId, kind, message }) => Effect.sync(() => void told.push([accountId, kind, message])),
  list: () => Effect.succeed([])
})

const Stored = Layer.mergeAll(TestVault, shop, NoScripts).pipe(
  Layer.provideMerge(StoreLayers),
  Layer.provideMerge(CheckedMoves)
)
const Told = Layer.mergeAll(eventLogLayer, RecordingActivity, SeededAccounts)
const Matching = Layer.mergeAll(
  movementIntakeLayer,
  orderPollerLayer,
  conciliatorLayer,
  Settlement.layer,
  TaughtPayers.layer,
  Rehearsal.layer,
  ConciliationRequests.layer,
  Movements.layer
)
const Policy = Layer.succeed(AccountPolicy, defaultAccountPolicy)

export const Services = Matching.pipe(
  Layer.provideMerge(Told),
  Layer.provideMerge(RecordingOutbox),
  Layer.provideMerge(Stored),
  Layer.provide(Policy)
)

/** The same with the outbox as it is. */
export const ServicesWithOutbox = Matching.pipe(
  Layer.provideMerge(Told),
  Layer.provideMerge(Outbox.layer),
  Layer.provideMerge(OutboxNotifier.layer),
  Layer.provideMerge(Stored),
  Layer.provide(Policy)
)

const manifest = {
  bank: "bank",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  phases: ["login", "extract"]
} as const

const today = Effect.map(DateTime.now, (now) =>
  DateTime.formatIsoDate(DateTime.setZoneNamedUnsafe(now, "Europe/Madrid"))
)

export const daysAgo = (days: number) => Effect.map(today, (date) => addDays(date, -days))

export interface Row {
  readonly date?: string
  readonly amount: string
  readonly description: string
  readonly counterpartyAccount?: string
  readonly currency?: string
  readonly balance?: string
  readonly id?: string
  readonly pending?: boolean
}

export const scrape = Effect.fnUntraced(function* (
  accountId: string,
  epoch: bigint,
  rows: ReadonlyArray<Row>,
  complete = true,
  rules: { readonly uniqueIds?: boolean } = {}
) {
  const intake = yield* MovementIntake
  const date = yield* today
  const from = yield* intake.readBackTo(accountId, "Europe/Madrid")
  return yield* intake.take({
    accountId,
    epoch,
    sessionId: null,
    scriptId: null,
    jobId: null,
    manifest: { ...manifest, ...rules },
    since: from,
    statement: {
      movements: rows.map((row) => ({ date, currency: "EUR", ...row })),
      coverage: { from, to: date, complete }
    }
  })
})

export const enrolled = Effect.fnUntraced(function* (mode: "reconcile" | "passthrough") {
  const user = yield* seedUser(mode)
  const bank = yield* seedBank()
  const account = yield* seedAccount(user.id, bank.id)
  yield* seedSettings(account.id)
  const accounts = yield* AccountRepository
  const activation = yield* accounts.activateActor(account.id)
  if (activation === null) return yield* Effect.die("the account is there")
  return { accountId: account.id, epoch: activation.epoch, user }
})

export const statuses = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Schema.decodeUnknownEffect(
    Schema.Array(Schema.Struct({ externalId: Schema.String, status: Schema.String }))
  )(
    yield* sql`select external_id as "externalId", status from conciliation_requests
    where account_id = ${accountId} order by external_id`
  )
  return rows.map(({ externalId, status }) => `${externalId} ${status}`)
})

/** As if what a person has undone were undone sixteen minutes ago: it is left to them for fifteen. */
export const haveChosen = (accountId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`update conciliation_requests set separated_at = separated_at - interval '16 minutes' where account_id = ${accountId}`
  )

const idRow = Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))
export const requestId = Effect.fnUntraced(function* (accountId: string, externalId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`select id from conciliation_requests
    where account_id = ${accountId} and external_id = ${externalId}`
  return (yield* idRow(row)).id
})
export const movementId = Effect.fnUntraced(function* (accountId: string, amount: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`select id from movements
    where account_id = ${accountId} and amount_minor = ${amount.replace(".", "")}::numeric`
  return (yield* idRow(row)).id
})
export const matchesOf = Effect.fnUntraced(function* (request: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`select active, chosen_by is not null as chosen, ended_by is not null as ended
    from matches where request_id = ${request} order by created_at, active`
})

export const bodies = (accountId: string) =>
  posted.filter((entry) => entry.accountId === accountId).map(({ body }) => body)

export const poll = Effect.fnUntraced(function* (accountId: string) {
  const poller = yield* OrderPoller
  const conciliator = yield* Conciliator
  const polled = yield* poller.poll(accountId, "due")
  if (polled.appeared.length + polled.corrected.length > 0) {
    yield* conciliator.pass(accountId, {
      _tag: "Appeared",
      requestIds: polled.appeared,
      correctedIds: polled.corrected
    })
  }
  return polled
})

export const match = Effect.fnUntraced(function* (accountId: string, scrapeId: string, complete = true) {
  const conciliator = yield* Conciliator
  return yield* conciliator.pass(accountId, { _tag: "Scrape", scrapeId, complete, counts: true, ofFile: false })
})

export const order = (externalId: string, amount: string, name: string) => ({
  external_id: externalId,
  amount,
  currency: "EUR",
  name
})
