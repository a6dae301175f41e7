import { ActivityLog, Deliveries, Endpoints, OutboxRepository, WebhookTester } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { startReceiver } from "./Receiver.ts"
import { Base, put, withWorker } from "./support.ts"
import { becomes, messagesOf, newAccount, saveEndpoints, secretsOf } from "./world.ts"

const Services = Layer.mergeAll(Deliveries.layer, Endpoints.layer, WebhookTester.layer).pipe(Layer.provideMerge(Base))

layer(Services, { excludeTestServices: true })("an endpoint", (it) => {
  it.effect("holds its results while paused, whatever is saved or replayed, and sends them when resumed", () =>
    Effect.gen(function* () {
      const endpoints = yield* Endpoints
      const deliveries = yield* Deliveries
      const outbox = yield* OutboxRepository
      const activity = yield* ActivityLog
      const shop = yield* startReceiver()
      const urls = { webhookUrl: shop.url, notificationUrl: `${shop.url}/alerts` }
      const account = yield* newAccount(urls)
      const paused = yield* endpoints.pause(account.id)

      yield* put(account.id)
      yield* put(account.id, { lane: "notification", event: "login_failed" })
      yield* put(account.id)
      const [first] = yield* becomes(account.id, "held", "delivered", "held")
      yield* outbox.release(account.id)
      yield* deliveries.replay(account.userId, first?.id ?? "")
      const queued = yield* deliveries.replayMany(account.userId, { status: "held" })
      const held = yield* becomes(account.id, "held", "delivered", "held")
      const detail = yield* deliveries.get(account.userId, held[0]?.id ?? "")
      const before = shop.state.received.length
      const { waiting } = yield* endpoints.pause(account.id)
      const resumed = yield* endpoints.resume(account.id)
      yield* becomes(account.id, "delivered", "delivered", "delivered")

      assert.deepInclude(paused, { url: shop.url, state: "paused", failures: 0, waiting: 0 })
      assert.deepStrictEqual([queued, before, waiting, resumed.state], [0, 1, 2, "active"])
      assert.include(detail.stoppedBecause ?? "", "paused")
      const kinds = (yield* activity.list(account.id, { limit: 10 })).map(({ kind }) => kind)
      assert.deepStrictEqual(kinds, ["endpoint.resumed", "endpoint.paused"])
      assert.deepInclude(yield* endpoints.find(account.id), { state: "active", waiting: 0 })
    }).pipe(withWorker())
  )

  it.effect("is paused, and resumed, once, however many press it at once", () =>
    Effect.gen(function* () {
      const endpoints = yield* Endpoints
      const activity = yield* ActivityLog
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: shop.url })
      const atOnce = <A, E>(press: Effect.Effect<A, E>) =>
        Effect.all([press, press, press], { concurrency: "unbounded", discard: true })
      yield* atOnce(endpoints.pause(account.id))
      yield* atOnce(endpoints.resume(account.id))

      const kinds = (yield* activity.list(account.id, { limit: 10 })).map(({ kind }) => kind)
      assert.deepStrictEqual(kinds, ["endpoint.resumed", "endpoint.paused"])
    })
  )

  it.effect("at another address is another one: it isn't paused", () =>
    Effect.gen(function* () {
      const endpoints = yield* Endpoints
      const outbox = yield* OutboxRepository
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: `${shop.url}/old` })
      yield* endpoints.pause(account.id)
      yield* put(account.id)
      yield* becomes(account.id, "held")

      yield* saveEndpoints(account.id, { webhookUrl: `${shop.url}/new` })
      yield* outbox.release(account.id)
      yield* becomes(account.id, "delivered")

      assert.strictEqual((yield* shop.next).path, "/hook/new")
    }).pipe(withWorker())
  )

  it.effect("is disabled by a 410 and enabled by resuming; without settings there is none", () =>
    Effect.gen(function* () {
      const endpoints = yield* Endpoints
      const activity = yield* ActivityLog
      const shop = yield* startReceiver(410)
      const account = yield* newAccount({ webhookUrl: shop.url })
      yield* put(account.id)
      yield* becomes(account.id, "held")
      const disabled = yield* endpoints.find(account.id)
      shop.state.answer = 200
      yield* endpoints.resume(account.id)
      yield* becomes(account.id, "delivered")
      const bare = yield* newAccount()

      assert.deepInclude(disabled, { state: "disabled", failures: 1, waiting: 1 })
      const said = (yield* activity.list(account.id, { limit: 10 })).map(({ message }) => message)
      assert.deepStrictEqual(said, [
        "The webhook endpoint was resumed: what was held is tried again",
        "The webhook endpoint answered 410 and is disabled: its webhooks wait until it is resumed, settings are saved or one is replayed"
      ])
      assert.isNull(yield* endpoints.find(bare.id))
      assert.strictEqual((yield* Effect.flip(endpoints.pause(bare.id)))._tag, "NoEndpoint")
    }).pipe(withWorker())
  )

  it.effect("is tested with a signed webhook, and a refusal says which setting would help", () =>
    Effect.gen(function* () {
      const tester = yield* WebhookTester
      const shop = yield* startReceiver((response) => response.writeHead(503).end("later"))
      const account = yield* newAccount({ webhookUrl: shop.url })
      const private_ = yield* newAccount({ webhookUrl: "http://10.0.0.8/hook" })
      const about = { bank: "demo", name: "Main" }

      const answered = yield* tester.test({ ...about, id: account.id })
      const received = yield* shop.next
      const refused = yield* tester.test({ ...about, id: private_.id })

      assert.deepInclude(answered, {
        outcome: "rejected",
        httpStatus: 503,
        response: "later",
        fault: null,
        advice: null
      })
      assert.deepInclude(JSON.parse(received.body), { type: "test", account_id: account.id, bank: "demo" })
      assert.strictEqual(received.headers["counterfoil-account"], account.id)
      assert.strictEqual(received.headers["counterfoil-event"], "test")
      const signatures = String(received.headers["webhook-signature"]).split(" ")
      assert.strictEqual(signatures.length, secretsOf.get(account.id)?.length)
      assert.deepInclude(refused, { outcome: "egress_refused", httpStatus: null })
      assert.include(refused.fault ?? "", "10.0.0.8 is a private address")
      assert.include(refused.advice ?? "", "EGRESS_ALLOW")
      assert.deepStrictEqual(yield* messagesOf(account.id), [])
    })
  )

  it.effect("says what to look at where the shop doesn't believe a test", () =>
    Effect.gen(function* () {
      const tester = yield* WebhookTester
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: shop.url })
      for (const status of [401, 403]) {
        shop.state.answer = (response) => response.writeHead(status).end("who are you?")
        const said = yield* tester.test({ bank: "demo", name: "Main", id: account.id })

        assert.deepInclude(said, { outcome: "rejected", httpStatus: status, response: "who are you?", fault: null })
        for (const cause of ["another account's or was rotated", "parsed the body", "clock", "webhook_auth_token"]) {
          assert.include(said.advice ?? "", cause)
        }
      }
    })
  )

  it.effect("keeps what came of its last test, and nothing else of it", () =>
    Effect.gen(function* () {
      const [endpoints, tester] = [yield* Endpoints, yield* WebhookTester]
      const shop = yield* startReceiver((response) => response.writeHead(204).end())
      const account = yield* newAccount({ webhookUrl: "http://10.0.0.8/hook" })
      const other = yield* newAccount({ webhookUrl: shop.url })
      const about = { bank: "demo", name: "Main" }
      const before = yield* endpoints.find(account.id)
      yield* tester.test({ ...about, id: account.id })
      const after = yield* endpoints.find(account.id)
      yield* tester.test({ ...about, id: other.id })
      yield* tester.test({ ...about, id: other.id })

      assert.isNotNull(before)
      assert.isNull(before?.lastTest)
      assert.strictEqual(after?.lastTest?.outcome, "egress_refused")
      assert.deepStrictEqual(after === null ? null : { ...after, lastTest: null }, before)
      assert.strictEqual((yield* endpoints.find(other.id))?.lastTest?.outcome, "delivered")
    })
  )

  it.effect("is warned of before anything is sent there, where the rules refuse its address", () =>
    Effect.gen(function* () {
      const tester = yield* WebhookTester
      const [warning, ...more] = yield* tester.warnings(
        {
          webhookUrl: "http://10.0.0.8/hook",
          pendingOrdersEndpoint: "http://127.0.0.1:1/orders",
          notificationEndpointUrl: null
        },
        { lookUp: true }
      )

      assert.strictEqual(warning?.field, "webhook_url")
      assert.include(warning?.message ?? "", "10.0.0.8 is a private address")
      assert.deepStrictEqual(more, [])
    })
  )
})
