/** From a statement to who pays whom, on a real database: intake, polling and matching with their SQL. */
import {
  AccountPolicy,
  Accounts,
  type AccountSettings,
  ActivityLog,
  Conciliator,
  ConciliationRequests,
  conciliatorLayer,
  defaultAccountPolicy,
  EventLog,
  MovementIntake,
  movementIntakeLayer,
  OrderPoller,
  orderPollerLayer,
  OutboundHttp,
  ScriptRegistry,
  Settlement,
  ActorRepository
} from "@counterfoil/core"
import { addDays } from "@counterfoil/domain"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { cancelled, posted, RecordingOutbox } from "./outbox.ts"
import { seedAccount, seedBank, seedUser } from "./seed.ts"

/** What the shop answers at the next polls. */
let pending: ReadonlyArray<Readonly<Record<string, Schema.Json>>> = []

const shop = Layer.succeed(OutboundHttp, {
  send: () => Effect.sync(() => ({ status: 200, headers: {}, body: new TextEncoder().encode(JSON.stringify(pending)) }))
})

const settings: AccountSettings = {
  id: "settings",
  accountId: "account",
  pendingOrdersEndpoint: "https://shop.test/orders",
  webhookUrl: "https://shop.test/hook",
  webhookAuthType: null,
  webhookAuthToken: null,
  notificationEndpointUrl: null,
  notificationAuthType: null,
  notificationAuthToken: null,
  notificationEvents: [],
  retryLimit: 1,
  pollingMethod: "GET",
  pollingBody: null,
  authType: null,
  authToken: null,
  bankUsername: null,
  notifyOnExpired: true,
  webhookExtraFields: { shop: "one" },
  sessionType: "one-shot",
  loginMode: "simple",
  silentIngestion: false,
  credentialsVersion: 1
}

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
      findSettings: (accountId) => Effect.succeed({ ...settings, accountId })
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
  active: () => Effect.succeed(null)
})

const NoActivity = Layer.succeed(ActivityLog, { add: () => Effect.void, list: () => Effect.succeed([]) })

const Base = Layer.mergeAll(StoreLayers, RecordingOutbox, shop, NoScripts).pipe(Layer.provideMerge(TestDatabase.layer))
const Told = Layer.mergeAll(EventLog.layer, NoActivity, SeededAccounts).pipe(Layer.provideMerge(Base))
const Services = Layer.mergeAll(
  movementIntakeLayer,
  orderPollerLayer,
  conciliatorLayer,
  Settlement.layer,
  ConciliationRequests.layer
).pipe(Layer.provideMerge(Told), Layer.provide(Layer.succeed(AccountPolicy, defaultAccountPolicy)))

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

const daysAgo = (days: number) => Effect.map(today, (date) => addDays(date, -days))

interface Row {
  readonly date?: string
  readonly amount: string
  readonly description: string
  readonly currency?: string
  readonly pending?: boolean
}

const scrape = Effect.fnUntraced(function* (
  accountId: string,
  epoch: bigint,
  rows: ReadonlyArray<Row>,
  complete = true
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
    manifest,
    since: from,
    statement: {
      movements: rows.map((row) => ({ date, currency: "EUR", ...row })),
      coverage: { from, to: date, complete }
    }
  })
})

const enrolled = Effect.fnUntraced(function* (mode: "reconcile" | "passthrough") {
  const user = yield* seedUser(mode)
  const bank = yield* seedBank()
  const account = yield* seedAccount(user.id, bank.id)
  const actors = yield* ActorRepository
  const activation = yield* actors.activate(account.id)
  if (activation === null) return yield* Effect.die("the account is there")
  return { accountId: account.id, epoch: activation.epoch, user }
})

const statuses = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Schema.decodeUnknownEffect(
    Schema.Array(Schema.Struct({ externalId: Schema.String, status: Schema.String }))
  )(
    yield* sql`select external_id as "externalId", status from conciliation_requests
    where account_id = ${accountId} order by external_id`
  )
  return rows.map(({ externalId, status }) => `${externalId} ${status}`)
})

const idRow = Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))
const requestId = Effect.fnUntraced(function* (accountId: string, externalId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`select id from conciliation_requests
    where account_id = ${accountId} and external_id = ${externalId}`
  return (yield* idRow(row)).id
})
const movementId = Effect.fnUntraced(function* (accountId: string, amount: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`select id from movements
    where account_id = ${accountId} and amount_minor = ${amount.replace(".", "")}::numeric`
  return (yield* idRow(row)).id
})
const matchesOf = Effect.fnUntraced(function* (request: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`select active, chosen_by is not null as chosen, ended_by is not null as ended
    from matches where request_id = ${request} order by created_at, active`
})

