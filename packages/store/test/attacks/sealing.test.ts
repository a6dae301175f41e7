/** What an earlier version stored in the clear is sealed at a start: by one node or two, and also after a start that crashed. */
import {
  Accounts,
  Deliveries,
  Endpoints,
  Outbox,
  OutboxNotifier,
  sealReadableRows,
  AccountRepository,
  Vault
} from "@counterfoil/core"
import { Database, StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import type { PgClient } from "@effect/sql-pg"
import { Deferred, Duration, Effect, Fiber, Layer, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { seedAccount, seedUser } from "../seed.ts"
import { TestVault } from "../vault.ts"

const servicesOn = <A, E>(database: Layer.Layer<A | SqlClient.SqlClient | PgClient.PgClient, E>) =>
  Layer.mergeAll(Deliveries.layer, Endpoints.layer, Accounts.layer).pipe(
    Layer.provideMerge(Outbox.layer),
    Layer.provideMerge(TestVault),
    Layer.provideMerge(Layer.mergeAll(StoreLayers, OutboxNotifier.layer)),
    Layer.provideMerge(database)
  )

const hook = "https://shop.test/hook/canary-hook-1a2b?token=canary-query-3c4d"
const notes = "https://SHOP.test/notes/canary-notes-5e6f"
const orders = "https://shop.test/orders?token=canary-orders-7a8b"
const body = JSON.stringify({ external_id: "A-1", token: "canary-extra-9c0d" })

/** An account with a message, an endpoint that answered 410 and an attempt, as the migration leaves those of the version before. */
const legacyAccount = Effect.fnUntraced(function* (userId?: string) {
  const sql = yield* SqlClient.SqlClient
  const account = yield* seedAccount(userId)
  const id = SecureRandom.uuidV7Unsafe()
  yield* sql`insert into account_settings (id, account_id, pending_orders_endpoint, webhook_url, notification_endpoint_url,
      polling_body, webhook_extra_fields, webhook_address, notification_address, created_at, updated_at)
    values (${account.id}, ${account.id}, ${orders}, ${hook}, ${notes}, '{"token": "canary-polling-1122"}',
      '{"token": "canary-extra-9c0d"}', ${hook}, ${notes}, now(), now())`
  yield* sql`insert into endpoints (account_id, address, failures, disabled_at, last_failure_at)
    values (${account.id}, ${hook}, 3, now(), now())`
  yield* sql`insert into outbox (id, message_id, sequence, account_id, lane, event, body, status, due_at, created_at)
    values (${id}, ${`msg_${id}`}, 1, ${account.id}, 'result', 'matched', ${Buffer.from(body)}, 'held', now(), now())`
  yield* sql`insert into delivery_attempts (outbox_id, attempt_number, address, started_at, finished_at, outcome, http_status)
    values (${id}, 1, ${hook}, now(), now(), 'gone', 410)`
  return { ...account, delivery: id }
})

const decodeDump = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ text: Schema.NullOr(Schema.String) })]))

const dump = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const texts = yield* Effect.forEach(["account_settings", "endpoints", "outbox", "delivery_attempts"], (table) =>
    Effect.flatMap(sql`select string_agg(t::text, ' ') as text from ${sql(table)} t`, decodeDump)
  )
  return texts.map(([{ text }]) => text ?? "").join(" ")
})

const canariesIn = (text: string) =>
  [...`${hook}${notes}${orders}canary-polling-1122 ${body}`.matchAll(/canary-[a-z]+-[0-9a-f]{4}/g)]
    .map(([canary]) => canary)
    .filter((canary) => text.includes(canary) || text.includes(Buffer.from(canary).toString("hex")))

