import { ActorRepository, DueAccounts, uuid } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { seedAccount } from "./seed.ts"

const jobsOf = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select id, status, reason from scrape_jobs where account_id = ${accountId}`
  return new Map(rows.map((row) => [String(Object(row).id), [Object(row).status, Object(row).reason]]))
})

layer(Layer.provideMerge(StoreLayers, TestDatabase.layer))("an account that is taken over", (it) => {
  it.effect("has the latest job of its dead actor queued again, and older ones failed", () =>
    Effect.gen(function* () {
      const jobs = yield* DueAccounts
      const actors = yield* ActorRepository
      const { id: accountId } = yield* seedAccount()
      const older = yield* jobs.requestScrape(accountId)
      yield* jobs.takeJob(accountId)
      const latest = yield* jobs.requestScrape(accountId)
      yield* jobs.takeJob(accountId)

      const activation = yield* actors.activate(accountId)

      assert.deepStrictEqual(activation?.left, { sessionId: null, assistanceId: null })
      const after = yield* jobsOf(accountId)
      assert.deepStrictEqual(after.get(latest.id), ["queued", null])
      assert.deepStrictEqual(after.get(older.id), ["failed", "interrupted"])
    })
  )

  it.effect("keeps the job that waits, and fails the one that its dead actor was doing", () =>
    Effect.gen(function* () {
      const jobs = yield* DueAccounts
      const { id: accountId } = yield* seedAccount()
      const running = yield* jobs.requestScrape(accountId)
      yield* jobs.takeJob(accountId)
      const waiting = yield* jobs.requestScrape(accountId)

      yield* (yield* ActorRepository).activate(accountId)

      const after = yield* jobsOf(accountId)
      assert.deepStrictEqual(after.get(waiting.id), ["queued", null])
      assert.deepStrictEqual(after.get(running.id), ["failed", "interrupted; a newer job waits"])
    })
  )

  it.effect("is not there when it is deleted", () =>
    Effect.gen(function* () {
      assert.isNull(yield* (yield* ActorRepository).activate(yield* uuid))
    })
  )
})
