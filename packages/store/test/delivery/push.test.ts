import {
  EventLog,
  eventLogLayer,
  OutboundFault,
  OutboundHttp,
  type OutboundRequest,
  PushChannels,
  PushIdentityKeeper,
  NoticeRepository,
  pushWorkerLayer
} from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Queue, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { RecordingOutbox } from "../outbox.ts"
import { seedAccount } from "../seed.ts"
import { TestVault } from "../vault.ts"

const sent = Effect.runSync(Queue.unbounded<OutboundRequest>())

/** Answers by what stands in the address. */
const Outside = Layer.succeed(OutboundHttp, {
  refusal: () => Effect.succeed(null),
  send: (request) =>
    Effect.suspend(() => {
      Queue.offerUnsafe(sent, request)
      if (request.url.includes("refused")) {
        return Effect.fail(new OutboundFault({ kind: "egress_refused", message: "10.0.0.1 may not be called" }))
      }
      const status = request.url.includes("gone") ? 410 : 201
      return Effect.succeed({ status, headers: {}, body: new Uint8Array() })
    })
})

const Base = Layer.mergeAll(PushChannels.layer, eventLogLayer).pipe(
  Layer.provideMerge(PushIdentityKeeper.layer),
  Layer.provideMerge(Layer.mergeAll(TestVault, Outside, RecordingOutbox)),
  Layer.provideMerge(StoreLayers),
  Layer.provideMerge(TestDatabase.layer)
)

/** A browser's, of RFC 8291. */
const keys = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg"
}

const browser = (endpoint: string) => ({
  endpoint,
  keys,
  label: "Chrome · Android",
  pageOrigin: "https://counterfoil.example",
  language: "en" as const
})

const question = (accountId: string, id: string, attempts = 0) => ({
  accountId,
  type: "assistance.requested" as const,
  data: {
    id,
    type: "otp" as const,
    descriptor: { length: 6, type: "numeric" as const },
    attempts,
    expires_at: new Date(Date.now() + 300_000).toISOString()
  }
})

const waiting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`select kind, assistance_id from push_messages order by id`
})

const assistanceId = (last: string) => `01990000-0000-7000-8000-00000000000${last}`