layer(servicesOn(TestDatabase.layer), { excludeTestServices: true })(
  "what an earlier version stored in the clear",
  (it) => {
    it.effect("is sealed, reads as before, and keeps the state of its endpoint", () =>
      Effect.gen(function* () {
        const account = yield* legacyAccount()
        assert.notDeepEqual(canariesIn(yield* dump), [])

        assert.strictEqual(yield* sealReadableRows, 4)

        assert.deepStrictEqual(canariesIn(yield* dump), [])
        const accounts = yield* Accounts
        const settings = yield* accounts.settings(account.userId, account.id)
        assert.deepInclude(settings, {
          webhookUrl: hook,
          notificationEndpointUrl: notes,
          pendingOrdersEndpoint: orders,
          pollingBody: { token: "canary-polling-1122" },
          webhookExtraFields: { token: "canary-extra-9c0d" }
        })
        const endpoint = yield* (yield* Endpoints).find(account.id)
        assert.deepInclude(endpoint, { url: hook, state: "disabled", failures: 3 })
        const delivery = yield* (yield* Deliveries).get(account.userId, account.delivery)
        assert.strictEqual(delivery.body, body)
        assert.deepStrictEqual(
          delivery.attempts.map(({ outcome, url }) => [outcome, url]),
          [["gone", hook]]
        )
        assert.strictEqual(yield* sealReadableRows, 0)
      })
    )

    it.effect("is as before after a start that crashed, and sealed by the next one", () =>
      Effect.gen(function* () {
        const account = yield* legacyAccount()
        const accounts = yield* Accounts
        const vault = yield* Vault
        const before = yield* accounts.settings(account.userId, account.id)
        // The key is written with the first cell: the crash takes both back.
        let sealed = 0
        const crashing = Vault.of({
          ...vault,
          sealer: (accountId) =>
            Effect.flatMap(vault.sealer(accountId), (seal) =>
              ++sealed === 4 ? Effect.die(new Error("the machine went down")) : Effect.succeed(seal)
            )
        })

        const crash = yield* Effect.exit(Effect.provideService(sealReadableRows, Vault, crashing))
        const between = yield* accounts.settings(account.userId, account.id)
        const left = yield* sealReadableRows

        assert.strictEqual(crash._tag, "Failure")
        assert.deepStrictEqual(
          { ...between, webhookAddress: "", notificationAddress: "" },
          { ...before, webhookAddress: "", notificationAddress: "" }
        )
        assert.isAbove(left, 0)
        assert.deepStrictEqual(canariesIn(yield* dump), [])
        const delivery = yield* (yield* Deliveries).get(account.userId, account.delivery)
        assert.deepStrictEqual([delivery.body, delivery.attempts[0]?.url], [body, hook])
      })
    )

    it.effect("is sealed once by two nodes that start at the same time, however many rows there are", () =>
      Effect.gen(function* () {
        const { id: userId } = yield* seedUser()
        const made = yield* Effect.forEach(Array.from({ length: 230 }), () => legacyAccount(userId))

        const counts = yield* Effect.all([sealReadableRows, sealReadableRows], { concurrency: 2 })

        assert.strictEqual(counts[0] + counts[1], made.length * 4)
        assert.deepStrictEqual(canariesIn(yield* dump), [])
        const accounts = yield* Accounts
        const read = yield* Effect.forEach(made, ({ id }) => accounts.settings(userId, id))
        assert.deepStrictEqual([...new Set(read.map((settings) => settings?.webhookUrl))], [hook])
      })
    )

    it.effect("is waited for where another node's batch takes longer than a statement may", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* legacyAccount()
        const { url } = yield* TestDatabase
        const hurried = servicesOn(Database.layer({ url, statementLimit: Duration.millis(300) }))
        const busy = yield* Deferred.make<void>()
        const other = yield* sql
          .withTransaction(
            sql`select pg_advisory_xact_lock(hashtextextended('counterfoil.sealing', 0))`.pipe(
              Effect.andThen(Deferred.succeed(busy, undefined)),
              Effect.andThen(sql`select pg_sleep(1)`)
            )
          )
          .pipe(Effect.forkChild)
        yield* Deferred.await(busy)

        assert.strictEqual(yield* Effect.provide(sealReadableRows, Layer.fresh(hurried)), 4)
        yield* Fiber.join(other)
      })
    )

    it.effect("of a deleted account is erased, without a new key for it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const account = yield* legacyAccount()
        yield* sql`update accounts set deleted_at = now() where id = ${account.id}`
        yield* sql`delete from account_settings where account_id = ${account.id}`

        yield* sealReadableRows

        assert.deepStrictEqual(canariesIn(yield* dump), [])
        assert.deepStrictEqual(yield* sql`select 1 from account_keys where account_id = ${account.id}`, [])
        assert.isNull(yield* (yield* AccountRepository).findSettings(account.id))
      })
    )
  }
)
