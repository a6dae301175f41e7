/** A node of a later version beside this one writes types of events that this one doesn't know. */
import { EventHistory, EventLog, eventLogLayer } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { RecordingOutbox } from "../outbox.ts"
import { seedAccount } from "../seed.ts"
import { TestVault } from "../vault.ts"

const Base = Layer.mergeAll(eventLogLayer, EventHistory.layer).pipe(
  Layer.provideMerge(Layer.provideMerge(TestVault, StoreLayers).pipe(Layer.merge(RecordingOutbox))),
  Layer.provideMerge(TestDatabase.layer)
)

layer(Base, { excludeTestServices: true })("an event of a type that isn't known", (it) => {
  it.effect("is passed over by who reads it back and who hears it, and what comes after it is told", () =>
    Effect.gen(function* () {
      const log = yield* EventLog
      const history = yield* EventHistory
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      const subscribed = yield* Deferred.make<void>()
      const heard = yield* log.feed.pipe(
        Stream.onStart(Deferred.succeed(subscribed, undefined)),
        Stream.take(2),
        Stream.runCollect,
        Effect.forkScoped({ startImmediately: true })
      )
      yield* Deferred.await(subscribed)
      const started = (session: string) =>
        log.append({ accountId: account.id, type: "session.started", data: { session_id: session } })
      yield* started("before")
      yield* sql`with e as (
          insert into events (account_id, user_id, type, data, occurred_at)
          select ${account.id}, ${account.userId}, 'orders.of_a_later_version', '{}', now() from generate_series(1, 3) returning id)
        select pg_notify('counterfoil_events', id::text)::text as announced from e`
      yield* started("after")

      const sessions = (events: ReadonlyArray<{ readonly data: object }>) =>
        events.map(({ data }) => Object(data).session_id)
      assert.deepStrictEqual(sessions(yield* Fiber.join(heard)), ["before", "after"])
      const last = yield* history.list(account.userId, { limit: 2 })
      assert.deepStrictEqual(sessions(last), ["before", "after"])
      const after = yield* history.list(account.userId, { after: last[0]?.id ?? 0n, limit: 1 })
      assert.deepStrictEqual(sessions(after), ["after"])
    })
  )
})