layer(Base)("what rings", (it) => {
  it.effect("are twenty devices of a user, however many are added at once", () =>
    Effect.gen(function* () {
      const channels = yield* PushChannels
      const { userId } = yield* seedAccount()
      const added = yield* Effect.forEach(
        Array.from({ length: 30 }, (_, nth) => browser(`https://push.test/${nth}`)),
        (each) => Effect.result(channels.put(userId, each)),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        added.filter(({ _tag }) => _tag === "Success"),
        20
      )
      assert.lengthOf(yield* channels.list(userId), 20)
    })
  )

  it.effect("is written by the commit of the question, once, for its owner's channels, and goes when it is over", () =>
    Effect.gen(function* () {
      const channels = yield* PushChannels
      const log = yield* EventLog
      const { id, userId } = yield* seedAccount()
      const stranger = yield* seedAccount()
      yield* channels.put(stranger.userId, browser("https://push.test/stranger"))
      yield* channels.put(userId, browser("https://push.test/one"))
      yield* channels.put(userId, browser("https://push.test/two"))

      yield* log.append(question(id, assistanceId("1")))
      assert.lengthOf(yield* waiting, 2)
      // The bank has rejected a code: who typed it is there.
      yield* log.append(question(id, assistanceId("1"), 1))
      assert.lengthOf(yield* waiting, 2)
      yield* log.append({ accountId: id, type: "assistance.fulfilled", data: { id: assistanceId("1") } })
      assert.lengthOf(yield* waiting, 0)
      const failed = { accountId: id, type: "login.failed" as const, notify: false }
      yield* log.append({ ...failed, data: { kind: "bank_unavailable", message: "closed", blocked: false } })
      assert.lengthOf(yield* waiting, 0)
      yield* log.append({ ...failed, data: { kind: "invalid_credentials", message: "refused", blocked: true } })
      assert.deepStrictEqual(
        (yield* waiting).map(({ kind }) => kind),
        ["blocked", "blocked"]
      )
      yield* (yield* SqlClient.SqlClient)`delete from push_messages`
    })
  )

  it.effect("is one channel for the same browser, sealed, and named to its owner without its address", () =>
    Effect.gen(function* () {
      const channels = yield* PushChannels
      const sql = yield* SqlClient.SqlClient
      const { userId } = yield* seedAccount()
      const first = yield* channels.put(userId, browser("https://push.test/secret-endpoint"))
      const again = yield* channels.put(userId, { ...browser("https://push.test/secret-endpoint"), label: "Renamed" })
      assert.strictEqual(again.id, first.id)
      const listed = yield* channels.list(userId)
      assert.deepStrictEqual(
        listed.map(({ label }) => label),
        ["Renamed"]
      )
      assert.notInclude(JSON.stringify(listed), "secret-endpoint")
      const rows = yield* sql`select c::text as text from push_channels c union all select i::text from push_identity i`
      for (const { text } of rows) assert.notMatch(String(text), /secret-endpoint|"d"/)

      const odd = (subscription: Parameters<typeof channels.put>[1]) =>
        Effect.map(Effect.flip(channels.put(userId, subscription)), ({ message }) => message)
      assert.match(yield* odd(browser("ftp://push.test/x")), /^endpoint must be/)
      assert.match(yield* odd({ ...browser("https://push.test/x"), keys: { ...keys, auth: "short" } }), /^keys must be/)
      assert.match(yield* odd({ ...browser("https://push.test/x"), pageOrigin: "https://a.test/x" }), /^page_origin/)
    })
  )
})

layer(Layer.provideMerge(pushWorkerLayer, Base), { excludeTestServices: true })("the worker", (it) => {
  it.effect("sends each message, forgets a browser that is gone, and keeps what failed for later", () =>
    Effect.gen(function* () {
      const channels = yield* PushChannels
      const log = yield* EventLog
      const { id, userId } = yield* seedAccount()
      yield* channels.put(userId, browser("https://push.test/good"))
      yield* channels.put(userId, browser("https://push.test/gone"))
      yield* channels.put(userId, browser("https://push.test/refused"))
      yield* log.append(question(id, assistanceId("7")))

      const requests = [yield* Queue.take(sent), yield* Queue.take(sent), yield* Queue.take(sent)]
      const good = requests.find(({ url }) => url.endsWith("good"))
      assert.strictEqual(good?.headers["content-encoding"], "aes128gcm")
      assert.isTrue(Number(good?.headers["ttl"]) > 200)

      const settled = Effect.flatMap(channels.list(userId), (all) =>
        all.length === 2 && all.every((each) => each.lastFault !== null || each.lastSuccessAt !== null)
          ? Effect.succeed(all)
          : Effect.fail("not yet")
      )
      const all = yield* Effect.retry(settled, { times: 1_000, schedule: Schedule.spaced("50 millis") })
      assert.deepStrictEqual(
        all.map(({ label, lastFault }) => [label, lastFault]),
        [
          ["Chrome · Android", "10.0.0.1 may not be called"],
          ["Chrome · Android", null]
        ]
      )
      assert.lengthOf(yield* waiting, 1)
      // Nobody else takes it up meanwhile, and what is too late goes.
      const repository = yield* NoticeRepository
      assert.lengthOf(yield* repository.claimPushes(10, Duration.seconds(30)), 0)
      const sql = yield* SqlClient.SqlClient
      yield* sql`update push_messages set expires_at = ${DateTime.toDateUtc(yield* DateTime.now)}`
      yield* repository.claimPushes(10, Duration.seconds(30))
      assert.lengthOf(yield* waiting, 0)
    })
  )
})
