import { makeMetricsText, OperatorNotices, type OperatorNotice, OperatorRepository } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { startReceiver } from "./Receiver.ts"
import { Base, inAnHour, put, withWorker } from "./support.ts"
import { becomes, newAccount } from "./world.ts"
import { beat } from "../waiting.ts"

layer(Base, { excludeTestServices: true })("operators", (it) => {
  it.effect("are told of an endpoint that is gone, with its account", () => {
    const told: Array<OperatorNotice> = []
    const notices = { tell: (notice: OperatorNotice) => Effect.sync(() => void told.push(notice)) }
    return Effect.gen(function* () {
      const shop = yield* startReceiver(410)
      const account = yield* newAccount({ webhookUrl: shop.url })
      yield* put(account.id)
      yield* becomes(account.id, "held")
      while (told.length === 0) yield* beat

      assert.deepInclude(told[0], { kind: "endpoint_disabled", about: { account: account.id, lane: "result" } })
    }).pipe(withWorker({ resultDelay: inAnHour }), Effect.provideService(OperatorNotices, notices))
  })

  it.effect("are told of a webhook whose last attempt failed, with its account", () => {
    const told: Array<OperatorNotice> = []
    const notices = { tell: (notice: OperatorNotice) => Effect.sync(() => void told.push(notice)) }
    return Effect.gen(function* () {
      const shop = yield* startReceiver(500)
      const account = yield* newAccount({ webhookUrl: shop.url })
      yield* put(account.id)
      yield* becomes(account.id, "exhausted")
      while (told.length === 0) yield* beat

      assert.deepInclude(told[0], { kind: "webhook_exhausted", about: { account: account.id, lane: "result" } })
    }).pipe(withWorker({ resultDelay: Option.none }), Effect.provideService(OperatorNotices, notices))
  })

  it.effect("are told once of an active account without a complete scrape, until it has had one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const operators = yield* OperatorRepository
      const [stale, fresh, paused] = [
        yield* newAccount({ webhookUrl: "http://127.0.0.1:9/" }),
        yield* newAccount({ webhookUrl: "http://127.0.0.1:9/" }),
        yield* newAccount({ webhookUrl: "http://127.0.0.1:9/" })
      ]
      yield* sql`update account_settings set bank_username = 'u'::bytea, bank_password = 'p'::bytea, credentials_version = 1`
      const scraped = (id: string, ago: string) =>
        sql`update accounts set last_complete_scrape_at = now() - ${ago}::interval where id = ${id}`
      yield* Effect.all([scraped(stale.id, "7 hours"), scraped(fresh.id, "5 hours"), scraped(paused.id, "7 hours")])
      yield* sql`update accounts set status = 'paused' where id = ${paused.id}`
      const look = Effect.gen(function* () {
        const before = DateTime.subtractDuration(yield* DateTime.now, Duration.hours(6))
        return (yield* operators.takeStale(before)).map(({ id }) => id)
      })

      assert.deepStrictEqual([yield* look, yield* look], [[stale.id], []])
      yield* sql`update accounts set stale_told_at = now() - interval '8 hours' where id = ${stale.id}`
      assert.deepStrictEqual([yield* look, yield* look], [[stale.id], []])
    })
  )

  it.effect("read metrics whose labels name no account and no address", () =>
    Effect.gen(function* () {
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: shop.url })
      yield* put(account.id)
      yield* becomes(account.id, "delivered")
      const waiting = yield* newAccount({ webhookUrl: "http://127.0.0.1:9/" })
      yield* put(waiting.id, { lane: "result" })

      const text = yield* yield* makeMetricsText

      assert.match(text, /^counterfoil_delivery_attempts_total\{lane="result",outcome="delivered"\} [1-9]/m)
      assert.match(text, /^# TYPE counterfoil_delivery_attempts_total counter$/m)
      assert.match(text, /^counterfoil_outbox_messages\{status="pending"\} \d+$/m)
      assert.match(text, /^counterfoil_outbox_lag_seconds \d/m)
      assert.match(text, /^counterfoil_postgres_connections\{state="active"\} [1-9]/m)
      assert.match(text, /^counterfoil_event_loop_delay_seconds\{percentile="99"\} \d/m)
      for (const secret of [account.id, waiting.id, "127.0.0.1"]) assert.notInclude(text, secret)
    }).pipe(withWorker({ resultDelay: inAnHour }))
  )
})