const bodies = (accountId: string) => posted.filter((entry) => entry.accountId === accountId).map(({ body }) => body)

const poll = Effect.fnUntraced(function* (accountId: string) {
  const poller = yield* OrderPoller
  const conciliator = yield* Conciliator
  const polled = yield* poller.poll(accountId)
  if (polled.appeared.length > 0) {
    yield* conciliator.pass(accountId, { _tag: "Appeared", requestIds: polled.appeared })
  }
  return polled
})

const match = Effect.fnUntraced(function* (accountId: string, scrapeId: string, complete = true) {
  const conciliator = yield* Conciliator
  return yield* conciliator.pass(accountId, { _tag: "Scrape", scrapeId, complete })
})

const order = (externalId: string, amount: string, name: string) => ({
  external_id: externalId,
  amount,
  currency: "EUR",
  name
})

layer(Services, { excludeTestServices: true })("from a statement to who pays whom", (it) => {
  it.effect("matches by a cut name, tells several candidates once, and leaves the unpaid order pending", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      pending = [
        order("A-1", "120.50", "María del Carmen García López"),
        order("A-2", "210.00", "Ahmed Benali"),
        order("A-3", "999.99", "Olga Iwanowa")
      ]
      yield* poll(accountId)
      const rows = [
        { amount: "120.50", description: "TRF DE GARCIA LOPEZ MARIA DEL CARM" },
        { amount: "210.00", description: "TRF DE BENALI AHMED" },
        { amount: "210.00", description: "TRF DE BENALI AHMED" }
      ]
      const first = yield* scrape(accountId, epoch, rows)
      yield* match(accountId, first.scrapeId)
      const second = yield* scrape(accountId, epoch, rows)
      yield* match(accountId, second.scrapeId)

      assert.strictEqual(first.inserted, 3)
      assert.strictEqual(second.inserted, 0)
      assert.deepStrictEqual(bodies(accountId), [
        '{"external_id":"A-1","status":"matched","amount":120.5,"currency":"EUR","name":"María del Carmen García López","shop":"one"}',
        '{"external_id":"A-2","status":"ambiguous","amount":210,"currency":"EUR","name":"Ahmed Benali","shop":"one"}'
      ])
      // One attempt when it was first seen and one per complete scrape: with a retry limit of 1 the unpaid one rests now.
      assert.deepStrictEqual(yield* statuses(accountId), ["A-1 matched", "A-2 ambiguous", "A-3 not_found"])
    })
  )

  it.effect("wakes an order that rests when its payment comes", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      pending = [order("B-1", "50.00", "Jonas Weber")]
      yield* poll(accountId)
      for (const _ of [1, 2]) yield* match(accountId, (yield* scrape(accountId, epoch, [])).scrapeId)
      assert.deepStrictEqual(yield* statuses(accountId), ["B-1 not_found"])

      const paid = yield* scrape(accountId, epoch, [{ amount: "50.00", description: "TRF DE WEBER JONAS" }])
      yield* match(accountId, paid.scrapeId)

      assert.deepStrictEqual(yield* statuses(accountId), ["B-1 matched"])
    })
  )

  it.effect("cancels an order that two polls in a row miss, and reopens it when it comes back", () =>
    Effect.gen(function* () {
      const { accountId } = yield* enrolled("reconcile")
      pending = [order("C-1", "1.00", "One"), order("C-2", "2.00", "Two")]
      yield* poll(accountId)
      pending = [order("C-2", "2.00", "Two")]
      yield* poll(accountId)
      const after1 = yield* statuses(accountId)
      yield* poll(accountId)
      const after2 = yield* statuses(accountId)
      pending = [order("C-1", "1.00", "One"), order("C-2", "2.00", "Two")]
      yield* poll(accountId)
      const back = yield* statuses(accountId)

      assert.strictEqual(after1[0], "C-1 pending")
      assert.strictEqual(after2[0], "C-1 cancelled")
      assert.strictEqual(back[0], "C-1 pending")
    })
  )

  it.effect("sends each movement of passthrough once, when it is booked and has a sender", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("passthrough")
      yield* scrape(accountId, epoch, [
        { amount: "15.00", description: "TRF DE ROSSI NADIA", pending: true },
        { amount: "-3.00", description: "CARD PAYMENT" }
      ])
      const before = bodies(accountId).length
      yield* scrape(accountId, epoch, [
        { amount: "15.00", description: "TRF DE ROSSI NADIA" },
        { amount: "-3.00", description: "CARD PAYMENT" }
      ])
      yield* scrape(accountId, epoch, [
        { amount: "15.00", description: "TRF DE ROSSI NADIA" },
        { amount: "-3.00", description: "CARD PAYMENT" }
      ])

      assert.strictEqual(before, 0)
      const sent = bodies(accountId)
      assert.strictEqual(sent.length, 1)
      assert.include(sent[0] ?? "", '"amount":15,"currency":"EUR","name":"ROSSI NADIA"')
    })
  )

  it.effect("takes in nothing from before the window that was asked for, though the page shows it", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("passthrough")
      const taken = yield* scrape(accountId, epoch, [
        { amount: "15.00", description: "TRF DE ROSSI NADIA" },
        { date: "2026-01-07", amount: "1842.50", description: "TRF DE TALLERES IBARRA SL" }
      ])

      assert.strictEqual(taken.inserted, 1)
      assert.strictEqual(bodies(accountId).length, 1)
    })
  )

  it.effect("tells nothing of before the account's first window, however far a later scrape overlaps", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("passthrough")
      const rows = [
        { amount: "15.00", description: "TRF DE ROSSI NADIA" },
        { date: yield* daysAgo(3), amount: "40.00", description: "TRF DE WEBER JONAS" }
      ]
      yield* scrape(accountId, epoch, rows)
      const second = yield* scrape(accountId, epoch, rows)

      assert.strictEqual(second.inserted, 0)
      assert.strictEqual(bodies(accountId).length, 1)
    })
  )

  it.effect("reads back to an order older than the account's first window, and finds its payment there", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      const rows = [{ date: yield* daysAgo(3), amount: "40.00", description: "TRF DE WEBER JONAS" }]
      pending = []
      yield* poll(accountId)
      yield* scrape(accountId, epoch, rows)
      pending = [{ ...order("E-1", "40.00", "Jonas Weber"), created_at: `${yield* daysAgo(4)}T10:00:00Z` }]
      yield* poll(accountId)
      const second = yield* scrape(accountId, epoch, rows)
      yield* match(accountId, second.scrapeId)

      assert.strictEqual(second.inserted, 1)
      assert.deepStrictEqual(yield* statuses(accountId), ["E-1 matched"])
    })
  )

  it.effect("lets a person choose the payment, and knows the payer's name from then on", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      pending = [order("F-1", "80.00", "Jonas Weber"), order("F-2", "95.00", "Jonas Weber")]
      yield* poll(accountId)
      const wife = { amount: "80.00", description: "TRF DE PETRA LANG" }
      const first = yield* scrape(accountId, epoch, [wife])
      yield* match(accountId, first.scrapeId)
      const before = yield* statuses(accountId)
      yield* (yield* Settlement).resolve(
        user,
        yield* requestId(accountId, "F-1"),
        yield* movementId(accountId, "80.00")
      )
      const second = yield* scrape(accountId, epoch, [wife, { amount: "95.00", description: "TRF DE PETRA LANG" }])
      yield* match(accountId, second.scrapeId)
      const explained = yield* (yield* ConciliationRequests).explanation(user.id, yield* requestId(accountId, "F-2"))

      assert.deepStrictEqual(before, ["F-1 pending", "F-2 pending"])
      assert.deepStrictEqual(yield* statuses(accountId), ["F-1 matched", "F-2 matched"])
      assert.strictEqual(explained?.code, "matched_alias")
      assert.deepStrictEqual(
        bodies(accountId).map((body) => body.includes('"matched"')),
        [true, true]
      )
    })
  )

  it.effect("never matches again what a person has separated, until a person chooses it again", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      const settlement = yield* Settlement
      pending = [order("G-1", "33.00", "Jonas Weber")]
      yield* poll(accountId)
      const rows = [{ amount: "33.00", description: "TRF DE WEBER JONAS" }]
      yield* match(accountId, (yield* scrape(accountId, epoch, rows)).scrapeId)
      const id = yield* requestId(accountId, "G-1")
      yield* settlement.unmatch(user, id)
      const told = bodies(accountId).length
      yield* match(accountId, (yield* scrape(accountId, epoch, rows)).scrapeId)
      const after = yield* statuses(accountId)
      const explained = yield* (yield* ConciliationRequests).explanation(user.id, id)
      const movement = yield* movementId(accountId, "33.00")
      yield* settlement.resolve(user, id, movement)
      yield* settlement.resolve(user, id, movement)

      assert.deepStrictEqual([after, explained?.code], [["G-1 pending"], "not_found_barred"])
      assert.deepStrictEqual(yield* statuses(accountId), ["G-1 matched"])
      assert.strictEqual(told, 1)
      assert.strictEqual(bodies(accountId).length, 2)
      assert.deepInclude(cancelled, { requestId: id, event: "matched" })
      assert.deepStrictEqual(yield* matchesOf(id), [
        { active: false, chosen: false, ended: true },
        { active: true, chosen: true, ended: false }
      ])
    })
  )

  it.effect(
    "says why a person's choice can't be: no credit, another order's, another currency, taken out, not open",
    () =>
      Effect.gen(function* () {
        const { accountId, epoch, user } = yield* enrolled("reconcile")
        pending = [order("H-1", "10.00", "Jonas Weber"), order("H-2", "11.00", "Nadia Rossi")]
        yield* poll(accountId)
        const taken = yield* scrape(accountId, epoch, [
          { amount: "10.00", description: "TRF DE WEBER JONAS" },
          { amount: "-4.00", description: "CARD PAYMENT" },
          { amount: "11.01", description: "TRF DE X", currency: "USD" },
          { amount: "11.02", description: "TRF DE Y", pending: true },
          { amount: "11.03", description: "TRF DE Z" }
        ])
        yield* match(accountId, taken.scrapeId)
        const sql = yield* SqlClient.SqlClient
        yield* sql`update movements set excluded_at = now() where account_id = ${accountId} and amount_minor = 1103`
        const h2 = yield* requestId(accountId, "H-2")
        const refusalOf = (request: string, movement: string) =>
          Effect.gen(function* () {
            const error = yield* Effect.flip((yield* Settlement).resolve(user, request, movement))
            return error._tag === "CannotSettle" ? error.message : error._tag
          })
        const refusals = yield* Effect.forEach(["10.00", "-4.00", "11.01", "11.02", "11.03"], (amount) =>
          Effect.flatMap(movementId(accountId, amount), (movement) => refusalOf(h2, movement))
        )
        yield* sql`update conciliation_requests set status = 'cancelled' where id = ${h2}`

        assert.deepStrictEqual(refusals, [
          "The movement pays order H-1: unmatch that one first",
          "The movement is not a credit",
          "The movement is in USD, the order in EUR",
          "The movement is not booked yet",
          "The movement is excluded: include it first"
        ])
        yield* sql`update movements set excluded_at = null where account_id = ${accountId}`
        const other = yield* movementId(accountId, "11.03")
        assert.deepStrictEqual(
          yield* Effect.all([
            refusalOf(h2, other),
            refusalOf(yield* requestId(accountId, "H-1"), other),
            refusalOf(yield* requestId(accountId, "H-1"), accountId)
          ]),
          [
            "The order is cancelled and can't be matched",
            "The order is matched with another movement: unmatch it first",
            "MovementNotFound"
          ]
        )
      })
  )

  it.effect("lets the pass and a person settle one movement at the same time only one after the other", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      pending = [order("I-1", "60.00", "Jonas Weber"), order("I-2", "61.00", "Nadia Rossi")]
      yield* poll(accountId)
      const taken = yield* scrape(accountId, epoch, [{ amount: "60.00", description: "TRF DE WEBER JONAS" }])
      const [request, movement] = [yield* requestId(accountId, "I-2"), yield* movementId(accountId, "60.00")]
      yield* Effect.all(
        [
          match(accountId, taken.scrapeId),
          Effect.exit(Effect.flatMap(Settlement, (settlement) => settlement.resolve(user, request, movement)))
        ],
        { concurrency: "unbounded" }
      )

      const matched = (yield* statuses(accountId)).filter((line) => line.endsWith("matched"))
      assert.strictEqual(matched.length, 1)
    })
  )

  it.effect("writes nothing for an actor that another activation has replaced", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("passthrough")
      yield* (yield* ActorRepository).activate(accountId)
      const refused = yield* Effect.flip(
        scrape(accountId, epoch, [{ amount: "15.00", description: "TRF DE ROSSI NADIA" }])
      )

      assert.strictEqual(refused._tag, "StaleActor")
      assert.deepStrictEqual(bodies(accountId), [])
    })
  )

  it.effect("makes no attempt count while the bank's list is incomplete", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      pending = [order("D-1", "50.00", "Jonas Weber")]
      yield* poll(accountId)
      for (const _ of [1, 2, 3]) {
        const taken = yield* scrape(accountId, epoch, [], false)
        yield* match(accountId, taken.scrapeId, false)
      }

      assert.deepStrictEqual(yield* statuses(accountId), ["D-1 pending"])
    })
  )
})
